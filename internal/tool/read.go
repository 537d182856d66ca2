package tool

import (
	"context"
	"fmt"
	"io"

	"vitrine/internal/fault"
)

// read gives all bytes of a document of at most limit bytes.
func (s *subject) read(ctx context.Context, limit int64) ([]byte, error) {
	if s.SizeBytes > limit {
		return nil, tooLarge(s.SizeBytes, limit)
	}
	r, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return readUpTo(r, s.SizeBytes, limit)
}

// bytes gives all bytes of a document, kept for the next call.
func (s *subject) bytes(ctx context.Context, limit int64) ([]byte, error) {
	return load(ctx, s, "bytes", max(s.SizeBytes, 1<<10), func(ctx context.Context, s *subject) ([]byte, error) { return s.read(ctx, limit) })
}

// readUpTo reads a stream that should have a size and may not have more than limit bytes.
func readUpTo(r io.Reader, size, limit int64) ([]byte, error) {
	buffer := make([]byte, 0, max(0, size)+1)
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, 0)[:len(buffer)]
		}
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case int64(len(buffer)) > limit:
			return nil, tooLarge(int64(len(buffer)), limit)
		case err == io.EOF:
			return buffer, nil
		case err != nil:
			return nil, fmt.Errorf("read document: %w", err)
		}
	}
}

func tooLarge(size, limit int64) error {
	return fault.TooLarge("", "This document has %d bytes; its tools read at most %d.", size, limit).
		Try("Read it in pieces with a generic tool such as get_full of the binary library, or download it.")
}
