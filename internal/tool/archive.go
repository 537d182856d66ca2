package tool

import (
	"context"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/archive"
	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "archive", Aliases: []string{"ArchiveToolLibrary", "ZipToolLibrary"},
		Operations: []kit.Operation{
			kit.FullBytes(),
			kit.Metadata(archiveFacts),
			kit.Op("list_entries", "The entries of the archive (zip, tar, or tar compressed with gzip or bzip2): index, name, size, kind and time.", listEntries),
			kit.Op("read_entry", "The content of one entry, by name or index: text as text, a picture as an image, anything else as base64. At most 16 MiB of an entry are read.", readEntry),
			kit.Op("search_names", "Entries whose name matches a regular expression.", searchNames),
		},
	})
}

func archiveFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	a, err := archiveOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return archiveFactsOf(a), nil
}

func archiveFactsOf(a *archive.Archive) kit.Fields {
	facts := kit.Fields{"format": a.Format, "entryCount": len(a.Entries), "unpackedBytes": a.Unpacked}
	if a.Truncated != "" {
		facts["truncated"] = a.Truncated
	}
	return facts
}

type entriesInput struct {
	Folder string `json:"folder,omitempty" about:"Only entries below this folder, such as src/main" max:"1000"`
}

func listEntries(ctx context.Context, s *kit.Subject, in entriesInput) (kit.Answer, error) {
	folder := strings.Trim(in.Folder, "/")
	return matchingEntries(ctx, s, func(e archive.Entry) bool {
		below, ok := strings.CutPrefix(e.Name, folder+"/")
		return folder == "" || ok && below != ""
	})
}

type nameSearch struct {
	Pattern string `json:"pattern" about:"Regular expression (RE2 syntax), matched within the full name" min:"1" max:"1000"`
	Flags   string `json:"flags,omitempty" about:"Any of i (ignore case), m, s, U" max:"8"`
}

func searchNames(ctx context.Context, s *kit.Subject, in nameSearch) (kit.Answer, error) {
	re, err := plain.Compile(in.Pattern, in.Flags)
	if err != nil {
		return nil, err
	}
	return matchingEntries(ctx, s, func(e archive.Entry) bool { return re.MatchString(e.Name) })
}

func matchingEntries(ctx context.Context, s *kit.Subject, meets func(archive.Entry) bool) (kit.Answer, error) {
	a, err := archiveOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: archiveFactsOf(a), Key: "entries", Each: func(_ context.Context, from int64, visit func(int64, any) bool) error {
		for i := int(from); i < len(a.Entries); i++ {
			if meets(a.Entries[i]) && !visit(int64(i), a.Entries[i]) {
				break
			}
		}
		return nil
	}}, nil
}

type entryInput struct {
	Name  string `json:"name,omitempty" about:"Name of the entry as list_entries shows it; the first match when several have it" max:"4000"`
	Index int    `json:"index,omitempty" about:"Index of the entry, used when no name is given" min:"0" default:"0"`
}

func readEntry(ctx context.Context, s *kit.Subject, in entryInput) (kit.Answer, error) {
	a, err := archiveOf(ctx, s)
	if err != nil {
		return nil, err
	}
	e, err := chooseEntry(a, in)
	if err != nil {
		return nil, err
	}
	content, err := contentOf(ctx, s, a, e)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"name": parse.Clip(e.Name, 300), "index": e.Index, "sizeBytes": e.SizeBytes}
	if int64(len(content)) < e.SizeBytes {
		facts["truncated"] = fmt.Sprintf("Only the first %d bytes of this entry are read.", len(content))
	}
	return contentAnswer(ctx, s, fmt.Sprintf("archive:picture:%d", e.Index), facts, content)
}

func chooseEntry(a *archive.Archive, in entryInput) (archive.Entry, error) {
	for _, e := range a.Entries {
		if in.Name == "" && e.Index == in.Index || in.Name != "" && e.Name == in.Name {
			return e, e.Readable()
		}
	}
	if in.Name != "" {
		return archive.Entry{}, fault.Invalid("name", "The archive has no entry %q.", in.Name).Try("Use search_names to find entries by a part of their name.")
	}
	return archive.Entry{}, fault.Invalid("index", "There is no entry %d; the archive has %d, numbered from 0.", in.Index, len(a.Entries))
}

// archiveOf reads the list of entries.
func archiveOf(ctx context.Context, s *kit.Subject) (*archive.Archive, error) {
	cost := archive.DirectoryCost * min(max(s.SizeBytes, archive.MinDirectoryCost), archive.MaxZipDirectory)
	return kit.Load(ctx, s, "archive", cost, func(ctx context.Context, s *kit.Subject) (*archive.Archive, error) {
		r, err := s.Reader(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		return archive.List(ctx, r, s.SizeBytes)
	})
}

// contentOf reads the start of an entry and caches it for the next page.
func contentOf(ctx context.Context, s *kit.Subject, a *archive.Archive, e archive.Entry) ([]byte, error) {
	cost := 2*min(e.SizeBytes, archive.MaxEntryBytes) + 64<<10
	return kit.Load(ctx, s, fmt.Sprintf("archive:entry:%d", e.Index), cost, func(ctx context.Context, s *kit.Subject) ([]byte, error) {
		r, err := s.Reader(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		return a.Content(ctx, r, s.SizeBytes, e)
	})
}
