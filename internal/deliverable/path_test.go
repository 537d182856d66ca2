package deliverable_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vitrine/internal/deliverable"
)

func TestLocate(t *testing.T) {
	for name, c := range map[string]struct{ host, cwd, path, key string }{
		"absolute":                             {"pi", "/x", "/w/a.md", "pi:/w/a.md"},
		"local is not a name":                  {"local", "", "/w/a.md", ":/w/a.md"},
		"relative":                             {"", "/w/app/", "docs/a.md", ":/w/app/docs/a.md"},
		"relative without a cwd":               {"", "", "./docs//a.md", ":docs/a.md"},
		"relative to a relative cwd":           {"", "app", "a.md", ":a.md"},
		"dots":                                 {"", "", "/w/docs/../docs/./a.md", ":/w/docs/a.md"},
		"above the root":                       {"", "", "/../../a.md", ":/a.md"},
		"spaces around":                        {"", "", "  /w/a.md \n", ":/w/a.md"},
		"slash at the end":                     {"", "", "/w/d/", ":/w/d"},
		"home":                                 {"", "/w", "~/docs/../a.md", ":~/a.md"},
		"a name that starts with a tilde":      {"", "/w", "~a.md", ":/w/~a.md"},
		"drive":                                {"", "/w", `c:\w\.\x\..\a.md`, `:C:\w\a.md`},
		"drive with slashes":                   {"", "", "C:/w/a.md", `:C:\w\a.md`},
		"relative on a drive":                  {"", `C:\w`, `docs\a.md`, `:C:\w\docs\a.md`},
		"share":                                {"", "", `\\box\share\..\share\a.md`, `:\\box\share\a.md`},
		"a backslash is an ordinary character": {"", "/w", `a\b.md`, `:/w/a\b.md`},
		"a drive alone is not a drive":         {"", "/w", "C:a.md", ":/w/C:a.md"},
		"other characters stay":                {"", "", "/w/文档 1.md", ":/w/文档 1.md"},
		"case stays":                           {"", "", "/w/A.md", ":/w/A.md"},
	} {
		t.Run(name, func(t *testing.T) {
			place, ok := deliverable.Locate(c.host, c.cwd, c.path)
			require.True(t, ok)
			require.Equal(t, c.key, place.Key())
		})
	}
}

func TestLocateRejects(t *testing.T) {
	for _, path := range []string{"", "  \t", ".", "/w/\x00.md", "/" + strings.Repeat("p", 3000)} {
		_, ok := deliverable.Locate("", "", path)
		require.False(t, ok, path)
	}
	_, ok := deliverable.Locate("", "/"+strings.Repeat("d", 1990), "long-enough-to-cross.md")
	require.False(t, ok)
}

// TestLocateIsStable checks that locating an identity again returns the same identity.
func TestLocateIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a~./\\:C-]{0,12}`)
		place, ok := deliverable.Locate("", text.Draw(t, "cwd"), text.Draw(t, "path"))
		if !ok {
			return
		}
		again, ok := deliverable.Locate(place.Host, "", place.Path)
		if !ok || again != place {
			t.Fatalf("%q became %q", place.Path, again.Path)
		}
	})
}
