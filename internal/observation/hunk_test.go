package observation

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
)

func hunk(from, to string, place harness.Hunk) harness.Edit {
	return harness.Edit{Old: from, New: to, Hunk: &place}
}

func TestApplyPatch(t *testing.T) {
	const text = "a\nx\nb\nx\nc\n"
	for name, c := range map[string]struct {
		text  string
		edits []harness.Edit
		want  string // empty when it does not apply
	}{
		"the first place":                  {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{})}, "a\ny\nb\nx\nc\n"},
		"after a line":                     {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{After: []string{"b"}})}, "a\nx\nb\ny\nc\n"},
		"after two lines":                  {text, []harness.Edit{hunk("c\n", "y\n", harness.Hunk{After: []string{"a", "x"}})}, "a\nx\nb\nx\ny\n"},
		"after a missing line":             {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{After: []string{"z"}})}, ""},
		"at a line":                        {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{Line: 4})}, "a\nx\nb\ny\nc\n"},
		"at a line that reads differently": {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{Line: 3})}, ""},
		"at a line beyond the end":         {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{Line: 40})}, ""},
		"after a numbered line":            {text, []harness.Edit{hunk("", "y\n", harness.Hunk{Line: 3})}, "a\nx\nb\ny\nx\nc\n"},
		"one after the other":              {text, []harness.Edit{hunk("x\n", "y\n", harness.Hunk{}), hunk("x\n", "z\n", harness.Hunk{})}, "a\ny\nb\nz\nc\n"},
		"never backwards":                  {text, []harness.Edit{hunk("c\n", "y\n", harness.Hunk{}), hunk("a\n", "z\n", harness.Hunk{})}, ""},
		"from the top again":               {text, []harness.Edit{hunk("c\n", "y\n", harness.Hunk{}), hunk("a\n", "z\n", harness.Hunk{Top: true})}, "z\nx\nb\nx\ny\n"},
		"on what the first run changed":    {text, []harness.Edit{hunk("c\n", "y\n", harness.Hunk{}), hunk("y\n", "z\n", harness.Hunk{Top: true})}, "a\nx\nb\nx\nz\n"},
		"at the end of the file":           {text, []harness.Edit{hunk("x\nc\n", "z\n", harness.Hunk{End: true})}, "a\nx\nb\nz\n"},
		"only new lines":                   {text, []harness.Edit{hunk("", "y\n", harness.Hunk{})}, text + "y\n"},
		"into an empty file":               {"", []harness.Edit{hunk("", "y\n", harness.Hunk{})}, "y\n"},
		"a last line without its end":      {"a\nb", []harness.Edit{hunk("b\n", "c\n", harness.Hunk{})}, "a\nc\n"},
		"after a line without its end":     {"a", []harness.Edit{hunk("", "b\n", harness.Hunk{})}, "a\nb\n"},
		"an end that is removed":           {"a\nb\n", []harness.Edit{hunk("b\n", "c", harness.Hunk{Line: 2})}, "a\nc"},
		"white space at the end":           {"a  \nb\n", []harness.Edit{hunk("a\n", "c\n", harness.Hunk{})}, "c\nb\n"},
		"white space around":               {"\ta\nb\n", []harness.Edit{hunk("a \n", "c\n", harness.Hunk{})}, "c\nb\n"},
		"CRLF":                             {"a\r\nb\r\n", []harness.Edit{hunk("a\n", "c\n", harness.Hunk{})}, "c\nb\r\n"},
		"a part of a line":                 {"ab\n", []harness.Edit{hunk("b\n", "c\n", harness.Hunk{})}, ""},
		"a replacement among hunks":        {text, []harness.Edit{hunk("a\n", "b\n", harness.Hunk{}), {Old: "x", New: "y"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := apply(c.text, c.edits)
			require.Equal(t, c.want != "", ok)
			require.Equal(t, c.want, got)
		})
	}
}

func TestApplyPatchIsBounded(t *testing.T) {
	many := make([]harness.Edit, maxHunks+1)
	for i := range many {
		many[i] = hunk("", "x\n", harness.Hunk{})
	}
	_, ok := apply("", many)
	require.False(t, ok, "too many hunks")
	_, ok = apply(strings.Repeat("x\n", 1000), []harness.Edit{hunk("", strings.Repeat("y", maxCapture)+"\n", harness.Hunk{})})
	require.False(t, ok, "too long a text")
}

// TestEditsOfOneWriteAreBounded checks that no list of edits, however short, reads the text more than a bounded
// number of times, and that long but valid ones apply.
func TestEditsOfOneWriteAreBounded(t *testing.T) {
	indented := strings.Repeat("  a\n", maxCapture/4)
	var flips, tops, misses, long []harness.Edit
	for i := range 1000 {
		from, to := "a", "b"
		if i%2 > 0 {
			from, to = to, from
		}
		flips = append(flips, harness.Edit{Old: from, New: to, ReplaceAll: true})
		tops = append(tops, hunk("z\n", "z\n", harness.Hunk{Top: true}))
		misses = append(misses, hunk("a\n", "a\n", harness.Hunk{}))
		long = append(long, hunk("a\n", "b\n", harness.Hunk{Line: 200*i + 1}))
	}
	for name, c := range map[string]struct {
		text  string
		edits []harness.Edit
		want  bool
	}{
		"replacements of all":        {strings.Repeat("a", maxCapture), flips, false},
		"lines to come after":        {indented, []harness.Edit{hunk("  a\n", "b\n", harness.Hunk{After: slices.Repeat([]string{"a"}, 200_000)})}, false},
		"searches from the top":      {indented[4:] + "z\n", tops, false},
		"searches to the end":        {indented, misses, false},
		"a thousand numbered hunks":  {indented, long, true},
		"a thousand small changes":   {strings.Repeat("a", 10_000), flips, true},
		"a thousand hunks in a text": {strings.Repeat("  a\n", 2000), misses, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := apply(c.text, c.edits)
			require.Equal(t, c.want, ok)
		})
	}
}
