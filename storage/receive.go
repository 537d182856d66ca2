package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"vitrine/internal/fault"
)

// HeadBytes is how much of a file is looked at to tell what it is.
const HeadBytes = 3 << 10

// Incoming is a file at the gate.
type Incoming struct {
	Content  io.ReadSeeker
	MaxBytes int64
	SHA256   string // hex, what the sender says; empty when they say nothing
	// Admit looks at the first HeadBytes and the size and says no by an error; nothing is stored before it has said yes.
	Admit func(head []byte, size int64) error
	// Known gives true when a content is kept already, which is then not stored again.
	Known func(ctx context.Context, sha256 string) (bool, error)
	// KeepInline is the largest content to hand back as bytes instead of storing it; 0 stores everything.
	KeepInline func(head []byte, size int64) bool
}

// Received is a file that came in.
type Received struct {
	SHA256    string // hex
	SizeBytes int64
	Known     bool   // kept already: neither Bytes nor ObjectKey is set
	Bytes     []byte // set when KeepInline said so
	ObjectKey string // set when the store has it
	Spare     string // an object that is not needed any more once Bytes are kept
	Kept      bool   // the object belongs to an upload session, which alone may give it up
}

// Receive lets a file in, or refuses it before anything is stored: too large, empty, not admitted, another checksum than said.
// It reads the content twice, once to judge and once to store, and holds no more than a part of it.
func Receive(ctx context.Context, store Store, in Incoming) (*Received, error) {
	judged, head, err := judge(in)
	if err != nil {
		return nil, err
	}
	if judged.Known, err = in.Known(ctx, judged.SHA256); err != nil || judged.Known {
		return judged, err
	}
	if _, err := in.Content.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the upload again: %w", err)
	}
	if in.KeepInline != nil && in.KeepInline(head, judged.SizeBytes) {
		judged.Bytes, err = io.ReadAll(io.LimitReader(in.Content, judged.SizeBytes))
		return judged, err
	}
	judged.ObjectKey = NewKey()
	return judged, store.Put(ctx, judged.ObjectKey, in.Content, judged.SizeBytes)
}

// judge reads the content once: it counts, hashes, looks at the head and compares.
func judge(in Incoming) (*Received, []byte, error) {
	if in.SHA256 != "" {
		if _, err := ParseSum(in.SHA256); err != nil {
			return nil, nil, err
		}
	}
	sum, head := sha256.New(), &bytes.Buffer{}
	limited := io.LimitReader(in.Content, in.MaxBytes+1)
	n, err := io.Copy(io.MultiWriter(sum, &headWriter{head}), limited)
	switch {
	case err != nil:
		return nil, nil, fault.Invalid("file", "The upload ended before it was whole.").Because(err).Try("Send the file again.")
	case n == 0:
		return nil, nil, fault.Invalid("file", "The file is empty.").Try("Send a file with at least one byte.")
	case n > in.MaxBytes:
		return nil, nil, tooLargeAtOnce(in.MaxBytes)
	}
	if err := in.Admit(head.Bytes(), n); err != nil {
		return nil, nil, err
	}
	got := hex.EncodeToString(sum.Sum(nil))
	if want := strings.ToLower(in.SHA256); want != "" && subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 0 {
		return nil, nil, fault.Invalid("sha256", "The file that arrived has the sha256 %s, not the %s that was announced; nothing was stored.", got, want).
			Try("Send the file again, or correct the announced checksum.")
	}
	return &Received{SHA256: got, SizeBytes: n}, head.Bytes(), nil
}

// TooLarge is the fault of a file above a limit of bytes.
func TooLarge(limit int64) *fault.Fault {
	return fault.TooLarge("file", "The file is larger than %d bytes, the limit here.", limit).
		With("maxBytes", limit).
		Try("Send a smaller or compressed file.", "Ask an administrator to raise the limit of its artifact type or VITRINE_MAX_UPLOAD_BYTES.")
}

// OtherDoor is the way out for a file that is too large to be sent at once.
const OtherDoor = "Announce the file by startUpload and send it in pieces; that door takes larger ones."

// tooLargeAtOnce names the other door before the ways to make do with this one.
func tooLargeAtOnce(limit int64) *fault.Fault {
	f := TooLarge(limit)
	f.Remedies = append([]string{OtherDoor}, f.Remedies...)
	return f
}

// ParseSum reads a sha256 as people write it, 64 hexadecimal digits in either case.
func ParseSum(text string) ([]byte, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != sha256.Size {
		return nil, fault.Invalid("sha256", "%q is no sha256: it has 64 hexadecimal digits.", text)
	}
	return b, nil
}

// headWriter keeps the first HeadBytes that pass.
type headWriter struct{ head *bytes.Buffer }

// Write keeps what still fits and never fails.
func (w *headWriter) Write(b []byte) (int, error) {
	if room := HeadBytes - w.head.Len(); room > 0 {
		w.head.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

// ErrShort says that a reader ended before the promised size.
var ErrShort = errors.New("the content ended before its promised size")
