package observer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// document reads a file with a JSON value that has a list of messages, or several such values. Its harness rewrites the
// file with every change. Each message is a record. The position is the file's size with a hash of its text. At any
// other position all messages are read again except those that this document has returned; that is harmless, because
// calls have ids.
type document struct {
	skips
	path  string
	limit int64 // of the file in bytes
	last  string
	seen  map[string]bool // by hash
}

func newDocument(path string) *document {
	return &document{path: path, limit: maxRecord, seen: map[string]bool{}}
}

func (d *document) resume(position string) error {
	d.last = position
	return nil
}

func (d *document) read(_ context.Context, take func([]byte, int64) bool) (string, error) {
	text, err := d.whole()
	if err != nil || text == nil {
		return d.last, err
	}
	position := fmt.Sprintf("%d-%s", len(text), shortHash(text))
	values, whole := valuesOf(text)
	if position == d.last || !whole {
		return d.last, nil // unchanged, or half written
	}
	for _, v := range values {
		if d.messages(v, take) {
			return fmt.Sprintf("%s+%d", position, len(d.seen)), nil
		}
	}
	d.last = position
	return position, nil
}

// value is one JSON value of a file and the byte at which it begins.
type value struct {
	text []byte
	at   int64
}

// valuesOf returns the values of a file: one, or several in a row, as in logs; false when the last is half written.
func valuesOf(text []byte) (values []value, whole bool) {
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var v json.RawMessage
		err := decoder.Decode(&v)
		switch {
		case errors.Is(err, io.EOF):
			return values, len(values) > 0
		case err != nil:
			return nil, false
		}
		values = append(values, value{v, decoder.InputOffset() - int64(len(v))})
	}
}

// whole reads the file; it skips one that is too long.
func (d *document) whole() ([]byte, error) {
	text, err := readRegular(d.path, d.limit)
	if errors.Is(err, errTooLong) {
		d.skip(tooLong(d.path, d.limit))
		return nil, nil
	}
	return text, err
}

// messages passes the messages that are new to take; it is true when take stopped and there may be more.
func (d *document) messages(v value, take func([]byte, int64) bool) (more bool) {
	decoder := json.NewDecoder(bytes.NewReader(v.text))
	if !toList(decoder) {
		return false
	}
	for decoder.More() {
		var message json.RawMessage
		if decoder.Decode(&message) != nil {
			return false
		}
		hash := hashOf(message)
		if d.seen[hash] {
			continue
		}
		d.seen[hash] = true
		if take(message, v.at+decoder.InputOffset()-int64(len(message))) {
			return true
		}
	}
	return false
}

// toList moves to the list of messages: the member "messages", or the value itself; false when there is none.
func toList(decoder *json.Decoder) bool {
	token, err := decoder.Token()
	for err == nil && token != json.Delim('[') {
		if token, err = decoder.Token(); token == "messages" {
			token, err = decoder.Token()
			return err == nil && token == json.Delim('[')
		}
	}
	return err == nil
}
