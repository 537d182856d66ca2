package main

import (
	"github.com/spf13/cobra"

	"vitrine/internal/fault"
	"vitrine/internal/observer"
)

// checkCommand returns `vitrine observe check`: it checks the receipts of a deliverable's changes against its
// transcript.
func checkCommand() *cobra.Command {
	f := &observeFlags{}
	cmd := &cobra.Command{
		Use:   "check ID [PATH…]",
		Short: "Check the receipts of a deliverable's or a conversation's changes against the transcript",
		Long: `Check every change of a deliverable, or of all deliverables of a conversation, against the record of its receipt: the
record is read again at the position of the receipt, or in PATH (transcripts, or folders of them), and its sha256 is compared.
A record that has moved within its file is found by its sha256.

Exit codes: 0 every change with a receipt is confirmed; 1 one is not, or an argument or the key is invalid; 3 the server does
not answer.`,
		Example: "  vitrine observe check 019a0000-0000-7000-8000-000000000000\n  vitrine observe check <id> ~/.claude/projects --format json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format == string(observer.Markdown) {
				return fault.Invalid("format", "%q is not a known format.", f.format).Try("Use text or json.")
			}
			if err := f.complete(cmd, args[1:]); err != nil {
				return err
			}
			return f.job.Check(cmd.Context(), args[0])
		},
	}
	f.serverFlags(cmd)
	f.formatFlag(cmd, "text or json", []string{"text", "json"})
	return cmd
}
