package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"vitrine/internal/fault"
	"vitrine/internal/metasync/remote"
)

// syncCommand makes `vitrine sync`: metadata in a folder in git, pushed to a server.
func syncCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Keep artifact types, models, agents and projects in a folder in git",
		Long: `Keep artifact types, models, agents and projects in a folder in git.

Exit codes: 0 done or nothing to do, 1 the folder, the flags or the key are at fault, 2 somebody changed what
the push would overwrite, 3 the server does not answer.`,
	}
	cmd.AddCommand(syncPushCommand(), syncValidateCommand())
	return cmd
}

// syncFlags are the flags of the sync verbs.
type syncFlags struct {
	job     remote.Job
	client  remote.Client
	format  string
	ci      bool
	timeout time.Duration
}

func syncPushCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := &cobra.Command{
		Use: "push", Short: "Push a folder of metadata to a server, all or nothing", Args: cobra.NoArgs,
		Long: `Push a folder of metadata to a server, all or nothing.

The plan is shown first; exactly that plan is applied. Nothing is deleted because a file is gone: a record asks for
it with "deleteRecord": {"delete": true}. A second push of the same folder changes nothing.`,
		Example: "  vitrine sync push --dir metadata --include artifact-types --dry-run\n  vitrine sync push --dir metadata --ci --format json",
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.push(cmd) },
	}
	f.common(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.client.URL, "url", "", "address of the server (default VITRINE_URL, else http://localhost:8080)")
	flags.StringVar(&f.client.Key, "key", "", "API key of an editor (default VITRINE_KEY, which other users of the machine cannot see)")
	flags.StringVar(&f.job.Source, "source", "", "who pushes; conflicts are told from its last push (default: the folder's name with its parent's)")
	flags.BoolVar(&f.job.DryRun, "dry-run", false, "show the plan and change nothing")
	flags.BoolVar(&f.job.Force, "force", false, "overwrite what somebody changed since the last push")
	flags.BoolVar(&f.ci, "ci", false, "ask nothing")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how long to wait for each answer of the server")
	return cmd
}

func syncValidateCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := &cobra.Command{
		Use: "validate", Short: "Check a folder of metadata without a server", Args: cobra.NoArgs,
		Long: `Check a folder of metadata without a server: files, references, fields and values, and types that claim the same
MIME with the same priority. Look-ups of records outside the folder are left to the server.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			return f.job.Validate()
		},
	}
	f.common(cmd)
	return cmd
}

// common adds the flags of every verb.
func (f *syncFlags) common(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.job.Dir, "dir", "metadata", "the folder")
	flags.StringSliceVar(&f.job.Include, "include", nil, "only these directories: globs, with commas between")
	flags.StringSliceVar(&f.job.Exclude, "exclude", nil, "all directories but these")
	flags.StringVar(&f.format, "format", string(remote.Text), "text or json")
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
}

func (f *syncFlags) push(cmd *cobra.Command) error {
	if err := f.complete(cmd); err != nil {
		return err
	}
	f.client.URL = firstOf(f.client.URL, os.Getenv("VITRINE_URL"), "http://localhost:8080")
	f.client.Key = firstOf(f.client.Key, os.Getenv("VITRINE_KEY"))
	f.client.HTTP = &http.Client{Timeout: f.timeout}
	if !f.ci && f.job.Format == remote.Text && onTerminal(cmd.InOrStdin()) {
		f.job.Confirm = asking(cmd)
	}
	return f.job.Push(cmd.Context(), &f.client)
}

func (f *syncFlags) complete(cmd *cobra.Command) error {
	f.job.Format, f.job.Out, f.job.Env = remote.Format(f.format), cmd.OutOrStdout(), os.LookupEnv
	f.job.Colour = onTerminal(f.job.Out) && os.Getenv("NO_COLOR") == ""
	if f.job.Format != remote.Text && f.job.Format != remote.JSON {
		return fault.Invalid("format", "%q is no format.", f.format).Try("Use text or json.")
	}
	return nil
}

func asking(cmd *cobra.Command) func(string) bool {
	return func(question string) bool {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "%s [y/N] ", question)
		line, _ := bufio.NewReader(cmd.InOrStdin()).ReadString('\n') // an end of input is a no
		line = strings.ToLower(strings.TrimSpace(line))
		return line == "y" || line == "yes"
	}
}

func onTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
