package observer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// source returns the records of one feed, each once, in the order in which they came.
type source interface {
	// resume continues after a position that read returned; one that does not match the file starts from the beginning.
	resume(position string) error
	// read passes the next records to take until it returns true or there are no more. It returns the position after
	// them, which is unchanged when there were none. A record is valid only during the call of take.
	read(ctx context.Context, take func(record []byte, offset int64) (stop bool)) (position string, err error)
	// skipped returns messages about what was skipped since the last call.
	skipped() []string
}

// maxRecord bounds a record in bytes. Longer ones are skipped and reported.
const maxRecord = 64 << 20

// hashOf returns the SHA-256 of a record in hexadecimal.
func hashOf(record []byte) string {
	hash := sha256.Sum256(record)
	return hex.EncodeToString(hash[:])
}

// shortHash returns the first eight digits of a hash, which distinguish positions with the same numbers.
func shortHash(text []byte) string { return hashOf(text)[:8] }

// skips collects messages about what was skipped.
type skips struct{ sentences []string }

func (s *skips) skip(sentence string) { s.sentences = append(s.sentences, sentence) }

func (s *skips) skipped() []string {
	sentences := s.sentences
	s.sentences = nil
	return sentences
}
