package turn

import "strings"

// geminiRequest is the part of a generateContent request that artifacts fill.
func geminiRequest(t *TurnContext) object {
	parts := []object{}
	for i := range t.ContentBlocks {
		parts = append(parts, geminiPart(&t.ContentBlocks[i]))
	}
	if t.state != "" {
		parts = append(parts, object{"text": t.state})
	}
	request := object{"contents": []object{{"role": "user", "parts": parts}}}
	if t.rules != "" {
		request["systemInstruction"] = object{"parts": []object{{"text": t.rules}}}
	}
	functions := []object{}
	for _, tool := range t.Tools {
		functions = append(functions, object{"name": tool.Name, "description": tool.Description, "parametersJsonSchema": tool.InputSchema})
	}
	if len(functions) > 0 {
		request["tools"] = []object{{"functionDeclarations": functions}}
	}
	return request
}

// geminiPart gives media and PDFs as inline data, which is what the provider takes.
func geminiPart(b *Block) object {
	if b.Type == "text" {
		return object{"text": b.Text}
	}
	if isMedia(b.MIMEType) || b.MIMEType == "application/pdf" || strings.HasPrefix(b.MIMEType, "text/") {
		return object{"inlineData": object{"mimeType": b.MIMEType, "data": b.base64()}}
	}
	return object{"text": b.textOrUnseen()}
}
