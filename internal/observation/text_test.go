package observation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

func TestTextAfter(t *testing.T) {
	known := func(content string) text { return text{content: &content} }
	whole, before := "whole", "one two"
	edit := func(pairs ...string) harness.Write {
		w := harness.Write{Op: models.OpEdit}
		for i := 0; i < len(pairs); i += 2 {
			w.Edits = append(w.Edits, harness.Edit{Old: pairs[i], New: pairs[i+1]})
		}
		return w
	}
	all := edit("a", "b")
	all.Edits[0].ReplaceAll = true
	born := edit("", "new")
	born.Op = models.OpWrite
	withBefore := edit("one", "1")
	withBefore.Before = &before
	for name, c := range map[string]struct {
		known   text
		write   harness.Write
		content string
		remark  string
	}{
		"whole":                         {known("old"), harness.Write{Op: models.OpWrite, Content: &whole}, "whole", ""},
		"edits in turn":                 {known("a b"), edit("a", "c", "c b", "d"), "d", ""},
		"all":                           {known("a a"), all, "b b", ""},
		"new by an edit":                {text{}, born, "new", ""},
		"the record has what was there": {known("else"), withBefore, "1 two", ""},
		"old text is not there":         {known("x"), edit("a", "b"), "x", remarkUnapplied},
		"old text is ambiguous":         {known("a a"), edit("a", "b"), "a a", remarkUnapplied},
		"one of two fails":              {known("a"), edit("a", "b", "x", "y"), "a", remarkUnapplied},
		"nothing is reported":           {known("a"), harness.Write{Op: models.OpEdit}, "a", remarkUnknown},
		"a gap before it":               {text{content: &before, remark: remarkUnknown}, edit("one", "1"), "1 two", remarkContinuing},
		"too long by replacement":       {known(strings.Repeat("a", 5000)), edit("", "x"), strings.Repeat("a", 5000), remarkUnapplied},
	} {
		t.Run(name, func(t *testing.T) {
			after, ok := c.known.after(c.write)
			require.True(t, ok)
			require.Equal(t, c.content, *after.content)
			require.Equal(t, c.remark, after.remark)
		})
	}
	_, ok := text{}.after(edit("a", "b"))
	require.False(t, ok, "an unknown text stays unknown")

	bomb := edit("a", strings.Repeat("b", 1000))
	bomb.Edits[0].ReplaceAll = true
	after, _ := known(strings.Repeat("a", 5000)).after(bomb)
	require.Equal(t, remarkUnapplied, after.remark, "a replacement may not grow without bound")
}
