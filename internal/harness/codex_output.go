package harness

import (
	"bytes"
	"regexp"
	"strings"
)

// maxHead is the number of encoded bytes that are read at each end of a result, where it reports the outcome.
const maxHead = 500

// codexOutput is what the result of a call reports about its outcome.
type codexOutput struct {
	head    string // the beginning of its first text
	success string // "true", "false" or empty
	code    string // the exit code, empty when the structure does not contain it
}

// codexCode matches the exit code in a JSON object, which may be encoded in a string.
var codexCode = regexp.MustCompile(`\\?"exit_code\\?": ?(-?\d+)`)

// The phrases by which a result reports the outcome of its call: at its beginning, or on a line before the output.
const (
	codexPatched = "Success. Updated the following files:"
	codexScript  = "Script completed"
	codexText    = "Output:"
)

var (
	codexExits   = []string{"Exit code: ", "Process exited with code "}
	codexRunning = []string{"Process running with session ID ", "Script running with cell ID "}
)

// codexOutcome returns the outcome that a result reports, by an exit code or in the words of the tool. A result that
// does not report success is a failure.
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

// headOutcome returns the outcome in the lines before the output, else in the first words of the text.
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

// afterAny returns the rest of a line after the first prefix that it has; false when it has none.
func afterAny(line string, prefixes []string) (rest string, is bool) {
	for _, p := range prefixes {
		if rest, is = strings.CutPrefix(line, p); is {
			return rest, true
		}
	}
	return "", false
}

// read reads a result: a text, a list of texts or an object.
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

// text reads the first text of a result. It may contain JSON, whose exit code is near one of its ends.
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
