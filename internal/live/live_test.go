package live_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// plain is a hydration that only counts its calls.
type plain struct {
	mu    sync.Mutex
	calls int
}

func (p *plain) hydrate(_ context.Context, _ string, events []models.ConversationEvent) ([]int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	out := make([]int64, len(events))
	for i, e := range events {
		out[i] = e.Sequence
	}
	return out, nil
}

func conversation(t *testing.T, db *database.DB) *models.Conversation {
	c := &models.Conversation{ID: models.NewID(), Owner: "anna", CreatedAt: models.Now(), UpdatedAt: models.Now()}
	require.NoError(t, db.From(t.Context()).Create(c).Error)
	return c
}

func appendEvents(t *testing.T, db *database.DB, log *live.Log, id string, n int) {
	require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
		c, err := log.Lock(ctx, id)
		if err != nil {
			return err
		}
		events := make([]live.Event, n)
		for i := range events {
			events[i] = live.Event{Kind: models.EventNote, Note: "n"}
		}
		return log.Append(ctx, c, events...)
	}))
}

// take reads until there are want events.
func take(t *testing.T, s *live.Subscription[int64], want int) (got []int64) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(got) < want {
		batch, err := s.Next(ctx)
		require.NoError(t, err, "after %d of %d", len(got), want)
		got = append(got, batch...)
	}
	return got
}

func requireRun(t *testing.T, got []int64, from int64) {
	for i, s := range got {
		require.Equal(t, from+int64(i), s, "events come in order, without a gap")
	}
}

// TestBus is the suite that every bus passes: one replica writes, the subscribers of two replicas receive.
func TestBus(t *testing.T) {
	for name, two := range map[string]func(t *testing.T, url string) (live.Bus, live.Bus){
		"memory": func(*testing.T, string) (live.Bus, live.Bus) { m := &live.Memory{}; return m, m },
		"postgres": func(t *testing.T, url string) (live.Bus, live.Bus) {
			a, b := live.NewPostgres(url), live.NewPostgres(url)
			for _, p := range []*live.Postgres{a, b} {
				go p.Run(t.Context())
				<-p.Ready()
			}
			return a, b
		},
	} {
		t.Run(name, func(t *testing.T) {
			url := testkit.URL(t)
			db, err := database.Open(t.Context(), url, 10)
			require.NoError(t, err)
			t.Cleanup(db.Close)
			busA, busB := two(t, url)
			logA, logB := live.NewLog(db, busA), live.NewLog(db, busB)
			hubA := live.NewHub(t.Context(), logA, busA, new(plain).hydrate)
			hubB := live.NewHub(t.Context(), logB, busB, new(plain).hydrate)
			c := conversation(t, db)
			appendEvents(t, db, logA, c.ID, 3)

			near, err := hubA.Subscribe(t.Context(), c.ID, 0)
			require.NoError(t, err)
			far, err := hubB.Subscribe(t.Context(), c.ID, 2)
			require.NoError(t, err)
			requireRun(t, take(t, near, 3), 1)
			requireRun(t, take(t, far, 1), 3)

			var writers sync.WaitGroup
			for range 8 {
				writers.Go(func() {
					for range 10 {
						appendEvents(t, db, logA, c.ID, 2)
					}
				})
			}
			writers.Wait()
			requireRun(t, take(t, near, 160), 4)
			requireRun(t, take(t, far, 160), 4)

			near.Close()
			far.Close()
			require.Zero(t, hubA.Watched()+hubB.Watched())
		})
	}
}

func TestHub(t *testing.T) {
	db, bus := testkit.DB(t), &live.Memory{}
	log := live.NewLog(db, bus)
	t.Run("hydrates once for all subscribers", func(t *testing.T) {
		p := new(plain)
		hub, c := live.NewHub(t.Context(), log, bus, p.hydrate), conversation(t, db)
		subs := make([]*live.Subscription[int64], 50)
		for i := range subs {
			s, err := hub.Subscribe(t.Context(), c.ID, 0)
			require.NoError(t, err)
			subs[i] = s
		}
		appendEvents(t, db, log, c.ID, 5)
		for _, s := range subs {
			requireRun(t, take(t, s, 5), 1)
		}
		require.LessOrEqual(t, p.calls, 2)
	})
	t.Run("a slow subscriber loses nothing", func(t *testing.T) {
		hub, c := live.NewHub(t.Context(), log, bus, new(plain).hydrate), conversation(t, db)
		slow, err := hub.Subscribe(t.Context(), c.ID, 0)
		require.NoError(t, err)
		for range 5 {
			appendEvents(t, db, log, c.ID, 700) // more than the ring holds
		}
		requireRun(t, take(t, slow, 3500), 1)
	})
	t.Run("a position ahead of the log is a conflict", func(t *testing.T) {
		hub, c := live.NewHub(t.Context(), log, bus, new(plain).hydrate), conversation(t, db)
		_, err := hub.Subscribe(t.Context(), c.ID, 7)
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
		require.Zero(t, hub.Watched())
	})
	t.Run("an unknown conversation is not found", func(t *testing.T) {
		hub := live.NewHub(t.Context(), log, bus, new(plain).hydrate)
		_, err := hub.Subscribe(t.Context(), models.NewID(), 0)
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	})
}

func TestAppendOutsideATransactionIsRejected(t *testing.T) {
	db := testkit.DB(t)
	log := live.NewLog(db, &live.Memory{})
	require.Error(t, log.Append(t.Context(), conversation(t, db), live.Event{Kind: models.EventNote}))
}

func TestPostgresBusSurvivesItsConnections(t *testing.T) {
	url := testkit.URL(t)
	db, err := database.Open(t.Context(), url, 4)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	bus := live.NewPostgres(url)
	go bus.Run(t.Context())
	<-bus.Ready()
	log := live.NewLog(db, bus)
	hub, c := live.NewHub(t.Context(), log, bus, new(plain).hydrate), conversation(t, db)
	s, err := hub.Subscribe(t.Context(), c.ID, 0)
	require.NoError(t, err)
	appendEvents(t, db, log, c.ID, 1)
	requireRun(t, take(t, s, 1), 1)

	other := live.NewPostgres(url) // another replica, whose hints must reach the first over Postgres
	go other.Run(t.Context())
	<-other.Ready()
	_ = db.From(t.Context()).Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()").Error
	testkit.Within(t, time.Minute, "the pool has connections again", func() bool { return db.Ping(t.Context()) == nil })
	appendEvents(t, db, live.NewLog(db, other), c.ID, 4)
	requireRun(t, take(t, s, 4), 2)
}

// TestHub_deleted ends every subscriber of a deleted conversation: one that waits, one far behind, and, when the hint
// is lost, both at the next poll.
func TestHub_deleted(t *testing.T) {
	for name, bus := range map[string]live.Bus{"a hint": &live.Memory{}, "a lost hint": deaf{}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := testkit.DB(t)
			log, h := live.NewLog(db, bus), &plain{}
			hub := live.NewHub(t.Context(), log, bus, h.hydrate)
			c := conversation(t, db)
			appendEvents(t, db, log, c.ID, 3)
			waiting, err := hub.Subscribe(t.Context(), c.ID, 3)
			require.NoError(t, err)
			defer waiting.Close()
			behind, err := hub.Subscribe(t.Context(), c.ID, 0)
			require.NoError(t, err)
			defer behind.Close()

			require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
				log.Deleted(ctx, c.ID)
				return db.From(ctx).Delete(c).Error
			}))
			for _, s := range []*live.Subscription[int64]{waiting, behind} {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, err := s.Next(ctx)
				require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
			}
		})
	}
}

// deaf is a bus that loses every hint.
type deaf struct{}

func (deaf) Hint(...string) {}

func (deaf) Listen(func([]string)) {}

// TestTrim checks that old events are deleted, the newest stay, and a subscriber that missed some gets an error
// instead of a gap.
func TestTrim(t *testing.T) {
	t.Parallel()
	db := testkit.DB(t)
	bus := &live.Memory{}
	log := live.NewLog(db, bus)
	hub := live.NewHub(t.Context(), log, bus, (&plain{}).hydrate)
	c, other := conversation(t, db), conversation(t, db)
	appendEvents(t, db, log, c.ID, 1500)
	appendEvents(t, db, log, other.ID, 3)
	behind, err := hub.Subscribe(t.Context(), c.ID, 100)
	require.NoError(t, err)
	defer behind.Close()

	n, err := log.Trim(t.Context(), models.Now().Add(-time.Hour))
	require.NoError(t, err)
	require.Zero(t, n, "nothing is old")
	n, err = log.Trim(t.Context(), models.Now().Add(time.Hour))
	require.NoError(t, err)
	require.EqualValues(t, 500, n, "the newest thousand stay, and all of a short conversation")
	there, err := log.Extent(t.Context(), c.ID)
	require.NoError(t, err)
	require.Equal(t, live.Extent{Trimmed: 500, Last: 1500}, there)

	_, err = hub.Subscribe(t.Context(), c.ID, 499)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	_, err = behind.Next(t.Context())
	require.True(t, fault.Is(err, fault.CodeConflict), "trimmed under a subscriber that was behind: %v", err)
	require.EqualValues(t, 1500, behind.Skip())
	appendEvents(t, db, log, c.ID, 1)
	require.Equal(t, []int64{1501}, take(t, behind, 1))

	on, err := hub.Subscribe(t.Context(), c.ID, 500)
	require.NoError(t, err)
	defer on.Close()
	require.Len(t, take(t, on, 1001), 1001)
}
