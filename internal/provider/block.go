package provider

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Block is native content in neutral form. Type is text, image_url, audio_url, video_url or file_url; the URL is a data
// URL.
type Block struct {
	Type      string `json:"type"`
	Text      string `json:"text,omitempty"`
	URL       string `json:"url,omitempty"`
	MIMEType  string `json:"mimeType"`
	Name      string `json:"name"`
	VersionID string `json:"versionId"`

	content []byte
}

// NewBlock returns the block of a version's content: text as it is, under its name, everything else as a data URL.
func NewBlock(versionID, name, mime string, content []byte) Block {
	b := Block{Type: blockType(mime), MIMEType: mime, Name: name, VersionID: versionID, content: content}
	if b.Type == "text" && utf8.Valid(content) {
		b.Text = fmt.Sprintf("%s:\n%s", OneLine(name), EscapeTags(string(content)))
		return b
	}
	if b.Type == "text" {
		b.Type = "file_url"
	}
	b.URL = "data:" + mime + ";base64," + b.base64()
	return b
}

func blockType(mime string) string {
	switch family, _, _ := strings.Cut(mime, "/"); family {
	case "image", "audio", "video":
		return family + "_url"
	case "text":
		return "text"
	}
	return "file_url"
}

// IsMedia reports whether a MIME type is of an image, audio or video.
func IsMedia(mime string) bool {
	kind := blockType(mime)
	return kind == "image_url" || kind == "audio_url" || kind == "video_url"
}

func (b *Block) base64() string { return base64.StdEncoding.EncodeToString(b.content) }

// plain returns the content as text; false when it is not text.
func (b *Block) plain() (string, bool) {
	if !utf8.Valid(b.content) {
		return "", false
	}
	return EscapeTags(string(b.content)), true
}

// unseen is the text in place of content that the provider cannot take.
func (b *Block) unseen() string {
	return OneLine(b.Name) + " (" + OneLine(b.MIMEType) + ") cannot be shown to this provider; read it with the artifact tools."
}

// textOrUnseen is the content as text under its name, else unseen.
func (b *Block) textOrUnseen() string {
	if text, ok := b.plain(); ok {
		return OneLine(b.Name) + ":\n" + text
	}
	return b.unseen()
}

// parts writes every block of a turn, and the state behind them.
func (t *Turn) parts(write func(*Block) object, state func(text string) object) []object {
	parts := []object{}
	for i := range t.Blocks {
		parts = append(parts, write(&t.Blocks[i]))
	}
	if t.State != "" {
		parts = append(parts, state(t.State))
	}
	return parts
}

// tools writes every tool of a turn.
func (t *Turn) tools(write func(Tool) object) []object {
	tools := make([]object, len(t.Tools))
	for i, tool := range t.Tools {
		tools[i] = write(tool)
	}
	return tools
}
