package provider

import "strings"

func init() { register(gemini{}) }

// gemini writes generateContent requests.
type gemini struct{}

// Name is the provider's name.
func (gemini) Name() string { return "gemini" }

// Request writes contents, the system instruction and the function declarations.
func (gemini) Request(t *Turn) any {
	parts := t.parts(geminiPart, func(text string) object { return object{"text": text} })
	request := object{"contents": []object{{"role": "user", "parts": parts}}}
	if t.Rules != "" {
		request["systemInstruction"] = object{"parts": []object{{"text": t.Rules}}}
	}
	if len(t.Tools) > 0 {
		functions := t.tools(func(tool Tool) object {
			return object{"name": tool.Name, "description": tool.Description, "parametersJsonSchema": tool.InputSchema}
		})
		request["tools"] = []object{{"functionDeclarations": functions}}
	}
	return request
}

// geminiPart writes media, PDFs and text files as inline data.
func geminiPart(b *Block) object {
	if b.Type == "text" {
		return object{"text": b.Text}
	}
	if IsMedia(b.MIMEType) || b.MIMEType == "application/pdf" || strings.HasPrefix(b.MIMEType, "text/") {
		return object{"inlineData": object{"mimeType": b.MIMEType, "data": b.base64()}}
	}
	return object{"text": b.textOrUnseen()}
}
