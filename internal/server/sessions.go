package server

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/internal/auth"
)

// Sessions knows every live stream (WebSocket connections and server-sent events), so that one can be ended the time
// its key loses its rights, and all of them when the server drains.
type Sessions struct {
	mu      sync.Mutex
	open    map[*Session]struct{}
	drained error         // set once the server drains: new streams end at once
	empty   chan struct{} // closed when the last stream has ended; nil while nobody waits for that
	many    bool          // there are so many that memory is watched
	usual   int           // what the garbage collector was set to before
}

// Session is one live stream.
type Session struct {
	sessions *Sessions
	ctx      context.Context //nolint:containedctx // the life of the stream
	end      context.CancelCauseFunc
	keyID    string
	expiry   *time.Timer
}

// Reasons why the server ends a stream.
var (
	errKeyEnded = closing{closeUnauthorized, "Unauthorized: the API key has expired or was revoked"}
	errDrained  = closing{closeRestart, "The server restarts; connect again"}
)

// NewSessions knows none yet.
func NewSessions() *Sessions { return &Sessions{open: map[*Session]struct{}{}} }

// Open registers a stream that lives as long as ctx; Close must follow.
func (s *Sessions) Open(ctx context.Context) *Session {
	ctx, end := context.WithCancelCause(ctx)
	one := &Session{sessions: s, ctx: ctx, end: end}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[one] = struct{}{}
	s.trim()
	if s.drained != nil {
		end(s.drained)
	}
	return one
}

// Thousands of streams are mostly memory that waits. From manySessions on, less garbage may grow beside it: ten
// thousand of them take 150 MB less, and nothing was measured to be slower. With few streams the memory is that of
// requests, which it would slow.
const (
	manySessions = 1000
	gcPercent    = 60
)

// trim sets how much garbage may grow, when the number of streams crosses the bound; an operator's GOGC stands. It is
// called under the lock.
func (s *Sessions) trim() {
	many := len(s.open) >= manySessions
	if many == s.many || os.Getenv("GOGC") != "" {
		return
	}
	s.many = many
	if many {
		s.usual = debug.SetGCPercent(gcPercent)
		return
	}
	debug.SetGCPercent(s.usual)
}

// Identify says whose stream it is; it ends when their key expires.
func (one *Session) Identify(p *auth.Principal) {
	one.sessions.mu.Lock()
	defer one.sessions.mu.Unlock()
	if p == nil {
		return
	}
	one.keyID = p.KeyID
	if p.ExpiresAt != nil {
		one.expiry = time.AfterFunc(time.Until(*p.ExpiresAt), func() { one.end(errKeyEnded) })
	}
}

// Close forgets the stream.
func (one *Session) Close() {
	one.sessions.mu.Lock()
	defer one.sessions.mu.Unlock()
	delete(one.sessions.open, one)
	if s := one.sessions; len(s.open) == 0 && s.empty != nil {
		close(s.empty)
		s.empty = nil
	}
	one.sessions.trim()
	if one.expiry != nil {
		one.expiry.Stop()
	}
	one.end(nil)
}

// EndKey ends every stream of a key.
func (s *Sessions) EndKey(keyID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.open {
		if one.keyID == keyID {
			one.end(errKeyEnded)
		}
	}
}

// Keys returns the keys that have live streams here.
func (s *Sessions) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen, ids := map[string]bool{}, []string{}
	for one := range s.open {
		if one.keyID != "" && !seen[one.keyID] {
			seen[one.keyID] = true
			ids = append(ids, one.keyID)
		}
	}
	return ids
}

// Drain ends every stream, now and from now on, so that clients connect to another replica or to this one's successor.
func (s *Sessions) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drained = errDrained
	for one := range s.open {
		one.end(errDrained)
	}
}

// Wait returns when no stream is open any more, or when ctx ends. http.Server.Shutdown waits neither for WebSockets nor
// for the frames that close them.
func (s *Sessions) Wait(ctx context.Context) {
	s.mu.Lock()
	if len(s.open) == 0 {
		s.mu.Unlock()
		return
	}
	if s.empty == nil {
		s.empty = make(chan struct{})
	}
	empty := s.empty
	s.mu.Unlock()
	select {
	case <-empty:
	case <-ctx.Done():
	}
}

// Len returns the number of live streams.
func (s *Sessions) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}
