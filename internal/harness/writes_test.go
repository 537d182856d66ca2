package harness_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
)

// TestWritesOfEveryHarness checks that the writes of every reader survive encoding and parsing.
func TestWritesOfEveryHarness(t *testing.T) {
	for _, name := range harness.Names() {
		reader, _ := harness.Find(name)
		for _, c := range load(t, name).Cases {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				found := reader.Read(c.Record)
				sent, err := json.Marshal(found)
				require.NoError(t, err)
				got, ok := harness.Writes(sent)
				require.Equal(t, found != nil, ok)
				require.Equal(t, found, got)
			})
		}
	}
}

func TestWritesRejects(t *testing.T) {
	for name, record := range map[string]string{
		"not valid JSON":           `[{`,
		"not a list":               `{"path":"/a","op":"WRITE","outcome":"done"}`,
		"nothing":                  `null`,
		"no outcome":               `[{"path":"/a","op":"WRITE"}]`,
		"an unknown outcome":       `[{"path":"/a","op":"WRITE","outcome":"maybe"}]`,
		"a path without operation": `[{"path":"/a","outcome":"done"}]`,
		"a server's operation":     `[{"path":"/a","op":"PUBLISH","outcome":"done"}]`,
		"a file that is presented": `[{"path":"/a","op":"PRESENT","outcome":"done"}]`,
		"neither path nor call":    `[{"outcome":"done"}]`,
		"a move without origin":    `[{"path":"/a","op":"MOVE","outcome":"done"}]`,
		"a folder and a path":      `[{"path":"/a","op":"WRITE","cwd":"/w","stands":true,"outcome":"done"}]`,
		"a negative size":          `[{"path":"/a","op":"WRITE","outcome":"done","bytes":-1}]`,
		"a size out of range":      `[{"path":"/a","op":"WRITE","outcome":"done","bytes":1e30}]`,
		"a negative line count":    `[{"path":"/a","op":"WRITE","outcome":"done","added":-1}]`,
		"a line count too large":   `[{"path":"/a","op":"WRITE","outcome":"done","removed":3000000000}]`,
		"one invalid write of two": `[{"callId":"c","outcome":"done"},{"outcome":"done"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			writes, ok := harness.Writes([]byte(record))
			require.False(t, ok)
			require.Empty(t, writes)
		})
	}
}

func FuzzWrites(f *testing.F) {
	f.Add([]byte(`[{"path":"/a","op":"WRITE","outcome":"done","bytes":1,"content":"x"},{"callId":"c","outcome":"failed"}]`))
	f.Fuzz(func(t *testing.T, record []byte) {
		writes, _ := harness.Writes(record)
		requireComplete(t, writes)
	})
}
