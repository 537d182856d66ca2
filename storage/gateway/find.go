package gateway

import (
	"os"
	"os/exec"
	"path/filepath"

	"vitrine/internal/fault"
)

// Program is the name of the private store's program.
const Program = "vitrine-store"

// Find returns the path of the private store's program: the one that is set (VITRINE_STORE_BIN), else the one beside
// the program at self, else the one on PATH.
func Find(set, self string) (string, error) {
	if set != "" {
		if !isProgram(set) {
			return "", fault.Invalid("VITRINE_STORE_BIN", "%s is not an executable file.", set).
				Try("Set VITRINE_STORE_BIN to the path of " + Program + ", or remove it to search beside vitrine and on PATH.")
		}
		return filepath.Abs(set)
	}
	if beside := filepath.Join(filepath.Dir(self), Program); isProgram(beside) {
		return filepath.Abs(beside)
	}
	if path, err := exec.LookPath(Program); err == nil {
		return filepath.Abs(path)
	}
	return "", fault.Invalid("VITRINE_STORE_BIN", "The private store needs the program %s, which is neither beside %s nor on PATH.", Program, self).
		Try("Put " + Program + " beside vitrine (make build builds both), set VITRINE_STORE_BIN to its path, or set S3_ENDPOINT to use your own store.")
}

// isProgram reports whether path is a file that may be executed.
func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
