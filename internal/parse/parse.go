// Package parse holds what the readers of foreign content share: readers that stop when their context ends, reads of a
// bounded size, panics of third-party parsers returned as errors, and the sentences that say why content cannot be
// read.
//
// It depends on no format and no tool. The formats of internal/format and the tools over them call it.
package parse

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// MaxColumns is the number of columns of a table that are read at most.
const MaxColumns = 16_384

// CheckInterval is how many steps of a loop run between two checks of its context; together they take less than a
// millisecond.
const CheckInterval = 1024

// Guard calls run and returns its panic as an error, for parsers that panic on invalid input.
func Guard[T any](run func() (T, error)) (value T, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			err = p
		default:
			err = fmt.Errorf("%v", p)
		}
	}()
	return run()
}

// Unreadable returns the fault of a document that cannot be read as its kind, such as "PDF", with the first line of
// the cause.
func Unreadable(kind string, cause error) error {
	return fault.Invalid("", "This document is not a readable %s: %s.", kind, Brief(cause)).Because(cause)
}

// Brief returns the first line of a parser's error, cut to about 200 bytes.
func Brief(err error) string {
	text := fmt.Sprint(err)
	end := 0
	for i, r := range text {
		if r == '\n' || i > 200 {
			break
		}
		end = i + len(string(r))
	}
	return text[:min(end, len(text))]
}

// Clip cuts a text to a number of characters and appends how many are missing.
func Clip(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)
	return fmt.Sprintf("%s… [%d more characters]", string(runes[:limit]), len(runes)-limit)
}

// Valid returns the text with each run of invalid UTF-8 replaced by the replacement character.
func Valid(text []byte) string { return string(bytes.ToValidUTF8(text, []byte("\uFFFD"))) }

// Facts returns the facts that are not empty, each cut to 300 characters.
func Facts(all map[string]string) map[string]any {
	out := map[string]any{}
	for name, value := range all {
		if value != "" {
			out[name] = Clip(value, 300)
		}
	}
	return out
}

// Set returns a set of words.
func Set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}
