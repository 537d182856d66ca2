package push_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

func (b *bench) prune(limit int, records ...models.JSON) (*metasync.Outcome, error) {
	return b.service.Apply(b.ctx, metasync.Push{Records: records, Source: "shop", Prune: true, PruneLimit: limit})
}

func TestPruneDeletesRecordsOfTheSameSource(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Kept", "application/x-kept"), artifactType("Gone", "application/x-gone"), artifactType("Base", "application/x-base"))
	_, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{artifactType("Other", "application/x-other")}, Source: "elsewhere"})
	require.NoError(t, err)
	kept := artifactType("Kept", "application/x-kept", "Parent", "@lookup:Artifact Types.Name=Base")

	_, err = b.prune(0, kept)
	require.True(t, fault.Is(err, fault.CodeInvalid), err)
	require.ErrorContains(t, err, `delete 1 records that are no longer in shop, and at most 0 are allowed: artifact-types "Gone"`)

	out, err := b.prune(1, kept)
	require.NoError(t, err)
	require.Equal(t, []string{"Gone"}, names(out.Plan.Deletes), "records that are referred to or pushed by others stay")
	require.Empty(t, out.Plan.Deletes[0].At)
	out, err = b.prune(1, kept)
	require.NoError(t, err)
	require.Empty(t, out.Plan.Deletes)
	b.typeNamed("Other")
}

func TestPruneConflictsWithChanges(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("Kept", "application/x-kept"), artifactType("Gone", "application/x-gone"))
	b.edit("Gone", func(t *models.ArtifactType) { t.ContentType = "application/x-still-wanted" })
	out, err := b.prune(10, artifactType("Kept", "application/x-kept"))
	require.NoError(t, err)
	require.False(t, out.Applied)
	require.Equal(t, "bob", out.Plan.Conflicts[0].ChangedBy)
	require.Equal(t, "contentType", out.Plan.Conflicts[0].Field)
}

func TestPruneNeedsASource(t *testing.T) {
	b := newBench(t)
	f := b.refused("INVALID", metasync.Push{Prune: true, PruneLimit: 10})
	require.Equal(t, "source", f.Field)
}

func TestNamesAreSwapped(t *testing.T) {
	b := newBench(t)
	b.push(artifactType("A", "application/x-a"), artifactType("B", "application/x-b"), artifactType("C", "application/x-c"))
	ids := map[string]string{}
	for _, name := range []string{"A", "B", "C"} {
		ids[name] = b.typeNamed(name).ID
	}
	renamed := func(name, to string) models.JSON {
		return models.JSON(fmt.Sprintf(`{"collection":"artifact-types","primaryKey":{"ID":%q},"fields":{"Name":%q}}`, ids[name], to))
	}
	out := b.push(renamed("A", "b"), renamed("B", "A"))
	require.Len(t, out.Plan.Updates, 2)
	require.Equal(t, ids["A"], b.typeNamed("b").ID)
	require.Equal(t, ids["B"], b.typeNamed("A").ID)
	require.Len(t, b.push(renamed("A", "b"), renamed("B", "A")).Plan.Unchanged, 2)

	b.push(renamed("A", "B"), renamed("B", "C"), renamed("C", "D"))
	require.Equal(t, ids["C"], b.typeNamed("D").ID)
	require.Equal(t, ids["B"], b.typeNamed("C").ID)
	b.refused("INVALID", metasync.Push{Records: []models.JSON{renamed("A", "D")}})
}
