package artifact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/models"
)

type directiveCases struct {
	Plan []struct {
		ID, About string
		Input     struct {
			Directive        json.RawMessage
			SourceArtifactID *string
		}
		Expect struct{ Kind, ArtifactID, Source string }
	}
	Decision []struct {
		ID, About string
		Input     struct {
			Directive        json.RawMessage
			Catalog          []struct{ ArtifactID, Name string }
			SourceArtifactID *string
		}
		Expect struct {
			ShouldProcess                     bool
			PreviousArtifact                  json.RawMessage
			NameOverride, DescriptionOverride *string
		}
	}
	PayloadReset []struct {
		ID, About string
		Input     struct {
			Behavior                     *string
			PayloadIsUnmodifiedInherited bool
			ReplaceElementsUsed          bool
		}
		Expect struct{ ChangeAppliedTo string }
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// TestDecidePlan walks the reference's plan step. There a target needs no catalog, so the catalog holds what the case
// names; "legacy" is the case without source and target: here a new artifact.
func TestDecidePlan(t *testing.T) {
	var cases directiveCases
	readCases(t, "testdata/directives.json", &cases)
	require.NotEmpty(t, cases.Plan)
	for _, c := range cases.Plan {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			turn := artifact.Turn{
				CreateArtifacts: true, Succeeded: true, HasPayload: true, Directive: models.JSON(c.Input.Directive),
				SourceID: text(c.Input.SourceArtifactID), SourceKnown: true,
			}
			if id := strings.TrimSpace(c.Expect.ArtifactID); c.Expect.Source == "directive" && id != "" {
				turn.Catalog = []artifact.CatalogEntry{{ArtifactID: id, Editable: true}}
			}
			got := artifact.Decide(turn)
			switch c.Expect.Kind {
			case "suppress":
				require.Equal(t, models.ActionSuppressed, got.Action)
			case "create-new", "legacy":
				require.Equal(t, models.ActionCreated, got.Action)
			case "version":
				want := strings.TrimSpace(c.Expect.ArtifactID)
				if want == "" { // a blank target is rejected here, and the source follows
					want = strings.ToLower(text(c.Input.SourceArtifactID))
				}
				require.Equal(t, models.ActionVersioned, got.Action)
				require.Equal(t, strings.ToLower(want), strings.ToLower(got.ArtifactID))
			default:
				t.Fatalf("unknown kind %q", c.Expect.Kind)
			}
		})
	}
}

func TestDecideWithCatalog(t *testing.T) {
	var cases directiveCases
	readCases(t, "testdata/directives.json", &cases)
	require.NotEmpty(t, cases.Decision)
	for _, c := range cases.Decision {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			turn := artifact.Turn{
				CreateArtifacts: true, Succeeded: true, HasPayload: true, Directive: models.JSON(c.Input.Directive),
				SourceID: text(c.Input.SourceArtifactID), SourceKnown: true,
			}
			for _, e := range c.Input.Catalog {
				turn.Catalog = append(turn.Catalog, artifact.CatalogEntry{ArtifactID: e.ArtifactID, Editable: true})
			}
			got := artifact.Decide(turn)
			if !c.Expect.ShouldProcess {
				require.Equal(t, models.ActionSuppressed, got.Action)
				return
			}
			require.Equal(t, text(c.Expect.NameOverride), got.Name)
			require.Equal(t, text(c.Expect.DescriptionOverride), got.Description)
			var previous struct{ ArtifactID string }
			if json.Unmarshal(c.Expect.PreviousArtifact, &previous) != nil || previous.ArtifactID == "" {
				require.Equal(t, models.ActionCreated, got.Action)
				return
			}
			require.Equal(t, models.ActionVersioned, got.Action)
			require.True(t, strings.EqualFold(previous.ArtifactID, got.ArtifactID), "%s", got.ArtifactID)
		})
	}
}

func TestStartsClean(t *testing.T) {
	var cases directiveCases
	readCases(t, "testdata/directives.json", &cases)
	for _, c := range cases.PayloadReset {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			got := artifact.StartsClean(text(c.Input.Behavior), c.Input.PayloadIsUnmodifiedInherited, c.Input.ReplaceElementsUsed)
			require.Equal(t, c.Expect.ChangeAppliedTo == "empty-object", got)
		})
	}
}

func TestDecideRejectsStepByStep(t *testing.T) {
	const mine, foreign = "aaaa0000-1111-4222-8333-444455556666", "bbbb0000-1111-4222-8333-444455556666"
	base := artifact.Turn{CreateArtifacts: true, Succeeded: true, HasPayload: true, Catalog: []artifact.CatalogEntry{{ArtifactID: mine, Editable: true}}, NewestID: mine}
	for name, c := range map[string]struct {
		change func(*artifact.Turn)
		action models.TurnAction
		id     string
		rungs  []string
	}{
		"an id rejected as the target is not accepted as the source": {func(t *artifact.Turn) {
			t.Directive, t.SourceID, t.SourceKnown = models.JSON(`{"behavior":"version-source","targetArtifactId":"`+strings.ToUpper(foreign)+`"}`), foreign, true
		}, models.ActionVersioned, mine, []string{"target", "source"}},
		"a catalog number is a target": {func(t *artifact.Turn) {
			t.Directive = models.JSON(`{"behavior":"version-source","targetArtifactId":1}`)
		}, models.ActionVersioned, mine, nil},
		"a number past the catalog is rejected": {func(t *artifact.Turn) {
			t.Directive, t.Catalog = models.JSON(`{"behavior":"version-source","targetArtifactId":"2"}`), nil
		}, models.ActionCreated, "", []string{"target"}},
		"an id without dashes is rejected": {func(t *artifact.Turn) {
			t.Directive = models.JSON(`{"behavior":"version-source","targetArtifactId":"` + strings.ReplaceAll(mine, "-", "") + `"}`)
		}, models.ActionVersioned, mine, []string{"target"}},
		"a target that may not be changed is rejected": {func(t *artifact.Turn) {
			t.Directive, t.Catalog = models.JSON(`{"behavior":"version-source","targetArtifactId":"`+mine+`"}`), []artifact.CatalogEntry{{ArtifactID: mine}}
		}, models.ActionCreated, "", []string{"target"}},
		"an unknown behaviour keeps the name and falls back": {func(t *artifact.Turn) {
			t.Directive = models.JSON(`{"behavior":42,"name":"Kept"}`)
		}, models.ActionCreated, "", []string{"behavior"}},
		"text instead of an object is rejected":     {func(t *artifact.Turn) { t.Directive = models.JSON(`"suppress"`) }, models.ActionCreated, "", []string{"directive"}},
		"a foreign source is rejected":              {func(t *artifact.Turn) { t.SourceID = foreign }, models.ActionCreated, "", []string{"source"}},
		"the artifact on the message comes last":    {func(t *artifact.Turn) { t.OnMessageID = mine }, models.ActionVersioned, mine, nil},
		"no directive does not touch older outputs": {func(*artifact.Turn) {}, models.ActionCreated, "", nil},
		"a failed run stores nothing":               {func(t *artifact.Turn) { t.Succeeded = false }, models.ActionNone, "", nil},
		"an opt-out stores nothing":                 {func(t *artifact.Turn) { t.CreateArtifacts = false }, models.ActionNone, "", nil},
		"an empty payload stores nothing":           {func(t *artifact.Turn) { t.HasPayload = false }, models.ActionNone, "", nil},
		"mode NEVER stores nothing": {func(t *artifact.Turn) {
			t.Mode, t.Directive = models.CreationNever, models.JSON(`{"behavior":"create-new"}`)
		}, models.ActionNone, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			turn := base
			c.change(&turn)
			got := artifact.Decide(turn)
			require.Equal(t, c.action, got.Action, got.Reason)
			require.Equal(t, c.id, got.ArtifactID)
			require.NotEmpty(t, got.Reason)
			var rungs []string
			for _, r := range got.Rejections {
				require.NotEmpty(t, r.Reason)
				rungs = append(rungs, r.Rung)
			}
			require.Equal(t, c.rungs, rungs)
		})
	}
}

func TestApplyChange(t *testing.T) {
	inherited, change := models.JSON(`{"title":"old","rows":{"a":1}}`), models.JSON(`{"rows":{"b":2}}`)
	for name, c := range map[string]struct {
		directive, current string
		replace            bool
		want               string
	}{
		"merges into the inherited payload":        {``, ``, false, `{"title":"old","rows":{"a":1,"b":2}}`},
		"replaces the members it names":            {``, ``, true, `{"title":"old","rows":{"b":2}}`},
		"a new artifact starts clean":              {`{"behavior":"create-new"}`, ``, false, `{"rows":{"b":2}}`},
		"but keeps what this run already changed":  {`{"behavior":"create-new"}`, `{"title":"mine"}`, false, `{"title":"mine","rows":{"b":2}}`},
		"unless elements are replaced":             {`{"behavior":"create-new"}`, `{"title":"mine"}`, true, `{"rows":{"b":2}}`},
		"a version of the source never starts new": {`{"behavior":"version-source"}`, ``, false, `{"title":"old","rows":{"a":1,"b":2}}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := artifact.ApplyChange(models.JSON(c.directive), inherited, models.JSON(c.current), change, c.replace)
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(got))
		})
	}
}

// FuzzParseDirective: a model's output is untrusted, whatever it is.
func FuzzParseDirective(f *testing.F) {
	for _, s := range []string{`{"behavior":"suppress"}`, `{"behavior":{}}`, `[]`, `{"behavior":"version-source","targetArtifactId":1e400}`, `{"name":"\ud800"}`, "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := artifact.Decide(artifact.Turn{CreateArtifacts: true, Succeeded: true, HasPayload: true, Directive: models.JSON(s)})
		if got.Reason == "" || len([]rune(got.Name)) > artifact.MaxName {
			t.Fatalf("%+v", got)
		}
	})
}
