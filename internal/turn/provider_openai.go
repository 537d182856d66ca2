package turn

// openAIChat is the part of a Chat Completions request that artifacts fill.
func openAIChat(t *TurnContext) object {
	messages := []object{}
	if t.rules != "" {
		messages = append(messages, object{"role": "system", "content": t.rules})
	}
	content := []object{}
	for i := range t.ContentBlocks {
		content = append(content, openAIChatPart(&t.ContentBlocks[i]))
	}
	if t.state != "" {
		content = append(content, object{"type": "text", "text": t.state})
	}
	request := object{"messages": append(messages, object{"role": "user", "content": content})}
	tools := []object{}
	for _, tool := range t.Tools {
		tools = append(tools, object{"type": "function", "function": object{"name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema}})
	}
	if len(tools) > 0 {
		request["tools"] = tools
	}
	return request
}

// soundFormats are the sounds that Chat Completions takes, by MIME.
var soundFormats = map[string]string{"audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}

func openAIChatPart(b *Block) object {
	switch {
	case b.Type == "text":
		return object{"type": "text", "text": b.Text}
	case b.Type == "image_url":
		return object{"type": "image_url", "image_url": object{"url": b.URL}}
	case soundFormats[b.MIMEType] != "":
		return object{"type": "input_audio", "input_audio": object{"data": b.base64(), "format": soundFormats[b.MIMEType]}}
	case b.MIMEType == "application/pdf":
		return object{"type": "file", "file": object{"filename": oneLine(b.Name), "file_data": b.URL}}
	}
	return object{"type": "text", "text": b.textOrUnseen()}
}

// openAIResponses is the part of a Responses request that artifacts fill.
func openAIResponses(t *TurnContext) object {
	content := []object{}
	for i := range t.ContentBlocks {
		content = append(content, openAIResponsesPart(&t.ContentBlocks[i]))
	}
	if t.state != "" {
		content = append(content, object{"type": "input_text", "text": t.state})
	}
	request := object{"input": []object{{"role": "user", "content": content}}}
	if t.rules != "" {
		request["instructions"] = t.rules
	}
	tools := []object{}
	for _, tool := range t.Tools {
		// not strict: strict schemas may leave nothing optional
		tools = append(tools, object{"type": "function", "name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema, "strict": false})
	}
	if len(tools) > 0 {
		request["tools"] = tools
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
		return object{"type": "input_file", "filename": oneLine(b.Name), "file_data": b.URL}
	}
	return object{"type": "input_text", "text": b.textOrUnseen()}
}

func (b *Block) textOrUnseen() string {
	if text, ok := b.plain(); ok {
		return oneLine(b.Name) + ":\n" + text
	}
	return b.unseen()
}
