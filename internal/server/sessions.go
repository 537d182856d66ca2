package server

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"vitrine/internal/auth"
)

// Sessions holds every live stream (WebSocket connections and server-sent events), so that a stream can be ended as
// soon as its key loses its rights, and all of them when the server drains.
type Sessions struct {
	mu      sync.Mutex
	open    map[*Session]struct{}
	drained error         // set once the server drains: new streams end at once
	empty   chan struct{} // closed when the last stream has ended; nil while nobody waits
	many    bool          // there are at least manySessions
	usual   int           // the garbage collector's percentage before
}

// Session is one live stream.
type Session struct {
	sessions *Sessions
	ctx      context.Context //nolint:containedctx // ends with the stream
	end      context.CancelCauseFunc
	keyID    string
	expiry   *time.Timer
}

// Reasons why the server ends a stream.
var (
	errKeyEnded = closing{closeUnauthorized, "Unauthorized: the API key has expired or was revoked"}
	errDrained  = closing{closeRestart, "The server is restarting; connect again"}
)

// NewSessions returns an empty set of sessions.
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

// Idle streams take mostly memory. From manySessions on the garbage collector runs earlier: ten thousand streams then
// take
// 150 MB less, and no measurement became slower. With few streams, most memory belongs to requests, which it would slow
// down.
const (
	manySessions = 1000
	gcPercent    = 60
)

// trim sets the garbage collector's percentage when the number of streams crosses the bound, unless the operator has
// set GOGC. The caller holds the lock.
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

// Identify sets the principal of the stream; it ends when the principal's key expires.
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

// Close removes the stream.
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

// Keys returns the ids of the keys that have live streams here.
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

// Drain ends every stream and every later one, so that clients connect to another replica or to this one's successor.
func (s *Sessions) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drained = errDrained
	for one := range s.open {
		one.end(errDrained)
	}
}

// Wait returns when no stream is open, or when ctx ends. http.Server.Shutdown waits neither for WebSockets nor for the
// frames that close them.
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
