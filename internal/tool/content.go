package tool

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"unicode/utf8"
)

// contentAnswer shows the bytes of a part of a document by what they are: a picture to look at, text as text, anything else
// as base64 in pieces. The key names the part among the document's parsed forms.
func contentAnswer(ctx context.Context, s *subject, key string, facts fields, content []byte) (answer, error) {
	if picture, err := pictureOf(ctx, s, key, content); err != nil {
		return nil, err
	} else if picture != nil {
		facts["shownWidth"], facts["shownHeight"] = picture.Width, picture.Height
		return shown{facts, picture}, nil
	}
	if text, charset := decodeText(content); isText(text) {
		facts["encoding"], facts["charset"] = "utf8", charset
		return prose{facts: facts, key: "content", text: text}, nil
	}
	return inBase64{facts, content}, nil
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

// inBase64 is an answer of bytes that are at hand, in pieces that decode each by itself.
type inBase64 struct {
	facts   fields
	content []byte
}

func (b inBase64) page(_ context.Context, from int64, budget int) (page, error) {
	start := min(int(from), len(b.content))
	end := min(len(b.content), start+max(3, (budget-sizeOf(b.facts)-overhead)/4*3))
	data := fields{"encoding": "base64", "content": base64.StdEncoding.EncodeToString(b.content[start:end])}
	for name, value := range b.facts {
		data[name] = value
	}
	next := int64(end)
	if end == len(b.content) {
		next = 0
	}
	if from > 0 || next > 0 {
		data["offset"], data["note"] = from, partial(next, "")
	}
	return page{data: data, next: next}, nil
}

// shownSide is the longest side of a picture that stands in a document.
const shownSide = 1024

// pictureOf scales a picture down to be looked at; nil when the bytes are none that can be shown.
func pictureOf(ctx context.Context, s *subject, key string, content []byte) (*Image, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	pixels := int64(config.Width) * int64(config.Height)
	if err != nil || pixels == 0 || pixels > maxImagePixels {
		return nil, nil
	}
	return load(ctx, s, key, pixels*pixelCost+1<<10, func(context.Context, *subject) (*Image, error) {
		decoded, _, err := image.Decode(bytes.NewReader(content))
		if err != nil {
			return nil, nil
		}
		upright := turned{decoded, orientation(format, content)}
		return draw(upright, upright.Bounds(), shownSide, format)
	})
}

// illustrated is an answer with a picture beside its first page.
type illustrated struct {
	answer
	picture *Image
}

func (i illustrated) page(ctx context.Context, from int64, budget int) (page, error) {
	p, err := i.answer.page(ctx, from, budget)
	if from == 0 {
		p.image = i.picture
	}
	return p, err
}
