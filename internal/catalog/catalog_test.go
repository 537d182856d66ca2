package catalog_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func setup(t *testing.T) (context.Context, *catalog.Types, func() int64) {
	t.Parallel()
	db := testkit.DB(t)
	audited := func() (n int64) {
		require.NoError(t, db.From(t.Context()).Model(&models.AuditEntry{}).Count(&n).Error)
		return n
	}
	return auth.With(t.Context(), auth.System), catalog.NewTypes(db), audited
}

func newType(name string) *models.ArtifactType {
	return &models.ArtifactType{Name: name, ContentType: "text/x-" + name, DefaultDeliveryMode: models.DeliveryToolsOnly, Enabled: true}
}

func code(t *testing.T, want fault.Code, field string, err error) {
	t.Helper()
	require.True(t, fault.Is(err, want), "%v", err)
	require.Equal(t, field, fault.As(err).Field)
}

func TestCreateAndFind(t *testing.T) {
	ctx, types, audited := setup(t)
	row := newType("Log")
	require.NoError(t, types.Create(ctx, row))
	require.Equal(t, 1, row.Revision)
	byName, err := types.Named(ctx, " lOG ")
	require.NoError(t, err)
	require.Equal(t, row.ID, byName.ID)
	code(t, fault.CodeConflict, "name", types.Create(ctx, newType("LOG")))
	_, err = types.Get(ctx, models.NewID())
	code(t, fault.CodeNotFound, "", err)
	_, err = types.Get(ctx, "1' OR '1'='1")
	code(t, fault.CodeNotFound, "", err)
	_, err = types.Find(ctx, nil, nil)
	code(t, fault.CodeInvalid, "id", err)
	require.EqualValues(t, 1, audited())
}

func TestUpdate(t *testing.T) {
	ctx, types, audited := setup(t)
	row := newType("Log")
	require.NoError(t, types.Create(ctx, row))
	one := 1
	changed, err := types.Update(ctx, row.ID, &one, func(a *models.ArtifactType) error { a.Priority = 5; return nil })
	require.NoError(t, err)
	require.Equal(t, 2, changed.Revision)

	_, err = types.Update(ctx, row.ID, &one, func(a *models.ArtifactType) error { a.Priority = 6; return nil })
	code(t, fault.CodeConflict, "expectedRevision", err)

	same, err := types.Update(ctx, row.ID, nil, func(*models.ArtifactType) error { return nil })
	require.NoError(t, err)
	require.Equal(t, 2, same.Revision, "no change makes no revision")
	require.EqualValues(t, 2, audited(), "and no audit line")

	_, err = types.Update(ctx, row.ID, nil, func(a *models.ArtifactType) error { a.ContentType = "*/*"; return nil })
	code(t, fault.CodeInvalid, "contentType", err)
}

func TestTypesReferToWhatExists(t *testing.T) {
	ctx, types, _ := setup(t)
	odd, alias := "no-such-library", "JSONToolLibrary"
	row := newType("a")
	row.ToolLibrary = &odd
	code(t, fault.CodeInvalid, "toolLibrary", types.Create(ctx, row))
	row.ToolLibrary = &alias
	require.NoError(t, types.Create(ctx, row))
	require.Equal(t, "json", *row.ToolLibrary, "an alias is stored as the library's own name")

	child := newType("b")
	child.ParentID = &row.ID
	require.NoError(t, types.Create(ctx, child))
	_, err := types.Update(ctx, row.ID, nil, func(a *models.ArtifactType) error { a.ParentID = &child.ID; return nil })
	code(t, fault.CodeInvalid, "parentId", err)
	absent := models.NewID()
	orphan := newType("c")
	orphan.ParentID = &absent
	code(t, fault.CodeInvalid, "parentId", types.Create(ctx, orphan))
}

func TestDeleteSparesWhatIsUsed(t *testing.T) {
	ctx, types, _ := setup(t)
	parent, child := newType("p"), newType("c")
	require.NoError(t, types.Create(ctx, parent))
	child.ParentID = &parent.ID
	require.NoError(t, types.Create(ctx, child))
	_, err := types.Delete(ctx, parent.ID, nil)
	code(t, fault.CodeConflict, "", err)
	for _, row := range []*models.ArtifactType{child, parent} {
		id, err := types.Delete(ctx, row.ID, nil)
		require.NoError(t, err)
		require.Equal(t, row.ID, id)
	}
}
