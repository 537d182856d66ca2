package kit

import (
	"context"
	"encoding/base64"
)

// FullBytes returns the get_full operation for content without text: base64, in pages that can each be decoded alone.
func FullBytes() Operation {
	return Op("get_full", "The whole content as base64, in pages. Each page can be decoded alone.",
		func(_ context.Context, s *Subject, _ None) (Answer, error) { return raw{s}, nil })
}

// raw is an answer of bytes, read from the document page by page.
type raw struct{ s *Subject }

// Page implements Answer.
func (r raw) Page(ctx context.Context, from int64, budget int) (page, error) {
	n := max(3, (budget-overhead)/4*3)
	piece, err := r.s.Section(ctx, from, n)
	if err != nil {
		return page{}, err
	}
	data := Fields{"content": base64.StdEncoding.EncodeToString(piece), "encoding": "base64", "sizeBytes": r.s.SizeBytes}
	next := from + int64(len(piece))
	if next >= r.s.SizeBytes {
		next = 0
	}
	if from > 0 || next > 0 {
		data["offset"], data["note"] = from, partial(next, "")
	}
	return page{data: data, next: next}, nil
}

// Base64 is an answer of bytes in memory, in pages that can each be decoded alone.
type Base64 struct {
	Facts   Fields
	Content []byte
}

// Page implements Answer.
func (b Base64) Page(_ context.Context, from int64, budget int) (page, error) {
	start := min(int(from), len(b.Content))
	end := min(len(b.Content), start+max(3, (budget-SizeOf(b.Facts)-overhead)/4*3))
	data := Fields{"encoding": "base64", "content": base64.StdEncoding.EncodeToString(b.Content[start:end])}
	for name, value := range b.Facts {
		data[name] = value
	}
	next := int64(end)
	if end == len(b.Content) {
		next = 0
	}
	if from > 0 || next > 0 {
		data["offset"], data["note"] = from, partial(next, "")
	}
	return page{data: data, next: next}, nil
}
