package resolvers_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/live"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
	"vitrine/resolvers"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// addEvents appends events to the bench's conversation, many in one transaction.
func addEvents(t *testing.T, b *actkit.Bench, n int) {
	t.Helper()
	require.NoError(t, b.Conversations.Locked(b.Ctx, b.ID, func(ctx context.Context, c *models.Conversation) error {
		events := make([]live.Event, n)
		for i := range events {
			events[i] = live.Event{Kind: models.EventConversation, Note: fmt.Sprint(i)}
		}
		return b.Log.Append(ctx, c, events...)
	}))
}

// TestASlowSubscriberIsToldOfAGap checks that a live subscriber whose next events were trimmed gets RESYNC with the
// sequence to continue from, and then every later event.
func TestASlowSubscriberIsToldOfAGap(t *testing.T) {
	b := actkit.New(t)
	root := &resolvers.Resolver{
		Acts: b.Acts, Stores: b.Stores, Hub: live.NewHub(t.Context(), b.Log, b.Bus, b.Services.Subscriptions.Updates),
	}
	start, err := b.Conversations.Seen(b.Ctx, b.ID)
	require.NoError(t, err)
	updates, err := root.Subscription().ConversationEvents(b.Ctx, b.ID, &start.LastSequence)
	require.NoError(t, err)

	addEvents(t, b, 1)
	first := <-updates
	require.Equal(t, start.LastSequence+1, first.Sequence)
	addEvents(t, b, 1) // the stream holds this one while nobody receives
	addEvents(t, b, 2500)
	trimmed, err := b.Log.Trim(b.Ctx, models.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Positive(t, trimmed)
	last := start.LastSequence + 2502

	resynced := false
	expected := first.Sequence + 1
	for u := range updates {
		if u.Kind == models.EventResync {
			require.False(t, resynced, "once is enough")
			resynced = true
			require.Equal(t, *u.Resync, u.Sequence)
			expected = *u.Resync + 1
			if *u.Resync == last {
				addEvents(t, b, 1)
				last++
			}
			continue
		}
		require.Equal(t, expected, u.Sequence, "no event is missing without a word")
		expected++
		if u.Sequence == last {
			break
		}
	}
	require.True(t, resynced)
}
