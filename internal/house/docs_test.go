package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/internal/provider"
	"vitrine/internal/tool"
)

// TestDocs_name_every_member holds that the page of each family names each of its members, as `name` in code.
func TestDocs_name_every_member(t *testing.T) {
	libraries := []string{}
	for _, l := range tool.All() {
		libraries = append(libraries, l.Name())
	}
	for page, members := range map[string][]string{
		"harnesses.md":      harness.Names(),
		"tool-libraries.md": libraries,
		"providers.md":      provider.Names(),
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		require.NoError(t, err)
		require.NotEmpty(t, members)
		for _, name := range members {
			require.True(t, strings.Contains(string(text), "`"+name+"`"), "docs/%s does not name %s", page, name)
		}
	}
}
