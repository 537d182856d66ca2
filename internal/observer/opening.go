package observer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"vitrine/internal/harness"
)

// The bounds of what is read to recognise a file.
const (
	maxOpening = 1 << 20 // bytes
	maxFirst   = 50      // records
)

// open reads the first records of a file. Lines that cannot be parsed are ignored.
func open(path string, form harness.Form) (*harness.Opening, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	o := &harness.Opening{}
	if form == harness.Lines {
		takeLines(o, file)
		return o, nil
	}
	head, err := io.ReadAll(io.LimitReader(file, maxOpening))
	o.Take(firstValue(head))
	if form == harness.Document {
		o.TakeHead(head)
	}
	return o, err
}

// firstValue returns the first JSON value in the beginning of a file; the whole beginning when no value ends in it.
func firstValue(head []byte) []byte {
	var first json.RawMessage
	if json.NewDecoder(bytes.NewReader(head)).Decode(&first) != nil {
		return head
	}
	return first
}

// takeLines reads records until the harness, the session and its folder are known.
func takeLines(o *harness.Opening, r io.Reader) {
	lines := bufio.NewReaderSize(io.LimitReader(r, maxOpening), maxOpening)
	for range maxFirst {
		line, err := lines.ReadSlice('\n')
		o.Take(line)
		if err != nil || o.Harness != "" && o.Cwd != "" && o.Session() != "" {
			return
		}
	}
}
