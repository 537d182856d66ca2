package server

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

// identify is the middleware that assigns an id to every request and authenticates it. A request without a key
// continues anonymously; one with a bad key is refused here. WebSockets authenticate later, in connection_init.
func (s *Server) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		ctx := audit.WithRequestID(r.Context(), id)
		p, err := s.principal(ctx, r.Header.Get("Authorization"))
		if err == nil && p != nil {
			p.Local = isLocal(r)
			err = s.rates.allow(p)
		}
		if err != nil {
			writeFault(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(auth.With(ctx, p)))
	})
}

// principal returns the principal of an Authorization header; nil when the header is empty.
func (s *Server) principal(ctx context.Context, header string) (*auth.Principal, error) {
	if header == "" {
		return nil, nil
	}
	scheme, secret, _ := strings.Cut(strings.TrimSpace(header), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(secret) == "" {
		return nil, fault.Unauthenticated("The Authorization header is not a bearer credential.").Try(`Send "Authorization: Bearer <api key>".`)
	}
	return s.keys.Authenticate(ctx, strings.TrimSpace(secret))
}

// initSocket authenticates a WebSocket by its connection_init payload; anonymous callers are refused.
func (s *Server) initSocket(ctx context.Context, payload map[string]any) (context.Context, error) {
	header, _ := payload["authorization"].(string)
	if header == "" {
		header, _ = payload["Authorization"].(string)
	}
	if header == "" {
		if p := auth.Who(ctx); p != nil {
			return ctx, nil
		}
		return nil, fault.Unauthenticated("Unauthorized: send {\"authorization\": \"Bearer <api key>\"} in connection_init")
	}
	p, err := s.principal(ctx, header)
	if err != nil {
		return nil, err
	}
	return auth.With(ctx, p), nil
}

// rates bounds the requests of each key: high for the roles of programs, lower for those of people.
type rates struct {
	perMinute int // of a USER or VIEWER; ten times that for the others
	mu        sync.Mutex
	limiters  map[string]*rate.Limiter
}

// maxLimiters bounds the memory for limiters; beyond it all are reset, in the callers' favour.
const maxLimiters = 10_000

func (l *rates) allow(p *auth.Principal) error {
	if p.KeyID == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.limiters) > maxLimiters {
		clear(l.limiters)
	}
	limiter, ok := l.limiters[p.KeyID]
	if !ok {
		per := l.perMinute
		if p.Role != models.RoleUser && p.Role != models.RoleViewer {
			per *= 10
		}
		limiter = rate.NewLimiter(rate.Every(time.Minute/time.Duration(per)), per)
		l.limiters[p.KeyID] = limiter
	}
	turn := limiter.Reserve()
	wait := turn.Delay()
	if wait == 0 {
		return nil
	}
	turn.Cancel()
	seconds := int(math.Ceil(wait.Seconds()))
	return fault.New(fault.CodeRateLimited, "This key has made more requests than its role allows.").
		With(retryAfter, seconds).Try(fmt.Sprintf("Wait %d s.", seconds))
}

// isLocal reports whether a request comes from a loopback address.
func isLocal(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}
