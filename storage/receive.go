package storage

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"vitrine/internal/fault"
)

// HeadBytes is how much of a file is read to detect its type.
const HeadBytes = 3 << 10

// File is a file that was read once and can be read again.
type File struct {
	Content   io.ReadSeeker
	Head      []byte // its first HeadBytes
	SizeBytes int64
	SHA256    string // hex
}

// Received is a received file and where its bytes are.
type Received struct {
	SHA256    string // hex
	SizeBytes int64
	Known     bool   // already stored: neither Bytes nor ObjectKey is set
	Bytes     []byte // set when it is to be stored in the database
	ObjectKey string // set when it is in the object store
	Spare     string // an object to delete once Bytes are stored
	Kept      bool   // the object belongs to an upload session, which alone may delete it
}

// Inspect reads a content once and stores no more than its head. It rejects an empty one, and one that is too large
// or incomplete.
func Inspect(content io.ReadSeeker, maxBytes int64) (*File, error) {
	sum, head := sha256.New(), &bytes.Buffer{}
	n, err := io.Copy(io.MultiWriter(sum, &headWriter{head}), io.LimitReader(content, maxBytes+1))
	switch {
	case err != nil:
		return nil, fault.Invalid("file", "The upload ended before it was complete.").Because(err).Try("Send the file again.")
	case n == 0:
		return nil, fault.Invalid("file", "The file is empty.").Try("Send a file with at least one byte.")
	case n > maxBytes:
		return nil, tooLargeAtOnce(maxBytes)
	}
	return &File{Content: content, Head: head.Bytes(), SizeBytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// Verify compares the file with the checksum that its sender announced; an empty one is not compared.
func (f *File) Verify(announced string) error {
	if want := strings.ToLower(announced); want != "" && subtle.ConstantTimeCompare([]byte(f.SHA256), []byte(want)) == 0 {
		return fault.Invalid("sha256", "The file that arrived has the sha256 %s, not the %s that was announced; nothing was stored.", f.SHA256, want).
			Try("Send the file again, or correct the announced checksum.")
	}
	return nil
}

// Rewind goes back to the start of the content.
func (f *File) Rewind() error {
	if _, err := f.Content.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the upload again: %w", err)
	}
	return nil
}

// TooLarge returns the fault of a file above a limit of bytes.
func TooLarge(limit int64) *fault.Fault {
	return fault.TooLarge("file", "The file is larger than the limit of %d bytes.", limit).
		With("maxBytes", limit).
		Try("Send a smaller or compressed file.", "Ask an administrator to raise the limit of its artifact type or VITRINE_MAX_UPLOAD_BYTES.")
}

// UseStartUpload is the remedy for a file that is too large to be sent at once.
const UseStartUpload = "Announce the file with startUpload and send it in parts; that takes larger files."

// tooLargeAtOnce returns the fault of TooLarge with the other way of uploading as its first remedy.
func tooLargeAtOnce(limit int64) *fault.Fault {
	f := TooLarge(limit)
	f.Remedies = append([]string{UseStartUpload}, f.Remedies...)
	return f
}

// ParseSum parses a sha256 of 64 hexadecimal digits in either case.
func ParseSum(text string) ([]byte, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != sha256.Size {
		return nil, fault.Invalid("sha256", "%q is not a sha256 of 64 hexadecimal digits.", text)
	}
	return b, nil
}

// headWriter stores the first HeadBytes that are written.
type headWriter struct{ head *bytes.Buffer }

// Write stores what still fits and never fails.
func (w *headWriter) Write(b []byte) (int, error) {
	if room := HeadBytes - w.head.Len(); room > 0 {
		w.head.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

// ErrShort means that a reader ended before the announced size.
var ErrShort = errors.New("the content ended before its announced size")
