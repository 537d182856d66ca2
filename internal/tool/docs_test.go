package tool

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
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

// The page lists every library.
func TestAuthoring_page_lists_the_libraries(t *testing.T) {
	page, err := os.ReadFile("../../docs/tool-libraries.md")
	require.NoError(t, err)
	for _, l := range kit.All() {
		require.True(t, strings.Contains(string(page), "`"+l.Name()+"`"), "docs/tool-libraries.md does not list %s", l.Name())
	}
}
