// Package database opens Postgres once for everything: gorm for the models, raw pgx for listening and bulk work, one
// pool for both. It carries the open transaction in the context and converts driver errors to faults. It has no queries
// itself.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"vitrine/internal/fault"
)

// DB is the database handle.
type DB struct {
	Pool *pgxpool.Pool
	SQL  *sql.DB // the same pool, for migrations
	gorm *gorm.DB
}

// Open connects to url (a Postgres URL or keyword string) with at most maxConn connections. It waits for the database
// until ctx ends, so that a server may start before its database.
func Open(ctx context.Context, url string, maxConn int) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fault.Invalid("DATABASE_URL", "DATABASE_URL is not a valid Postgres URL.").Because(redact(err)).
			Try("Set for example postgres://user:password@host:5432/database.")
	}
	cfg.MaxConns = int32(maxConn) //nolint:gosec // config bounds it to 1000
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.ConnConfig.RuntimeParams["application_name"] = "vitrine"
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", redact(err))
	}
	if err := awaitAnswer(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return wrap(pool)
}

// Close closes every connection.
func (d *DB) Close() {
	_ = d.SQL.Close()
	d.Pool.Close()
}

// Ping checks whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return Fault(d.Pool.Ping(ctx), "database") }

func wrap(pool *pgxpool.Pool) (*DB, error) {
	db := stdlib.OpenDBFromPool(pool)
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: db}), &gorm.Config{
		TranslateError:         true,
		SkipDefaultTransaction: true, // writes use Tx
		PrepareStmt:            false,
		Logger:                 logger.Discard, // errors are returned and logged once, by the presenter
		NowFunc:                func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
	})
	if err != nil {
		return nil, fmt.Errorf("open gorm: %w", err)
	}
	return &DB{Pool: pool, SQL: db, gorm: g}, nil
}

func awaitAnswer(ctx context.Context, pool *pgxpool.Pool) error {
	for attempt := 0; ; attempt++ {
		err := pool.Ping(ctx)
		if err == nil {
			return nil
		}
		if attempt == 0 {
			slog.WarnContext(ctx, "waiting for the database", "cause", redact(err).Error())
		}
		select {
		case <-ctx.Done():
			return fault.New(fault.CodeUnavailable, "The database at DATABASE_URL does not answer.").Because(redact(err)).
				Try("Check DATABASE_URL, and that the database runs and accepts this user.")
		case <-time.After(250 * time.Millisecond):
		}
	}
}

type txKey struct{}

type openTx struct {
	db          *gorm.DB
	afterCommit []func()
}

// From returns the handle for queries: the open transaction of ctx, else the pool.
func (d *DB) From(ctx context.Context) *gorm.DB {
	if tx, ok := ctx.Value(txKey{}).(*openTx); ok {
		return tx.db.WithContext(ctx)
	}
	return d.gorm.WithContext(ctx)
}

// Tx runs do inside one transaction, joining the one that ctx already carries. It rolls back when do fails or panics.
func (d *DB) Tx(ctx context.Context, do func(ctx context.Context) error) error {
	if _, ok := ctx.Value(txKey{}).(*openTx); ok {
		return do(ctx)
	}
	open := &openTx{}
	err := d.gorm.WithContext(ctx).Transaction(func(g *gorm.DB) error {
		open.db = g
		return do(context.WithValue(ctx, txKey{}, open))
	})
	if err != nil {
		return Fault(err, "")
	}
	for _, hint := range open.afterCommit {
		hint()
	}
	return nil
}

// AfterCommit runs hint when the transaction of ctx has committed, at once without one, and never after a rollback.
func AfterCommit(ctx context.Context, hint func()) {
	if tx, ok := ctx.Value(txKey{}).(*openTx); ok {
		tx.afterCommit = append(tx.afterCommit, hint)
		return
	}
	hint()
}

// InTx reports whether ctx carries a transaction.
func InTx(ctx context.Context) bool {
	_, ok := ctx.Value(txKey{}).(*openTx)
	return ok
}

// redact removes the password from a driver error about the URL.
func redact(err error) error {
	return errors.New(passwordFree(err.Error()))
}
