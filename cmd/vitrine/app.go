package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	adminui "vitrine/admin-ui"
	"vitrine/internal/artifact"
	artifactstore "vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/live"
	"vitrine/internal/server"
	"vitrine/internal/services"
	"vitrine/internal/tool"
	"vitrine/migrations"
	"vitrine/models"
	"vitrine/resolvers"
	"vitrine/storage/gateway"
	"vitrine/storage/s3"
)

// startPatience is how long the start waits for the database and the store.
const startPatience = 30 * time.Second

// App is a whole server, wired by hand: New opens everything, Run serves until its context ends, Close stops
// everything.
type App struct {
	cfg      *config.Config
	lock     *os.File
	postgres *database.Private // nil when DATABASE_URL is set
	gateway  *gateway.Gateway  // nil when S3_ENDPOINT is set
	url      string            // of the database
	db       *database.DB
	store    *s3.Store
	bus      *live.Postgres
	services *services.Services // nil before they are wired
	server   *server.Server
	listener net.Listener
	firstKey string // printed once

	ctx  context.Context //nolint:containedctx // ends background work
	stop context.CancelFunc
}

// New opens database and store, migrates them and wires the services. After an error nothing is left running.
func New(ctx context.Context, cfg *config.Config) (*App, error) {
	app := &App{cfg: cfg}
	app.ctx, app.stop = context.WithCancel(context.WithoutCancel(ctx))
	for _, step := range []func(context.Context) error{app.listen, app.openData, app.wire, app.firstStart} {
		if err := step(ctx); err != nil {
			app.Close()
			return nil, err
		}
	}
	return app, nil
}

// Run serves until ctx ends, then drains.
func (a *App) Run(ctx context.Context) error {
	go a.bus.Run(a.ctx)
	go a.housekeep(a.ctx)
	a.supervise(a.ctx)
	return a.server.Serve(ctx, a.listener, a.cfg.DrainTimeout)
}

// Close closes everything, the child processes last.
func (a *App) Close() {
	if a.stop != nil {
		a.stop()
	}
	if a.listener != nil {
		_ = a.listener.Close()
	}
	if a.services != nil {
		_ = a.services.Acts.Dispatcher.Close()
	}
	if a.db != nil {
		a.db.Close()
	}
	if a.gateway != nil {
		a.gateway.Stop()
	}
	if a.postgres != nil {
		a.postgres.Stop()
	}
	if a.lock != nil {
		_ = a.lock.Close()
	}
}

func (a *App) listen(context.Context) (err error) {
	if a.listener, err = net.Listen("tcp", a.cfg.Addr); err != nil {
		return fault.Conflict("The address %s cannot be used: %v.", a.cfg.Addr, err).Try("Set VITRINE_ADDR to a free address.")
	}
	return nil
}

func (a *App) openData(ctx context.Context) error {
	if _, err := a.openDatabase(ctx); err != nil {
		return err
	}
	return a.openStore(ctx)
}

// openDatabase returns the names of the migrations that it applied.
func (a *App) openDatabase(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if a.url = a.cfg.DatabaseURL; a.url == "" {
		if err := a.startPostgres(ctx); err != nil {
			return nil, err
		}
	}
	var err error
	if a.db, err = database.Open(ctx, a.url, a.cfg.DatabaseMaxConn); err != nil {
		return nil, err
	}
	return migrations.Run(ctx, a.db.SQL)
}

func (a *App) startPostgres(ctx context.Context) (err error) {
	if err := a.lockData(); err != nil {
		return err
	}
	a.postgres, err = database.StartPrivate(ctx, database.PrivateOptions{Dir: filepath.Join(a.cfg.DataDir, "postgres"), Bin: a.cfg.PostgresBin})
	if err != nil {
		return err
	}
	a.url = a.postgres.URL
	return nil
}

func (a *App) openStore(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	o := s3.Options{
		Endpoint: a.cfg.S3.Endpoint, Bucket: a.cfg.S3.Bucket, AccessKey: a.cfg.S3.AccessKey, SecretKey: a.cfg.S3.SecretKey, Region: a.cfg.S3.Region,
		ExternalEndpoint: a.cfg.S3.ExternalEndpoint,
	}
	if o.Endpoint == "" {
		if o, err = a.startGateway(ctx); err != nil {
			return err
		}
	}
	if a.store, err = s3.New(o); err != nil {
		return err
	}
	if err := awaitStore(ctx, a.store); err != nil {
		return fault.New(fault.CodeUnavailable, "The object store at %s does not answer or refuses its keys.", o.Endpoint).Because(err).
			Try("Check S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY, and that the store runs.")
	}
	return a.guard(ctx)
}

func (a *App) startGateway(ctx context.Context) (s3.Options, error) {
	if err := a.lockData(); err != nil {
		return s3.Options{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return s3.Options{}, err
	}
	program, err := gateway.Find(a.cfg.StoreBin, self)
	if err != nil {
		return s3.Options{}, err
	}
	if a.gateway, err = gateway.Start(ctx, program, filepath.Join(a.cfg.DataDir, "store")); err != nil {
		return s3.Options{}, err
	}
	o := a.gateway.Options
	o.Bucket = a.cfg.S3.Bucket
	return o, nil
}

// wire creates the services; only reading the signing key can fail.
func (a *App) wire(ctx context.Context) error {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails, see crypto/rand
	key, err := database.Setting(ctx, a.db, "link_key", secret)
	if err != nil {
		return err
	}
	a.bus = live.NewPostgres(a.url)
	a.services = services.Join(services.Ground{DB: a.db, Bus: a.bus, Objects: a.store, PublicURL: a.cfg.Public()}, services.Settings{
		Store:        artifactstore.Settings{InlineStoreBytes: a.cfg.InlineStoreBytes, MaxUploadBytes: a.cfg.MaxUploadBytes},
		MaxFileBytes: a.cfg.MaxFileBytes, Limits: artifact.Limits{Bytes: a.cfg.FamilyBytes, PerMessage: a.cfg.FamilyPerMessage},
		PrivateStore: a.gateway != nil, InlineCapBytes: a.cfg.InlineCapBytes,
		Tools: tool.Options{OutputCap: a.cfg.ToolOutputChars, CompilationCacheDir: filepath.Join(a.cfg.DataDir, "cache", "wasm")},
	})
	stores, acts := a.services.Stores, a.services.Acts
	links := server.NewLinks(a.cfg.Public(), key)
	resolver := &resolvers.Resolver{
		Acts: acts, Stores: stores, Metadata: a.services.Metadata, SignContent: links.Content,
		Hub: live.NewHub(a.ctx, stores.Log, a.bus, a.services.Subscriptions.Updates),
		Info: resolvers.Info{
			Version: version, PrivateDatabase: a.postgres != nil, PrivateStore: a.gateway != nil,
			MaxUploadBytes: a.cfg.MaxUploadBytes, InlineCapBytes: a.cfg.InlineCapBytes,
		},
	}
	a.server = server.New(server.Options{
		MaxUploadBytes: a.cfg.MaxUploadBytes, MaxBodyBytes: a.cfg.MaxBodyBytes, Introspection: a.cfg.Introspection, GraphiQL: a.cfg.GraphiQL,
		RequestsPerMinute: a.cfg.RequestsPerMinute, AllowedOrigins: a.cfg.AllowedOrigins,
	}, server.Parts{
		Acts: acts, Artifacts: stores.Artifacts, Ping: a.db.Ping, Keys: stores.Keys, Store: a.store, Links: links, Resolver: resolver,
		Admin: adminui.Handler(), Bus: a.bus,
	})
	return nil
}

// firstStart pushes the shipped types, creates the first admin key and resumes work that a crash interrupted.
func (a *App) firstStart(ctx context.Context) error {
	ctx = auth.With(ctx, auth.System)
	if err := a.services.Metadata.PushShipped(ctx); err != nil {
		return fmt.Errorf("push the shipped artifact types: %w", err)
	}
	a.warnOfConflicts(ctx)
	if err := a.adminKey(ctx); err != nil {
		return err
	}
	return a.services.Acts.Observations.Resume(ctx)
}

func (a *App) adminKey(ctx context.Context) error {
	if a.cfg.AdminKey != "" {
		return a.services.Stores.Keys.Preset(ctx, a.cfg.AdminKey)
	}
	exists, err := a.services.Stores.Keys.Any(ctx)
	if err != nil || exists {
		return err
	}
	_, a.firstKey, err = a.services.Stores.Keys.Create(ctx, auth.NewKey{Name: "admin", Role: models.RoleAdmin})
	return err
}

func (a *App) warnOfConflicts(ctx context.Context) {
	types, err := a.services.Stores.Types.All(ctx)
	if err != nil {
		return
	}
	for _, c := range artifact.Conflicts(types) {
		slog.WarnContext(ctx, "artifact types that only their ids distinguish", "contentType", c.ContentType, "types", c.Names())
	}
}

// announce prints the server's URL and, once, the first key.
func (a *App) announce(w io.Writer) {
	_, _ = fmt.Fprintf(w, "Vitrine %s is running at %s (admin at /, API at /graphql)\n", version, a.cfg.Public())
	if a.firstKey != "" {
		_, _ = fmt.Fprintf(w, "\n  First admin key, shown only once:\n\n    %s\n\n  To create an example conversation: VITRINE_KEY=<the key> vitrine demo --pace 2s\n\n", a.firstKey)
	}
}
