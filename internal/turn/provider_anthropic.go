package turn

import "slices"

// anthropicRequest is the part of a Messages request that artifacts fill: tools, system, and the user content they come with.
func anthropicRequest(t *TurnContext) object {
	content := []object{}
	for i := range t.ContentBlocks {
		content = append(content, anthropicBlock(&t.ContentBlocks[i]))
	}
	if t.state != "" {
		content = append(content, object{"type": "text", "text": t.state})
	}
	request := object{"messages": []object{{"role": "user", "content": content}}}
	if tools := anthropicTools(t.Tools); len(tools) > 0 {
		request["tools"] = tools
	}
	if t.rules != "" {
		request["system"] = []object{{"type": "text", "text": t.rules, "cache_control": object{"type": "ephemeral"}}}
	}
	return request
}

func anthropicTools(tools []TurnTool) (out []object) {
	for _, tool := range tools {
		out = append(out, object{"name": tool.Name, "description": tool.Description, "input_schema": tool.InputSchema})
	}
	return out
}

var anthropicImages = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// anthropicBlock writes images and PDFs natively, text as a titled document, and says of the rest that it is not shown.
func anthropicBlock(b *Block) object {
	source := object{"type": "base64", "media_type": b.MIMEType, "data": b.base64()}
	switch {
	case slices.Contains(anthropicImages, b.MIMEType):
		return object{"type": "image", "source": source}
	case b.MIMEType == "application/pdf":
		return object{"type": "document", "source": source, "title": oneLine(b.Name)}
	}
	if text, ok := b.plain(); ok {
		return object{"type": "document", "title": oneLine(b.Name), "source": object{"type": "text", "media_type": "text/plain", "data": text}}
	}
	return object{"type": "text", "text": b.unseen()}
}
