package tool

import (
	"context"
	"fmt"
	"io"
)

// timed is a reader that ends with a context, so that a parser of others that knows no context stops with it.
type timed struct {
	ctx context.Context
	r   io.Reader
}

// Read fails when the context has ended.
func (t timed) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.r.Read(p)
}

// timedAt is timed for readers at any place.
type timedAt struct {
	ctx context.Context
	r   io.ReaderAt
}

// ReadAt fails when the context has ended.
func (t timedAt) ReadAt(p []byte, offset int64) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.r.ReadAt(p, offset)
}

// opened is an open document whose reads end with the context of the call or the parse.
type opened struct {
	timed
	io.Seeker
	io.Closer
}

// openedAt is opened where the document can be read at any place.
type openedAt struct {
	opened
	timedAt
}

// open opens the document for as long as the context lives.
func (s *subject) open(ctx context.Context) (io.ReadSeekCloser, error) {
	r, err := s.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	o := opened{timed{ctx, r}, r, r}
	if at, ok := r.(io.ReaderAt); ok {
		return openedAt{o, timedAt{ctx, at}}, nil
	}
	return o, nil
}

// often is how many steps of a loop pass between two looks at its context; together they take less than a millisecond.
const often = 1024
