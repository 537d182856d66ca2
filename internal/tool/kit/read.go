package kit

import (
	"context"
	"fmt"
	"io"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// ReadAll returns all bytes of a document of at most limit bytes.
func (s *Subject) ReadAll(ctx context.Context, limit int64) ([]byte, error) {
	if s.SizeBytes > limit {
		return nil, parse.TooLarge(s.SizeBytes, limit)
	}
	r, err := s.Reader(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return parse.ReadUpTo(r, s.SizeBytes, limit)
}

// Bytes returns all bytes of a document and caches them.
func (s *Subject) Bytes(ctx context.Context, limit int64) ([]byte, error) {
	return Load(ctx, s, "bytes", max(s.SizeBytes, 1<<10), func(ctx context.Context, s *Subject) ([]byte, error) { return s.ReadAll(ctx, limit) })
}

// Section reads up to n bytes from an offset; fewer only at the end.
func (s *Subject) Section(ctx context.Context, offset int64, n int) ([]byte, error) {
	if offset > s.SizeBytes {
		return nil, fault.Invalid("offset", "The offset %d is past the end of the document (%d bytes).", offset, s.SizeBytes)
	}
	r, err := s.Reader(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return nil, fmt.Errorf("seek document: %w", err)
	}
	piece, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil {
		return nil, fmt.Errorf("read document: %w", err)
	}
	return piece, nil
}
