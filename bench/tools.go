package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const invokeMutation = `mutation($input: InvokeArtifactToolInput!) { invokeArtifactTool(input: $input) { result { success data errorMessage nextCursor } durationMs } }`

// question is one question about one document: asked of a tool of the server, and of the usual program for it.
type question struct {
	name, file, mime string
	content          []byte
	tool             string
	input            map[string]any
	program          []string // FILE is replaced by the document's path
	expect           string   // part of both answers
}

func questions() ([]question, error) {
	prose, items, rows, pdf := proseOf(100<<20), jsonOf(100_000), csvOf(500_000), pdfOf(200)
	sheet, err := sheetOf(30_000)
	if err != nil {
		return nil, err
	}
	first := map[string]any{"startPage": 1, "endPage": 1}
	all := []question{
		{"PDF of one page: PDFium starts", "b.pdf", "application/pdf", pdfOf(1), "get_text", first, []string{"pdftotext", "FILE", "-"}, "Page 1 line 0"},
		{"PDF of 200 pages, the first", "a.pdf", "application/pdf", pdf, "get_text", first, []string{"pdftotext", "-f", "1", "-l", "1", "FILE", "-"}, "Page 1 line 0"},
		{"PDF of 200 pages, searched", "a.pdf", "application/pdf", pdf, "search_text", map[string]any{"query": "Page 200 line 59"}, []string{"pdftotext", "FILE", "-"}, "Page 200 line 59"},
		{"JSON of 7 MB, a filter", "a.json", "application/json", items, "json_path", map[string]any{"path": "$.items[?@.price > 990 && @.id > 99000].name"}, []string{"jq", "-c", ".items[]|select(.price>990 and .id>99000).name", "FILE"}, "Item 99"},
		{"CSV of 500 000 rows, a mean", "a.csv", "text/csv", rows, "aggregate", map[string]any{"column": "amount", "operation": "avg"}, []string{"mlr", "--icsv", "--ojson", "stats1", "-a", "mean", "-f", "amount", "FILE"}, "4998"},
		{"text of 100 MB, a word", "a.txt", "text/plain", prose, "grep", map[string]any{"pattern": "needle[0-9]+"}, []string{"rg", "needle[0-9]+", "FILE"}, "needle"},
		{"text of 100 MB, no fixed word", "a.txt", "text/plain", prose, "grep", map[string]any{"pattern": "[a-z]{4,}[0-9]+"}, []string{"rg", "[a-z]{4,}[0-9]+", "FILE"}, "needle"},
		{"Excel of 30 000 rows, a page", "a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", sheet, "get_sheet_data", map[string]any{"sheet": "Sheet1", "startRow": 29_990, "rowCount": 5}, []string{"in2csv", "FILE"}, "29990"},
	}
	return append(all, real()...), nil
}

// real returns questions about real documents, if their folder exists.
func real() (all []question) {
	for _, c := range []struct{ file, mime, tool, sheet string }{
		{"GeoTopo-komprimiert.pdf", "application/pdf", "get_text", ""}, {"Book1.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "get_sheets", ""},
	} {
		content, err := os.ReadFile(filepath.Join("..", "shared", "data", "documents", c.file))
		if err != nil {
			continue
		}
		q := question{name: c.file, file: c.file, mime: c.mime, content: content, tool: c.tool, program: []string{"in2csv", "FILE"}}
		if c.tool == "get_text" {
			q.input, q.program = map[string]any{"startPage": 1, "endPage": 1}, []string{"pdftotext", "-f", "1", "-l", "1", "FILE", "-"}
		}
		all = append(all, q)
	}
	return all
}

// tools asks each question of the server twice, cold and warm, and of the program that answers it on the command line.
func tools(ctx context.Context, s *stage) error {
	all, err := questions()
	if err != nil {
		return err
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	for n, q := range all {
		if err := q.compare(ctx, s, n); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	return nil
}

func (q *question) compare(ctx context.Context, s *stage, n int) error {
	theirs, err := q.run(ctx, s)
	if err != nil {
		return err
	}
	id, err := s.conversation(ctx)
	if err != nil {
		return err
	}
	version, err := s.sendThrough(ctx, id, inMemory(q.file, q.mime, q.fresh(n)))
	if err != nil {
		return err
	}
	cold, err := q.ask(ctx, s, version)
	if err != nil {
		return err
	}
	warm := make([]float64, rounds)
	for i := range warm {
		if warm[i], err = q.ask(ctx, s, version); err != nil {
			return err
		}
	}
	second := median(warm)
	fmt.Printf("%-30s cold %7.1f ms   warm %7.2f ms   %-9s %7.1f ms: %.2g × cold, %.2g × warm\n", q.name, cold, second, q.program[0], theirs, theirs/cold, theirs/max(second, 0.01))
	return nil
}

// settle waits until PDFium has been compiled, which happens once per data folder and takes a core and hundreds of
// megabytes for some seconds, starts the server again and waits until its memory is stable.
func (s *stage) settle(ctx context.Context) error {
	if s.settled {
		return nil
	}
	id, err := s.conversation(ctx)
	if err != nil {
		return err
	}
	q := question{tool: "get_text", expect: "Page 1"}
	version, err := s.sendThrough(ctx, id, inMemory("settle.pdf", "application/pdf", append(pdfOf(1), '\n', '\n')))
	if err != nil {
		return err
	}
	for range 20 { // calls of five seconds
		if _, err = q.ask(ctx, s, version); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	_ = s.server.Process.Signal(os.Interrupt)
	_ = s.server.Wait()
	if err := s.startServer(ctx, s.binary); err != nil {
		return err
	}
	for before := -1.0; s.rss() != before; time.Sleep(2 * time.Second) {
		before = s.rss()
	}
	s.settled = true
	return nil
}

// fresh makes the document of the n-th question unknown to the server, by line breaks at its end. A ZIP file allows
// none, but no two questions are about the same one.
func (q *question) fresh(n int) []byte {
	if bytes.HasPrefix(q.content, []byte("PK")) {
		return q.content
	}
	return append(bytes.Clone(q.content), strings.Repeat("\n", n)...)
}

// ask returns the milliseconds that the server took for an answer, page after page until it contains the expected text.
func (q *question) ask(ctx context.Context, s *stage, version string) (total float64, err error) {
	for cursor := ""; ; {
		page, err := q.page(ctx, s, version, cursor)
		if err != nil {
			return 0, err
		}
		total += page.DurationMs
		switch r := page.Result; {
		case !r.Success:
			return 0, errors.New(*r.ErrorMessage)
		case strings.Contains(string(r.Data), q.expect):
			return total, nil
		case r.NextCursor == nil:
			return 0, fmt.Errorf("the answer has no %q: %.300s", q.expect, r.Data)
		default:
			cursor = *r.NextCursor
		}
	}
}

// answered is one page of an answer.
type answered struct {
	Result struct {
		Success                  bool
		Data                     json.RawMessage
		ErrorMessage, NextCursor *string
	}
	DurationMs float64
}

func (q *question) page(ctx context.Context, s *stage, version, cursor string) (answered, error) {
	var got struct{ InvokeArtifactTool answered }
	err := s.query(ctx, invokeMutation, map[string]any{"input": map[string]any{"versionId": version, "tool": q.tool, "input": q.input, "cursor": cursor}}, &got)
	return got.InvokeArtifactTool, err
}

// run returns the milliseconds that the program takes, the median of several runs on a file that is already cached.
func (q *question) run(ctx context.Context, s *stage) (float64, error) {
	path := filepath.Join(s.dir, "bench-"+q.file)
	if err := os.WriteFile(path, q.content, 0o600); err != nil {
		return 0, err
	}
	defer func() { _ = os.Remove(path) }()
	args := strings.Split(strings.ReplaceAll(strings.Join(q.program, "\x00"), "FILE", path), "\x00")
	var took []float64
	for range rounds {
		started := time.Now()
		out, err := exec.CommandContext(ctx, args[0], args[1:]...).Output() //nolint:gosec // a program of the list above
		if err != nil {
			return 0, fmt.Errorf("%s: %w", args[0], err)
		}
		if !strings.Contains(string(out), q.expect) {
			return 0, fmt.Errorf("%s does not answer %q: %.300s", args[0], q.expect, out)
		}
		took = append(took, float64(time.Since(started).Microseconds())/1000)
	}
	return median(took), nil
}
