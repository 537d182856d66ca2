package push_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/metasync"
	"vitrine/models"
)

func TestReferences(t *testing.T) {
	b := newBench(t)
	out := b.push(models.JSON(`{"collection":"Artifact Types","fields":{"Name":"Leaf","ContentType":"application/x-leaf",
			"ParentID":"@lookup:MJ: Artifact Types.ContentType=application/X-ROOT&Priority=4?allowDefer"}}`),
		models.JSON(`{"collection":"Artifact Types","fields":{"Name":"Root","ContentType":"application/x-root","Priority":4,"Icon":"tree"},
			"relatedEntities":{"Artifact Types":[{"fields":{"Name":"Twig","ContentType":"application/x-twig","ParentID":"@parent:ID","Icon":"@root:Icon"},
				"relatedEntities":{"MJ: AI Agents":[{"fields":{"Name":"Gardener","Description":"@parent:Icon",
					"ProducibleTypes":["@parent:ID","@lookup:Artifact Types.Name=Leaf","Root"],
					"DefaultModelID":"@lookup:AI Models.Name=green?create&Provider=generic&ContextTokens=%35"}}]}}]}}`))
	require.ElementsMatch(t, []string{"Leaf", "Root", "Twig", "Gardener", "green"}, names(out.Plan.Creates))
	root, twig, leaf := b.typeNamed("Root"), b.typeNamed("Twig"), b.typeNamed("Leaf")
	require.Equal(t, root.ID, *leaf.ParentID)
	require.Equal(t, root.ID, *twig.ParentID)
	require.Equal(t, "tree", twig.Icon)
	gardener, err := b.agents.Named(b.ctx, "Gardener")
	require.NoError(t, err)
	require.Equal(t, []string{twig.ID, leaf.ID, root.ID}, gardener.ProducibleTypeIDs)
	require.Equal(t, "tree", gardener.Description)
	green, err := b.models.Named(b.ctx, "green")
	require.NoError(t, err)
	require.Equal(t, green.ID, *gardener.DefaultModelID)
	require.Equal(t, 5, *green.ContextTokens)
}

func TestTextsThatOnlyLookLikeReferences(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Scope", "application/x-scope", "Description", "@shop/types", "Icon", "@handle: hello"))
	require.Equal(t, "@shop/types", b.typeNamed("Scope").Description)
	require.Equal(t, "@handle: hello", b.typeNamed("Scope").Icon)
}

func TestParentsMayBeSwapped(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("A", "application/x-a"), artifactType("B", "application/x-b", "Parent", "A"), artifactType("C", "application/x-c", "Parent", "B"))
	b.push(artifactType("A", "application/x-a", "Parent", "C"), artifactType("B", "application/x-b", "Parent", nil), artifactType("C", "application/x-c", "Parent", "B"))
	require.Equal(t, b.typeNamed("C").ID, *b.typeNamed("A").ParentID)
	require.Nil(t, b.typeNamed("B").ParentID)
}

// badRecords are pushes that must be refused, with a word of the refusal.
var badRecords = []struct{ name, records, says string }{
	{"no record", `[7]`, "not a record"},
	{"unknown collection", `[{"collection":"MJ: Queries","fields":{"Name":"q"}}]`, "artifact-types"},
	{"no collection", `[{"fields":{"Name":"q"}}]`, "no collection"},
	{"unknown field", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Colour":"red"}}]`, "Colour"},
	{"field twice", `[{"collection":"artifact-types","fields":{"Name":"A","name":"B","ContentType":"a/b"}}]`, "same field"},
	{"no name", `[{"collection":"artifact-types","fields":{"ContentType":"a/b"}}]`, "name"},
	{"name twice", `[{"collection":"projects","fields":{"Name":"A"}},{"collection":"projects","fields":{"Name":"a "}}]`, "same record"},
	{"bad pattern", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"*/*"}}]`, "ContentType"},
	{"Auto", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","DefaultDeliveryMode":"Auto"}}]`, "Auto"},
	{"unknown library", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ToolLibraryClass":"FaxToolLibrary"}}]`, "FaxToolLibrary"},
	{"text for a number", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Priority":"high"}}]`, "Priority"},
	{"number too large", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Priority":3000000000}}]`, "32 bits"},
	{"NUL in a text", `[{"collection":"projects","fields":{"Name":"A\u0000"}}]`, "NUL"},
	{"NUL in JSON", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ExtractRules":[{"name":"a\u0000"}]}}]`, "NUL"},
	{"NUL in a list", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","FileExtensions":["a\u0000"]}}]`, "NUL"},
	{"rules without names", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ExtractRules":[{}]}}]`, "rule 1"},
	{"rules that are not JSON", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ExtractRules":"["}}]`, "JSON"},
	{"lookup of nothing", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Artifact Types.Name=None"}}]`, "matches none"},
	{"lookup without a dot", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Name=None"}}]`, "not a valid look-up"},
	{"lookup without =", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Artifact Types.Name"}}]`, "not a valid look-up"},
	{"lookup in an unknown collection", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Queries.Name=A"}}]`, "Queries"},
	{"lookup by an unknown field", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@lookup:Artifact Types.Colour=A"}}]`, "Colour"},
	{"parent without one", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","ParentID":"@parent:ID"}}]`, "not related"},
	{"root without one", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Icon":"@root:Name"}}]`, "not related"},
	{"cycle of parents", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Parent":"B"}},{"collection":"artifact-types","fields":{"Name":"B","ContentType":"a/c","Parent":"A"}}]`, "lead back"},
	{"cycle of references", `[{"collection":"artifact-types","fields":{"Name":"A","ContentType":"a/b","Icon":"@lookup:Artifact Types.Icon=x"}}]`, "lead back"},
	{"unresolved file", `[{"collection":"projects","fields":{"Name":"A","Description":"@file:a.md"}}]`, "@file"},
	{"bad key", `[{"collection":"projects","primaryKey":{"ID":"7"},"fields":{"Name":"A"}}]`, "UUID"},
	{"composite key", `[{"collection":"projects","primaryKey":{"A":"x","B":"y"},"fields":{"Name":"A"}}]`, "primary key"},
}

func TestBadRecordsAreRefusedByName(t *testing.T) {
	b := newBench(t)
	for _, c := range badRecords {
		var records []models.JSON
		require.NoError(t, models.JSON(c.records).Decode(&records), c.name)
		f := b.refused("INVALID", metasync.Push{Records: records})
		require.Contains(t, f.Message+" "+strings.Join(f.Remedies, " "), c.says, c.name)
	}
}

func TestEveryProblemIsListed(t *testing.T) {
	b := newBench(t)
	var records []models.JSON
	for i := range 3 {
		records = append(records, artifactType(fmt.Sprintf("T%d", i), "a/b", "Priority", "high", "IsEnabled", "maybe"))
	}
	f := b.refused("INVALID", metasync.Push{Records: records})
	problems := f.Details["problems"].(metasync.Problems)
	require.Len(t, problems, 6)
	require.Equal(t, 2, problems[5].Record)
}
