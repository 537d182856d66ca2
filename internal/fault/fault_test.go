package fault

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestNew_long checks that a sentence with a long value is cut, and never within a character.
func TestNew_long(t *testing.T) {
	for _, sent := range []string{strings.Repeat("x", 3<<20), strings.Repeat("é", 1<<20), "a" + strings.Repeat("é", 1<<20)} {
		message := Invalid("name", "There is not a tool %q.", sent).Error()
		require.LessOrEqual(t, len(message), maxSentence+len("…"))
		require.True(t, utf8.ValidString(message))
		require.True(t, strings.HasSuffix(message, "…"))
	}
	require.Equal(t, "There is no such file.", NotFound("file").Error())
}

// TestFault_cause checks that the cause is for logs and not part of the sentence.
func TestFault_cause(t *testing.T) {
	boom := errors.New("password=hunter2")
	f := Conflict("It is busy.").Because(boom)
	require.ErrorIs(t, f, boom)
	require.Equal(t, "It is busy.", f.Error())
}
