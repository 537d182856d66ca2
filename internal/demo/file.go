package demo

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"vitrine/internal/fault"
)

// The texts that the agent of the story writes.
var (
	//go:embed files/report.md
	draft string
	//go:embed files/plot.py
	script string
	//go:embed files/chart.svg
	drawing string
	//go:embed files/index.html
	site string
	//go:embed files/quarter.csv
	quarter string
)

// file is a file that Ada uploads.
type file struct {
	name, mime string
	bytes      []byte
}

// upload sends a file as a resumable upload, in one piece.
func (s *stage) upload(ctx context.Context, f file) error {
	var started struct {
		Upload struct {
			ID  string `json:"id"`
			URL string `json:"url"`
		} `json:"upload"`
		Version *struct{} `json:"version"`
	}
	err := s.mutate(ctx, "startUpload", "StartUploadInput", "upload { id url } version { id }", map[string]any{
		"conversationId": s.conversation, "fileName": f.name, "mimeType": f.mime, "sizeBytes": len(f.bytes),
	}, &started)
	if err != nil || started.Version != nil {
		return err
	}
	if err := s.put(ctx, started.Upload.URL, f.bytes); err != nil {
		return err
	}
	return s.mutate(ctx, "completeUpload", "CompleteUploadInput", "version { id }", map[string]any{"uploadId": started.Upload.ID}, nil)
}

func (s *stage) put(ctx context.Context, path string, body []byte) error {
	root := strings.TrimSuffix(strings.TrimSuffix(s.URL, "/"), "/graphql")
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, root+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+s.Key)
	req.Header.Set("Upload-Offset", "0")
	res, err := s.HTTP.Do(req)
	if err != nil {
		return fault.Unavailable("server", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the server answered %s to %s", res.Status, path)
	}
	return nil
}

// figures returns the sales as CSV.
func figures() (file, error) { return file{"quarter.csv", "text/csv", []byte(quarter)}, nil }

// workbook returns the same sales with their sum as a formula.
func workbook() (file, error) {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	lines := strings.Split(strings.TrimSpace(quarter), "\n")
	for i, line := range lines {
		for j, cell := range strings.Split(line, ",") {
			name, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				return file{}, err
			}
			if err := book.SetCellValue("Sheet1", name, valueOf(cell)); err != nil {
				return file{}, err
			}
		}
	}
	if err := book.SetCellFormula("Sheet1", "C"+strconv.Itoa(len(lines)+1), fmt.Sprintf("SUM(C2:C%d)", len(lines))); err != nil {
		return file{}, err
	}
	var b bytes.Buffer
	err := book.Write(&b)
	return file{"quarter.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.Bytes()}, err
}

func valueOf(cell string) any {
	if n, err := strconv.Atoi(cell); err == nil {
		return n
	}
	return cell
}

// chart returns last year's chart: three bars.
func chart() (file, error) {
	canvas := image.NewRGBA(image.Rect(0, 0, 480, 300))
	draw.Draw(canvas, canvas.Bounds(), image.White, image.Point{}, draw.Src)
	for i, height := range []int{120, 180, 240} {
		bar := image.Rect(60+i*130, 280-height, 150+i*130, 280)
		draw.Draw(canvas, bar, image.NewUniform(color.RGBA{R: 60, G: uint8(90 + 50*i), B: 200, A: 255}), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	err := png.Encode(&b, canvas)
	return file{"last-year.png", "image/png", b.Bytes()}, err
}

// invoice returns a PDF of one page with its table of objects.
func invoice() (file, error) {
	text := "BT /F1 18 Tf 60 760 Td (Invoice 2026-117) Tj 0 -36 Td /F1 12 Tf (Printing of the quarterly report: 480.00 EUR) Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	table := "0000000000 65535 f \n"
	for i, object := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table, len(objects)+1, at)
	return file{"invoice.pdf", "application/pdf", b.Bytes()}, nil
}
