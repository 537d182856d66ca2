package main

import (
	"os"
	"testing"

	"vitrine/internal/testkit"
)

// TestMain lets this test binary run as the observe command too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "observe" { // so that a test can kill the command
		main()
		os.Exit(0)
	}
	testkit.Main(m)
}
