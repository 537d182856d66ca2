package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// Reader returns a reader that fails once the context has ended, so that a parser without a context stops too.
func Reader(ctx context.Context, r io.Reader) io.Reader { return timed{ctx, r} }

// ReaderAt is Reader for reads at any offset.
func ReaderAt(ctx context.Context, r io.ReaderAt) io.ReaderAt { return timedAt{ctx, r} }

type timed struct {
	ctx context.Context
	r   io.Reader
}

func (t timed) Read(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.r.Read(p)
}

type timedAt struct {
	ctx context.Context
	r   io.ReaderAt
}

func (t timedAt) ReadAt(p []byte, offset int64) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.r.ReadAt(p, offset)
}

// ReadUpTo reads a whole stream of the expected size, and fails when it has more than limit bytes.
func ReadUpTo(r io.Reader, size, limit int64) ([]byte, error) {
	buffer := make([]byte, 0, max(0, size)+1)
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, 0)[:len(buffer)]
		}
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case int64(len(buffer)) > limit:
			return nil, TooLarge(int64(len(buffer)), limit)
		case err == io.EOF:
			return buffer, nil
		case err != nil:
			return nil, fmt.Errorf("read document: %w", err)
		}
	}
}

// TooLarge returns the fault of a document with more bytes than its tools read.
func TooLarge(size, limit int64) error {
	return fault.TooLarge("", "This document has %d bytes; its tools read at most %d.", size, limit).
		Try("Read it in pieces with a generic tool such as get_full of the binary library, or download it.")
}

// EndsSoon reports whether a context ends within a second.
func EndsSoon(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < time.Second
}

// At returns random access to a seekable reader, one read at a time.
func At(r io.ReadSeeker) io.ReaderAt {
	if at, ok := r.(io.ReaderAt); ok {
		return at
	}
	return &seekerAt{r: r}
}

type seekerAt struct {
	mu sync.Mutex
	r  io.ReadSeeker
}

func (s *seekerAt) ReadAt(p []byte, offset int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.r.Seek(offset, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(s.r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
