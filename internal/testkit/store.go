package testkit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

var builtStore = sync.OnceValues(buildStore)

// Store returns the path of vitrine-store, the program of the private store: VITRINE_STORE_BIN when it is set, else one
// built from this module, which is fast when nothing has changed.
func Store(t testing.TB) string {
	t.Helper()
	if set := os.Getenv("VITRINE_STORE_BIN"); set != "" {
		return set
	}
	path, err := builtStore()
	require.NoError(t, err, "build vitrine-store")
	return path
}

// buildStore builds into .cache of the module under a lock: test binaries run in parallel and share the result.
func buildStore() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(root)), ".cache", "testkit")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	path := filepath.Join(dir, "vitrine-store")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, "vitrine/cmd/vitrine-store").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
}

// lock waits for the lock at path; the returned function releases it.
func lock(path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}
