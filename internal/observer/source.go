package observer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// source returns the records of one feed, each once, in the order in which they came.
type source interface {
	// resume takes up behind a position, as read gave it; one that does not fit what is there now starts again.
	resume(position string) error
	// read returns the next records to take until it says stop or there are no more, and then the position behind them,
	// which stays as it was when there were none. The record is only lent.
	read(ctx context.Context, take func(record []byte, offset int64) (stop bool)) (position string, err error)
	// skipped returns what was passed over since it was last asked.
	skipped() []string
}

// maxRecord bounds a record in bytes. Longer ones are passed over and reported.
const maxRecord = 64 << 20

// hashOf is the receipt of a record.
func hashOf(record []byte) string {
	hash := sha256.Sum256(record)
	return hex.EncodeToString(hash[:])
}

// shortHash distinguishes positions that have the same numbers.
func shortHash(text []byte) string { return hashOf(text)[:8] }

// skips remembers what was passed over.
type skips struct{ sentences []string }

func (s *skips) skip(sentence string) { s.sentences = append(s.sentences, sentence) }

func (s *skips) skipped() []string {
	told := s.sentences
	s.sentences = nil
	return told
}
