package observer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/harness"
)

const changesOf = `query ChangesOf($id: ID!, $after: String) {
  deliverable(id: $id) { path changes(first: 100, after: $after) {
    nodes { at op callId receipt { source offset recordSha256 } } pageInfo { hasNextPage endCursor }
  } }
}`

const rowsOf = `query RowsOf($id: ID!, $after: String) {
  conversation(id: $id) { deliverables(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
}`

// Finding is the result of checking one change.
type Finding string

// The findings. All but OK and NoReceipt are failures.
const (
	OK        Finding = "ok"        // the source contains the record that was read
	Mismatch  Finding = "mismatch"  // another record is at that offset
	Missing   Finding = "missing"   // the source is not on this machine, or does not contain the record
	NoReceipt Finding = "no record" // the change came through the API: no transcript describes it
)

// checked is one change with its finding.
type checked struct {
	Path    string  `json:"path"`
	At      string  `json:"at"`
	Op      string  `json:"op"`
	CallID  string  `json:"callId,omitempty"`
	Source  string  `json:"source,omitempty"`
	Offset  *int64  `json:"offset,omitempty"`
	Finding Finding `json:"finding"`
}

// change is a change as the server returns it.
type change struct {
	At, Op  string
	CallID  *string
	Receipt *struct {
		Source       string
		Offset       *int64
		RecordSHA256 string
	}
}

type pageInfo struct {
	HasNextPage bool
	EndCursor   *string
}

// hasNext reports whether there is a page after the current one, which began after a cursor. An end cursor that is
// missing or unchanged ends the list, so that no server causes an endless loop.
func (p pageInfo) hasNext(after *string) bool {
	return p.HasNextPage && p.EndCursor != nil && (after == nil || *after != *p.EndCursor)
}

// Check compares every change of a deliverable, or of all deliverables of a conversation, with the record that its
// receipt names: in the job's paths when there are any, else in the receipt's source. Its error is INVALID when a
// record is missing or different.
func (j *Job) Check(ctx context.Context, id string) error {
	ids, err := j.rowsOf(ctx, id)
	if err != nil {
		return err
	}
	found := []checked{}
	for _, id := range ids {
		of, err := j.checkRow(ctx, id)
		if err != nil {
			return err
		}
		found = append(found, of...)
	}
	j.progress("")
	return j.reportChecked(found)
}

// rowsOf returns the ids of a conversation's deliverables, or the id itself when it is not a conversation's.
func (j *Job) rowsOf(ctx context.Context, id string) (ids []string, err error) {
	for after := (*string)(nil); ; {
		var c *struct {
			Deliverables struct {
				Nodes    []struct{ ID string }
				PageInfo pageInfo
			}
		}
		err := j.Client.Ask(ctx, rowsOf, map[string]any{"id": id, "after": after}, "conversation", &c)
		if fault.Is(err, fault.CodeNotFound) || err == nil && c == nil {
			return []string{id}, nil
		} else if err != nil {
			return nil, err
		}
		for _, node := range c.Deliverables.Nodes {
			ids = append(ids, node.ID)
		}
		if !c.Deliverables.PageInfo.hasNext(after) {
			return ids, nil
		}
		after = c.Deliverables.PageInfo.EndCursor
	}
}

func (j *Job) checkRow(ctx context.Context, id string) (found []checked, err error) {
	for after := (*string)(nil); ; {
		var row *struct {
			Path    string
			Changes struct {
				Nodes    []change
				PageInfo pageInfo
			}
		}
		err := j.Client.Ask(ctx, changesOf, map[string]any{"id": id, "after": after}, "deliverable", &row)
		if err != nil {
			return nil, err
		}
		if row == nil {
			return nil, fault.NotFound("deliverable or conversation")
		}
		for _, c := range row.Changes.Nodes {
			j.progress(row.Path)
			found = append(found, j.check(ctx, row.Path, c))
		}
		if !row.Changes.PageInfo.hasNext(after) {
			return found, nil
		}
		after = row.Changes.PageInfo.EndCursor
	}
}

func (j *Job) check(ctx context.Context, path string, c change) checked {
	one := checked{Path: path, At: c.At, Op: c.Op, Finding: NoReceipt}
	if c.CallID != nil {
		one.CallID = *c.CallID
	}
	if c.Receipt == nil || c.Receipt.Source == deliverable.SourceAPI {
		return one
	}
	one.Source, one.Offset, one.Finding = c.Receipt.Source, c.Receipt.Offset, Missing
	for _, source := range j.sources(c.Receipt.Source) {
		finding := compare(ctx, source, c.Receipt.Offset, c.Receipt.RecordSHA256)
		if finding == OK || one.Finding == Missing {
			one.Finding = finding
		}
	}
	return one
}

// sources returns the files that may contain a receipt's record.
func (j *Job) sources(source string) (paths []string) {
	if len(j.Paths) == 0 {
		return []string{source}
	}
	file, row, _ := strings.Cut(source, "#")
	for _, path := range j.Paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			paths = append(paths, withRow(path, row))
			continue
		}
		_ = filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && filepath.Base(p) == filepath.Base(file) {
				paths = append(paths, withRow(p, row))
			}
			return nil // a file that cannot be read does not confirm anything
		})
	}
	return paths
}

func withRow(path, row string) string {
	if row == "" {
		return path
	}
	return path + "#" + row
}

// compare looks for the record at the offset, then anywhere in the source: a record that moved is still confirmed.
func compare(ctx context.Context, source string, offset *int64, hash string) Finding {
	path, row, _ := strings.Cut(source, "#")
	if _, err := os.Stat(path); err != nil {
		return Missing
	}
	file := File{Path: path, Form: formOf(path), Row: row}
	for _, h := range harness.All() {
		if form, ok := h.Form(path); ok && h.Owns(path) {
			file.Form, file.Rows = form, h.Rows()
			break
		}
	}
	form := file.Form
	if form == harness.Lines && offset != nil && *offset >= 0 && hashAt(path, *offset) == hash {
		return OK
	}
	if contains(ctx, sourceOf(file), hash) {
		return OK
	}
	if offset == nil || form != harness.Lines {
		return Missing
	}
	return Mismatch
}

// hashAt returns the hash of the line at an offset; empty when there is none.
func hashAt(path string, offset int64) string {
	l := newLines(path)
	file, err := openRegular(path)
	if err != nil {
		return ""
	}
	defer file.Close() //nolint:errcheck // only read
	if l.tail, err = tailOf(file, offset); err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	l.at = offset
	hash := ""
	_, _ = l.read(context.Background(), func(record []byte, _ int64) bool {
		hash = hashOf(record)
		return true
	})
	return hash
}

// contains reports whether a source contains a record with a hash.
func contains(ctx context.Context, s source, hash string) bool {
	found := false
	_, err := s.read(ctx, func(record []byte, _ int64) bool {
		found = hashOf(record) == hash
		return found
	})
	return found && err == nil
}

func (j *Job) reportChecked(found []checked) error {
	wrong, checkable := 0, 0
	for _, c := range found {
		if c.Finding != NoReceipt {
			checkable++
		}
		if c.Finding == Mismatch || c.Finding == Missing {
			wrong++
		}
	}
	if err := j.writeChecked(found); err != nil {
		return err
	}
	if wrong > 0 {
		return fault.Invalid("", "%d of %s are not confirmed by their records.", wrong, count(checkable, "change")).
			Try("If the transcript was moved, name its file or folder.")
	}
	return nil
}

func (j *Job) writeChecked(found []checked) error {
	if j.Format == JSON {
		return writeJSON(j.Out, map[string]any{"changes": found})
	}
	for _, c := range found {
		at := ""
		if c.Offset != nil {
			at = fmt.Sprintf("@%d", *c.Offset)
		}
		if _, err := fmt.Fprintf(j.Out, "%-10s  %s  %-6s  %s  %s%s\n", c.Finding, plain(c.At), plain(c.Op), plain(c.Path), plain(c.Source), at); err != nil {
			return err
		}
	}
	return nil
}
