package kit

import (
	"context"
	"fmt"
	"io"

	"vitrine/internal/parse"
)

// opened is an open document whose reads fail when the context of the call or the parse ends.
type opened struct {
	io.Reader
	io.Seeker
	io.Closer
}

// openedAt is an opened document that can be read at any offset.
type openedAt struct {
	opened
	io.ReaderAt
}

// Reader opens the document; reads fail when the context ends.
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
