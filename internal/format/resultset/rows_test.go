package resultset

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 701: "ZZ", 702: "AAA"} {
		require.Equal(t, want, letters(n))
	}
}
