package plain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRequiredText(t *testing.T) {
	for pattern, want := range map[string]string{
		"error": "error", "^error: .*$": "error: ", "(a|b)lpha": "lpha", "(?i)error": "", "a?": "", "[ab]+": "", "(needle)+x": "needle", "x{0,3}yes": "yes",
	} {
		re, err := Compile(pattern, "")
		require.NoError(t, err)
		require.Equal(t, want, requiredText(re), pattern)
	}
}
