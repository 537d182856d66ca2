package turn

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Costs of the estimate, in tokens.
const (
	charactersPerToken = 4
	imageTokens        = 1600 // what a provider charges for a picture at its largest useful size
)

// providerRequest gives the turn as a fragment of a provider's own request; nil for providers this server does not write for.
func providerRequest(provider string, t *TurnContext) any {
	if strings.ToLower(provider) == "anthropic" {
		return anthropicRequest(t)
	}
	return nil
}

// anthropicRequest is the part of a Messages request that artifacts fill: system, tools, and the user content they come with.
func anthropicRequest(t *TurnContext) map[string]any {
	content := []map[string]any{}
	for _, b := range t.ContentBlocks {
		content = append(content, anthropicBlock(b))
	}
	if t.ManifestText != "" {
		content = append(content, map[string]any{"type": "text", "text": t.ManifestText})
	}
	tools := []map[string]any{}
	for _, tool := range t.Tools {
		tools = append(tools, map[string]any{"name": tool.Name, "description": tool.Description, "input_schema": json.RawMessage(tool.InputSchema)})
	}
	request := map[string]any{"messages": []map[string]any{{"role": "user", "content": content}}, "tools": tools}
	if t.Instructions != "" {
		request["system"] = []map[string]any{{"type": "text", "text": t.Instructions}}
	}
	return request
}

// anthropicBlock writes images and PDFs natively, text as a titled document, and says of the rest that it is not shown.
func anthropicBlock(b Block) map[string]any {
	source := map[string]any{"type": "base64", "media_type": b.MIMEType, "data": base64.StdEncoding.EncodeToString(b.content)}
	switch {
	case slices.Contains([]string{"image/jpeg", "image/png", "image/gif", "image/webp"}, b.MIMEType):
		return map[string]any{"type": "image", "source": source}
	case b.MIMEType == "application/pdf":
		return map[string]any{"type": "document", "source": source, "title": b.Name}
	case b.Type == "text", utf8.Valid(b.content):
		return map[string]any{"type": "document", "title": b.Name, "source": map[string]any{"type": "text", "media_type": "text/plain", "data": string(b.content)}}
	}
	return map[string]any{"type": "text", "text": oneLine(b.Name) + " (" + b.MIMEType + ") cannot be shown to this provider; read it with the artifact tools."}
}

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
