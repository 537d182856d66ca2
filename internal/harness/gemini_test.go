package harness_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGeminiTruncatedDisplay checks that a text which the recording may have truncated is not read as the file's text.
func TestGeminiTruncatedDisplay(t *testing.T) {
	record := func(text string) string {
		return `{"id":"m","type":"gemini","toolCalls":[{"id":"r1","name":"replace","args":{"file_path":"/a.md","old_string":"a","new_string":"b","allow_multiple":true},"status":"success",
			"resultDisplay":{"filePath":"/a.md","originalContent":"a","newContent":"` + text + `"}}]}`
	}
	short := read(t, "gemini", record("b"))
	require.Equal(t, "b", *short.Content)
	require.Empty(t, short.Edits)
	long := read(t, "gemini", record(strings.Repeat("b", 50_000)))
	require.Nil(t, long.Content)
	require.True(t, long.Edits[0].ReplaceAll)
}
