package tool

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// contentOf reads the first bytes of an entry, kept for the next page.
func contentOf(ctx context.Context, s *kit.Subject, a *archive, e archiveEntry) ([]byte, error) {
	cost := 2*min(e.SizeBytes, maxEntryBytes) + 64<<10
	return kit.Load(ctx, s, fmt.Sprintf("archive:entry:%d", e.Index), cost, func(ctx context.Context, s *kit.Subject) ([]byte, error) {
		r, err := s.Reader(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		if a.format == "zip" {
			return zipEntry(ctx, r, s.SizeBytes, e)
		}
		return tarContent(ctx, r, e)
	})
}

func zipEntry(ctx context.Context, r io.ReadSeeker, size int64, e archiveEntry) ([]byte, error) {
	files, err := openZip(readerAt(r), size, maxZipDirectory)
	if err != nil || e.Index >= len(files.File) {
		return nil, parse.Unreadable("archive", errors.Join(err, errors.New("its table of contents changed")))
	}
	content, err := files.File[e.Index].Open()
	if err != nil {
		return nil, damaged(e, err)
	}
	defer func() { _ = content.Close() }()
	return firstBytes(ctx, content, e)
}

func tarContent(ctx context.Context, r io.ReadSeeker, e archiveEntry) (content []byte, err error) {
	var failed error
	err = eachTar(ctx, r, func(_ string, at archiveEntry, from io.Reader) bool {
		if at.Index == e.Index {
			content, failed = firstBytes(ctx, from, e)
		}
		return at.Index < e.Index
	})
	return content, errors.Join(err, failed)
}

func firstBytes(ctx context.Context, r io.Reader, e archiveEntry) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(parse.Reader(ctx, r), maxEntryBytes))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, damaged(e, err)
	}
	return content, nil
}

func damaged(e archiveEntry, cause error) error {
	return fault.Invalid("", "The entry %q cannot be unpacked: %s.", e.Name, parse.Brief(cause)).Because(cause)
}
