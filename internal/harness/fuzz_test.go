package harness_test

import (
	"testing"

	"vitrine/internal/harness"
)

func FuzzClaude(f *testing.F) { fuzz(f, "claude") }

func FuzzACP(f *testing.F) { fuzz(f, "acp") }

func FuzzShell(f *testing.F) { fuzz(f, "shell") }

// fuzz holds that a reader takes any bytes, and that what it gives is whole: an outcome, and a path or a call.
func fuzz(f *testing.F, name string) {
	reader, _ := harness.Find(name)
	for _, c := range load(f, name).Cases {
		f.Add([]byte(c.Record))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		whole(t, reader.Read(record))
	})
}

// whole fails on half a write.
func whole(t *testing.T, writes []harness.Write) {
	for _, w := range writes {
		if w.Outcome == "" || w.Path == "" && w.CallID == "" || w.Path != "" && w.Op == "" {
			t.Fatalf("half a write: %+v", w)
		}
	}
}
