package push_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

func (b *bench) export(collections ...string) []models.JSON {
	b.Helper()
	records, err := b.service.Export(b.ctx, collections)
	require.NoError(b, err)
	return records
}

func TestExportUsesTheReferenceSpelling(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Invoice", "application/x-invoice", "FileExtensions", "inv", "ToolLibraryClass", "JSONToolLibrary", "ExtractRules", []any{map[string]any{"name": "n", "extractor": "content.n"}}),
		artifactType("Copy", "application/x-copy", "Parent", "Invoice", "DefaultDeliveryMode", "INLINE"),
		record("agents", map[string]any{"Name": "Clerk", "ArtifactCreationMode": "system only", "producibleTypes": []string{"Copy", "Invoice"}}))
	copied := b.typeNamed("Copy")
	require.JSONEq(t, `{"collection":"artifact-types","primaryKey":{"ID":"`+copied.ID+`"},"fields":{
		"Name":"Copy","Description":"","Icon":"","ParentID":"@lookup:MJ: Artifact Types.Name=Invoice","ContentType":"application/x-copy",
		"FileExtensions":[],"ToolLibraryClass":null,"DefaultDeliveryMode":"Inline","Priority":0,"SystemSupplied":false,"IsEnabled":true,
		"DriverClass":"","ExtractRules":null,"MaxBytes":null,"InlineCapBytes":null}}`, string(b.export("MJ: Artifact Types")[0]))
	require.Regexp(t, `^\{"collection":"artifact-types","fields":\{"Name":"Copy","Description":"","Icon"`, string(b.export("artifact-types")[0]))
	clerk := string(b.export("agents")[0])
	require.Contains(t, clerk, `"ArtifactCreationMode":"System Only"`)
	require.Contains(t, clerk, `"ProducibleTypeIDs":["@lookup:MJ: Artifact Types.Name=Copy","@lookup:MJ: Artifact Types.Name=Invoice"]`)
}

func TestExportedRecordsPushUnchanged(t *testing.T) {
	b := newBench(t)
	b.shipped()
	b.push(artifactType("A & B?", "application/x-a"), artifactType("Child", "application/x-child", "Parent", "A & B?"),
		record("models", map[string]any{"Name": "eye", "provider": "openai", "contextTokens": 7}),
		record("agents", map[string]any{"Name": "Clerk", "defaultModel": "eye", "producibleTypes": []string{"Child"}}),
		record("projects", map[string]any{"Name": "Shop"}))
	all := b.export()
	require.Len(t, all, len(shippedNames)+5)
	out, err := b.service.Apply(b.ctx, metasync.Push{Records: all, Source: "copy", DryRun: true})
	require.NoError(t, err)
	require.Lenf(t, out.Plan.Unchanged, len(all), "%s", pretty(out.Plan.Updates))

	fresh := newBenchBeside(t)
	fresh.push(all...)
	for i, have := range fresh.export() { // SystemSupplied is the server's own
		require.Equal(t, strings.ReplaceAll(string(all[i]), `"SystemSupplied":true`, `"SystemSupplied":false`), string(have))
	}
}

func TestExportRefuses(t *testing.T) {
	b := newBench(t)
	_, err := b.service.Export(b.ctx, []string{"queries"})
	require.True(t, fault.Is(err, fault.CodeInvalid), err)
	_, err = b.service.Export(context.Background(), nil)
	require.True(t, fault.Is(err, fault.CodeUnauthenticated), err)
}
