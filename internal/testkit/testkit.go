// Package testkit provides tests with real dependencies: one private Postgres per test binary, one migrated database
// per test. Only tests import it.
package testkit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"vitrine/internal/database"
	"vitrine/migrations"
)

var (
	cluster  sync.Once
	admin    string // address of the cluster's maintenance database
	startErr error
	stop     = func() {}
	counter  atomic.Int64
)

// Main runs a package's tests and stops what they started: func TestMain(m *testing.M) { testkit.Main(m) }.
func Main(m *testing.M) {
	code := m.Run()
	stop()
	os.Exit(code)
}

// DB opens a new migrated database for the test, dropped when the test ends.
func DB(t testing.TB) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), URL(t), 10)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

// URL creates a migrated database for the test and returns its URL.
func URL(t testing.TB) string {
	t.Helper()
	cluster.Do(start)
	require.NoError(t, startErr, "private Postgres for tests")
	name := fmt.Sprintf("t%d_%d", os.Getpid(), counter.Add(1))
	run(t, "CREATE DATABASE "+name+" TEMPLATE vitrine_template")
	t.Cleanup(func() { run(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return strings.Replace(admin, "dbname=postgres", "dbname="+name, 1)
}

// TempDir is t.TempDir for child processes of another user: its parents are accessible to everybody.
func TempDir(t testing.TB) string {
	t.Helper()
	dir, err := accessible("vt")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Within fails the test when ok does not become true in time; use it only for effects of other goroutines and
// processes.
func Within(t testing.TB, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, limit, 5*time.Millisecond, what)
}

func run(t testing.TB, sql string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), admin)
	require.NoError(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(context.Background(), sql)
	require.NoError(t, err)
}

func accessible(prefix string) (string, error) {
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o711) //nolint:gosec // see TempDir
}

func start() {
	dir, err := accessible("vtpg")
	if err != nil {
		startErr = err
		return
	}
	p, err := database.StartPrivate(context.Background(), database.PrivateOptions{Dir: filepath.Join(dir, "pg"), Unsafely: true})
	if err != nil {
		startErr = err
		return
	}
	admin, stop = p.URL, func() { p.Stop(); _ = os.RemoveAll(dir) }
	startErr = makeTemplate()
}

func makeTemplate() error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "CREATE DATABASE vitrine_template"); err != nil {
		return err
	}
	db, err := database.Open(ctx, strings.Replace(admin, "dbname=postgres", "dbname=vitrine_template", 1), 2)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = migrations.Run(ctx, db.SQL)
	return err
}
