package harness_test

import (
	"testing"
	"unicode/utf8"

	"vitrine/internal/harness"
	"vitrine/models"
)

func FuzzClaude(f *testing.F) { fuzz(f, "claude") }

func FuzzACP(f *testing.F) { fuzz(f, "acp") }

func FuzzCodex(f *testing.F) { fuzz(f, "codex") }

func FuzzGemini(f *testing.F) { fuzz(f, "gemini") }

func FuzzOpenCode(f *testing.F) { fuzz(f, "opencode") }

func FuzzShell(f *testing.F) { fuzz(f, "shell") }

// fuzz holds that a reader takes any bytes, and that what it returns is whole: an outcome, and a path, a call or what
// stands.
func fuzz(f *testing.F, name string) {
	reader, _ := harness.Find(name)
	for _, c := range load(f, name).Cases {
		f.Add([]byte(c.Record))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		whole(t, reader.Read(record))
	})
}

// whole fails on half a write, and on texts that a database refuses.
func whole(t *testing.T, writes []harness.Write) {
	for _, w := range writes {
		if w.Outcome == "" || w.Path == "" && w.CallID == "" && !w.FeedDefaults || w.Path != "" && w.Op == "" || w.Op == models.OpMove && w.From == "" {
			t.Fatalf("half a write: %+v", w)
		}
		for _, text := range []string{w.Path, w.From, w.CallID, w.Cwd, w.Helper} {
			if !utf8.ValidString(text) {
				t.Fatalf("a database refuses %q", text)
			}
		}
	}
}
