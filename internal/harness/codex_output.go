package harness

import (
	"bytes"
	"regexp"
	"strings"
)

// maxHead is how much of a result is read, in bytes of its spelling at each end: that is where it says how the call
// went.
const maxHead = 500

// codexOutput is what the result of a call says of the call.
type codexOutput struct {
	head    string // how its first text begins
	success string // "true", "false" or empty
	code    string // the exit code, empty when the structure does not tell
}

// codexCode is where a structure reports the exit code, maybe inside a text.
var codexCode = regexp.MustCompile(`\\?"exit_code\\?": ?(-?\d+)`)

// The words with which a result says how its call went: at its very beginning, or on one of the lines before the
// output.
const (
	codexPatched = "Success. Updated the following files:"
	codexScript  = "Script completed"
	codexText    = "Output:"
)

var (
	codexExits   = []string{"Exit code: ", "Process exited with code "}
	codexRunning = []string{"Process running with session ID ", "Script running with cell ID "}
)

// codexOutcome says what a result describes its call: an exit code, or the words of the tool. Whatever does not say
// that the call went well says why it did not.
func codexOutcome(raw []byte) Outcome {
	var out codexOutput
	out.read(&scan{text: raw})
	switch {
	case out.success != "":
		return outcomeOf(out.success != "true")
	case out.code != "":
		return outcomeOf(out.code != "0")
	}
	return headOutcome(out.head)
}

// headOutcome reads the lines before the output, else the words a text begins with.
func headOutcome(head string) Outcome {
	for line := range strings.SplitSeq(head, "\n") {
		if line == codexText {
			break
		}
		if _, is := afterAny(line, codexRunning); is {
			return Pending
		}
		if code, is := afterAny(line, codexExits); is {
			return outcomeOf(code != "0")
		}
	}
	return outcomeOf(!strings.HasPrefix(head, codexPatched) && !strings.HasPrefix(head, codexScript))
}

// afterAny returns what a line says behind one of some beginnings.
func afterAny(line string, beginnings []string) (rest string, is bool) {
	for _, b := range beginnings {
		if rest, is = strings.CutPrefix(line, b); is {
			return rest, true
		}
	}
	return "", false
}

// read takes a result: a text, a list of texts or an object.
func (out *codexOutput) read(s *scan) {
	switch s.next() {
	case '"':
		out.text(s.raw())
	case '[':
		s.array(func() { s.object(func(key []byte) { out.member(s, key) }) })
	case '{':
		s.object(func(key []byte) { out.member(s, key) })
	}
}

// text takes the first text of a result. It may be JSON again, whose code stands at one of its ends.
func (out *codexOutput) text(raw []byte) {
	if out.head != "" || len(raw) == 0 {
		return
	}
	out.head = unquote(append(bytes.Clone(raw[:min(len(raw)-1, maxHead)]), '"'))
	if !strings.HasPrefix(out.head, "{") {
		return
	}
	ends := [][]byte{raw[:min(len(raw), maxHead)], raw[max(0, len(raw)-maxHead):]}
	for _, end := range ends {
		if code := codexCode.FindSubmatch(end); code != nil {
			out.code = string(code[1])
		}
	}
}

func (out *codexOutput) member(s *scan, key []byte) {
	switch string(key) {
	case "text", "content", "output":
		if s.next() == '"' {
			out.text(s.raw())
		}
	case "success":
		out.success = string(s.raw())
	case "exit_code":
		out.code = string(s.raw())
	case "metadata":
		s.object(func(key []byte) { out.member(s, key) })
	}
}
