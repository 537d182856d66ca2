package observer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// The bounds of one batch; the first that is reached ends it. The text and one more record fit into a request.
const (
	maxBatchRecords = 500
	maxBatchText    = 1 << 20 // bytes of writes
	maxBatchRead    = 16 << 20
	maxRecordText   = 4 << 20 // bytes of the writes of one record; longer ones are sent without their text
)

// receipt identifies a record in its source.
type receipt struct {
	Offset int64  `json:"offset"`
	SHA256 string `json:"sha256"`
}

// batch is what one feed sends in one request.
type batch struct {
	position string
	text     bytes.Buffer // one list of writes per line
	receipts []receipt
	read     int64 // bytes of the records that were read
	records  int   // that were read
	more     bool  // the source may have more records
}

// feed is one file of a session, as far as it has been read.
type feed struct {
	session   *Session
	file      File
	reader    harness.Harness
	source    source
	host      string
	capture   models.Capture
	cwd       string // the last default that its records reported; empty: none
	started   bool   // a write of a file has been seen: from now on results are sent
	named     bool   // its meta file has been read
	held      *batch
	stamp     string // of the files at the last check
	lastError string // the last reported error of reading them
}

// newFeed returns a feed that starts at the beginning of a file.
func newFeed(s *Session, file File, host string) *feed {
	reader, _ := harness.Find(s.Harness) // Find returns only sessions of known harnesses
	return &feed{session: s, file: file, reader: reader, host: host, source: sourceOf(file), capture: models.CaptureDocuments}
}

func sourceOf(file File) source {
	switch file.Form {
	case harness.Document:
		return newDocument(file.Path)
	case harness.Parts:
		return newParts(file.Path)
	case harness.Table:
		return newTable(file)
	}
	return newLines(file.Path)
}

// resume continues after the position that the server has stored for the feed.
func (f *feed) resume(position string) error {
	f.started, f.named = position != "", position != ""
	return f.source.resume(position)
}

// next reads the next batch; it is empty when there is nothing to send. Records that only set a helper or a folder are
// held back until there is a write. A file that was removed has no more records.
func (f *feed) next(ctx context.Context) (*batch, error) {
	b := f.takeHeld()
	f.meta(b)
	position, err := f.source.read(ctx, func(record []byte, offset int64) bool {
		b.records, b.read = b.records+1, b.read+int64(len(record))
		f.add(b, record, offset)
		b.more = len(b.receipts) >= maxBatchRecords || b.text.Len() >= maxBatchText || b.read >= maxBatchRead
		return b.more
	})
	b.position = position
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.held = b // what was read before the error is sent with the next batch
		return &batch{records: b.records, read: b.read}, err
	}
	if f.started || len(b.receipts) >= maxBatchRecords {
		return b, nil
	}
	f.held = b
	return &batch{records: b.records, read: b.read, more: b.more}, nil
}

// takeHeld returns the batch that was held back, or an empty one.
func (f *feed) takeHeld() *batch {
	b := f.held
	if b == nil {
		return &batch{}
	}
	f.held, b.records, b.read = nil, 0, 0
	return b
}

// add appends the writes of a record to a batch.
func (f *feed) add(b *batch, record []byte, offset int64) {
	if writes := f.relevant(f.writesOf(record)); len(writes) > 0 {
		b.text.Write(marshalWrites(strip(writes, f.capture, f.host, f.folder(writes))))
		b.text.WriteByte('\n')
		b.receipts = append(b.receipts, receipt{offset, hashOf(record)})
	}
}

// folder returns the folder to which the paths of writes are relative: the last one that the feed reported, else the
// session's.
func (f *feed) folder(writes []harness.Write) string {
	for _, w := range writes {
		if w.FeedDefaults && w.Cwd != "" {
			f.cwd = w.Cwd
		}
	}
	return cmp.Or(f.cwd, f.session.Cwd)
}

// writesOf reads a record and sets the helper of its file.
func (f *feed) writesOf(record []byte) []harness.Write {
	writes := f.reader.Read(record)
	for i, w := range writes {
		if w.Helper == "" && !w.Starts {
			writes[i].Helper = f.file.Helper
		}
	}
	return writes
}

// relevant drops results while no call has been seen that they could belong to: most belong to tools that only read.
func (f *feed) relevant(writes []harness.Write) []harness.Write {
	var kept []harness.Write
	for _, w := range writes {
		f.started = f.started || w.Path != ""
		if f.started || w.Starts || w.CallID == "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// marshalWrites encodes a record's writes as one line of JSON, without their text when it is too long for a request.
func marshalWrites(writes []harness.Write) []byte {
	text, err := json.Marshal(writes)
	if err == nil && len(text) <= maxRecordText {
		return text
	}
	for i, w := range writes {
		if writes[i] = deliverable.Trim(w, false, 0); err != nil {
			writes[i].At = models.Now() // JSON cannot encode its year
		}
	}
	text, _ = json.Marshal(writes)
	return text
}

// meta adds the meta file of a helper as the first record.
func (f *feed) meta(b *batch) {
	if record := f.metaRecord(); len(record) > 0 {
		f.add(b, record, 0)
	}
}

// metaRecord reads the feed's meta file once, as soon as it exists: it names the helper.
func (f *feed) metaRecord() []byte {
	if f.named || f.file.Meta == "" {
		return nil
	}
	text, err := newDocument(f.file.Meta).whole()
	f.named = err == nil
	return bytes.TrimSpace(text)
}
