package provider

func init() { register(openAIResponses{}) }

// openAIResponses writes Responses requests.
type openAIResponses struct{}

// Name is the provider's name.
func (openAIResponses) Name() string { return "openai-responses" }

// Request writes the input, the instructions and the tools.
func (openAIResponses) Request(t *Turn) any {
	content := t.parts(openAIResponsesPart, func(text string) object { return object{"type": "input_text", "text": text} })
	request := object{"input": []object{{"role": "user", "content": content}}}
	if t.Rules != "" {
		request["instructions"] = t.Rules
	}
	if len(t.Tools) > 0 {
		request["tools"] = t.tools(func(tool Tool) object { // not strict: strict schemas may leave nothing optional
			return object{"type": "function", "name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema, "strict": false}
		})
	}
	return request
}

func openAIResponsesPart(b *Block) object {
	switch {
	case b.Type == "text":
		return object{"type": "input_text", "text": b.Text}
	case b.Type == "image_url":
		return object{"type": "input_image", "image_url": b.URL, "detail": "auto"}
	case b.MIMEType == "application/pdf":
		return object{"type": "input_file", "filename": OneLine(b.Name), "file_data": b.URL}
	}
	return object{"type": "input_text", "text": b.textOrUnseen()}
}
