package tool

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

const (
	maxBookBytes   = 128 << 20 // of the file
	maxBookInside  = 1 << 30   // of all parts unpacked
	maxPartsInside = 256 << 20 // of all parts that are read into memory, such as styles and pictures
	maxBookParts   = 10_000
	maxGridInside  = 48 << 20 // of a sheet whose rows are kept in memory; larger ones are streamed at each call
	gridCost       = 3
)

// workbook is a file of sheets: which it has and where. Those of an .xlsx are read from the file, as they may be large.
type workbook struct {
	kind   string // excel or ods
	sheets []sheetPart
	read   []openSheet // the content of an OpenDocument spreadsheet
}

type sheetPart struct {
	name, part string
	inside     int64 // bytes unpacked
}

// sheetRow is one row that holds something.
type sheetRow struct {
	number int // from 1
	cells  []string
}

// openWorkbook reads the table of contents of an .xlsx after checking that unpacking the file is safe.
func openWorkbook(ctx context.Context, file []byte) (*workbook, error) {
	parts, err := unzip(ctx, file)
	if err != nil {
		return nil, err
	}
	return readWorkbook(parts)
}

// unzip opens the file as an archive and refuses one that is too much to unpack.
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

// safeToUnpack judges an archive by its table of contents; the zip reader fails a part that is larger than it says.
func safeToUnpack(parts *zip.Reader) error {
	var total, inMemory uint64
	for _, f := range parts.File {
		size := min(f.UncompressedSize64, maxBookInside+1)
		if total += size; !streamed(f.Name) {
			inMemory += size
		}
	}
	switch {
	case len(parts.File) > maxBookParts:
		return fault.TooLarge("", "This workbook has %d parts; at most %d are read.", len(parts.File), maxBookParts)
	case total > maxBookInside:
		return fault.TooLarge("", "This workbook unpacks to more than %d bytes, the most that is read.", maxBookInside)
	case inMemory > maxPartsInside:
		return fault.TooLarge("", "This workbook unpacks to %d bytes beside its sheets; at most %d are read.", inMemory, maxPartsInside)
	}
	return nil
}

// streamed says that a part is not held in memory when it is large: it goes through a temporary file.
func streamed(part string) bool {
	return strings.HasPrefix(part, "xl/worksheets/") || part == "xl/sharedStrings.xml"
}

// readWorkbook joins the list of sheets with the list of parts they are in.
func readWorkbook(parts *zip.Reader) (*workbook, error) {
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
	b := &workbook{kind: "excel"}
	for _, sheet := range book.Sheets {
		if part := targets[sheet.ID]; part != "" {
			b.sheets = append(b.sheets, sheetPart{sheet.Name, part, unpackedSize(parts, part)})
		}
	}
	if len(b.sheets) == 0 {
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
			return int64(min(f.UncompressedSize64, maxBookInside))
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
	return xml.NewDecoder(io.LimitReader(part, maxPartsInside)).Decode(into)
}

func (b *workbook) names() []string {
	names := make([]string, len(b.sheets))
	for i := range b.sheets {
		names[i] = b.sheets[i].name
	}
	return names
}

// sheet finds a sheet by name, first exactly, then with case ignored.
func (b *workbook) sheet(name string) (int, error) {
	if i := slices.Index(b.names(), name); i >= 0 {
		return i, nil
	}
	if i := slices.IndexFunc(b.names(), func(n string) bool { return strings.EqualFold(n, strings.TrimSpace(name)) }); i >= 0 {
		return i, nil
	}
	return 0, fault.Invalid("sheet", "There is no sheet %q.", name).Try("The sheets are: " + parse.Clip(strings.Join(b.names(), ", "), 1000) + ".")
}
