package provider

import "slices"

func init() { register(anthropic{}) }

// anthropic writes Messages requests.
type anthropic struct{}

// Name is the provider's name.
func (anthropic) Name() string { return "anthropic" }

// Request writes tools, system, and the user content that artifacts come with.
func (anthropic) Request(t *Turn) any {
	content := t.parts(anthropicBlock, func(text string) object { return object{"type": "text", "text": text} })
	request := object{"messages": []object{{"role": "user", "content": content}}}
	if len(t.Tools) > 0 {
		request["tools"] = t.tools(func(tool Tool) object {
			return object{"name": tool.Name, "description": tool.Description, "input_schema": tool.InputSchema}
		})
	}
	if t.Rules != "" {
		request["system"] = []object{{"type": "text", "text": t.Rules, "cache_control": object{"type": "ephemeral"}}}
	}
	return request
}

// anthropicImages are the images that a Messages request carries.
var anthropicImages = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// anthropicBlock writes images and PDFs natively, text as a titled document, and in place of the rest that it is not
// shown.
func anthropicBlock(b *Block) object {
	source := object{"type": "base64", "media_type": b.MIMEType, "data": b.base64()}
	switch {
	case slices.Contains(anthropicImages, b.MIMEType):
		return object{"type": "image", "source": source}
	case b.MIMEType == "application/pdf":
		return object{"type": "document", "source": source, "title": OneLine(b.Name)}
	}
	if text, ok := b.plain(); ok {
		return object{"type": "document", "title": OneLine(b.Name), "source": object{"type": "text", "media_type": "text/plain", "data": text}}
	}
	return object{"type": "text", "text": b.unseen()}
}
