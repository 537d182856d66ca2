package turn

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// Costs of the estimate, in tokens.
const (
	charactersPerToken = 4
	imageTokens        = 1600 // what a provider charges for a picture at its largest useful size
)

// providers write a turn as a fragment of each provider's own request: what does not change first, what changes last.
var providers = map[string]func(*TurnContext) any{
	"anthropic":        func(t *TurnContext) any { return anthropicRequest(t) },
	"openai":           func(t *TurnContext) any { return openAIChat(t) },
	"openai-responses": func(t *TurnContext) any { return openAIResponses(t) },
	"gemini":           func(t *TurnContext) any { return geminiRequest(t) },
	"generic":          func(*TurnContext) any { return nil }, // the neutral form is all there is to say
}

func providerRequest(provider string, t *TurnContext) (any, error) {
	write, ok := providers[strings.ToLower(strings.TrimSpace(provider))]
	if !ok {
		return nil, fault.Invalid("provider", "%q is no provider.", provider).
			Try("Use one of: " + strings.Join(slices.Sorted(maps.Keys(providers)), ", ") + ".")
	}
	return write(t), nil
}

// object is a JSON object of a request.
type object map[string]any

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
