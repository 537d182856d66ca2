// Command vitrine is the server and its tools: one verb per file, wired by hand in app.go.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"vitrine/internal/fault"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

// Exit codes, the same for every command.
const (
	exitInvalid     = 1 // the input or the settings are invalid
	exitConflict    = 2 // the present state does not allow it
	exitUnreachable = 3 // a dependency does not answer
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := root().ExecuteContext(ctx); err != nil {
		stop()
		os.Exit(report(err))
	}
}

func root() *cobra.Command {
	c := &cobra.Command{
		Use: "vitrine", Short: "The artifact backend of AI chat and agent products", Version: version,
		SilenceUsage: true, SilenceErrors: true,
	}
	c.AddCommand(serveCommand(), migrateCommand(), syncCommand(), observeCommand(), demoCommand(), versionCommand())
	return c
}

// report prints an error with its remedies and returns the exit code.
func report(err error) int {
	fmt.Fprintln(os.Stderr, "vitrine: "+err.Error())
	f := fault.As(err)
	if f == nil {
		return exitInvalid
	}
	for _, remedy := range f.Remedies {
		fmt.Fprintln(os.Stderr, "  → "+remedy)
	}
	switch f.Code {
	case fault.CodeConflict:
		return exitConflict
	case fault.CodeUnavailable:
		return exitUnreachable
	}
	return exitInvalid
}
