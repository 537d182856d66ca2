package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/harness"
	"vitrine/internal/observer"
)

// observeFlags are the flags of observe and of check.
type observeFlags struct {
	job      observer.Job
	client   client.Client
	format   string
	since    string
	host     string
	offline  bool
	progress bool
	timeout  time.Duration
}

// observeCommand returns `vitrine observe`: it sends the writes of this machine's harnesses to a server, or lists them
// here.
func observeCommand() *cobra.Command {
	f := &observeFlags{}
	cmd := &cobra.Command{
		Use:   "observe [PATH…]",
		Short: "Send the writes of this machine's agents to a server, or list them without one",
		Long: `Read the sessions that Claude Code, Codex, Gemini and OpenCode store on this machine, and send their writes to a server:
one conversation per session, with the files of its subagents. Without PATH the folders of all of them are read; a PATH is a
session file or a folder of them.

Only writes are sent: paths, sizes, line counts, calls and their outcomes, and the text of documents. Prompts, answers, the
text of code, of .env and of key files never leave this machine. The server knows how far each file has been read, so the
command can be stopped and started at any time.

With --offline nothing is sent: the deliverables are computed here and written as a table, JSON or Markdown.

Exit codes: 0 done; 1 a path, a flag or the key is invalid, or the server did not accept a session; 3 the server does not
answer.`,
		Example: "  vitrine observe --follow\n" +
			"  vitrine observe --since 24h --format json\n" +
			"  vitrine observe --offline ~/.claude/projects/-home-me-app --format markdown",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.observe(cmd, args) },
	}
	f.serverFlags(cmd)
	f.formatFlag(cmd, "text, json or markdown (markdown with --offline)", []string{"text", "json", "markdown"})
	flags := cmd.Flags()
	flags.BoolVar(&f.job.Follow, "follow", false, "continue with new records until interrupted")
	flags.BoolVar(&f.offline, "offline", false, "use no server: compute the deliverables here and show them")
	flags.StringVar(&f.job.Harness, "harness", "", "read all files as sessions of this harness: "+strings.Join(harness.Names(), ", ")+" (default: recognised by folder and first records)")
	flags.StringVar(&f.since, "since", "", "only files changed since this time: 36h, 2026-05-28 or an RFC 3339 time")
	flags.StringVar(&f.host, "host", "", "name of this machine in the identity of files (default: its host name; - means the server's own)")
	flags.StringVar(&f.job.ProjectID, "project", "", "project of the conversations that are started")
	flags.StringVar(&f.job.ConversationID, "conversation", "", "conversation that receives the records of the only session found")
	flags.DurationVar(&f.job.Patience, "wait", 30*time.Second, "how long to wait for a server that does not answer; without limit with --follow")
	flags.BoolVar(&f.progress, "progress", true, "show progress on a terminal")
	flags.IntSliceVar(&f.job.Services, "services", nil, "with --follow: ids of processes whose children's listening ports are reported as services")
	_ = cmd.RegisterFlagCompletionFunc("harness", cobra.FixedCompletions(harness.Names(), cobra.ShellCompDirectiveNoFileComp))
	cmd.AddCommand(checkCommand())
	return cmd
}

// serverFlags adds the flags of the commands that use a server.
func (f *observeFlags) serverFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.client.URL, "url", "", "URL of the server (default VITRINE_URL, else http://localhost:8080)")
	flags.StringVar(&f.client.Key, "key", "", "API key of the user whose sessions they are (default VITRINE_KEY, which other users of the machine cannot see)")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "how long to wait for each answer of the server")
}

func (f *observeFlags) formatFlag(cmd *cobra.Command, usage string, formats []string) {
	cmd.Flags().StringVar(&f.format, "format", string(observer.Text), usage)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

func (f *observeFlags) observe(cmd *cobra.Command, paths []string) error {
	if err := f.complete(cmd, paths); err != nil {
		return err
	}
	if f.offline {
		return ended(f.job.Offline(cmd.Context()))
	}
	return ended(f.job.Observe(cmd.Context()))
}

// ended returns nil for the end of a command that the user interrupted.
func ended(err error) error {
	if err == context.Canceled { //nolint:errorlint // a fault that wraps it has its own message
		return nil
	}
	return err
}

// complete sets what comes from the environment of the command.
func (f *observeFlags) complete(cmd *cobra.Command, paths []string) (err error) {
	j := &f.job
	j.Paths, j.Format, j.Out, j.Client, j.Env = paths, observer.Format(f.format), cmd.OutOrStdout(), &f.client, os.Getenv
	j.Say = func(sentence string) { _, _ = fmt.Fprintln(cmd.ErrOrStderr(), "vitrine: "+sentence) }
	f.client.URL = firstOf(f.client.URL, os.Getenv("VITRINE_URL"), "http://localhost:8080")
	f.client.Key = firstOf(f.client.Key, os.Getenv("VITRINE_KEY"))
	f.client.HTTP = &http.Client{Timeout: f.timeout}
	if err := f.refuse(); err != nil {
		return err
	}
	if j.Since, err = since(f.since, time.Now()); err != nil {
		return err
	}
	if j.Home, err = os.UserHomeDir(); err != nil && len(paths) == 0 {
		return fault.Invalid("path", "The home folder is unknown.").Try("Set HOME, or name the folder of the sessions.").Because(err)
	}
	if j.Host, err = hostName(f.host); err != nil {
		return err
	}
	if j.Follow {
		j.Patience = 0
	}
	if f.progress && onTerminal(cmd.ErrOrStderr()) {
		j.Progress = progressOf(cmd)
	}
	return nil
}

// refuse returns an error for invalid combinations of flags.
func (f *observeFlags) refuse() error {
	j := &f.job
	switch {
	case !slices.Contains(observer.Formats, j.Format):
		return fault.Invalid("format", "%q is not a known format.", f.format).Try("Use text, json or markdown.")
	case j.Format == observer.Markdown && !f.offline:
		return fault.Invalid("format", "The format markdown needs --offline.").Try("Add --offline, or use text or json.")
	case f.offline && j.Follow:
		return fault.Invalid("offline", "--offline and --follow cannot be combined.").Try("Leave out --offline or --follow.")
	case len(j.Services) > 0 && !j.Follow:
		return fault.Invalid("services", "--services needs --follow, because ports are watched while sessions are followed.").Try("Add --follow.")
	}
	return nil
}

// since parses a time: a duration before now, a day, or a time in RFC 3339. The empty string is the zero time.
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fault.Invalid("since", "%q is not a valid time.", text).Try("Use a duration (36h), a day (2026-05-28) or an RFC 3339 time.")
}

// hostName returns the name of this machine in the identity of files.
func hostName(given string) (string, error) {
	switch given {
	case "-":
		return "", nil
	case "":
		name, err := os.Hostname()
		if err != nil {
			return "", fault.Invalid("host", "The host name of this machine is unknown.").Try("Set --host.").Because(err)
		}
		return name, nil
	}
	return given, nil
}

func progressOf(cmd *cobra.Command) func(string) {
	return func(what string) {
		if what != "" {
			what += " …"
		}
		_, _ = fmt.Fprint(cmd.ErrOrStderr(), "\r\x1b[K"+what)
	}
}
