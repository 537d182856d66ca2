package remote

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// openOrMake opens the folder, and creates it if it does not exist.
func (j Job) openOrMake() (*os.Root, error) {
	if _, err := os.Stat(j.Dir); errors.Is(err, fs.ErrNotExist) && !j.DryRun {
		_ = os.MkdirAll(j.Dir, 0o755) //nolint:gosec,errcheck // opening it reports the error
	}
	return j.open()
}

// written writes files one after the other, each atomically.
func written(root *os.Root, files map[string][]byte) error {
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(root, file, files[file]); err != nil {
			return fault.Invalid("dir", "The file %s cannot be written: %s.", file, cause(err)).Because(err)
		}
	}
	return nil
}

func writeFile(root *os.Root, file string, content []byte) error {
	mode := fs.FileMode(0o644)
	if known, err := root.Stat(file); err == nil {
		mode = known.Mode().Perm()
	}
	if dir := path.Dir(file); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	beside := path.Join(path.Dir(file), "."+strings.TrimPrefix(path.Base(file), ".")+".new")
	if err := root.WriteFile(beside, content, mode); err != nil {
		return err
	}
	return root.Rename(beside, file)
}
