package tool

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
	maxEntries       = 100_000
	maxZipDirectory  = 32 << 20
	maxEntryBytes    = 16 << 20 // of one entry that are read
	maxUnpacked      = 4 << 30  // that are passed over to list or reach an entry of a packed tar
	maxEntryName     = 1000
	directoryCost    = 6
	minDirectoryCost = 1 << 20
)

// archive is the table of contents of an archive. Names are data: they are shown and compared, and never build a path.
type archive struct {
	format   string // zip, tar, tar.gz or tar.bz2
	entries  []archiveEntry
	unpacked int64  // bytes of all entries together
	cut      string // why the list ends early; empty when it does not
}

// archiveEntry is one entry.
type archiveEntry struct {
	Index     int    `json:"index"` // from 0
	Name      string `json:"name"`
	SizeBytes int64  `json:"sizeBytes"`
	Kind      string `json:"kind"` // file, folder, link or other
	Modified  string `json:"modified,omitempty"`
	Encrypted bool   `json:"encrypted,omitempty"`
	Unsafe    bool   `json:"unsafeName,omitempty"` // the name would lead out of the folder it is unpacked to
}

func listArchive(ctx context.Context, r io.ReadSeeker, size int64) (*archive, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err == nil && string(head[:2]) == "PK" {
		files, err := openZip(parse.At(r), size, maxZipDirectory)
		if err != nil {
			return nil, parse.Unreadable("archive", err)
		}
		return listZip(files), nil
	}
	a := &archive{}
	err := eachTar(ctx, r, func(format string, e archiveEntry, _ io.Reader) bool {
		a.format = format
		return a.add(e)
	})
	switch {
	case err != nil && len(a.entries) > 0 && ctx.Err() == nil:
		a.cut = "The archive is damaged or too large behind the last entry: " + parse.Brief(err)
	case err != nil:
		return nil, err
	}
	return a, nil
}

// add lists an entry, up to as many as are listed.
func (a *archive) add(e archiveEntry) bool {
	if len(a.entries) == maxEntries {
		a.cut = fmt.Sprintf("The archive has more than %d entries; the rest is not listed.", maxEntries)
		return false
	}
	e.Index, e.Unsafe = len(a.entries), unsafeName(e.Name)
	e.Name = parse.Clip(strings.ToValidUTF8(e.Name, "\uFFFD"), maxEntryName)
	a.entries, a.unpacked = append(a.entries, e), a.unpacked+e.SizeBytes
	return true
}

// unsafeName says that a name is absolute or climbs out of its folder, on any system.
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

func listZip(files *zip.Reader) *archive {
	a := &archive{format: "zip"}
	for _, f := range files.File {
		e := archiveEntry{Name: zipName(f), SizeBytes: int64(min(f.UncompressedSize64, 1<<50)), Kind: "file", Encrypted: f.Flags&1 != 0}
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

// zipName gives a name in Unicode; old archives write it in the code page of their time.
func zipName(f *zip.File) string {
	if f.NonUTF8 {
		if name, err := charmap.CodePage437.NewDecoder().String(f.Name); err == nil {
			return name
		}
	}
	return f.Name
}
