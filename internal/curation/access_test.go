package curation_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

// as returns a context with a user of a role, limited to conversations when ids are given.
func (b *bench) as(user string, role models.Role, ids ...string) context.Context {
	p := &auth.Principal{User: user, Role: role, KeyID: "key of " + user}
	for _, id := range ids {
		p.Scopes = append(p.Scopes, "conversation:"+id)
	}
	return auth.With(b.Context(), p)
}

// lines returns the audit lines of an action, oldest first.
func (b *bench) lines(action string) (rows []models.AuditEntry) {
	b.Helper()
	require.NoError(b, b.DB.From(b.Ctx).Where("action = ?", action).Order("id").Find(&rows).Error)
	return rows
}

// state returns everything that an act may change, as text.
func (b *bench) state() (state []string) {
	b.Helper()
	for _, table := range []string{"artifacts", "artifact_versions", "deliverables", "conversation_events", "audit_entries"} {
		var rows string
		require.NoError(b, b.DB.From(b.Ctx).Raw("SELECT coalesce(string_agg(x::text, E'\n' ORDER BY x::text), '') FROM "+table+" x").Scan(&rows).Error)
		state = append(state, rows)
	}
	return state
}

// acts are all acts of the package on a version, an older one of the same artifact, and that artifact.
func (b *bench) acts(v, older *models.ConversationArtifactVersion) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"Rename": func(ctx context.Context) error {
			_, err := b.Curation.Rename(ctx, v.ArtifactID, new("mine"), nil)
			return err
		},
		"Delete":            func(ctx context.Context) error { _, err := b.Curation.Delete(ctx, v.ArtifactID); return err },
		"Restore":           func(ctx context.Context) error { _, err := b.Curation.Restore(ctx, older.ID); return err },
		"SetForceToolsOnly": func(ctx context.Context) error { _, err := b.Curation.SetForceToolsOnly(ctx, v.ID, true); return err },
		"Diff":              func(ctx context.Context) error { _, err := b.Curation.Diff(ctx, v, older.ID); return err },
		"ReadContent": func(ctx context.Context) error {
			content, err := b.Curation.ReadContent(ctx, v, "test")
			if err != nil {
				require.Nil(b, content)
			}
			return err
		},
	}
}

func TestStrangersAndViewersAreRefusedEveryAct(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	second := w.Complete(`{"n":2}`, actkit.VersionOf(first.Version.ArtifactID))
	other := models.NewID()
	before := w.state()
	for name, c := range map[string]struct {
		ctx  context.Context
		code fault.Code
	}{
		"a stranger":                    {w.as("ben", models.RoleUser), fault.CodeNotFound},
		"a stranger, limited to it":     {w.as("ben", models.RoleUser, w.ID), fault.CodeNotFound},
		"the owner, limited to another": {w.as("ada", models.RoleUser, other), fault.CodeNotFound},
		"a service, limited to another": {w.as("bot", models.RoleService, other), fault.CodeNotFound},
		"an admin, limited to another":  {w.as("eve", models.RoleAdmin, other), fault.CodeNotFound},
		"a viewer":                      {w.as("vic", models.RoleViewer), fault.CodeForbidden},
		"the owner as viewer":           {w.as("ada", models.RoleViewer), fault.CodeForbidden},
		"an editor":                     {w.as("ed", models.RoleEditor), fault.CodeForbidden},
		"nobody":                        {t.Context(), fault.CodeUnauthenticated},
	} {
		for act, do := range w.acts(second.Version, first.Version) {
			err := do(c.ctx)
			require.True(t, fault.Is(err, c.code), "%s: %s: %v", name, act, err)
		}
	}
	require.Equal(t, before, w.state(), "nothing is changed, and no line says that anything was")
}

// readOnly are conversations that no caller may change.
type readOnly struct{ store.Conversations }

func (readOnly) Write(context.Context, string) (*models.Conversation, error) {
	return nil, fault.Forbidden("read only")
}

// TestReadingIsNotChanging uses readOnly, because every role that may read contents may also change them today.
func TestReadingIsNotChanging(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	second := w.Complete(`{"n":2}`, actkit.VersionOf(first.Version.ArtifactID))
	w.Curation.Artifacts = store.New(w.DB, w.Objects, readOnly{w.Conversations}, store.Settings{})
	for act, do := range w.acts(second.Version, first.Version) {
		want := act != "Diff" && act != "ReadContent"
		err := do(w.Ctx)
		require.Equal(t, want, fault.Is(err, fault.CodeForbidden), "%s: %v", act, err)
	}
}

func TestWhatOnlyTheSystemSeesIsAbsentForItsOwner(t *testing.T) {
	w := newBench(t)
	done := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Shown"}`, func(e *turn.Completion) {
		e.Files = []turn.OutputFile{{Text: new("hush"), FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly}}
	})
	hidden := done.Files[0].Version
	before := w.state()
	for act, do := range w.acts(hidden, hidden) {
		err := do(w.Ctx)
		require.True(t, fault.Is(err, fault.CodeNotFound), "%s: %v", act, err)
	}
	_, err := w.Curation.Diff(w.Ctx, done.Version, hidden.ID)
	require.True(t, fault.Is(err, fault.CodeNotFound), "a difference would show it: %v", err)
	require.Equal(t, before, w.state())
	content, err := w.Curation.ReadContent(w.as("bot", models.RoleService), hidden, "test")
	require.NoError(t, err)
	require.Equal(t, "hush", string(content))
}

func TestSetForceToolsOnlyNarrowsOneVersionAndGivesItBack(t *testing.T) {
	w := newBench(t)
	v, other := w.Uploaded("a.png", actkit.Picture).Version, w.Uploaded("b.png", actkit.Picture).Version
	require.False(t, v.ForceToolsOnly)
	for i, force := range []bool{true, false, true} {
		var before models.Conversation
		require.NoError(t, w.DB.From(w.Ctx).Take(&before, "id = ?", w.ID).Error)
		got, err := w.Curation.SetForceToolsOnly(w.as("ada", models.RoleUser, w.ID), v.ID, force)
		require.NoError(t, err)
		require.Equal(t, force, got.ForceToolsOnly)
		stored, err := w.Artifacts.Version(w.Ctx, v.ID)
		require.NoError(t, err)
		require.Equal(t, force, stored.ForceToolsOnly)

		lines := w.lines("update.version")
		require.Len(t, lines, i+1)
		require.Equal(t, []string{"version:" + v.ID, w.ID, "ada", "key of ada"}, []string{lines[i].Target, *lines[i].ConversationID, lines[i].Actor, lines[i].KeyID})
		require.JSONEq(t, map[bool]string{true: `{"forceToolsOnly":true}`, false: `{"forceToolsOnly":false}`}[force], string(lines[i].Details))
		events, err := w.Log.Read(w.Ctx, w.ID, before.LastSequence, 10)
		require.NoError(t, err)
		require.Len(t, events, 1)
		require.Equal(t, []string{string(models.EventVersion), v.ID}, []string{string(events[0].Kind), events[0].SubjectID})
	}
	untouched, err := w.Artifacts.Version(w.Ctx, other.ID)
	require.NoError(t, err)
	require.False(t, untouched.ForceToolsOnly)
	for _, id := range []string{models.NewID(), "1' OR '1'='1", v.ArtifactID} {
		_, err := w.Curation.SetForceToolsOnly(w.Ctx, id, true)
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	}
}

func TestReadContentRecordsWhoReadWhatAndThroughWhat(t *testing.T) {
	w := newBench(t)
	v := w.Uploaded("a.png", actkit.Picture).Version
	for i, through := range []string{"content", "mcp"} {
		content, err := w.Curation.ReadContent(w.as("bot", models.RoleService), v, through)
		require.NoError(t, err)
		require.Equal(t, actkit.Picture, content)
		lines := w.lines("read.version")
		require.Len(t, lines, i+1)
		require.Equal(t, []string{"version:" + v.ID, w.ID, "bot", "key of bot"}, []string{lines[i].Target, *lines[i].ConversationID, lines[i].Actor, lines[i].KeyID})
		require.JSONEq(t, `{"through":"`+through+`"}`, string(lines[i].Details))
	}

	key, _, err := w.Artifacts.KeptAt(w.Ctx, v.SHA256)
	require.NoError(t, err)
	require.NoError(t, w.Objects.Delete(w.Ctx, key))
	_, err = w.Curation.ReadContent(w.Ctx, v, "content")
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	require.Len(t, w.lines("read.version"), 2, "what was not read is not recorded as read")
}

func TestReadContentFailsWhenItCannotBeRecorded(t *testing.T) {
	w := newBench(t)
	v := w.Uploaded("a.png", actkit.Picture).Version
	require.NoError(t, w.DB.From(w.Ctx).Exec("ALTER TABLE audit_entries ADD CHECK (action <> 'read.version')").Error)
	_, err := w.Curation.ReadContent(w.Ctx, v, "content")
	require.Error(t, err)
}

// TestAnActAndItsLineAreOneTransaction makes the audit log fail for each act: nothing else of the act may be stored.
func TestAnActAndItsLineAreOneTransaction(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	second := w.Complete(`{"n":2}`, actkit.VersionOf(first.Version.ArtifactID))
	before := w.state()
	require.NoError(t, w.DB.From(w.Ctx).Exec(`ALTER TABLE audit_entries
		ADD CONSTRAINT closed CHECK (action NOT IN ('update.artifact', 'delete.artifact', 'restore.version', 'update.version')) NOT VALID`).Error)
	for act, do := range w.acts(second.Version, first.Version) {
		if act == "Diff" || act == "ReadContent" {
			continue
		}
		require.Error(t, do(w.Ctx), act)
		require.Equal(t, before, w.state(), act)
	}
	require.NoError(t, w.DB.From(w.Ctx).Exec("ALTER TABLE audit_entries DROP CONSTRAINT closed").Error)
	require.NoError(t, w.acts(second.Version, first.Version)["SetForceToolsOnly"](w.Ctx))
}
