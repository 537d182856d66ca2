package tool

import (
	"os"
	"path/filepath"
)

// testCompilationCache keeps PDFium's compiled code between test runs, so that only the first pays for it.
func testCompilationCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "vitrine", "wasm")
}
