package push_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

func TestPushTwice(t *testing.T) {
	b := newBench(t)
	records := []models.JSON{
		artifactType("Invoice", "Application/vnd.shop.Invoice+json ", "DefaultDeliveryMode", "ToolsOnly", "ToolLibraryClass", "JSONToolLibrary",
			"ExtractRules", []map[string]any{{"name": "number", "expr": "content.n", "weight": 1.50}}, "FileExtensions", []string{".INV"}),
		record("MJ: AI Models", map[string]any{"Name": "eye", "provider": "OpenAI", "inputMimePatterns": "image/*, audio/*", "contextTokens": 1000}),
		record("AI Agents", map[string]any{"Name": "Clerk", "ArtifactCreationMode": "System Only", "DefaultArtifactTypeID": "@lookup:Artifact Types.Name=invoice", "defaultModel": "eye"}),
		record("projects", map[string]any{"name": "Shop", "rootPath": "/srv/shop"}),
	}
	dry, err := b.service.Apply(b.ctx, metasync.Push{Records: records, Source: "shop", DryRun: true})
	require.NoError(t, err)
	require.False(t, dry.Applied)
	require.Equal(t, []string{"Invoice", "eye", "Clerk", "Shop"}, names(dry.Plan.Creates))
	require.Empty(t, dry.Plan.Creates[0].ID)
	require.Zero(t, dry.Revision)

	first := b.push(records...)
	require.True(t, first.Applied)
	require.Len(t, first.Plan.Creates, 4)
	require.Equal(t, b.typeNamed("Invoice").ID, first.Plan.Creates[0].ID)

	again := b.push(records...)
	require.Lenf(t, again.Plan.Unchanged, 4, "%s", pretty(again.Plan))
	require.Empty(t, again.Plan.Updates)
	require.Equal(t, first.Revision, again.Revision)

	invoice := b.typeNamed("invoice")
	require.Equal(t, "application/vnd.shop.invoice+json", invoice.ContentType)
	require.Equal(t, []string{"inv"}, invoice.FileExtensions)
	require.Equal(t, "json", *invoice.ToolLibrary)
	clerk, err := b.agents.Named(b.ctx, "Clerk")
	require.NoError(t, err)
	require.Equal(t, models.CreationSystemOnly, clerk.ArtifactCreationMode)
	require.Equal(t, invoice.ID, *clerk.DefaultArtifactTypeID)
	eye, err := b.models.Named(b.ctx, "eye")
	require.NoError(t, err)
	require.Equal(t, eye.ID, *clerk.DefaultModelID)
}

func TestPushUpdatesOnlyMentionedFields(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Invoice", "application/x-invoice", "Description", "old", "Priority", 3))
	b.edit("Invoice", func(t *models.ArtifactType) { t.Icon = "receipt" })
	out := b.push(artifactType("INVOICE", "application/x-invoice", "Description", "new"))
	require.Empty(t, out.Plan.Conflicts)
	require.Equal(t, []string{"INVOICE"}, names(out.Plan.Updates))
	require.Equal(t, []metasync.FieldChange{
		{Field: "description", Before: models.JSON(`"old"`), After: models.JSON(`"new"`)},
		{Field: "name", Before: models.JSON(`"Invoice"`), After: models.JSON(`"INVOICE"`)},
	}, out.Plan.Updates[0].Fields)
	invoice := b.typeNamed("Invoice")
	require.Equal(t, "receipt", invoice.Icon)
	require.Equal(t, 3, invoice.Priority)
}

func TestPushIsAllOrNothing(t *testing.T) {
	b := newBench(t)
	good := artifactType("Half", "application/x-half")
	f := b.refused("INVALID", metasync.Push{Records: []models.JSON{good, artifactType("Broken", "text/plain", "DefaultDeliveryMode", "Auto")}})
	require.Contains(t, f.Message, `artifact-types "Broken", field DefaultDeliveryMode`)
	require.Equal(t, "records[1].fields.DefaultDeliveryMode", f.Field)
	require.Contains(t, f.Remedies[0], "TOOLS_ONLY")
	_, err := b.types.Named(b.ctx, "Half")
	require.True(t, fault.Is(err, fault.CodeNotFound))

	b.push(good)
	b.push(artifactType("Child", "application/x-child", "ParentID", "Half"))
	gone := models.JSON(`{"collection":"artifact-types","fields":{"Name":"Half"},"deleteRecord":{"delete":true}}`)
	f = b.refused("CONFLICT", metasync.Push{Records: []models.JSON{artifactType("Third", "application/x-third"), gone}, Source: "shop"})
	require.Contains(t, f.Message, `"Half"`)
	_, err = b.types.Named(b.ctx, "Third")
	require.True(t, fault.Is(err, fault.CodeNotFound))
}

func TestPushDeletesOnlyMarkedRecords(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Parent", "application/x-parent"), artifactType("Child", "application/x-child", "Parent", "Parent"))
	require.Len(t, b.push(artifactType("Parent", "application/x-parent")).Plan.Unchanged, 1)
	remove := func(name string) models.JSON {
		return models.JSON(fmt.Sprintf(`{"collection":"Artifact Types","fields":{"Name":%q},"deleteRecord":{"delete":true,"deletedAt":"2026-01-01T00:00:00Z"}}`, name))
	}
	out := b.push(remove("Parent"), remove("Child"))
	require.Equal(t, []string{"Parent", "Child"}, names(out.Plan.Deletes))
	require.Len(t, b.push(remove("Parent"), remove("Child")).Plan.Unchanged, 2)
	require.Len(t, b.push(artifactType("Parent", "application/x-parent")).Plan.Creates, 1)
}

func TestPushConflictsWithChanges(t *testing.T) {
	b := newBench(t)
	pushed := artifactType("Invoice", "application/x-invoice", "Description", "from git", "Priority", 1)
	b.push(pushed)
	b.edit("Invoice", func(t *models.ArtifactType) { t.Description = "from the admin" })
	b.edit("Invoice", func(t *models.ArtifactType) { t.Icon = "receipt" })

	out := b.push(pushed)
	require.False(t, out.Applied)
	require.Len(t, out.Plan.Conflicts, 1)
	c := out.Plan.Conflicts[0]
	require.Equal(t, "Invoice", c.Name)
	require.Equal(t, "description", c.Field)
	require.Equal(t, `"from git" "from the admin" "from git"`, fmt.Sprintf("%s %s %s", c.Pushed, c.Present, c.Wanted))
	require.Equal(t, "bob", c.ChangedBy)
	require.False(t, c.ChangedAt.IsZero())
	require.Equal(t, "from the admin", b.typeNamed("Invoice").Description)

	forced, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{pushed}, Source: "shop", Force: true})
	require.NoError(t, err)
	require.True(t, forced.Applied)
	require.Len(t, forced.Plan.Conflicts, 1)
	require.Equal(t, "from git", b.typeNamed("Invoice").Description)
	require.Len(t, b.push(pushed).Plan.Unchanged, 1)
}

func TestEqualChangesDoNotConflict(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Invoice", "application/x-invoice", "Description", "one"))
	b.edit("Invoice", func(t *models.ArtifactType) { t.Description = "two" })
	require.Len(t, b.push(artifactType("Invoice", "application/x-invoice", "Description", "two")).Plan.Unchanged, 1)
	require.Len(t, b.push(artifactType("Invoice", "application/x-invoice", "Description", "three")).Plan.Updates, 1)
}

func TestPushConflictsWithDeletionsAndRenames(t *testing.T) {
	b := newBench(t)
	gone, renamed := artifactType("Gone", "application/x-gone"), artifactType("Old name", "application/x-renamed")
	b.push(gone, renamed)
	_, err := b.types.Delete(as("bob"), b.typeNamed("Gone").ID, nil)
	require.NoError(t, err)
	b.edit("Old name", func(t *models.ArtifactType) { t.Name = "New name" })

	out := b.push(gone, renamed)
	require.False(t, out.Applied)
	require.Lenf(t, out.Plan.Conflicts, 2, "%s", pretty(out.Plan))
	require.Equal(t, "null", string(models.ToJSON(out.Plan.Conflicts[0].Present)))
	require.Equal(t, `"New name"`, string(out.Plan.Conflicts[1].Present))
	require.Equal(t, "bob", out.Plan.Conflicts[0].ChangedBy)
	require.Equal(t, "bob", out.Plan.Conflicts[1].ChangedBy)
	forced, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{gone, renamed}, Source: "shop", Force: true})
	require.NoError(t, err)
	require.True(t, forced.Applied)
	require.Len(t, b.push(gone, renamed).Plan.Unchanged, 2)
}

func TestExpectedRevision(t *testing.T) {
	b := newBench(t)
	seen := b.push(artifactType("Invoice", "application/x-invoice")).Revision
	b.edit("Invoice", func(t *models.ArtifactType) { t.Priority = 2 })
	f := b.refused("CONFLICT", metasync.Push{Records: []models.JSON{artifactType("Other", "application/x-other")}, ExpectedRevision: &seen})
	require.Equal(t, "expectedRevision", f.Field)
	now := f.Details["revision"].(int64)
	require.Greater(t, now, seen)
	_, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{artifactType("Other", "application/x-other")}, ExpectedRevision: &now})
	require.NoError(t, err)
}

func TestShippedTypeOfTheSameNameIsAdopted(t *testing.T) {
	b := newBench(t)
	b.shipped()
	out := b.push(models.JSON(`{"collection":"MJ: Artifact Types","primaryKey":{"ID":"A1B2C3D4-0001-0001-0001-000000000001"},
		"fields":{"Name":"pdf","ContentType":"application/pdf","SystemSupplied":true,"Priority":5,"_comments":["ours"]},"sync":{"checksum":"x"}}`),
		artifactType("Form", "application/x-form", "ParentID", "a1b2c3d4-0001-0001-0001-000000000001", "SystemSupplied", true))
	require.Empty(t, out.Plan.Conflicts)
	pdf := b.typeNamed("PDF")
	require.Equal(t, 5, pdf.Priority)
	require.True(t, pdf.SystemSupplied)
	require.Equal(t, pdf.ID, *b.typeNamed("Form").ParentID)
	require.False(t, b.typeNamed("Form").SystemSupplied, "another push cannot set SystemSupplied")
	require.Len(t, b.shipped(), len(shippedNames)+1)
	require.Equal(t, 5, b.typeNamed("PDF").Priority)
}

func TestPushNeedsPermission(t *testing.T) {
	b := newBench(t)
	b.ctx = context.Background()
	b.refused("UNAUTHENTICATED", metasync.Push{})
	b.ctx = auth.With(b.ctx, &auth.Principal{User: "u", Role: models.RoleUser})
	b.refused("FORBIDDEN", metasync.Push{})
}

func TestEachChangeIsAudited(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("A", "application/x-a"), artifactType("B", "application/x-b"))
	b.push(artifactType("A", "application/x-a", "Priority", 1), artifactType("B", "application/x-b"))
	var lines []models.AuditEntry
	require.NoError(t, b.db.From(b.ctx).Order("id").Find(&lines).Error)
	var actions []string
	for _, l := range lines {
		actions = append(actions, l.Actor+" "+l.Action)
	}
	require.Equal(t, []string{"ada create.artifactType", "ada create.artifactType", "ada update.artifactType"}, actions)
}

func TestConcurrentPushesAreSerialized(t *testing.T) {
	b := newBench(t)
	var wait sync.WaitGroup
	made := make([]int, 8)
	for i := range made {
		wait.Go(func() {
			out, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{artifactType("Once", "application/x-once")}, Source: "shop"})
			if err == nil {
				made[i] = len(out.Plan.Creates) + 10*len(out.Plan.Unchanged)
			}
		})
	}
	wait.Wait()
	require.ElementsMatch(t, []int{1, 10, 10, 10, 10, 10, 10, 10}, made)
}
