package tool

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

const poem = "# Title\n\nfirst line\r\nsecond line\n```\n# no heading\n```\n\nUnder\n-----\nlast line"

func TestText(t *testing.T) {
	tests := []struct{ name, content, tool, input, want string }{
		{"lines have no line breaks", poem, "get_lines", `{"start":2,"count":2}`, `{"lineCount":11,"lines":[{"lineNumber":2,"text":"first line"},{"lineNumber":3,"text":"second line"}]}`},
		{"lines past the end", poem, "get_lines", `{"start":99}`, `{"lineCount":11,"lines":[]}`},
		{"head", poem, "head", `{"count":1}`, `{"lineCount":11,"lines":[{"lineNumber":0,"text":"# Title"}]}`},
		{"tail", poem, "tail", `{"count":1}`, `{"lineCount":11,"lines":[{"lineNumber":10,"text":"last line"}]}`},
		{"tail of a short text", "a\n", "tail", `{}`, `{"lineCount":1,"lines":[{"lineNumber":0,"text":"a"}]}`},
		{"outline", poem, "outline", `{}`, `{"headingCount":2,"headings":[{"level":1,"title":"Title","lineNumber":0},{"level":2,"title":"Under","lineNumber":8}]}`},
		{"outline without headings", "a,b\n1,2\n", "outline", `{}`, `{"headingCount":0,"headings":[]}`},
		{"count", "one two\nthree", "count", `{}`, `{"bytes":13,"characters":13,"encoding":"utf-8","lines":2,"words":3}`},
		{"count of nothing", "", "count", `{}`, `{"bytes":0,"characters":0,"encoding":"utf-8","lines":0,"words":0}`},
		{"grep for a required text", poem, "grep", `{"pattern":"(first|last) line$"}`, `{"matches":[{"lineNumber":2,"text":"first line"},{"lineNumber":10,"text":"last line"}]}`},
		{"grep by classes", poem, "grep", `{"pattern":"^[fl]..st"}`, `{"matches":[{"lineNumber":2,"text":"first line"}]}`},
		{"grep ignores case with the flag i", poem, "grep", `{"pattern":"TITLE","flags":"gi"}`, `{"matches":[{"lineNumber":0,"text":"# Title"}]}`},
		{"grep shows context lines", "a\nb\nc\n", "grep", `{"pattern":"b","context":1}`, `{"matches":[{"lineNumber":1,"text":"b","before":["a"],"after":["c"]}]}`},
		{"grep finds a line once", "xx yy xx\nxx", "grep", `{"pattern":"xx"}`, `{"matches":[{"lineNumber":0,"text":"xx yy xx"},{"lineNumber":1,"text":"xx"}]}`},
		{"full", "a\"b", "get_full", ``, `{"content":"a\"b","encoding":"utf8","sizeBytes":3}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "text", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.want, got)
			require.Empty(t, r.NextCursor)
		})
	}
}

func TestText_encodings(t *testing.T) {
	units := utf16.Encode([]rune("Grüße, Welt"))
	var little, big strings.Builder
	for _, u := range units {
		little.Write([]byte{byte(u), byte(u >> 8)})
		big.Write([]byte{byte(u >> 8), byte(u)})
	}
	for name, content := range map[string]string{
		"utf-8": "Grüße, Welt", "utf-8 with mark": "\xEF\xBB\xBFGrüße, Welt", "windows-1252": "Gr\xfc\xdfe, Welt",
		"utf-16le": "\xFF\xFE" + little.String(), "utf-16be": "\xFE\xFF" + big.String(),
		"utf-16le without mark": little.String(), "utf-16be without mark": big.String(),
	} {
		t.Run(name, func(t *testing.T) {
			_, got := ask(t, "text", content, "head", `{}`)
			require.Contains(t, got, `"Grüße, Welt"`)
		})
	}
}

func TestText_patterns(t *testing.T) {
	for name, tt := range map[string]struct{ pattern, flags, says string }{
		"broken":       {"(", "", "missing closing"},
		"lookaround":   {"(?=a)", "", "RE2"},
		"unknown flag": {"a", "q", "flags"},
	} {
		t.Run(name, func(t *testing.T) {
			input, _ := json.Marshal(grepInput{Pattern: tt.pattern, Flags: tt.flags})
			r, _ := ask(t, "text", "aaa", "grep", string(input))
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestText_pages_reach_the_last_character(t *testing.T) {
	content := strings.Repeat("line of text number ✓ \"quoted\"\n", 3000)
	rt, doc, got := newTestRuntime(t, kit.Options{}), documentOf("big.log", []byte(content)), strings.Builder{}
	call := kit.Call{Tool: "get_full"}
	for {
		r := kit.Find("text").Invoke(t.Context(), rt, doc, call)
		require.True(t, r.Success, r.ErrorMessage)
		got.WriteString(r.Data.(kit.Fields)["content"].(string))
		if call.Cursor = r.NextCursor; call.Cursor == "" {
			break
		}
	}
	require.Equal(t, content, got.String())
}

func TestCursor_belongs_to_its_call(t *testing.T) {
	rt, doc := newTestRuntime(t, kit.Options{}), documentOf("big", []byte(strings.Repeat("a line\n", 9000)))
	l := kit.Find("text")
	first := l.Invoke(t.Context(), rt, doc, kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"line"}`)})
	require.NotEmpty(t, first.NextCursor)
	for name, tt := range map[string]struct {
		doc  kit.Document
		call kit.Call
		ok   bool
	}{
		"same call":            {doc, kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"line"}`)}, true},
		"same call, rewritten": {doc, kit.Call{Tool: "grep", Input: json.RawMessage(` { "pattern" : "line" } `)}, true},
		"other input":          {doc, kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"a"}`)}, false},
		"other tool":           {doc, kit.Call{Tool: "get_full"}, false},
		"other document":       {documentOf("x", []byte(strings.Repeat("a line\n", 9001))), kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"line"}`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			tt.call.Cursor = first.NextCursor
			require.Equal(t, tt.ok, l.Invoke(t.Context(), rt, tt.doc, tt.call).Success)
		})
	}
	inside := kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"line","cursor":"` + first.NextCursor + `"}`)}
	require.True(t, l.Invoke(t.Context(), rt, doc, inside).Success, "the cursor may be in the input")
}

// The search that skips lines must find the same lines as a search line by line.
func TestGrep_finds_the_same_as_a_line_by_line_search(t *testing.T) {
	texts := map[string]string{
		"rare bytes": strings.Repeat("all the same here\n", 3000) + "a 7 here\n\nxylophone, Zebra\r\n" + strings.Repeat("all the same\n", 3000) + "8",
		"all bytes":  strings.Repeat("0123456789 abcdefghijklmnopqrstuvwxyz,.\n", 500), "empty lines": "\n\n\n7\n\n", "one line": "x7y", "no line": "", "Unicode": strings.Repeat("é ", 900) + "\n7é\nK\u212a\n",
	}
	for name, content := range texts {
		for _, pattern := range []string{
			"[0-9]", "[0-9]+ here", "xylo", "Zebra$", "^7", "7|8", "7|x*", "(7|xyl).*", "[7-9]é", "(?i)k", "(?i)zebra", "z?", "[^a-z]", "(x|y)(l|7)", "\\d{1,3}$", "é", "a{2,3}|7", "(?s)7.", "x7y", "same", "nowhere", "\\bhere\\b",
		} {
			re, err := plain.Compile(pattern, "")
			require.NoError(t, err)
			txt := plain.New([]byte(content), "utf-8", int64(len(content)))
			var want, got []int
			require.NoError(t, txt.Each(t.Context(), 0, txt.LineCount, func(n int, line []byte) bool {
				if re.Match(line) {
					want = append(want, n)
				}
				return true
			}))
			for first := 0; first < 3; first++ {
				got = nil
				require.NoError(t, txt.Grep(t.Context(), re, first, func(n int, _ []byte, at []int) bool { got = append(got, n); return at != nil }))
				from, _ := slices.BinarySearch(want, first)
				require.Equal(t, append([]int(nil), want[from:]...), got, "%s: %q from line %d", name, pattern, first)
			}
		}
	}
}

// hurried is a context whose deadline is always half a second away.
type hurried struct{ context.Context }

func (hurried) Deadline() (time.Time, bool) { return time.Now().Add(time.Second / 2), true }

// Near its deadline grep returns what it has found; the next call continues there.
func TestGrep_continues_after_a_deadline(t *testing.T) {
	content := strings.Repeat("0123456789\n", 5000) + "needle\n"
	rt, l, doc := newTestRuntime(t, kit.Options{}), kit.Find("text"), documentOf("a.txt", []byte(content))
	call := kit.Call{Tool: "grep", Input: json.RawMessage(`{"pattern":"^[^0-9]{6}$"}`)}
	ctx := hurried{t.Context()}
	pages := 0
	for ; ; pages++ {
		r := l.Invoke(ctx, rt, doc, call)
		require.True(t, r.Success, r.ErrorMessage)
		if call.Cursor = r.NextCursor; call.Cursor == "" {
			require.Len(t, r.Data.(kit.Fields)["matches"], 1)
			break
		}
	}
	require.Greater(t, pages, 1, "the search never paused")
}

func FuzzText(f *testing.F) {
	f.Add([]byte(poem), "l.ne")
	f.Add([]byte("\xff\xfea\x00"), "a")
	f.Fuzz(func(t *testing.T, content []byte, pattern string) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		input, _ := json.Marshal(grepInput{Pattern: pattern})
		for _, call := range []kit.Call{{Tool: "grep", Input: input}, {Tool: "outline"}, {Tool: "get_full"}, {Tool: "tail"}} {
			kit.Find("text").Invoke(t.Context(), rt, documentOf("f", content), call)
		}
	})
}

func BenchmarkGrep(b *testing.B) {
	content := []byte(strings.Repeat("2024-05-01 12:00:00 INFO something happened somewhere in the system\n", 100<<20/68))
	for name, pattern := range map[string]string{"literal": "never happened", "classes": `[0-9]{5}`, "nasty": `(a+)+$`} {
		b.Run(name, func(b *testing.B) {
			rt, doc := kit.NewRuntime(kit.Options{}), documentOf("big.log", content)
			input, _ := json.Marshal(grepInput{Pattern: pattern})
			call := kit.Call{Tool: "grep", Input: input}
			kit.Find("text").Invoke(b.Context(), rt, doc, call)
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				require.True(b, kit.Find("text").Invoke(b.Context(), rt, doc, call).Success)
			}
		})
	}
}
