package turn_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/observation"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

func (w *bench) rules(typeName, rules string) {
	ctx := auth.With(w.Ctx, auth.System)
	t, err := w.Types.Named(ctx, typeName)
	require.NoError(w, err)
	_, err = w.Types.Update(ctx, t.ID, nil, func(a *models.ArtifactType) error { a.ExtractRules = models.JSON(rules); return nil })
	require.NoError(w, err)
}

func TestExtractRulesNameOutputsAndUploads(t *testing.T) {
	w := newBench(t)
	w.rules("JSON", `[{"name":"title","standardProperty":"name","extractor":"content.title || 'Untitled'"},
		{"name":"rows","expr":"size(content.rows)"},{"name":"broken","expr":"content.nothing.here"}]`)

	out := w.Complete(`{"title":"Quarterly","rows":[1,2,3]}`, `{"behavior":"create-new"}`)
	a, err := w.Artifacts.Artifact(w.Ctx, out.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly", a.Name)
	var attributes map[string]any
	require.NoError(t, json.Unmarshal(out.Version.Attributes, &attributes))
	require.Equal(t, map[string]any{"title": "Quarterly", "rows": 3.0, "broken": nil}, attributes)

	named := w.Complete(`{"title":"Ignored","rows":[]}`, `{"behavior":"create-new","name":"Mine"}`)
	a, err = w.Artifacts.Artifact(w.Ctx, named.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Mine", a.Name, "the directive's name comes first")

	next := w.Complete(`{"title":"Other","rows":[1]}`, actkit.VersionOf(out.Version.ArtifactID))
	a, err = w.Artifacts.Artifact(w.Ctx, next.Version.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, "Quarterly", a.Name, "a later version does not rename the artifact")

	up := w.Uploaded("a.json", []byte(`{"rows":[1]}`))
	require.JSONEq(t, `{"title":"Untitled","rows":1,"broken":null}`, string(up.Version.Attributes))
}

func TestRulesThatCannotRunAreRejectedWhenTheyAreSaved(t *testing.T) {
	w := newBench(t)
	ctx := auth.With(w.Ctx, auth.System)
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
	w := newBench(t)
	w.rules("JSON", `[{"name":"a","expr":"1"},{"name":"b","expr":"2"}]`)
	row, err := w.Types.Named(w.Ctx, "JSON")
	require.NoError(t, err)
	child := &models.ArtifactType{Name: "Child", ContentType: "application/x-child", ParentID: &row.ID, Enabled: true, DefaultDeliveryMode: models.DeliveryToolsOnly, ExtractRules: models.JSON(`[{"name":"b","expr":"20"}]`)}
	require.NoError(t, w.Types.Create(auth.With(w.Ctx, auth.System), child))

	given := models.JSON(`[{"name":"c","expr":"content.x"},{"name":"a","expr":"10"}]`)
	for name, c := range map[string]struct {
		typeID *string
		rules  models.JSON
		want   string
	}{
		"a type":                         {&row.ID, nil, `{"a":1,"b":2}`},
		"a child, with what it inherits": {&child.ID, nil, `{"a":1,"b":20}`},
		"rules below a type":             {&row.ID, given, `{"a":10,"b":2,"c":7}`},
		"rules below a child":            {&child.ID, given, `{"a":10,"b":20,"c":7}`},
		"rules alone":                    {nil, given, `{"a":10,"c":7}`},
		"no rules below a type":          {&row.ID, models.JSON(`[]`), `{"a":1,"b":2}`},
		"nothing":                        {nil, nil, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := catalog.PreviewRules(w.Ctx, w.Types, c.typeID, c.rules, `{"x":7}`)
			require.NoError(t, err)
			got := map[string]any{}
			for _, f := range found {
				got[f.Name] = f.Value
			}
			require.JSONEq(t, c.want, string(models.ToJSON(got)))
		})
	}
}

// TestExtractRulesReadObservedVersions runs the rules on what is observed and saved, as on outputs: on every version,
// with the rules of the artifact's own type.
func TestExtractRulesReadObservedVersions(t *testing.T) {
	w := newBench(t)
	w.rules("Generic Text", `[{"name":"length","expr":"size(content)"},{"name":"title","standardProperty":"description","expr":"content.split('\\n')[0]"}]`)
	attributes := func(path string) (found []string) {
		var versions []*models.ConversationArtifactVersion
		require.NoError(t, w.DB.From(w.Ctx).Where("artifact_id = ?", *w.Row(path).ArtifactID).Order("number").Find(&versions).Error)
		for _, v := range versions {
			found = append(found, string(v.Attributes))
		}
		return found
	}
	w.Observe("1", append(actkit.Write("t1", "a.md", "# One\n"), actkit.Edit("t2", "/w/a.md", "One", "Three")...)...)
	w.Observe("2", actkit.Edit("t3", "a.md", "Three", "Eleven")...)
	got := attributes("/w/a.md")
	require.Len(t, got, 3)
	for i, want := range []string{`{"length":6,"title":"# One"}`, `{"length":8,"title":"# Three"}`, `{"length":9,"title":"# Eleven"}`} {
		require.JSONEq(t, want, got[i])
	}
	_, err := w.Observations.Touch(w.Ctx, observation.TouchInput{ConversationID: w.ID, Path: w.Row("/w/a.md").Path, Host: w.Row("/w/a.md").Host, Content: new("saved")})
	require.NoError(t, err)
	require.JSONEq(t, `{"length":5,"title":"saved"}`, attributes("/w/a.md")[3])
}
