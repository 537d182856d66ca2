package main

import (
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/client"
	"vitrine/internal/demo"
)

// demoCommand returns `vitrine demo`: a conversation with real files, played against a running server.
func demoCommand() *cobra.Command {
	server := &client.Client{HTTP: &http.Client{Timeout: time.Minute}}
	play := &demo.Play{Client: server}
	cmd := &cobra.Command{
		Use: "demo", Short: "Play a conversation with real files against a running server", Args: cobra.NoArgs,
		Long: `Play a conversation with real files against a running server: uploads, a report that an agent writes and edits, a
subagent's chart, a published page, a program that listens and stops, a user's own edit, a hand-over and a turn's output.

The conversations are new and owned by the key's user; delete them in the admin. With --pace you can watch the chip change.

Exit codes: 0 done, 1 the key or a flag is invalid, 3 the server does not answer.`,
		Example: "  vitrine demo --pace 2s",
		RunE: func(cmd *cobra.Command, _ []string) error {
			server.URL = firstOf(server.URL, os.Getenv("VITRINE_URL"), "http://localhost:8080")
			server.Key = firstOf(server.Key, os.Getenv("VITRINE_KEY"), os.Getenv("VITRINE_ADMIN_KEY"))
			play.Out, play.Admin = cmd.OutOrStdout(), strings.TrimSuffix(strings.TrimSuffix(server.URL, "/"), "/graphql")
			return play.Run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&server.URL, "url", "", "URL of the server (default VITRINE_URL, else http://localhost:8080)")
	cmd.Flags().StringVar(&server.Key, "key", "", "API key that may run turns (default VITRINE_KEY, else VITRINE_ADMIN_KEY)")
	cmd.Flags().DurationVar(&play.Pace, "pace", 0, "how long to wait between two steps")
	return cmd
}
