package store_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact/store"
	"vitrine/internal/fault"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestWhoReadsAndChangesWhichArtifact(t *testing.T) {
	s := newCellar(t)
	shown := s.Uploaded("a.png", actkit.Picture).Version
	done := s.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Completion) {
		e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
	})
	require.NotNil(t, done.Files[0].Version)
	hidden, absent := done.Files[0].Version, &models.ConversationArtifactVersion{ID: models.NewID(), ArtifactID: models.NewID()}
	other := models.NewID()
	const (
		none, stop, who = fault.CodeNotFound, fault.CodeForbidden, fault.CodeUnauthenticated
	)
	for name, c := range map[string]struct {
		ctx                                                context.Context
		read, change, readSystem, changeSystem, readAbsent fault.Code
	}{
		"the owner":                     {s.Ctx, ok, ok, none, none, none},
		"another user":                  {s.as("ben", models.RoleUser), none, none, none, none, none},
		"a viewer":                      {s.as("vic", models.RoleViewer), stop, stop, stop, stop, none},
		"the owner as viewer":           {s.as("ada", models.RoleViewer), stop, stop, stop, stop, none},
		"an editor":                     {s.as("ed", models.RoleEditor), stop, stop, stop, stop, none},
		"a service":                     {s.as("bot", models.RoleService), ok, ok, ok, ok, none},
		"an administrator":              {s.as("eve", models.RoleAdmin), ok, ok, ok, ok, none},
		"the owner, limited to it":      {s.as("ada", models.RoleUser, s.ID), ok, ok, none, none, none},
		"the owner, limited to another": {s.as("ada", models.RoleUser, other), none, none, none, none, none},
		"another user, limited to it":   {s.as("ben", models.RoleUser, s.ID), none, none, none, none, none},
		"a service, limited to it":      {s.as("bot", models.RoleService, s.ID), ok, ok, ok, ok, none},
		"a service, limited to another": {s.as("bot", models.RoleService, other), none, none, none, none, none},
		"an admin, limited to another":  {s.as("eve", models.RoleAdmin, other), none, none, none, none, none},
		"nobody":                        {t.Context(), who, who, who, who, who},
	} {
		for _, row := range []struct {
			v            *models.ConversationArtifactVersion
			read, change fault.Code
		}{{shown, c.read, c.change}, {hidden, c.readSystem, c.changeSystem}, {absent, c.readAbsent, c.readAbsent}} {
			_, byArtifact := s.Artifacts.Readable(c.ctx, row.v.ArtifactID)
			_, _, byVersion := s.Artifacts.ReadableVersion(c.ctx, row.v.ID)
			_, artifact := s.Artifacts.Changeable(c.ctx, row.v.ArtifactID)
			_, _, version := s.Artifacts.ChangeableVersion(c.ctx, row.v.ID)
			require.Equal(t, []fault.Code{row.read, row.read, row.change, row.change}, []fault.Code{code(byArtifact), code(byVersion), code(artifact), code(version)}, "%s: %s", name, row.v.FileName)
		}
	}
}

// readOnly are conversations that no caller may change.
type readOnly struct{ store.Conversations }

func (readOnly) Write(context.Context, string) (*models.Conversation, error) {
	return nil, fault.Forbidden("read only")
}

// TestReadingIsNotChanging uses readOnly, because every role that may read contents may also change them today.
func TestReadingIsNotChanging(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	kept := store.New(s.DB, s.Objects, readOnly{s.Conversations}, store.Settings{})
	_, err := kept.Readable(s.Ctx, v.ArtifactID)
	require.NoError(t, err)
	_, err = kept.Changeable(s.Ctx, v.ArtifactID)
	require.Equal(t, fault.CodeForbidden, code(err))
	_, _, err = kept.ReadableVersion(s.Ctx, v.ID)
	require.NoError(t, err)
	_, _, err = kept.ChangeableVersion(s.Ctx, v.ID)
	require.Equal(t, fault.CodeForbidden, code(err))
}

// TestAForbiddenArtifactReadsAsAnAbsentOne compares everything that a caller sees of the faults.
func TestAForbiddenArtifactReadsAsAnAbsentOne(t *testing.T) {
	s := newCellar(t)
	v, ben := s.Uploaded("a.png", actkit.Picture).Version, s.as("ben", models.RoleUser)
	for name, ask := range map[string]func(artifactID, versionID string) error{
		"Readable":          func(a, _ string) error { _, err := s.Artifacts.Readable(ben, a); return err },
		"Changeable":        func(a, _ string) error { _, err := s.Artifacts.Changeable(ben, a); return err },
		"ReadableVersion":   func(_, v string) error { _, _, err := s.Artifacts.ReadableVersion(ben, v); return err },
		"ChangeableVersion": func(_, v string) error { _, _, err := s.Artifacts.ChangeableVersion(ben, v); return err },
	} {
		absent := fault.As(ask(models.NewID(), models.NewID()))
		require.NotNil(t, absent, name)
		for _, got := range []*fault.Fault{fault.As(ask(v.ArtifactID, v.ID)), fault.As(ask("' OR ''='", "' OR ''='"))} {
			require.NotNil(t, got, name)
			got.Cause, absent.Cause = nil, nil // logged, never shown
			require.Equal(t, absent, got, name)
		}
	}
	_, err := s.Artifacts.Readable(s.Ctx, strings.ToUpper(v.ArtifactID))
	require.NoError(t, err)
}

func TestAContentIsFoundByThoseWhoCanReadAVersionOfIt(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	done := s.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Completion) {
		e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
	})
	hidden := done.Files[0].Version.SHA256
	for name, c := range map[string]struct {
		ctx           context.Context
		shown, system bool
	}{
		"the owner":                     {s.Ctx, true, false},
		"another user":                  {s.as("ben", models.RoleUser), false, false},
		"a service":                     {s.as("bot", models.RoleService), true, true},
		"the owner, limited to another": {s.as("ada", models.RoleUser, models.NewID()), false, false},
		"a service, limited to another": {s.as("bot", models.RoleService, models.NewID()), false, false},
	} {
		for sum, want := range map[string]bool{v.SHA256: c.shown, strings.ToUpper(v.SHA256): c.shown, hidden: c.system, strings.Repeat("0", 64): false} {
			found, err := s.Artifacts.ReadableContent(c.ctx, sum)
			require.NoError(t, err, name)
			require.Equal(t, want, found != nil, "%s: %s", name, sum)
		}
	}
	for ctx, want := range map[context.Context]fault.Code{s.as("ed", models.RoleEditor): fault.CodeForbidden, t.Context(): fault.CodeUnauthenticated} {
		_, err := s.Artifacts.ReadableContent(ctx, v.SHA256)
		require.Equal(t, want, code(err))
	}
}

func TestAnArtifactOfAnotherConversationIsAbsent(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	got, err := s.Artifacts.InConversation(s.Ctx, &models.Conversation{ID: s.ID}, v.ArtifactID)
	require.NoError(t, err)
	require.Equal(t, v.ArtifactID, got.ID)
	_, err = s.Artifacts.InConversation(s.Ctx, &models.Conversation{ID: models.NewID()}, v.ArtifactID)
	require.Equal(t, fault.CodeNotFound, code(err))
	require.False(t, store.Shown(t.Context(), &models.ConversationArtifact{Visibility: models.VisibilitySystemOnly}), "nobody sees what only the system sees")
}

func TestListsLeaveOutWhatOnlyTheSystemSees(t *testing.T) {
	s := newCellar(t)
	s.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Completion) {
		e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
	})
	for ctx, want := range map[context.Context]int{s.Ctx: 1, s.as("vic", models.RoleViewer): 1, s.as("bot", models.RoleService): 2} {
		artifacts, err := s.Artifacts.ArtifactPages(ctx, []string{s.ID}, models.PageArgs{})
		require.NoError(t, err)
		require.Len(t, artifacts[s.ID].Edges, want)
		total, err := artifacts[s.ID].TotalCount(ctx)
		require.NoError(t, err)
		require.Equal(t, want, total, "the count gives nothing away")
		versions, err := s.Artifacts.VersionPages(ctx, []string{s.ID}, nil, models.PageArgs{})
		require.NoError(t, err)
		require.Len(t, versions[s.ID].Edges, want)
		all, err := s.Artifacts.LatestOf(s.Ctx, s.ID, 10)
		require.NoError(t, err)
		require.Len(t, all, 2)
		shown, err := s.Artifacts.ShownArtifacts(ctx, all)
		require.NoError(t, err)
		require.Len(t, shown, want)
	}
	hidden, err := s.Artifacts.SystemOnly(s.Ctx, s.ID)
	require.NoError(t, err)
	require.Len(t, hidden, 1)
}
