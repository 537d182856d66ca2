package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"sync"
	"time"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// partSize is the size of a part in bytes, and so the memory that one sender takes. Ten thousand of them are the largest file.
const partSize = 8 << 20

// MaxBytes is the largest file that fits into the parts S3 allows.
const MaxBytes = int64(partSize) * 10_000

var buffers = sync.Pool{New: func() any { b := make([]byte, partSize); return &b }}

// stream is one request that sends bytes of a session.
type stream struct {
	*Sessions
	u     *models.PendingUpload
	body  *watched
	sum   hash.Hash
	lease string
	admit func(head []byte) error
}

// Receive takes the bytes that follow offset, part by part, until the body ends. Every whole part is kept, whatever happens
// after it. admit looks at the first bytes before any of them is stored. The session tells where to go on.
func (s *Sessions) Receive(ctx context.Context, u *models.PendingUpload, offset int64, body io.Reader, admit func(head []byte) error) error {
	if err := ended(u); err != nil {
		return err
	}
	if u.Direct {
		return fault.Conflict("This upload goes straight to the store.").At("uploadId").Try("Send the file to its link, or start one that is not direct.")
	}
	lease, err := s.acquire(ctx, u)
	if err != nil {
		return err
	}
	defer s.release(u, lease)
	if offset != u.ReceivedBytes {
		return fault.Conflict("This upload has %d bytes; send on from there, not from %d.", u.ReceivedBytes, offset).With("offset", u.ReceivedBytes)
	}
	sum, err := restore(u.HashState)
	if err != nil {
		return err
	}
	st := &stream{Sessions: s, u: u, body: &watched{Reader: body}, sum: sum, lease: lease, admit: admit}
	return st.run(context.WithoutCancel(ctx)) // what has arrived is kept although its sender may be gone
}

func (st *stream) run(ctx context.Context) error {
	buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // New above
	defer buffers.Put(buffer)
	for {
		n, _ := io.ReadFull(st.body, (*buffer)[:st.room()])
		part := (*buffer)[:n]
		if err := st.excess(n); err != nil {
			return err
		}
		if n > 0 && st.keeps(n) {
			if err := st.put(ctx, part); err != nil {
				return err
			}
		}
		switch {
		case st.body.err == nil && !st.whole():
			continue
		case st.body.err == nil || errors.Is(st.body.err, io.EOF):
			return nil
		}
		return fault.Invalid("", "The request ended before it was whole; %d bytes are kept.", st.u.ReceivedBytes).
			Because(st.body.err).With("offset", st.u.ReceivedBytes).Try("Ask for the offset by HEAD and send on from there.")
	}
}

// room is how many bytes the next part may have; one more than announced, so that too many are noticed.
func (st *stream) room() int64 {
	if st.u.SizeBytes == nil {
		return partSize
	}
	return min(partSize, *st.u.SizeBytes-st.u.ReceivedBytes+1)
}

func (st *stream) excess(n int) error {
	if size := st.u.SizeBytes; size != nil && st.u.ReceivedBytes+int64(n) > *size {
		return fault.Invalid("sizeBytes", "More bytes arrive than the %d that were announced.", *size).Try("Start a new upload with the real size.")
	}
	return nil
}

func (st *stream) whole() bool {
	return st.u.SizeBytes != nil && st.u.ReceivedBytes == *st.u.SizeBytes
}

// keeps reports whether n bytes can be a part: large enough, or the last.
func (st *stream) keeps(n int) bool {
	last := errors.Is(st.body.err, io.EOF)
	if st.u.SizeBytes != nil {
		last = st.u.ReceivedBytes+int64(n) == *st.u.SizeBytes
	}
	return n >= storage.MinPart || last
}

// put stores one part and notes it with the checksum's state.
func (st *stream) put(ctx context.Context, part []byte) error {
	u := st.u
	if u.ReceivedBytes == 0 {
		if err := st.begin(ctx, part); err != nil {
			return err
		}
	}
	done, err := st.store.PutPart(ctx, u.ObjectKey, u.MultipartID, len(u.Parts)+1, bytes.NewReader(part), int64(len(part)))
	if err != nil {
		return err
	}
	st.sum.Write(part)
	state, err := st.sum.(encoding.BinaryMarshaler).MarshalBinary() //nolint:forcetypeassert // sha256 has it
	if err != nil {
		return err
	}
	u.Parts, u.ReceivedBytes, u.HashState = append(u.Parts, done), u.ReceivedBytes+int64(len(part)), state
	return st.save(ctx)
}

// begin asks the gate about the first bytes, and only then the store.
func (st *stream) begin(ctx context.Context, part []byte) (err error) {
	st.u.Head = bytes.Clone(part[:min(len(part), storage.HeadBytes)])
	if err := st.admit(st.u.Head); err != nil {
		return err
	}
	if st.u.MultipartID == "" {
		st.u.MultipartID, err = st.store.Begin(ctx, st.u.ObjectKey)
	}
	return err
}

func (st *stream) save(ctx context.Context) error {
	now := models.Now()
	until := now.Add(leaseLife)
	st.u.LeaseID, st.u.LeaseUntil, st.u.UpdatedAt, st.u.ExpiresAt = st.lease, &until, now, now.Add(sessionLife)
	done := st.db.From(ctx).Model(st.u).Where("lease_id = ? AND state = ?", st.lease, models.UploadOpen).
		Select("Parts", "ReceivedBytes", "HashState", "Head", "MultipartID", "LeaseUntil", "UpdatedAt", "ExpiresAt").Updates(st.u)
	if done.Error != nil {
		return database.Fault(done.Error, "upload")
	}
	if done.RowsAffected == 0 {
		return fault.Conflict("This upload ended, or another request went on with it.").At("uploadId")
	}
	return nil
}

// acquire takes the session for one sender; a second one at the same time is refused.
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

func decodeSum(s string) ([]byte, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != sha256.Size {
		return nil, fault.Invalid("sha256", "%q is no sha256: it has 64 hexadecimal digits.", s)
	}
	return b, nil
}
