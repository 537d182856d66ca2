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

// syncCommand returns `vitrine sync`: metadata in a folder in git, pushed to a server and pulled from it.
func syncCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Keep artifact types, models, agents and projects in a folder in git",
		Long: `Keep artifact types, models, agents and projects in a folder in git.

Exit codes: 0 done or nothing to do; 1 the folder, the flags or the key are invalid, or diff found differences;
2 the push would overwrite changes of others; 3 the server does not answer.`,
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

The plan is shown first; exactly that plan is applied. A missing file deletes nothing: a record is deleted with
"deleteRecord": {"delete": true}, or --prune deletes what the same source pushed before and the folder neither
contains nor refers to. A second push of the same folder changes nothing.`
	cmd.Example = "  vitrine sync push --dir metadata --include artifact-types --dry-run\n  vitrine sync push --dir metadata --ci --format json"
	f.serverFlags(cmd)
	f.pruneFlags(cmd)
	cmd.Flags().BoolVar(&f.job.DryRun, "dry-run", false, "show the plan and change nothing")
	cmd.Flags().BoolVar(&f.job.Force, "force", false, "overwrite changes made since the last push")
	cmd.Flags().BoolVar(&f.ci, "ci", false, "do not ask for confirmation")
	return cmd
}

func syncPullCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("pull", "Write the differences of the server to the folder", f.pull)
	cmd.Long = `Write the differences of the server to the folder.

A value is written at its position: the rest of a file, its order, comments and references stay unchanged. A value that
comes from an @file: is written to that file unless others use it. Records that the folder does not have get new files;
those that ship with Vitrine only when somebody has changed them. Nothing is deleted, and the value of an environment
variable is never written. A second pull changes nothing.`
	cmd.Example = "  vitrine sync pull --dir metadata\n  vitrine sync pull --dir metadata --include agents --dry-run"
	f.serverFlags(cmd)
	cmd.Flags().BoolVar(&f.job.DryRun, "dry-run", false, "show which files would change and write nothing")
	return cmd
}

func syncDiffCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("diff", "Show what a push would change, field by field", f.diff)
	cmd.Long = `Show what a push would change, field by field, and change nothing.

Exit codes: 0 no differences; 1 differences, or the folder, the flags or the key are invalid; 2 a push would overwrite
changes of others; 3 the server does not answer.`
	f.serverFlags(cmd)
	f.pruneFlags(cmd)
	return cmd
}

func syncStatusCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("status", "Show for each file which records a push would change, and why", f.status)
	cmd.Long = `Show for each file which records are new, modified, deleted on the server, in conflict or unchanged, and which other
file a changed value comes from. The exit code is 0 in every case.`
	f.serverFlags(cmd)
	return cmd
}

func syncValidateCommand() *cobra.Command {
	f := &syncFlags{}
	cmd := f.command("validate", "Check a folder of metadata without a server", func(context.Context) error { return f.job.Validate() })
	cmd.Long = `Check a folder of metadata without a server: files, references, fields and values, and types that claim the same
MIME type with the same priority. Look-ups of records outside the folder are left to the server.`
	return cmd
}

func (f *syncFlags) push(ctx context.Context) error   { return f.job.Push(ctx, &f.client) }
func (f *syncFlags) pull(ctx context.Context) error   { return f.job.Pull(ctx, &f.client) }
func (f *syncFlags) diff(ctx context.Context) error   { return f.job.Diff(ctx, &f.client) }
func (f *syncFlags) status(ctx context.Context) error { return f.job.Status(ctx, &f.client) }

// command returns a command with the flags that all sync commands have.
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
	flags.StringSliceVar(&f.job.Include, "include", nil, "only these directories: globs, separated by commas")
	flags.StringSliceVar(&f.job.Exclude, "exclude", nil, "all directories except these")
	flags.StringVar(&f.format, "format", string(remote.Text), "text, json or github (annotations, and a page at GITHUB_STEP_SUMMARY)")
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json", "github"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// serverFlags adds the flags of the commands that use a server.
func (f *syncFlags) serverFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.client.URL, "url", "", "URL of the server (default VITRINE_URL, else http://localhost:8080)")
	flags.StringVar(&f.client.Key, "key", "", "API key of an editor (default VITRINE_KEY, which other users of the machine cannot see)")
	flags.StringVar(&f.job.Source, "source", "", "who pushes; conflicts are changes since its last push (default: the folder's name with its parent's)")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how long to wait for each answer of the server")
}

func (f *syncFlags) pruneFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.job.Prune, "prune", false, "delete records that the same source pushed before and the folder no longer contains")
	cmd.Flags().IntVar(&f.job.PruneLimit, "prune-limit", 10, "the maximum of records that --prune may delete; more are an error")
}

// complete sets what comes from the environment of the command; done closes it.
func (f *syncFlags) complete(cmd *cobra.Command) (done func(), err error) {
	f.job.Format, f.job.Out, f.job.Env = remote.Format(f.format), cmd.OutOrStdout(), os.LookupEnv
	if !slices.Contains(remote.Formats, f.job.Format) {
		return nil, fault.Invalid("format", "%q is not a known format.", f.format).Try("Use text, json or github.")
	}
	f.client.URL = firstOf(f.client.URL, os.Getenv("VITRINE_URL"), "http://localhost:8080")
	f.client.Key = firstOf(f.client.Key, os.Getenv("VITRINE_KEY"))
	f.client.HTTP = &http.Client{Timeout: f.timeout}
	if f.job.Format == remote.Text {
		f.interact(cmd)
	}
	return f.summarize()
}

// interact enables colour, questions and progress on a terminal.
func (f *syncFlags) interact(cmd *cobra.Command) {
	f.job.Colour = onTerminal(f.job.Out) && os.Getenv("NO_COLOR") == ""
	if !f.ci && onTerminal(cmd.InOrStdin()) {
		f.job.Confirm = asking(cmd)
	}
	if onTerminal(cmd.ErrOrStderr()) {
		f.job.Progress = progressOf(cmd)
	}
}

// summarize opens the summary page that GitHub shows with a run.
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
		line, _ := bufio.NewReader(cmd.InOrStdin()).ReadString('\n') // the end of input means no
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
