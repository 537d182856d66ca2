package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestAction runs the script of action.yml with a binary that only prints its arguments.
func TestAction(t *testing.T) {
	script := actionScript(t)
	for _, c := range []struct {
		name string
		env  []string
		want string
	}{
		{"a pull request", []string{"GITHUB_EVENT_NAME=pull_request", "GITHUB_REF=refs/pull/1/merge"}, "sync validate --dir my data --format github\n"},
		{"a push to the branch", []string{"GITHUB_EVENT_NAME=push", "GITHUB_REF=refs/heads/main", "PRUNE=true"}, "sync push --dir my data --format github --source o/r --ci --prune --prune-limit 3\n"},
		{"a push to another branch", []string{"GITHUB_EVENT_NAME=push", "GITHUB_REF=refs/heads/other", "PRUNE=true"}, "sync validate --dir my data --format github\n"},
		{"a schedule", []string{"COMMAND=diff", "INCLUDE=a,b"}, "sync diff --dir my data --format github --include a,b --source o/r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			binary := filepath.Join(t.TempDir(), "vitrine")
			require.NoError(t, os.WriteFile(binary, []byte("#!/bin/sh\necho \"$@\"\n"), 0o700)) //nolint:gosec // it is run
			cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
			cmd.Env = append([]string{
				"PATH=" + os.Getenv("PATH"), "BINARY=" + binary, "BRANCH=main", "DIR=my data", "SOURCE=o/r", "PRUNE_LIMIT=3",
				"GITHUB_OUTPUT=" + filepath.Join(t.TempDir(), "out"),
			}, c.env...)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Equal(t, c.want, string(out))
		})
	}
}

func actionScript(t *testing.T) string {
	data, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	var action struct {
		Runs struct{ Steps []struct{ ID, Run string } }
	}
	require.NoError(t, yaml.Unmarshal(data, &action))
	for _, step := range action.Runs.Steps {
		if step.ID == "sync" {
			return step.Run
		}
	}
	t.Fatal("action.yml has no step sync")
	return ""
}
