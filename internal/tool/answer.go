package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// answer is what an operation found; it is read one page at a time so that an output cap never cuts silently.
type answer interface {
	// page reads from a position (0 is the front) about budget characters of JSON.
	page(ctx context.Context, from int64, budget int) (page, error)
}

// page is one piece of an answer.
type page struct {
	data  any
	image *Image
	next  int64 // where the next page starts; 0 when there is none
}

const readOn = "The answer goes on: repeat the call with the same input and this answer's nextCursor as cursor."

// fields are the named facts of an answer.
type fields map[string]any

// whole is an answer that is one value. When it does not fit, its JSON text is paged.
type whole struct{ value any }

func (w whole) page(_ context.Context, from int64, budget int) (page, error) {
	text, err := encode(w.value)
	if err != nil {
		return page{}, err
	}
	if from == 0 && utf8.RuneCount(text) <= budget {
		return page{data: w.value}, nil
	}
	piece, next, err := cut(text, from, budget)
	if err != nil {
		return page{}, err
	}
	return page{next: next, data: fields{
		"jsonText": piece, "offset": from, "totalBytes": len(text),
		"note": partial(next, "The value is too long for one answer; these are pieces of its JSON text, to be joined. "),
	}}, nil
}

// shown is an answer with a picture.
type shown struct {
	value any
	image *Image
}

func (s shown) page(context.Context, int64, int) (page, error) {
	return page{data: s.value, image: s.image}, nil
}

// prose is an answer that is one long text: the facts, and the text under its key.
type prose struct {
	facts fields
	key   string
	text  []byte
}

func (p prose) page(_ context.Context, from int64, budget int) (page, error) {
	piece, next, err := cut(p.text, from, budget-sizeOf(p.facts)-overhead)
	if err != nil {
		return page{}, err
	}
	data := maps.Clone(p.facts)
	data[p.key] = piece
	if from > 0 || next > 0 {
		data["offset"], data["totalBytes"], data["note"] = from, len(p.text), partial(next, "")
	}
	return page{data: data, next: next}, nil
}

// overhead is what the paging facts and the note of a page take, in characters.
const overhead = 300

func partial(next int64, prefix string) string {
	if next > 0 {
		return prefix + readOn
	}
	return prefix + "This is the last piece."
}

// cut takes the piece of a text from a byte offset that takes up to budget characters as a JSON string, and the offset
// behind it (0 at the end). Invalid UTF-8 is shown as the replacement character.
func cut(text []byte, from int64, budget int) (piece string, next int64, err error) {
	if from > int64(len(text)) {
		return "", 0, fault.Invalid("cursor", "The cursor points behind the end of the text.")
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

// width is the number of characters that a rune takes in a JSON string.
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

// encode writes a value as JSON without HTML escapes.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// sizeOf is the number of characters of a value's JSON.
func sizeOf(v any) int {
	text, err := encode(v)
	if err != nil {
		return 0
	}
	return utf8.RuneCount(text)
}
