package provider

func init() { register(openAI{}) }

// openAI writes Chat Completions requests.
type openAI struct{}

// Name is the provider's name.
func (openAI) Name() string { return "openai" }

// Request writes the messages and the tools.
func (openAI) Request(t *Turn) any {
	messages := []object{}
	if t.Rules != "" {
		messages = append(messages, object{"role": "system", "content": t.Rules})
	}
	content := t.parts(openAIPart, func(text string) object { return object{"type": "text", "text": text} })
	request := object{"messages": append(messages, object{"role": "user", "content": content})}
	if len(t.Tools) > 0 {
		request["tools"] = t.tools(func(tool Tool) object {
			return object{"type": "function", "function": object{"name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema}}
		})
	}
	return request
}

// openAISounds are the audio formats that Chat Completions takes, by MIME type.
var openAISounds = map[string]string{"audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}

func openAIPart(b *Block) object {
	switch {
	case b.Type == "text":
		return object{"type": "text", "text": b.Text}
	case b.Type == "image_url":
		return object{"type": "image_url", "image_url": object{"url": b.URL}}
	case openAISounds[b.MIMEType] != "":
		return object{"type": "input_audio", "input_audio": object{"data": b.base64(), "format": openAISounds[b.MIMEType]}}
	case b.MIMEType == "application/pdf":
		return object{"type": "file", "file": object{"filename": OneLine(b.Name), "file_data": b.URL}}
	}
	return object{"type": "text", "text": b.textOrUnseen()}
}
