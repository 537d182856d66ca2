package subscription_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/subscription"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// updates reads all events of the bench's conversation with their objects.
func updates(t *testing.T, b *actkit.Bench) []*subscription.Update {
	t.Helper()
	events, err := b.Log.Read(b.Ctx, b.ID, 0, 100)
	require.NoError(t, err)
	all, err := b.Services.Subscriptions.Updates(b.Ctx, b.ID, events)
	require.NoError(t, err)
	require.Len(t, all, len(events))
	return all
}

// hiddenFile completes a turn with one file that everybody sees and one that only the system sees.
func hiddenFile(b *actkit.Bench) (shown, hidden *models.ConversationArtifactVersion) {
	text, secret := "for all", "for the system"
	done := b.Complete("", "", func(c *turn.Completion) {
		c.Files = []turn.OutputFile{
			{Text: &text, FileName: "shown.md", MIMEType: "text/markdown"},
			{Text: &secret, FileName: "hidden.md", MIMEType: "text/markdown", Visibility: models.VisibilitySystemOnly},
		}
	})
	require.Nil(b, done.Files[0].Fault)
	require.Nil(b, done.Files[1].Fault)
	return done.Files[0].Version, done.Files[1].Version
}

func TestOnlyTheSystemReceivesEventsOfHiddenArtifacts(t *testing.T) {
	b := actkit.New(t)
	shown, hidden := hiddenFile(b)
	for role, sees := range map[models.Role]bool{models.RoleAdmin: true, models.RoleService: true, models.RoleUser: false, models.RoleEditor: false, models.RoleViewer: false} {
		t.Run(string(role), func(t *testing.T) {
			var versions []string
			hiddenEvents := 0
			for _, u := range updates(t, b) {
				got := u.For(&auth.Principal{User: "ada", Role: role})
				require.Equal(t, u.Sequence, got.Sequence, "no position is left out, so that nobody sees a gap")
				if got.Version != nil {
					versions = append(versions, got.Version.ID)
				}
				if got.Kind == models.EventHidden {
					hiddenEvents++
					require.Equal(t, &subscription.Update{Sequence: u.Sequence, At: u.At, Kind: models.EventHidden}, got, "only its position and time")
				}
			}
			require.Contains(t, versions, shown.ID)
			if sees {
				require.Contains(t, versions, hidden.ID)
				require.Zero(t, hiddenEvents)
				return
			}
			require.NotContains(t, versions, hidden.ID)
			require.Positive(t, hiddenEvents)
		})
	}
}

func TestTheRowOfAHiddenArtifactIsHiddenToo(t *testing.T) {
	b := actkit.New(t)
	b.Observe("1", actkit.Write("t1", "a.md", "# One\n")...)
	row := b.Row("/w/a.md")
	require.NoError(t, b.DB.From(b.Ctx).Exec("UPDATE artifacts SET visibility = ? WHERE id = ?", models.VisibilitySystemOnly, *row.ArtifactID).Error)
	rows := 0
	for _, u := range updates(t, b) {
		if u.Kind != models.EventDeliverable {
			continue
		}
		rows++
		user := u.For(&auth.Principal{User: "ada", Role: models.RoleUser})
		require.Equal(t, models.EventHidden, user.Kind)
		require.Nil(t, user.Deliverable)
		require.Nil(t, user.Card)
		require.Nil(t, user.Counts)
		require.NotNil(t, u.For(&auth.Principal{User: "runner", Role: models.RoleService}).Deliverable)
	}
	require.Positive(t, rows)
}
