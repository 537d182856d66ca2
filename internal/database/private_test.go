package database_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/migrations"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestPrivatePostgresKeepsRowsAfterARestart(t *testing.T) {
	opts := database.PrivateOptions{Dir: testkit.TempDir(t), Unsafely: true}
	for round := range 2 {
		p, err := database.StartPrivate(t.Context(), opts)
		require.NoError(t, err)
		db, err := database.Open(t.Context(), p.URL, 2)
		require.NoError(t, err)
		applied, err := migrations.Run(t.Context(), db.SQL)
		require.NoError(t, err)
		require.Equal(t, round == 0, len(applied) > 0, "migrations are applied once")
		db.Close()
		p.Stop()
	}
}

func TestTx(t *testing.T) {
	db := testkit.DB(t)
	project := func(name string) *models.Project {
		return &models.Project{ID: models.NewID(), Name: name, Revision: 1, CreatedAt: models.Now(), UpdatedAt: models.Now()}
	}
	count := func() (n int64) {
		require.NoError(t, db.From(t.Context()).Model(&models.Project{}).Count(&n).Error)
		return n
	}
	t.Run("rolls back and drops its hints on an error", func(t *testing.T) {
		hinted, boom := false, errors.New("boom")
		err := db.Tx(t.Context(), func(ctx context.Context) error {
			database.AfterCommit(ctx, func() { hinted = true })
			require.NoError(t, db.From(ctx).Create(project("lost")).Error)
			return boom
		})
		require.ErrorIs(t, err, boom)
		require.False(t, hinted)
		require.Zero(t, count())
	})
	t.Run("joins the open transaction and hints after the commit", func(t *testing.T) {
		hinted := false
		require.NoError(t, db.Tx(t.Context(), func(ctx context.Context) error {
			return db.Tx(ctx, func(ctx context.Context) error {
				database.AfterCommit(ctx, func() { hinted = count() == 1 })
				return db.From(ctx).Create(project("kept")).Error
			})
		}))
		require.True(t, hinted)
	})
	t.Run("reports a taken name as a conflict", func(t *testing.T) {
		err := database.Fault(db.From(t.Context()).Create(project("KEPT")).Error, "project")
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	})
}

func TestFaultOfAStoppedDatabase(t *testing.T) {
	p, err := database.StartPrivate(t.Context(), database.PrivateOptions{Dir: testkit.TempDir(t), Unsafely: true})
	require.NoError(t, err)
	db, err := database.Open(t.Context(), p.URL, 2)
	require.NoError(t, err)
	defer db.Close()
	p.Stop()
	require.True(t, fault.Is(db.Ping(t.Context()), fault.CodeUnavailable))
	err = db.Tx(t.Context(), func(ctx context.Context) error { return db.From(ctx).Exec("select 1").Error })
	require.True(t, fault.Is(err, fault.CodeUnavailable), "%v", err)
}

// TestFaultOfALostConnection checks that every driver error about a lost connection becomes UNAVAILABLE.
func TestFaultOfALostConnection(t *testing.T) {
	for _, lost := range []error{
		driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, &net.OpError{Op: "read", Err: errors.New("reset")},
		&pgconn.PgError{Code: "57P01"}, &pgconn.PgError{Code: "08006"}, &pgconn.PgError{Code: "53300"},
	} {
		err := database.Fault(fmt.Errorf("query: %w", lost), "row")
		require.True(t, fault.Is(err, fault.CodeUnavailable), "%v: %v", lost, err)
	}
	other := errors.New("an unknown error")
	require.Equal(t, other, database.Fault(other, "row"))
}
