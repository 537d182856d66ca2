package turn

import "unicode/utf8"

// Costs of the estimate, in tokens.
const (
	charactersPerToken = 4
	imageTokens        = 1600 // what a provider charges for a picture at its largest useful size
)

// estimate counts roughly what the turn's parts cost.
func estimate(t *TurnContext) int {
	characters := utf8.RuneCountInString(t.ManifestText) + utf8.RuneCountInString(t.Instructions)
	for _, n := range t.Notes {
		characters += utf8.RuneCountInString(n)
	}
	for _, tool := range t.Tools {
		characters += len(tool.Name) + len(tool.Description) + len(tool.InputSchema)
	}
	tokens := 0
	for _, b := range t.ContentBlocks {
		if b.Type == "image_url" {
			tokens += imageTokens
			continue
		}
		characters += len(b.Text) + len(b.URL)
	}
	return tokens + (characters+charactersPerToken-1)/charactersPerToken
}
