package live

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgxlisten"

	"vitrine/models"
)

const (
	channel      = "vitrine_live"
	maxPayload   = 7900                 // Postgres takes 7,999 bytes
	coalesce     = 3 * time.Millisecond // how long the sender collects hints before it sends them together
	reconnect    = 500 * time.Millisecond
	sendDeadline = 5 * time.Second
)

// Postgres is a bus over LISTEN and NOTIFY, with one connection to listen and one to send, both outside the pool.
// NOTIFY never runs inside a writer's transaction: it would serialise all commits of the database.
type Postgres struct {
	listeners
	url     string
	replica string // marks our own notifications, which are already delivered

	mu      sync.Mutex
	pending map[string]struct{}
	signal  chan struct{}
	ready   chan struct{}
}

// NewPostgres returns a bus over the database at url; it carries nothing until Run.
func NewPostgres(url string) *Postgres {
	return &Postgres{
		url: url, replica: models.NewID(), pending: map[string]struct{}{}, signal: make(chan struct{}, 1), ready: make(chan struct{}),
	}
}

// Hint calls our own listeners at once and reaches the other replicas a few milliseconds later.
func (p *Postgres) Hint(topics ...string) {
	p.notifyAll(topics)
	p.mu.Lock()
	for _, t := range topics {
		p.pending[t] = struct{}{}
	}
	p.mu.Unlock()
	select {
	case p.signal <- struct{}{}:
	default:
	}
}

// Ready is closed once the bus listens for the first time.
func (p *Postgres) Ready() <-chan struct{} { return p.ready }

// Run sends and listens until ctx ends, and reconnects as often as necessary.
func (p *Postgres) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { p.listen(ctx) })
	both.Go(func() { p.send(ctx) })
	both.Wait()
}

func (p *Postgres) listen(ctx context.Context) {
	var once sync.Once
	l := &pgxlisten.Listener{
		Connect:        func(ctx context.Context) (*pgx.Conn, error) { return pgx.Connect(ctx, p.url) },
		ReconnectDelay: reconnect,
		LogError: func(ctx context.Context, err error) {
			if ctx.Err() == nil {
				slog.WarnContext(ctx, "live bus lost its connection; will retry", "error", err)
			}
		},
	}
	l.Handle(channel, &receiver{bus: p, once: &once})
	_ = l.Listen(ctx)
}

// receiver receives notifications; a (re)connect counts as a hint about everything.
type receiver struct {
	bus  *Postgres
	once *sync.Once
}

// HandleNotification calls the listeners with the hints of another replica.
func (r *receiver) HandleNotification(_ context.Context, n *pgconn.Notification, _ *pgx.Conn) error {
	replica, topics, _ := strings.Cut(n.Payload, " ")
	if replica != r.bus.replica && topics != "" {
		r.bus.notifyAll(strings.Split(topics, ","))
	}
	return nil
}

// HandleBacklog runs after each connect: hints sent meanwhile are lost, so everything is read.
func (r *receiver) HandleBacklog(context.Context, string, *pgx.Conn) error {
	r.once.Do(func() { close(r.bus.ready) })
	r.bus.notifyAll(nil)
	return nil
}

func (p *Postgres) send(ctx context.Context) {
	var conn *pgx.Conn
	defer func() { closeConn(conn) }()
	for p.gather(ctx) {
		topics := p.take()
		for len(topics) > 0 {
			if conn = p.connected(ctx, conn); conn == nil {
				return // only after ctx has ended
			}
			payload, n := p.payload(topics)
			if err := notify(ctx, conn, payload); err != nil {
				slog.WarnContext(ctx, "live bus could not send; will retry", "error", err)
				closeConn(conn)
				conn = nil
				continue
			}
			topics = topics[n:]
		}
	}
}

// gather waits for a first hint and a little longer for more; it returns false when ctx has ended.
func (p *Postgres) gather(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-p.signal:
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(coalesce):
		return true
	}
}

func (p *Postgres) take() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	topics := make([]string, 0, len(p.pending))
	for t := range p.pending {
		topics = append(topics, t)
	}
	clear(p.pending)
	return topics
}

// payload packs as many topics as fit into one notification and returns how many.
func (p *Postgres) payload(topics []string) (string, int) {
	var b strings.Builder
	b.WriteString(p.replica)
	n := 0
	for sep := " "; n < len(topics) && b.Len()+1+len(topics[n]) <= maxPayload; n++ {
		b.WriteString(sep + topics[n])
		sep = ","
	}
	return b.String(), max(n, 1)
}

func (p *Postgres) connected(ctx context.Context, conn *pgx.Conn) *pgx.Conn {
	for conn == nil || conn.IsClosed() {
		if ctx.Err() != nil {
			return nil
		}
		c, err := pgx.Connect(ctx, p.url)
		if err == nil {
			return c
		}
		select {
		case <-ctx.Done():
		case <-time.After(reconnect):
		}
	}
	return conn
}

func notify(ctx context.Context, conn *pgx.Conn, payload string) error {
	ctx, cancel := context.WithTimeout(ctx, sendDeadline)
	defer cancel()
	_, err := conn.Exec(ctx, "SELECT pg_notify($1, $2)", channel, payload)
	return err
}

func closeConn(conn *pgx.Conn) {
	if conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = conn.Close(ctx)
}
