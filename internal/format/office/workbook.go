package office

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// Limits of workbooks, in bytes.
const (
	MaxBookBytes        = 128 << 20 // of the file
	maxUnpackedBytes    = 1 << 30   // of all parts unpacked
	maxInMemoryBytes    = 256 << 20 // of all parts that are read into memory, such as styles and pictures
	maxBookParts        = 10_000
	MaxCachedSheetBytes = 48 << 20 // of a sheet whose rows are cached; larger sheets are streamed at each call
	// GridCost is the memory in bytes for a byte of a sheet whose rows are cached.
	GridCost = 3
)

// Workbook is a file of sheets. The rows of an .xlsx file are read on demand, because they may be large.
type Workbook struct {
	Kind   string // excel or ods
	Sheets []Sheet
	read   []openSheet // the content of an OpenDocument spreadsheet
}

// Sheet is one sheet of a workbook.
type Sheet struct {
	Name, part    string
	UnpackedBytes int64 // bytes unpacked
}

// Row is one row that is not empty.
type Row struct {
	Number int // from 1
	Cells  []string
}

// OpenWorkbook reads the table of contents of an .xlsx file after checking that the file is safe to unpack.
func OpenWorkbook(ctx context.Context, file []byte) (*Workbook, error) {
	parts, err := unzip(ctx, file)
	if err != nil {
		return nil, err
	}
	return readWorkbook(parts)
}

// unzip opens the file as an archive and rejects one that is too large to unpack.
func unzip(ctx context.Context, file []byte) (*zip.Reader, error) {
	if bytes.HasPrefix(file, []byte{0xD0, 0xCF, 0x11, 0xE0}) {
		return nil, parse.Unreadable("workbook", errors.New("it is protected by a password, or in the binary format before 2007"))
	}
	parts, err := zip.NewReader(parse.ReaderAt(ctx, bytes.NewReader(file)), int64(len(file)))
	if err != nil {
		return nil, parse.Unreadable("workbook", err)
	}
	return parts, safeToUnpack(parts)
}

// safeToUnpack checks the sizes in a table of contents; the zip reader fails on a part that is larger than declared.
func safeToUnpack(parts *zip.Reader) error {
	var total, inMemory uint64
	for _, f := range parts.File {
		size := min(f.UncompressedSize64, maxUnpackedBytes+1)
		if total += size; !streamed(f.Name) {
			inMemory += size
		}
	}
	switch {
	case len(parts.File) > maxBookParts:
		return fault.TooLarge("", "This workbook has %d parts; at most %d are read.", len(parts.File), maxBookParts)
	case total > maxUnpackedBytes:
		return fault.TooLarge("", "This workbook unpacks to more than %d bytes, which is the limit.", maxUnpackedBytes)
	case inMemory > maxInMemoryBytes:
		return fault.TooLarge("", "This workbook unpacks to %d bytes besides its sheets; at most %d are read.", inMemory, maxInMemoryBytes)
	}
	return nil
}

// streamed reports whether a large part is streamed through a temporary file instead of memory.
func streamed(part string) bool {
	return strings.HasPrefix(part, "xl/worksheets/") || part == "xl/sharedStrings.xml"
}

// readWorkbook joins the list of sheets with the parts that hold them.
func readWorkbook(parts *zip.Reader) (*Workbook, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var relations struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := errors.Join(readPart(parts, "xl/workbook.xml", &book), readPart(parts, "xl/_rels/workbook.xml.rels", &relations)); err != nil {
		return nil, parse.Unreadable("workbook", err)
	}
	targets := map[string]string{}
	for _, r := range relations.All {
		if strings.HasSuffix(r.Type, "/worksheet") {
			targets[r.ID] = partName(r.Target)
		}
	}
	b := &Workbook{Kind: "excel"}
	for _, sheet := range book.Sheets {
		if part := targets[sheet.ID]; part != "" {
			b.Sheets = append(b.Sheets, Sheet{sheet.Name, part, unpackedSize(parts, part)})
		}
	}
	if len(b.Sheets) == 0 {
		return nil, parse.Unreadable("workbook", errors.New("it has no sheets"))
	}
	return b, nil
}

func partName(target string) string {
	if rooted, ok := strings.CutPrefix(target, "/"); ok {
		return path.Clean(rooted)
	}
	return path.Join("xl", target)
}

func unpackedSize(parts *zip.Reader, name string) int64 {
	for _, f := range parts.File {
		if f.Name == name {
			return int64(min(f.UncompressedSize64, maxUnpackedBytes))
		}
	}
	return 0
}

func readPart(parts *zip.Reader, name string, into any) error {
	part, err := parts.Open(name)
	if err != nil {
		return fmt.Errorf("it has no %s", name)
	}
	defer func() { _ = part.Close() }()
	return xml.NewDecoder(io.LimitReader(part, maxInMemoryBytes)).Decode(into)
}

// Names returns the names of the sheets in order.
func (b *Workbook) Names() []string {
	names := make([]string, len(b.Sheets))
	for i := range b.Sheets {
		names[i] = b.Sheets[i].Name
	}
	return names
}

// Sheet returns the index of a sheet by name, by exact match first, then with case ignored.
func (b *Workbook) Sheet(name string) (int, error) {
	if i := slices.Index(b.Names(), name); i >= 0 {
		return i, nil
	}
	if i := slices.IndexFunc(b.Names(), func(n string) bool { return strings.EqualFold(n, strings.TrimSpace(name)) }); i >= 0 {
		return i, nil
	}
	return 0, fault.Invalid("sheet", "There is no sheet %q.", name).Try("The sheets are: " + parse.Clip(strings.Join(b.Names(), ", "), 1000) + ".")
}
