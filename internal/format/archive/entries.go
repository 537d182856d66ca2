// Package archive lists and reads the entries of ZIP and tar files within bounds, so that a small file cannot unpack to
// a huge one.
package archive

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"vitrine/internal/parse"
)

const (
	maxEntries = 100_000
	// MaxZipDirectory limits the size in bytes of a zip's table of contents.
	MaxZipDirectory = 32 << 20
	// MaxEntryBytes is the number of bytes of one entry that are read at most.
	MaxEntryBytes = 16 << 20
	maxUnpacked   = 4 << 30 // that are skipped to list or reach an entry of a compressed tar
	maxEntryName  = 1000
	// DirectoryCost is the memory in bytes for a byte of a table of contents.
	DirectoryCost = 6
	// MinDirectoryCost is the directory size assumed for a small archive.
	MinDirectoryCost = 1 << 20
)

// Archive is the table of contents of an archive. Names are data: they are shown and compared, but never used as a
// path.
type Archive struct {
	Format    string // zip, tar, tar.gz or tar.bz2
	Entries   []Entry
	Unpacked  int64  // bytes of all entries together
	Truncated string // why the list ends early; empty when it does not
}

// Entry is one entry.
type Entry struct {
	Index     int    `json:"index"` // from 0
	Name      string `json:"name"`
	SizeBytes int64  `json:"sizeBytes"`
	Kind      string `json:"kind"` // file, folder, link or other
	Modified  string `json:"modified,omitempty"`
	Encrypted bool   `json:"encrypted,omitempty"`
	Unsafe    bool   `json:"unsafeName,omitempty"` // unpacking it would write outside of the folder
}

// List reads the table of contents of an archive of size bytes, recognised by its first bytes.
func List(ctx context.Context, r io.ReadSeeker, size int64) (*Archive, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err == nil && string(head[:2]) == "PK" {
		files, err := OpenZip(parse.At(r), size, MaxZipDirectory)
		if err != nil {
			return nil, parse.Unreadable("archive", err)
		}
		return listZip(files), nil
	}
	a := &Archive{}
	err := eachTar(ctx, r, func(format string, e Entry, _ io.Reader) bool {
		a.Format = format
		return a.add(e)
	})
	switch {
	case err != nil && len(a.Entries) > 0 && ctx.Err() == nil:
		a.Truncated = "The archive is damaged or too large after the last entry: " + parse.Brief(err)
	case err != nil:
		return nil, err
	}
	return a, nil
}

// add lists an entry, up to maxEntries.
func (a *Archive) add(e Entry) bool {
	if len(a.Entries) == maxEntries {
		a.Truncated = fmt.Sprintf("The archive has more than %d entries; the rest is not listed.", maxEntries)
		return false
	}
	e.Index, e.Unsafe = len(a.Entries), unsafeName(e.Name)
	e.Name = parse.Clip(strings.ToValidUTF8(e.Name, "\uFFFD"), maxEntryName)
	a.Entries, a.Unpacked = append(a.Entries, e), a.Unpacked+e.SizeBytes
	return true
}

// unsafeName reports whether a name is absolute or leads out of its folder, on any operating system.
func unsafeName(name string) bool {
	slashes := strings.ReplaceAll(name, `\`, "/")
	if strings.HasPrefix(slashes, "/") || len(name) > 1 && name[1] == ':' || strings.ContainsRune(name, 0) {
		return true
	}
	for part := range strings.SplitSeq(slashes, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

func listZip(files *zip.Reader) *Archive {
	a := &Archive{Format: "zip"}
	for _, f := range files.File {
		e := Entry{Name: zipName(f), SizeBytes: int64(min(f.UncompressedSize64, 1<<50)), Kind: "file", Encrypted: f.Flags&1 != 0}
		if mode := f.Mode(); mode.IsDir() {
			e.Kind = "folder"
		} else if !mode.IsRegular() {
			e.Kind = "link"
		}
		if f.Modified.Year() >= 1980 { // the first year that a zip can name
			e.Modified = f.Modified.UTC().Format(time.RFC3339)
		}
		if !a.add(e) {
			break
		}
	}
	return a
}

// zipName returns the name in Unicode; old archives use the code page of their system.
func zipName(f *zip.File) string {
	if f.NonUTF8 {
		if name, err := charmap.CodePage437.NewDecoder().String(f.Name); err == nil {
			return name
		}
	}
	return f.Name
}
