package remote

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/metasync/folder"
)

func TestCommandsAreEscaped(t *testing.T) {
	j := Job{Dir: "meta,data"}
	require.Equal(t, "::error file=meta%2Cdata/a%3A%3Ab.json,line=7::100%25%0A::warning::x\n",
		j.command("error", folder.Position{File: "a::b.json", Line: 7}, "100%\n::warning::x"))
	require.Equal(t, "::warning::w\n", j.command("warning", folder.Position{}, "w"))
	require.Equal(t, "| a\\|b c | &lt;img> |\n", tableRow("a|b\nc", "<img>"))
}

func TestPagesShowThePlan(t *testing.T) {
	var out, page bytes.Buffer
	j := Job{Dir: "metadata", Out: &out, Summary: &page}
	p := planned{Result: &Result{Plan: Plan{
		Creates:   []Change{{Collection: "agents", Name: "Clerk", Fields: []FieldChange{{Field: "name"}, {Field: "capture"}}}},
		Conflicts: []Conflict{{Collection: "models", Name: "eye", Field: "provider", ChangedBy: "bob"}},
	}}}
	require.NoError(t, j.annotatePlan(p, "Pushed"))
	require.Contains(t, out.String(), `::error::models "eye", provider: pushed as nothing`)
	require.Contains(t, page.String(), "## Pushed\n\n| | collection | record | fields |\n|---|---|---|---|\n| create | agents | Clerk | name, capture |\n| conflict | models | eye | provider, changed by bob |\n")
	require.Equal(t, "Nothing to change.\n", Plan{}.table())
}
