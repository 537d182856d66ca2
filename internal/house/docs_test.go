package house

import (
	"os"
	"path/filepath"
	"regexp"
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

var (
	citedTest    = regexp.MustCompile(`\bTest[A-Z]\w*`)
	declaredTest = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestDocs_cite_tests_that_exist checks the names of tests in docs/bad-inputs.md, so that a renamed test is renamed
// there too.
func TestDocs_cite_tests_that_exist(t *testing.T) {
	declared := map[string]bool{}
	root := filepath.Join("..", "..")
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "data") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.Clean(path))
		for _, m := range declaredTest.FindAllSubmatch(text, -1) {
			declared[string(m[1])] = true
		}
		return err
	}))
	page, err := os.ReadFile(filepath.Join(root, "docs", "bad-inputs.md"))
	require.NoError(t, err)
	cited := citedTest.FindAllString(string(page), -1)
	require.NotEmpty(t, cited)
	for _, name := range cited {
		require.True(t, declared[name], "docs/bad-inputs.md cites %s, which does not exist", name)
	}
}
