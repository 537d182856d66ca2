package archive

import (
	"context"
	"errors"
	"io"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

func zipEntry(ctx context.Context, r io.ReadSeeker, size int64, e Entry) ([]byte, error) {
	files, err := OpenZip(parse.At(r), size, MaxZipDirectory)
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

func tarContent(ctx context.Context, r io.ReadSeeker, e Entry) (content []byte, err error) {
	var failed error
	err = eachTar(ctx, r, func(_ string, at Entry, from io.Reader) bool {
		if at.Index == e.Index {
			content, failed = firstBytes(ctx, from, e)
		}
		return at.Index < e.Index
	})
	return content, errors.Join(err, failed)
}

func firstBytes(ctx context.Context, r io.Reader, e Entry) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(parse.Reader(ctx, r), MaxEntryBytes))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, damaged(e, err)
	}
	return content, nil
}

func damaged(e Entry, cause error) error {
	return fault.Invalid("", "The entry %q cannot be unpacked: %s.", e.Name, parse.Brief(cause)).Because(cause)
}

// Readable returns an error with the reason when an entry cannot be read.
func (e Entry) Readable() error {
	switch {
	case e.Encrypted:
		return fault.Invalid("name", "The entry %q is encrypted.", e.Name)
	case e.Kind != "file":
		return fault.Invalid("name", "The entry %q is a %s, which has no content.", e.Name, e.Kind)
	default:
		return nil
	}
}

// Content reads the first 16 MiB of an entry from an archive of size bytes.
func (a *Archive) Content(ctx context.Context, r io.ReadSeeker, size int64, e Entry) ([]byte, error) {
	if a.Format == "zip" {
		return zipEntry(ctx, r, size, e)
	}
	return tarContent(ctx, r, e)
}
