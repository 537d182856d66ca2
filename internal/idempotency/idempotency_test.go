package idempotency_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type input struct{ Name string }

func request(change ...func(*idempotency.Request)) idempotency.Request {
	r := idempotency.Request{Owner: "ada", Operation: "upload", Key: "k", Input: input{"a"}}
	for _, c := range change {
		c(&r)
	}
	return r
}

func setup(t *testing.T) (*idempotency.Keys, *database.DB) {
	t.Parallel()
	db := testkit.DB(t)
	return idempotency.New(db), db
}

func earlier(t *testing.T, k *idempotency.Keys, r idempotency.Request) string {
	t.Helper()
	id, err := k.Earlier(t.Context(), r)
	require.NoError(t, err)
	return id
}

func rows(t *testing.T, db *database.DB) (n int64) {
	t.Helper()
	require.NoError(t, db.From(t.Context()).Model(&models.IdempotencyKey{}).Count(&n).Error)
	return n
}

func TestAKeyIsOfOneOwnerOneOperationAndOneInput(t *testing.T) {
	k, _ := setup(t)
	require.Empty(t, earlier(t, k, request()))
	require.NoError(t, k.Remember(t.Context(), request(), "result"))
	require.Equal(t, "result", earlier(t, k, request()))

	for name, other := range map[string]idempotency.Request{
		"another owner":             request(func(r *idempotency.Request) { r.Owner = "ben" }),
		"another operation":         request(func(r *idempotency.Request) { r.Operation = "complete" }),
		"another key":               request(func(r *idempotency.Request) { r.Key = "K" }),
		"owner and operation mixed": request(func(r *idempotency.Request) { r.Owner, r.Operation = "adaupload", "" }),
	} {
		require.Empty(t, earlier(t, k, other), name)
		other.Input = input{"b"}
		require.Empty(t, earlier(t, k, other), "%s does not conflict with another input either", name)
	}

	for name, sent := range map[string]any{"another value": input{"b"}, "a part": input{}, "nothing": nil} {
		id, err := k.Earlier(t.Context(), request(func(r *idempotency.Request) { r.Input = sent }))
		require.True(t, fault.Is(err, fault.CodeConflict), "%s: %v", name, err)
		require.Equal(t, "idempotencyKey", fault.As(err).Field)
		require.Empty(t, id, "a conflict gives nothing away")
	}
}

func TestAnEmptyKeyIsNotRememberedAndALongOneIsRefused(t *testing.T) {
	k, db := setup(t)
	none := request(func(r *idempotency.Request) { r.Key = "" })
	require.NoError(t, k.Remember(t.Context(), none, "result"))
	require.Empty(t, earlier(t, k, none))
	require.Zero(t, rows(t, db))

	long := request(func(r *idempotency.Request) { r.Key = strings.Repeat("x", 256) })
	_, err := k.Earlier(t.Context(), long)
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.Equal(t, "idempotencyKey", fault.As(err).Field)
	long.Key = long.Key[:255]
	require.Empty(t, earlier(t, k, long))
}

func TestEqualRequestsAtOnceDoTheWorkOnce(t *testing.T) {
	k, db := setup(t)
	var worked atomic.Int64
	results := make([]string, 12)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			err := db.Tx(t.Context(), func(ctx context.Context) (err error) {
				if results[i], err = k.Earlier(ctx, request()); err != nil || results[i] != "" {
					return err
				}
				worked.Add(1)
				results[i] = models.NewID()
				return k.Remember(ctx, request(), results[i])
			})
			if err != nil {
				results[i] = err.Error()
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, worked.Load())
	for _, r := range results {
		require.Equal(t, results[0], r)
	}
	require.Equal(t, results[0], earlier(t, k, request()))
}

// TestTheSecondWaitsForTheFirst starts an equal request while the first is running, and ends the first only when the
// second waits.
func TestTheSecondWaitsForTheFirst(t *testing.T) {
	k, db := setup(t)
	second := make(chan string, 1)
	require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := k.Earlier(ctx, request()); err != nil {
			return err
		}
		go func() {
			var id string
			err := db.Tx(t.Context(), func(ctx context.Context) (err error) { id, err = k.Earlier(ctx, request()); return err })
			if err != nil {
				id = err.Error()
			}
			second <- id
		}()
		testkit.Within(t, 20*time.Second, "the second waits", func() bool {
			var waiting int64
			err := db.From(t.Context()).Raw(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&waiting).Error
			return err == nil && waiting == 1
		})
		return k.Remember(ctx, request(), "the first's")
	}))
	require.Equal(t, "the first's", <-second)
}

func TestAFailedRequestLeavesItsKeyFree(t *testing.T) {
	k, db := setup(t)
	boom := errors.New("boom")
	err := db.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := k.Earlier(ctx, request()); err != nil {
			return err
		}
		require.NoError(t, k.Remember(ctx, request(), "lost"))
		return boom
	})
	require.ErrorIs(t, err, boom)
	require.Zero(t, rows(t, db))
	require.Empty(t, earlier(t, k, request(func(r *idempotency.Request) { r.Input = input{"b"} })))
}

func TestOtherRequestsDoNotWait(t *testing.T) {
	k, db := setup(t)
	require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := k.Earlier(ctx, request()); err != nil {
			return err
		}
		for _, other := range []idempotency.Request{
			request(func(r *idempotency.Request) { r.Owner = "ben" }), request(func(r *idempotency.Request) { r.Operation = "complete" }),
			request(func(r *idempotency.Request) { r.Key = "l" }), request(func(r *idempotency.Request) { r.Key = "" }),
		} {
			limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			err := db.Tx(limited, func(ctx context.Context) error { _, err := k.Earlier(ctx, other); return err })
			cancel()
			require.NoError(t, err, "%v", other)
		}
		return nil
	}))
}

func TestAKeyIsForgottenAfterItsTime(t *testing.T) {
	k, db := setup(t)
	recent := request(func(r *idempotency.Request) { r.Key = "recent" })
	for _, r := range []idempotency.Request{request(), recent} {
		require.NoError(t, k.Remember(t.Context(), r, "first"))
	}
	age := func(key string, by time.Duration) {
		t.Helper()
		require.NoError(t, db.From(t.Context()).Model(&models.IdempotencyKey{}).Where("key = ?", key).Update("created_at", models.Now().Add(-by)).Error)
	}
	age("k", idempotency.Kept+time.Minute)
	age("recent", idempotency.Kept-time.Minute)
	require.Empty(t, earlier(t, k, request()), "forgotten although no sweep has been yet")
	require.Equal(t, "first", earlier(t, k, recent))

	again := request(func(r *idempotency.Request) { r.Input = input{"b"} })
	require.Empty(t, earlier(t, k, again), "with another input too")
	require.NoError(t, k.Remember(t.Context(), again, "second"))

	age("k", idempotency.Kept+time.Minute)
	require.NoError(t, k.Forget(t.Context()))
	require.EqualValues(t, 1, rows(t, db))
	require.Equal(t, "first", earlier(t, k, recent))
}

// TestAForgottenKeyBeginsANewLife checks that Remember sets created_at of a row that still exists, which OnConflict's
// UpdateAll does not.
// leaves as it was.
func TestAForgottenKeyBeginsANewLife(t *testing.T) {
	k, db := setup(t)
	require.NoError(t, k.Remember(t.Context(), request(), "first"))
	old := models.Now().Add(-idempotency.Kept - time.Minute)
	require.NoError(t, db.From(t.Context()).Model(&models.IdempotencyKey{}).Where("key = ?", "k").Update("created_at", old).Error)
	again := request(func(r *idempotency.Request) { r.Input = input{"b"} })
	require.NoError(t, k.Remember(t.Context(), again, "second"))
	require.Equal(t, "second", earlier(t, k, again))
	_, err := k.Earlier(t.Context(), request())
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
}
