package tool

import (
	"bytes"
	"context"
	"image"
	"unicode/utf8"

	"vitrine/internal/tool/kit"
)

// contentAnswer shows the bytes of a part of a document by what they are: a picture to look at, text as text, anything else
// as base64 in pieces. The key names the part among the document's parsed forms.
func contentAnswer(ctx context.Context, s *kit.Subject, key string, facts kit.Fields, content []byte) (kit.Answer, error) {
	if picture, err := pictureOf(ctx, s, key, content); err != nil {
		return nil, err
	} else if picture != nil {
		facts["shownWidth"], facts["shownHeight"] = picture.Width, picture.Height
		return kit.Shown{Value: facts, Image: picture}, nil
	}
	if text, charset := decodeText(content); isText(text) {
		facts["encoding"], facts["charset"] = "utf8", charset
		return kit.Prose{Facts: facts, Key: "content", Text: text}, nil
	}
	return kit.Base64{Facts: facts, Content: content}, nil
}

// isText says that bytes read as text: valid UTF-8 with hardly a control character at the front.
func isText(text []byte) bool {
	head, strange := text[:min(len(text), 8<<10)], 0
	for len(head) > 0 && !utf8.RuneStart(head[len(head)-1]) {
		head = head[:len(head)-1]
	}
	for _, b := range head {
		if b == 0 {
			return false
		}
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b {
			strange++
		}
	}
	return utf8.Valid(text) && strange*50 <= len(head)
}

// shownSide is the longest side of a picture that stands in a document.
const shownSide = 1024

// pictureOf scales a picture down to be looked at; nil when the bytes are none that can be shown.
func pictureOf(ctx context.Context, s *kit.Subject, key string, content []byte) (*kit.Image, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	pixels := int64(config.Width) * int64(config.Height)
	if err != nil || pixels == 0 || pixels > maxImagePixels {
		return nil, nil
	}
	return kit.Load(ctx, s, key, pixels*pixelCost+1<<10, func(context.Context, *kit.Subject) (*kit.Image, error) {
		decoded, _, err := image.Decode(bytes.NewReader(content))
		if err != nil {
			return nil, nil
		}
		upright := turned{decoded, orientation(format, content)}
		return draw(upright, upright.Bounds(), shownSide, format)
	})
}
