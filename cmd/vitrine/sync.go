package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"vitrine/internal/fault"
	"vitrine/internal/metasync/remote"
)

// syncCommand makes `vitrine sync`: metadata in a folder in git, pushed to a server and pulled from it.
func syncCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Keep artifact types, models, agents and projects in a folder in git",
		Long: `Keep artifact types, models, agents and projects in a folder in git.

Exit codes: 0 done or nothing to do; 1 the folder, the flags or the key are at fault, or diff found differences;
2 somebody changed what the push would overwrite; 3 the server does not answer.`,
	}
	cmd.AddCommand(syncPushCommand(), syncPullCommand(), syncDiffCommand(), syncStatusCommand(), syncValidateCommand())
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
	cmd := f.command("push", "Push a folder of metadata to a server, all or nothing", f.push)
	cmd.Long = `Push a folder of metadata to a server, all or nothing.

The plan is shown first; exactly that plan is applied. Nothing is deleted because a file is gone: a record asks for
it with "deleteRecord": {"delete": true}, or --prune takes what the same source pushed before and the folder neither
holds nor refers to any more. A second push of the same folder changes nothing.`
	cmd.Example = "  vitrine sync push --dir metadata --include artifact-types --dry-run\n  vitrine sync push --dir metadata --ci --format json"
	f.asked(cmd)
	f.pruning(cmd)
	cmd.Flags().BoolVar(&f.job.DryRun, "dry-run", false, "show the plan and change nothing")
	cmd.Flags().BoolVar(&f.job.Force, "force", false, "overwrite what somebody changed since the last push")
	cmd.Flags().BoolVar(&f.ci, "ci", false, "ask nothing")
	return cmd
}

func syncPullCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("pull", "Take over into the folder what is different on the server", f.pull)
	cmd.Long = `Take over into the folder what is different on the server.

A value is written where it stands: the rest of a file, its order, comments and references stay as they are. What comes
from an @file: that nothing else uses goes into that file. Records that the folder does not have get files of their own;
those that ship with Vitrine only once somebody changed them. Nothing is deleted, and what an environment variable
gave is never written down. A second pull changes nothing.`
	cmd.Example = "  vitrine sync pull --dir metadata\n  vitrine sync pull --dir metadata --include agents --dry-run"
	f.asked(cmd)
	cmd.Flags().BoolVar(&f.job.DryRun, "dry-run", false, "show which files would change and write nothing")
	return cmd
}

func syncDiffCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("diff", "Show what a push would change, field by field", f.diff)
	cmd.Long = `Show what a push would change, field by field, and change nothing.

Exit codes: 0 nothing, 1 differences, or the folder, the flags or the key are at fault; 2 a push would be held back
because somebody changed what it would overwrite; 3 the server does not answer.`
	f.asked(cmd)
	f.pruning(cmd)
	return cmd
}

func syncStatusCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("status", "Show for each file which records a push would change, and why", f.status)
	cmd.Long = `Show for each file which records are new, modified, deleted on the server, in conflict or unchanged, and which other
file a changed value comes from. The exit code is 0 whatever they are.`
	f.asked(cmd)
	return cmd
}

func syncValidateCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("validate", "Check a folder of metadata without a server", func(context.Context) error { return f.job.Validate() })
	cmd.Long = `Check a folder of metadata without a server: files, references, fields and values, and types that claim the same
MIME with the same priority. Look-ups of records outside the folder are left to the server.`
	return cmd
}

func (f *syncFlags) push(ctx context.Context) error   { return f.job.Push(ctx, &f.client) }
func (f *syncFlags) pull(ctx context.Context) error   { return f.job.Pull(ctx, &f.client) }
func (f *syncFlags) diff(ctx context.Context) error   { return f.job.Diff(ctx, &f.client) }
func (f *syncFlags) status(ctx context.Context) error { return f.job.Status(ctx, &f.client) }

// command makes a verb with the flags that every verb has.
func (f *syncFlags) command(use, short string, run func(context.Context) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		done, err := f.complete(cmd)
		if err != nil {
			return err
		}
		defer done()
		return run(cmd.Context())
	}}
	flags := cmd.Flags()
	flags.StringVar(&f.job.Dir, "dir", "metadata", "the folder")
	flags.StringSliceVar(&f.job.Include, "include", nil, "only these directories: globs, with commas between")
	flags.StringSliceVar(&f.job.Exclude, "exclude", nil, "all directories but these")
	flags.StringVar(&f.format, "format", string(remote.Text), "text, json or github (annotations, and a page at GITHUB_STEP_SUMMARY)")
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json", "github"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// asked adds the flags of the verbs that ask a server.
func (f *syncFlags) asked(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.client.URL, "url", "", "address of the server (default VITRINE_URL, else http://localhost:8080)")
	flags.StringVar(&f.client.Key, "key", "", "API key of an editor (default VITRINE_KEY, which other users of the machine cannot see)")
	flags.StringVar(&f.job.Source, "source", "", "who pushes; conflicts are found against its last push (default: the folder's name with its parent's)")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how long to wait for each answer of the server")
}

func (f *syncFlags) pruning(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.job.Prune, "prune", false, "delete what the same source pushed before and the folder no longer holds")
	cmd.Flags().IntVar(&f.job.PruneLimit, "prune-limit", 10, "how many records --prune may delete; more of them refuse the push")
}

// complete fills in what comes from around the command; done closes it.
func (f *syncFlags) complete(cmd *cobra.Command) (done func(), err error) {
	f.job.Format, f.job.Out, f.job.Env = remote.Format(f.format), cmd.OutOrStdout(), os.LookupEnv
	if !slices.Contains(remote.Formats, f.job.Format) {
		return nil, fault.Invalid("format", "%q is not a known format.", f.format).Try("Use text, json or github.")
	}
	f.client.URL = firstOf(f.client.URL, os.Getenv("VITRINE_URL"), "http://localhost:8080")
	f.client.Key = firstOf(f.client.Key, os.Getenv("VITRINE_KEY"))
	f.client.HTTP = &http.Client{Timeout: f.timeout}
	if f.job.Format == remote.Text {
		f.converse(cmd)
	}
	return f.summarize()
}

// converse returns colour, questions and progress to a person at a terminal.
func (f *syncFlags) converse(cmd *cobra.Command) {
	f.job.Colour = onTerminal(f.job.Out) && os.Getenv("NO_COLOR") == ""
	if !f.ci && onTerminal(cmd.InOrStdin()) {
		f.job.Confirm = asking(cmd)
	}
	if onTerminal(cmd.ErrOrStderr()) {
		f.job.Progress = progressOf(cmd)
	}
}

// summarize opens the page that GitHub shows with a run.
func (f *syncFlags) summarize() (done func(), err error) {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if f.job.Format != remote.GitHub || name == "" {
		return func() {}, nil
	}
	page, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) //nolint:gosec // the runner names its own file
	if err != nil {
		return nil, fault.Invalid("GITHUB_STEP_SUMMARY", "The page %s cannot be written.", name).Because(err)
	}
	f.job.Summary = page
	return func() { _ = page.Close() }, nil
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
