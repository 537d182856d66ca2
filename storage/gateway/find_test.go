package gateway_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/storage/gateway"
)

func TestFind(t *testing.T) {
	program := func(t *testing.T, mode os.FileMode) string {
		path := filepath.Join(t.TempDir(), gateway.Program)
		require.NoError(t, os.WriteFile(path, nil, mode))
		return path
	}
	runnable, plain := program(t, 0o755), program(t, 0o644)
	beside := filepath.Join(filepath.Dir(runnable), "vitrine")
	alone := filepath.Join(t.TempDir(), "vitrine")
	for name, c := range map[string]struct{ set, self, path, want string }{
		"the one that is set":            {runnable, alone, "", runnable},
		"the one beside the program":     {"", beside, "", runnable},
		"the one on PATH":                {"", alone, filepath.Dir(runnable), runnable},
		"nowhere":                        {"", alone, "", ""},
		"a set path that does not exist": {alone, beside, "", ""},
		"a file that cannot be executed": {plain, beside, "", ""},
		"a plain file beside":            {"", filepath.Join(filepath.Dir(plain), "vitrine"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PATH", c.path)
			got, err := gateway.Find(c.set, c.self)
			require.Equal(t, c.want, got)
			if c.want == "" {
				require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
				require.NotEmpty(t, fault.As(err).Remedies)
				return
			}
			require.NoError(t, err)
		})
	}
}
