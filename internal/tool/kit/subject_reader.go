package kit

import (
	"context"
	"fmt"
	"io"

	"vitrine/internal/parse"
)

// opened is an open document whose reads end with the context of the call or the parse.
type opened struct {
	io.Reader
	io.Seeker
	io.Closer
}

// openedAt is opened where the document can be read at any offset.
type openedAt struct {
	opened
	io.ReaderAt
}

// Reader opens the document for as long as the context lives.
func (s *Subject) Reader(ctx context.Context) (io.ReadSeekCloser, error) {
	r, err := s.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	o := opened{parse.Reader(ctx, r), r, r}
	if at, ok := r.(io.ReaderAt); ok {
		return openedAt{o, parse.ReaderAt(ctx, at)}, nil
	}
	return o, nil
}
