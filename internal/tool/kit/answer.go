package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// Answer is the result of an operation. It is read one page at a time, so that the output cap never cuts it silently.
type Answer interface {
	// Page reads about budget characters of JSON from a position (0 is the start).
	Page(ctx context.Context, from int64, budget int) (page, error)
}

// page is one piece of an answer.
type page struct {
	data  any
	image *Image
	next  int64 // where the next page starts; 0 when there is none
}

const readOn = "There is more: repeat the call with the same input and this answer's nextCursor as cursor."

// Fields are the named facts of an answer.
type Fields map[string]any

// Whole is an answer that is one value. When it does not fit, its JSON text is paged.
type Whole struct{ Value any }

// Page implements Answer.
func (w Whole) Page(_ context.Context, from int64, budget int) (page, error) {
	text, err := Encode(w.Value)
	if err != nil {
		return page{}, err
	}
	if from == 0 && utf8.RuneCount(text) <= budget {
		return page{data: w.Value}, nil
	}
	piece, next, err := cut(text, from, budget)
	if err != nil {
		return page{}, err
	}
	return page{next: next, data: Fields{
		"jsonText": piece, "offset": from, "totalBytes": len(text),
		"note": partial(next, "The value is too long for one answer: this is a piece of its JSON text. Join the pieces. "),
	}}, nil
}

// Shown is an answer with a picture.
type Shown struct {
	Value any
	Image *Image
}

// Page implements Answer.
func (s Shown) Page(context.Context, int64, int) (page, error) {
	return page{data: s.Value, image: s.Image}, nil
}

// Prose is an answer that is one long text: facts, and the text under Key.
type Prose struct {
	Facts Fields
	Key   string
	Text  []byte
}

// Page implements Answer.
func (p Prose) Page(_ context.Context, from int64, budget int) (page, error) {
	piece, next, err := cut(p.Text, from, budget-SizeOf(p.Facts)-overhead)
	if err != nil {
		return page{}, err
	}
	data := maps.Clone(p.Facts)
	data[p.Key] = piece
	if from > 0 || next > 0 {
		data["offset"], data["totalBytes"], data["note"] = from, len(p.Text), partial(next, "")
	}
	return page{data: data, next: next}, nil
}

// overhead is how many characters the paging facts and the note of a page take.
const overhead = 300

func partial(next int64, prefix string) string {
	if next > 0 {
		return prefix + readOn
	}
	return prefix + "This is the last piece."
}

// cut returns the piece of a text from a byte offset that takes up to budget characters as a JSON string, and the
// offset after it (0 at the end). Invalid UTF-8 becomes the replacement character.
func cut(text []byte, from int64, budget int) (piece string, next int64, err error) {
	if from > int64(len(text)) {
		return "", 0, fault.Invalid("cursor", "The cursor is past the end of the text.")
	}
	rest := text[from:]
	end := 0
	for used := 0; end < len(rest); {
		r, n := utf8.DecodeRune(rest[end:])
		if used += width(r); used > budget && end > 0 {
			return string(bytes.ToValidUTF8(rest[:end], []byte("\uFFFD"))), from + int64(end), nil
		}
		end += n
	}
	return string(bytes.ToValidUTF8(rest, []byte("\uFFFD"))), 0, nil
}

// width returns how many characters a rune takes in a JSON string.
func width(r rune) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '\u2028' || r == '\u2029':
		return 6
	default:
		return 1
	}
}

// Encode encodes a value as JSON without HTML escapes.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// SizeOf returns the number of characters of a value's JSON.
func SizeOf(v any) int {
	text, err := Encode(v)
	if err != nil {
		return 0
	}
	return utf8.RuneCount(text)
}

// Illustrated is an answer with a picture on its first page.
type Illustrated struct {
	Answer
	Picture *Image
}

// Page implements Answer.
func (i Illustrated) Page(ctx context.Context, from int64, budget int) (page, error) {
	p, err := i.Answer.Page(ctx, from, budget)
	if from == 0 {
		p.image = i.Picture
	}
	return p, err
}
