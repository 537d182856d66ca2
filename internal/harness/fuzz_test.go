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

// fuzz checks that a reader accepts any bytes, and that the writes it returns are complete: an outcome, and a path, a
// call or feed defaults.
func fuzz(f *testing.F, name string) {
	reader, _ := harness.Find(name)
	for _, c := range load(f, name).Cases {
		f.Add([]byte(c.Record))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		requireComplete(t, reader.Read(record))
	})
}

// requireComplete fails on an incomplete write, and on texts that a database rejects.
func requireComplete(t *testing.T, writes []harness.Write) {
	for _, w := range writes {
		if w.Outcome == "" || w.Path == "" && w.CallID == "" && !w.FeedDefaults || w.Path != "" && w.Op == "" || w.Op == models.OpMove && w.From == "" {
			t.Fatalf("incomplete write: %+v", w)
		}
		for _, text := range []string{w.Path, w.From, w.CallID, w.Cwd, w.Helper} {
			if !utf8.ValidString(text) {
				t.Fatalf("%q is not valid UTF-8; a database rejects it", text)
			}
		}
	}
}
