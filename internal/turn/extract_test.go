package turn_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

func (w *witness) rules(typeName, rules string) {
	ctx := auth.With(w.ctx, auth.System)
	t, err := w.Types.Named(ctx, typeName)
	require.NoError(w, err)
	_, err = w.Types.Update(ctx, t.ID, nil, func(a *models.ArtifactType) error { a.ExtractRules = models.JSON(rules); return nil })
	require.NoError(w, err)
}

func TestExtractRulesNameOutputsAndUploads(t *testing.T) {
	w := newWitness(t)
	w.rules("JSON", `[{"name":"title","standardProperty":"name","extractor":"content.title || 'Untitled'"},
		{"name":"rows","expr":"size(content.rows)"},{"name":"broken","expr":"content.nothing.here"}]`)

	out := w.complete(`{"title":"Quarterly","rows":[1,2,3]}`, `{"behavior":"create-new"}`)
	a, err := w.Keeper.Artifact(w.ctx, out.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly", a.Name)
	var attributes map[string]any
	require.NoError(t, json.Unmarshal(out.Version.Attributes, &attributes))
	require.Equal(t, map[string]any{"title": "Quarterly", "rows": 3.0, "broken": nil}, attributes)

	named := w.complete(`{"title":"Ignored","rows":[]}`, `{"behavior":"create-new","name":"Mine"}`)
	a, err = w.Keeper.Artifact(w.ctx, named.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Mine", a.Name, "the directive's name comes first")

	next := w.complete(`{"title":"Other","rows":[1]}`, versionOf(out.Version.ArtifactID))
	a, err = w.Keeper.Artifact(w.ctx, next.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly", a.Name, "a later version does not rename the artifact")

	up := w.uploaded("a.json", []byte(`{"rows":[1]}`))
	require.JSONEq(t, `{"title":"Untitled","rows":1,"broken":null}`, string(up.Version.Attributes))
}

func TestRulesThatCannotRunAreRefusedWhenTheyAreSaved(t *testing.T) {
	w := newWitness(t)
	ctx := auth.With(w.ctx, auth.System)
	row, err := w.Types.Named(ctx, "JSON")
	require.NoError(t, err)
	_, err = w.Types.Update(ctx, row.ID, nil, func(a *models.ArtifactType) error {
		a.ExtractRules = models.JSON(`[{"name":"busy","extractor":"while(true){}"}]`)
		return nil
	})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.ErrorContains(t, err, "busy")
}

func TestPreviewRules(t *testing.T) {
	w := newWitness(t)
	w.rules("JSON", `[{"name":"a","expr":"1"},{"name":"b","expr":"2"}]`)
	row, err := w.Types.Named(w.ctx, "JSON")
	require.NoError(t, err)
	own, err := w.PreviewRules(w.ctx, &row.ID, nil, `{}`)
	require.NoError(t, err)
	require.Len(t, own, 2)
	given, err := w.PreviewRules(w.ctx, &row.ID, models.JSON(`[{"name":"c","expr":"content.x"}]`), `{"x":7}`)
	require.NoError(t, err)
	require.Len(t, given, 1, "given rules stand for the type's own")
	require.EqualValues(t, 7, given[0].Value)
}
