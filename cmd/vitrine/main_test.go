package main

import (
	"context"
	"os"
	"testing"

	"vitrine/internal/testkit"
	"vitrine/storage/gateway"
)

// TestMain lets this test binary be its own gateway child, as the command is, and the observing command itself.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == gateway.Verb {
		if gateway.Serve(context.Background()) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "observe" { // so that a test can kill the command
		main()
		os.Exit(0)
	}
	testkit.Main(m)
}
