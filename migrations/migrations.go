// Package migrations embeds the numbered SQL files that change the tables, and applies them. It is called at start, by
// `vitrine migrate` and by tests; it knows nothing of the models.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"vitrine/internal/fault"
)

//go:embed *.sql
var files embed.FS

// Run migrates the database to the newest version under an advisory lock, so that several replicas may start at once.
// It refuses a schema that is newer than this binary. It returns the names of the applied files.
func Run(ctx context.Context, db *sql.DB) ([]string, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
	if err != nil {
		return nil, fmt.Errorf("migration lock: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	if err := refuseNewer(ctx, p); err != nil {
		return nil, err
	}
	results, err := p.Up(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	applied := make([]string, len(results))
	for i, r := range results {
		applied[i] = strings.TrimSuffix(r.Source.Path, ".sql")
	}
	return applied, nil
}

func refuseNewer(ctx context.Context, p *goose.Provider) error {
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	sources := p.ListSources()
	if newest := sources[len(sources)-1].Version; have > newest {
		return fault.Conflict("The database is at schema version %d; this binary knows only %d.", have, newest).
			Try("Start the newer binary that migrated the schema.")
	}
	return nil
}
