package archive

import (
	"archive/tar"
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// eachTar visits the entries of a tar, compressed or not, with their content, until visit returns false.
func eachTar(ctx context.Context, r io.ReadSeeker, visit func(format string, e Entry, content io.Reader) bool) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("seek document: %w", err)
	}
	packed := bufio.NewReader(parse.Reader(ctx, r))
	plain, format, err := unpacked(packed)
	if err != nil {
		return parse.Unreadable("archive", err)
	}
	limited := &io.LimitedReader{R: plain, N: maxUnpacked}
	entries := tar.NewReader(limited)
	for n := 0; ; n++ {
		h, err := entries.Next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case limited.N <= 0:
			return fault.TooLarge("", "This archive unpacks to more than %d bytes, which is the limit.", int64(maxUnpacked))
		case err != nil:
			return parse.Unreadable("archive (zip, tar, tar.gz or tar.bz2)", err)
		case !visit(format, tarEntry(n, h), entries):
			return nil
		}
	}
}

// unpacked detects the compression of a tar, and decompresses it.
func unpacked(r *bufio.Reader) (io.Reader, string, error) {
	head, _ := r.Peek(3)
	switch {
	case len(head) == 0:
		return nil, "", errors.New("it is empty")
	case string(head) == "BZh":
		return bzip2.NewReader(r), "tar.bz2", nil
	case head[0] == 0x1f && len(head) > 1 && head[1] == 0x8b:
		plain, err := gzip.NewReader(r)
		return plain, "tar.gz", err
	default:
		return r, "tar", nil
	}
}

func tarEntry(index int, h *tar.Header) Entry {
	e := Entry{Index: index, Name: h.Name, SizeBytes: h.Size, Kind: "other", Modified: h.ModTime.UTC().Format(time.RFC3339)}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeGNUSparse:
		e.Kind = "file"
	case tar.TypeDir:
		e.Kind = "folder"
	case tar.TypeSymlink, tar.TypeLink:
		e.Kind = "link"
	}
	return e
}
