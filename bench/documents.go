package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/xuri/excelize/v2"
)

// The documents of the tool benchmarks, generated and the same in every run.

const words = "the agent reads quarterly figures and writes what they mean for next year while nobody else looks at them"

// proseOf returns about size bytes of lines of words; ten lines, evenly spread, have a needle.
func proseOf(size int) []byte {
	r, vocabulary := rand.New(rand.NewPCG(1, 2)), strings.Fields(words)
	var b bytes.Buffer
	b.Grow(size + 200)
	for next := size / 10; b.Len() < size; {
		for range 12 {
			b.WriteString(vocabulary[r.IntN(len(vocabulary))])
			b.WriteByte(' ')
		}
		if b.Len() > next {
			fmt.Fprintf(&b, "needle%d", next)
			next += size / 10
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func jsonOf(items int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"Item %d","price":%d.5,"tags":["a","b"],"open":%t}`, i, i, r.IntN(1000), i%2 == 0)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

func csvOf(rows int) []byte {
	r := rand.New(rand.NewPCG(5, 6))
	var b bytes.Buffer
	b.WriteString("id,region,amount,note\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,region %d,%d.25,\"paid, in part\"\n", i, r.IntN(20), r.IntN(10_000))
	}
	return b.Bytes()
}

func sheetOf(rows int) ([]byte, error) {
	book := excelize.NewFile()
	if err := book.SetSheetDimension("Sheet1", fmt.Sprintf("A1:C%d", rows+1)); err != nil { // other programs read only this range
		return nil, err
	}
	sheet, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return nil, err
	}
	if err := sheet.SetRow("A1", []any{"id", "region", "amount"}); err != nil {
		return nil, err
	}
	for i := range rows {
		if err := sheet.SetRow(fmt.Sprintf("A%d", i+2), []any{i, fmt.Sprintf("region %d", i%20), float64(i%10_000) + 0.25}); err != nil {
			return nil, err
		}
	}
	if err := sheet.Flush(); err != nil {
		return nil, err
	}
	file, err := book.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

// pdfOf returns a PDF with pages of text.
func pdfOf(pages int) []byte {
	var b bytes.Buffer
	offsets := []int{}
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.7\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	kids := make([]string, pages)
	for i := range kids {
		kids[i] = fmt.Sprintf("%d 0 R", 4+2*i)
	}
	object("<</Type/Pages/Count %d/Kids[%s]>>", pages, strings.Join(kids, " "))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i := range pages {
		var text strings.Builder
		text.WriteString("BT /F1 10 Tf 12 TL 50 780 Td\n")
		for line := range 60 {
			fmt.Fprintf(&text, "(Page %d line %d: %s) Tj T*\n", i+1, line, words)
		}
		text.WriteString("ET")
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", 5+2*i)
		object("<</Length %d>>stream\n%s\nendstream", text.Len(), text.String())
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}
