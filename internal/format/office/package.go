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
	"strings"

	"vitrine/internal/fault"
	archiveformat "vitrine/internal/format/archive"
	"vitrine/internal/format/xmltree"
	"vitrine/internal/parse"
)

// Limits of documents in a zip archive, in bytes.
const (
	MaxBytes     = 128 << 20 // of the file
	maxParts     = 20_000
	maxDirectory = 8 << 20   // of the table of contents
	maxPartBytes = 128 << 20 // of one part unpacked
	maxXMLBytes  = 128 << 20 // of all XML parts unpacked
	bombBytes    = 16 << 20  // from this size on, a part compressed to less than 1/bombRatio is treated as a zip bomb
	bombRatio    = 200
	xmlCost      = 6 // memory for a byte of XML
)

// Package is a document in a zip archive of XML parts, opened after its table of contents was checked.
type Package struct {
	kind  string // for messages, such as "Word document"
	parts map[string]*zip.File
	names []string // in the order of the archive
}

// Open opens a document of a kind as an archive. It rejects a file that is encrypted or too large to unpack.
func Open(ctx context.Context, file []byte, kind string) (*Package, error) {
	if bytes.HasPrefix(file, []byte{0xD0, 0xCF, 0x11, 0xE0}) {
		return nil, parse.Unreadable(kind, errors.New("it is protected by a password, or in the binary format before 2007"))
	}
	archive, err := archiveformat.OpenZip(parse.ReaderAt(ctx, bytes.NewReader(file)), int64(len(file)), maxDirectory)
	if err != nil {
		return nil, parse.Unreadable(kind, err)
	}
	return newPackage(kind, archive.File)
}

// newPackage checks a table of contents; the zip reader fails on a part that is larger than declared. Of two parts with
// the same name the first is used.
func newPackage(kind string, files []*zip.File) (*Package, error) {
	if len(files) > maxParts {
		return nil, fault.TooLarge("", "This %s has %d parts; at most %d are read.", kind, len(files), maxParts)
	}
	p, total := &Package{kind: kind, parts: map[string]*zip.File{}}, uint64(0)
	for _, f := range files {
		if isXMLPart(f.Name) {
			total += min(f.UncompressedSize64, maxXMLBytes+1)
		}
		switch {
		case isXMLPart(f.Name) && isBomb(f), total > maxXMLBytes:
			return nil, fault.TooLarge("", "This %s unpacks to more than the tools read: %q has %d bytes.", kind, parse.Clip(f.Name, 100), f.UncompressedSize64)
		case p.parts[f.Name] == nil:
			p.parts[f.Name], p.names = f, append(p.names, f.Name)
		}
	}
	return p, nil
}

func isXMLPart(name string) bool {
	return strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels")
}

func isBomb(f *zip.File) bool {
	size := f.UncompressedSize64
	return size > maxPartBytes || size > bombBytes && size/bombRatio > f.CompressedSize64
}

func (p *Package) has(name string) bool { return p.parts[name] != nil }

// each streams the tokens of a part. The document is unreadable when the part is missing or not valid XML.
func (p *Package) each(ctx context.Context, name string, visit func(xml.Token)) error {
	f := p.parts[name]
	if f == nil {
		return parse.Unreadable(p.kind, fmt.Errorf("it has no %s", name))
	}
	part, err := f.Open()
	if err != nil {
		return parse.Unreadable(p.kind, err)
	}
	defer func() { _ = part.Close() }()
	err = xmltree.EachToken(ctx, io.LimitReader(part, maxPartBytes), func(t xml.Token) bool { visit(t); return true })
	if err != nil && fault.As(err) == nil && ctx.Err() == nil {
		return parse.Unreadable(p.kind, fmt.Errorf("%s: %s", path.Base(name), parse.Brief(err)))
	}
	return err
}

// decode decodes a small part into a struct, which stays unchanged when the part is missing.
func (p *Package) decode(name string, into any) {
	f := p.parts[name]
	if f == nil || f.UncompressedSize64 > 4<<20 {
		return
	}
	part, err := f.Open()
	if err != nil {
		return
	}
	defer func() { _ = part.Close() }()
	_ = xml.NewDecoder(io.LimitReader(part, 4<<20)).Decode(into) // optional properties: partial data is enough
}

// related returns the parts that a part of an Office document refers to, by relation ID.
func (p *Package) related(name string) map[string]relation {
	var list struct {
		All []relation `xml:"Relationship"`
	}
	folder, file := path.Split(name)
	p.decode(folder+"_rels/"+file+".rels", &list)
	out := map[string]relation{}
	for _, r := range list.All {
		if rooted, ok := strings.CutPrefix(r.Target, "/"); ok {
			r.Target = path.Clean(rooted)
		} else if r.Mode != "External" {
			r.Target = path.Join(folder, r.Target)
		}
		out[r.ID] = r
	}
	return out
}

// relation is one reference between parts; Type ends with the kind, such as /slide.
type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"`
}

// Cost returns the memory in bytes for reading the package's XML, estimated from its table of contents.
func (p *Package) Cost() int64 {
	cost := int64(64 << 10)
	for name, f := range p.parts {
		if isXMLPart(name) {
			cost += xmlCost * int64(f.UncompressedSize64) // limited by newPack
		}
	}
	return cost
}
