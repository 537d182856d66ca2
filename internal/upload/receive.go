package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding"
	"errors"
	"fmt"
	"hash"
	"io"
	"sync"
	"time"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// partSize is the size of a part in bytes. One sender takes the memory of window+1 parts; the largest file has ten
// thousand.
const partSize = 8 << 20

// MaxBytes is the largest file that fits into the parts S3 allows.
const MaxBytes = int64(partSize) * 10_000

// window is how many parts of one sender are being stored at once.
const window = 3

var buffers = sync.Pool{New: func() any { b := make([]byte, partSize); return &b }}

// stream is one request that sends bytes of a session. Parts are read and hashed one after the other, stored a few at
// a time, and recorded in their order, so that the recorded ones are always a prefix of the file.
type stream struct {
	*Sessions
	u     *models.PendingUpload
	body  *watched
	sum   hash.Hash
	lease string
	admit func(head []byte) error
	// Reading has its own copies: note changes u meanwhile.
	key, multipart string
	size           *int64 // announced; nil when unknown
	last           bool   // the last part is stored: no bytes may follow
	read           int64  // bytes read so far, of which u.ReceivedBytes are recorded
	from           int64  // the offset at which this request began
	parts          int    // parts read so far
}

// part is one part that is being stored.
type part struct {
	size   int64
	state  []byte // of the checksum after it
	stored chan stored
}

type stored struct {
	part models.UploadPart
	err  error
}

// Receive stores the bytes that follow offset, part by part, until the body ends. Every whole part is stored,
// whatever happens after it. admit checks the first bytes before any of them is stored. The session then has the
// offset to continue from.
func (s *Sessions) Receive(ctx context.Context, u *models.PendingUpload, offset int64, body io.Reader, admit func(head []byte) error) error {
	if err := ended(u); err != nil {
		return err
	}
	if u.Direct {
		return fault.Conflict("This upload is direct: its file is sent to a link.").At("uploadId").Try("Send the file to the link, or start an upload that is not direct.")
	}
	lease, err := s.acquire(ctx, u)
	if err != nil {
		return err
	}
	defer s.release(u, lease)
	if offset != u.ReceivedBytes {
		return fault.Conflict("This upload has %d bytes; continue from there, not from %d.", u.ReceivedBytes, offset).With("offset", u.ReceivedBytes)
	}
	sum, err := restore(u.HashState)
	if err != nil {
		return err
	}
	st := &stream{
		Sessions: s, u: u, body: &watched{Reader: body}, sum: sum, lease: lease, admit: admit,
		key: u.ObjectKey, multipart: u.MultipartID, size: u.SizeBytes, read: u.ReceivedBytes, from: u.ReceivedBytes, parts: len(u.Parts),
		last: len(u.Parts) > 0 && u.Parts[len(u.Parts)-1].Last,
	}
	return st.run(context.WithoutCancel(ctx)) // what has arrived is stored although its sender may be gone
}

func (st *stream) run(ctx context.Context) error {
	underway, noted := make(chan *part, window-1), make(chan error, 1)
	go func() { noted <- st.note(ctx, underway) }()
	err := st.readParts(ctx, underway)
	close(underway)
	if failed := <-noted; failed != nil {
		return failed
	}
	return err
}

// readParts reads part after part until the body ends; note returns the failures to store.
func (st *stream) readParts(ctx context.Context, underway chan<- *part) error {
	for {
		buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // New above
		n, _ := io.ReadFull(st.body, (*buffer)[:st.room()])
		if err := st.excess(n); err != nil {
			return err
		}
		if n > 0 && st.keeps(n) {
			p, err := st.send(ctx, buffer, n)
			if err != nil {
				return err
			}
			underway <- p
		}
		switch {
		case st.body.err == nil && !st.whole():
			continue
		case st.body.err == nil || errors.Is(st.body.err, io.EOF):
			return st.progress(n)
		}
		return fault.Invalid("", "The request ended before it was complete; %d bytes are stored.", st.read).
			Because(st.body.err).With("offset", st.read).Try("Get the offset with HEAD and continue from there.")
	}
}

// note records the parts in their order as they are stored. After a failure it receives the rest without recording
// it.
func (st *stream) note(ctx context.Context, underway <-chan *part) (failed error) {
	for p := range underway {
		done := <-p.stored
		if failed == nil {
			failed = done.err
		}
		if failed != nil {
			continue
		}
		done.part.Last = p.size < storage.MinPart
		st.u.Parts, st.u.ReceivedBytes, st.u.HashState = append(st.u.Parts, done.part), st.u.ReceivedBytes+p.size, p.state
		failed = st.save(ctx)
	}
	return failed
}

// room returns how many bytes the next part may have; one more than announced, so that too many are noticed.
func (st *stream) room() int64 {
	if st.size == nil {
		return partSize
	}
	return min(partSize, *st.size-st.read+1)
}

// excess returns an error for bytes after the announced size, and after a part so small that it can only be the last.
func (st *stream) excess(n int) error {
	if size := st.size; size != nil && st.read+int64(n) > *size {
		return fault.Invalid("sizeBytes", "The file has more than the %d bytes that were announced.", *size).Try("Start a new upload with the real size.")
	}
	if st.last && n > 0 {
		return fault.Conflict("The previous piece had fewer than %d bytes, so the file ended there, with %d bytes.", storage.MinPart, st.read).
			At("uploadId").With("offset", st.read).
			Try("Complete the upload if that was all.", fmt.Sprintf("Abort it, start another, and send pieces of %d bytes or a multiple of it.", partSize))
	}
	return nil
}

func (st *stream) whole() bool {
	return st.size != nil && st.read == *st.size
}

// progress returns an error for a request whose bytes could not be stored: its sender would repeat it for ever.
func (st *stream) progress(n int) error {
	if n == 0 || st.read > st.from || st.keeps(n) {
		return nil
	}
	return fault.Invalid("", "This request sent %d bytes; every request but the last must send %d or more.", n, partSize).With("offset", st.read).
		Try(fmt.Sprintf("Send pieces of %d bytes or a multiple of it.", partSize))
}

// keeps reports whether n bytes can be a part: large enough, or the last.
func (st *stream) keeps(n int) bool {
	last := errors.Is(st.body.err, io.EOF)
	if st.size != nil {
		last = st.read+int64(n) == *st.size
	}
	return n >= storage.MinPart || last
}

// send hashes one part and starts to store it.
func (st *stream) send(ctx context.Context, buffer *[]byte, n int) (*part, error) {
	content := (*buffer)[:n]
	if st.read == 0 {
		if err := st.begin(ctx, content); err != nil {
			return nil, err
		}
	}
	st.sum.Write(content)
	state, err := st.sum.(encoding.BinaryMarshaler).MarshalBinary() //nolint:forcetypeassert // sha256 has it
	if err != nil {
		return nil, err
	}
	st.read, st.parts = st.read+int64(n), st.parts+1
	p, number := &part{size: int64(n), state: state, stored: make(chan stored, 1)}, st.parts
	go func() {
		defer buffers.Put(buffer)
		done, err := st.store.PutPart(ctx, st.key, st.multipart, number, bytes.NewReader(content), int64(n))
		p.stored <- stored{done, err}
	}()
	return p, nil
}

// begin calls admit with the first bytes, and only then the object store.
func (st *stream) begin(ctx context.Context, part []byte) (err error) {
	st.u.Head = bytes.Clone(part[:min(len(part), storage.HeadBytes)])
	if err := st.admit(st.u.Head); err != nil {
		return err
	}
	if st.multipart == "" {
		st.multipart, err = st.store.Begin(ctx, st.key)
		st.u.MultipartID = st.multipart
	}
	return err
}

func (st *stream) save(ctx context.Context) error {
	now := models.Now()
	until := now.Add(leaseLife)
	st.u.LeaseID, st.u.LeaseUntil, st.u.UpdatedAt, st.u.ExpiresAt = st.lease, &until, now, now.Add(sessionLife)
	done := st.db.From(ctx).Model(st.u).Where("lease_id = ? AND state = ?", st.lease, models.UploadOpen).
		Select("*").Updates(st.u) // all columns: only the holder of the lease writes them
	if done.Error != nil {
		return database.Fault(done.Error, "upload")
	}
	if done.RowsAffected == 0 {
		return fault.Conflict("This upload has ended, or another request continued it.").At("uploadId")
	}
	return nil
}

// acquire takes the lease of the session for one sender; a second one at the same time gets an error.
func (s *Sessions) acquire(ctx context.Context, u *models.PendingUpload) (string, error) {
	now, lease := models.Now(), models.NewID()
	done := s.db.From(ctx).Model(&models.PendingUpload{}).
		Where("id = ? AND state = ? AND (lease_id = '' OR lease_until < ?)", u.ID, models.UploadOpen, now).
		Updates(map[string]any{"lease_id": lease, "lease_until": now.Add(leaseLife)})
	if done.Error != nil {
		return "", database.Fault(done.Error, "upload")
	}
	if done.RowsAffected == 0 {
		return "", fault.Conflict("Another request is sending this upload.").At("uploadId").Try("Wait for it, or try again in half a minute.")
	}
	fresh, err := s.Find(ctx, u.ID)
	if err == nil {
		*u = *fresh
	}
	return lease, err
}

func (s *Sessions) release(u *models.PendingUpload, lease string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	s.db.From(ctx).Model(&models.PendingUpload{}).Where("id = ? AND lease_id = ?", u.ID, lease).Update("lease_id", "")
}

// watched remembers why a reader ended: io.ReadFull reports a clean and a broken end alike.
type watched struct {
	io.Reader
	err error
}

// Read remembers the first error.
func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

func restore(state []byte) (hash.Hash, error) {
	h := sha256.New()
	if len(state) == 0 {
		return h, nil
	}
	return h, h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state) //nolint:forcetypeassert // sha256 has it
}
