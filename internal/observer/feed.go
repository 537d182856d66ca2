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

// The bounds of one batch: whichever is reached first ends it. The text fits into a request together with one more
// record.
const (
	maxBatchRecords = 500
	maxBatchText    = 1 << 20 // bytes of writes
	maxBatchRead    = 16 << 20
	maxRecordText   = 4 << 20 // bytes of the writes of one record; above that they go without text
)

// receipt says what a record was before it was read.
type receipt struct {
	Offset int64  `json:"offset"`
	SHA256 string `json:"sha256"`
}

// batch is what one feed hands in at once.
type batch struct {
	position string
	text     bytes.Buffer // one list of writes per line
	receipts []receipt
	read     int64 // bytes of records that were looked at
	records  int   // that were looked at
	more     bool  // there may be more at once
}

// feed is one file of a session, as far as it has been read.
type feed struct {
	session   *Session
	file      File
	reader    harness.Harness
	source    source
	host      string
	capture   models.Capture
	cwd       string // that its records reported last for those behind them; empty: none did
	started   bool   // a write of a file has been seen: from here on results matter
	named     bool   // its meta file has been read
	held      *batch
	stamp     string // of the files when they were last looked at
	lastError string // why they could not be read, as it was reported
}

// newFeed starts at the beginning.
func newFeed(s *Session, file File, host string) *feed {
	reader, _ := harness.Find(s.Harness) // the finder takes known harnesses only
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

// resume takes up where a server says the feed has got to.
func (f *feed) resume(position string) error {
	f.started, f.named = position != "", position != ""
	return f.source.resume(position)
}

// next reads the next batch; it is empty when there is nothing to send. What only says for whom and where is held back
// until there is a write that it matters for. A file that is gone has nothing more.
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
		f.held = b // what came before the trouble is sent with what comes after it
		return &batch{records: b.records, read: b.read}, err
	}
	if f.started || len(b.receipts) >= maxBatchRecords {
		return b, nil
	}
	f.held = b
	return &batch{records: b.records, read: b.read, more: b.more}, nil
}

// takeHeld goes on with what was held back.
func (f *feed) takeHeld() *batch {
	b := f.held
	if b == nil {
		return &batch{}
	}
	f.held, b.records, b.read = nil, 0, 0
	return b
}

// add takes in the writes of a record.
func (f *feed) add(b *batch, record []byte, offset int64) {
	if writes := f.relevant(f.writesOf(record)); len(writes) > 0 {
		b.text.Write(marshalWrites(strip(writes, f.capture, f.host, f.folder(writes))))
		b.text.WriteByte('\n')
		b.receipts = append(b.receipts, receipt{offset, hashOf(record)})
	}
}

// folder returns the folder that the paths of some writes are relative to: the one that the feed reported last, else
// the session's.
func (f *feed) folder(writes []harness.Write) string {
	for _, w := range writes {
		if w.FeedDefaults && w.Cwd != "" {
			f.cwd = w.Cwd
		}
	}
	return cmp.Or(f.cwd, f.session.Cwd)
}

// writesOf reads a record and names the helper where its file does.
func (f *feed) writesOf(record []byte) []harness.Write {
	writes := f.reader.Read(record)
	for i, w := range writes {
		if w.Helper == "" && !w.Starts {
			writes[i].Helper = f.file.Helper
		}
	}
	return writes
}

// relevant leaves out results as long as no call has been seen that they could belong to: most belong to tools that only
// read.
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

// marshalWrites writes a record's writes as one line of JSON, without their text when that is too long for a request.
func marshalWrites(writes []harness.Write) []byte {
	text, err := json.Marshal(writes)
	if err == nil && len(text) <= maxRecordText {
		return text
	}
	for i, w := range writes {
		if writes[i] = deliverable.Trim(w, false, 0); err != nil {
			writes[i].At = models.Now() // a time outside JSON's years
		}
	}
	text, _ = json.Marshal(writes)
	return text
}

// meta takes the file beside a helper's records as the first of them.
func (f *feed) meta(b *batch) {
	if record := f.metaRecord(); len(record) > 0 {
		f.add(b, record, 0)
	}
}

// metaRecord reads the file beside a helper's records, once it is there: it says for whom they were made.
func (f *feed) metaRecord() []byte {
	if f.named || f.file.Meta == "" {
		return nil
	}
	text, err := newDocument(f.file.Meta).whole()
	f.named = err == nil
	return bytes.TrimSpace(text)
}
