package observer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompareEveryForm checks that a record is found again in every form of file.
func TestCompareEveryForm(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ file, text string }{
		"lines":                     {"log.jsonl", "{\"a\":1}\n{\"a\":2}\n"},
		"lines without extension":   {"log", "{\"a\":1}\n{\"a\":2}\n"},
		"a document of many values": {"acp/log.json", "{\n \"args\": [\n  {\"a\": 1}\n ]\n}\n{\"args\": [{\"a\": 2}]}\n"},
		"a chat of Gemini CLI":      {filepath.Join(geminiProject, "chats", "session-1.json"), `{"sessionId":"g","messages":[{"a":1},{"a":2}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, c.file)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			read := map[string]int64{}
			_, err := sourceOf(File{Path: path, Form: formOf(path)}).read(t.Context(), func(record []byte, offset int64) bool {
				read[hashOf(record)] = offset
				return false
			})
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(read), 2)
			for hash, offset := range read {
				require.Equal(t, OK, compare(t.Context(), path, &offset, hash))
				require.Equal(t, OK, compare(t.Context(), path, nil, hash))
			}
			require.NotEqual(t, OK, compare(t.Context(), path, nil, strings.Repeat("0", 64)))
		})
	}
}
