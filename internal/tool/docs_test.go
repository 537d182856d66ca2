package tool

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page about tool libraries shows the example of this package, so the example compiles and passes the conformance
// suite.
func TestAuthoring_page_shows_the_example(t *testing.T) {
	page, err := os.ReadFile("../../docs/tool-libraries.md")
	require.NoError(t, err)
	example, err := os.ReadFile("dotenv_example_test.go")
	require.NoError(t, err)
	require.Contains(t, string(page), "```go\n"+string(example)+"```\n")
	r, got := ask(t, "DotenvToolLibrary", "A=1\n# B=2\nAB = x=y\n", "get_settings", `{"prefix":"A"}`)
	require.True(t, r.Success, r.ErrorMessage)
	require.Equal(t, `{"settings":[{"name":"A","value":"1"},{"name":"AB","value":"x=y"}]}`, got)
}
