package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
)

// WebSocket is the transport of the graphql-transport-ws protocol. gqlgen's own uses other close codes than the
// protocol specifies, runs duplicate ids twice and writes without a deadline; docs/decisions has the list.
type WebSocket struct {
	// Init identifies the caller of a connection from its connection_init payload; the text of its error is the close
	// reason.
	Init           func(ctx context.Context, payload map[string]any) (context.Context, error)
	Sessions       *Sessions     // ends connections from outside
	Origins        []string      // other origins that browsers may connect from
	InitTimeout    time.Duration // how long to wait for connection_init
	PingInterval   time.Duration // between two pings
	WriteTimeout   time.Duration // of one message
	MaxMessage     int64         // bytes of one incoming message
	MaxOperations  int           // concurrent operations of one connection
	MaxConnections int           // concurrent connections
	open           chan struct{}
	once           sync.Once
}

// Close codes of the protocol, and what clients do: 4401 and the other 44xx codes are final, 1012 and 1013 make them
// reconnect.
const (
	closeBadRequest   websocket.StatusCode = 4400
	closeUnauthorized websocket.StatusCode = 4401
	closeSubprotocol  websocket.StatusCode = 4406
	closeInitTimeout  websocket.StatusCode = 4408
	closeDuplicate    websocket.StatusCode = 4409
	closeTooManyInits websocket.StatusCode = 4429
	closeRestart                           = websocket.StatusServiceRestart
	closeTryAgain                          = websocket.StatusTryAgainLater
)

// Names of the protocol.
const (
	subprotocol       = "graphql-transport-ws"
	legacySubprotocol = "graphql-ws"
	messageInit       = "connection_init"
	messageAck        = "connection_ack"
	messagePing       = "ping"
	messagePong       = "pong"
	messageSubscribe  = "subscribe"
	messageNext       = "next"
	messageError      = "error"
	messageComplete   = "complete"
)

var _ graphql.Transport = (*WebSocket)(nil)

// frame is one message of the protocol.
type frame struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// closing is why a connection ends: a code of the protocol and a readable reason.
type closing struct {
	code   websocket.StatusCode
	reason string
}

// Error returns the reason.
func (c closing) Error() string { return c.reason }

// Supports reports whether a request is a WebSocket handshake.
func (t *WebSocket) Supports(r *http.Request) bool { return r.Header.Get("Upgrade") != "" }

// Do opens one connection, which is served by its own goroutine: that of a request has a deep stack, and thousands of
// connections would keep theirs.
func (t *WebSocket) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	t.once.Do(func() { t.open = make(chan struct{}, t.MaxConnections) })
	select {
	case t.open <- struct{}{}:
	default:
		http.Error(w, "The server has reached its limit of connections; try again later.", http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(lean{w}, r, &websocket.AcceptOptions{
		Subprotocols: []string{subprotocol}, OriginPatterns: t.Origins, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		<-t.open
		return // Accept has answered
	}
	ws.SetReadLimit(t.MaxMessage)
	session := t.Sessions.Open(context.WithoutCancel(r.Context()))
	c := &socket{WebSocket: t, ws: ws, exec: exec, session: session, ctx: session.ctx, running: map[string]context.CancelFunc{}}
	go c.serve()
}

// lean hijacks a connection with smaller buffers than those of net/http, which every connection would keep.
type lean struct{ http.ResponseWriter }

const (
	readBuffer  = 512  // bytes; what peers send is short
	writeBuffer = 1024 // bytes; most events fit
)

// Hijack takes over the connection. The peer has sent nothing yet: it waits for the answer to its handshake.
func (l lean) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, original, err := http.NewResponseController(l.ResponseWriter).Hijack()
	if err != nil || original.Reader.Buffered() > 0 || original.Writer.Buffered() > 0 {
		return conn, original, err
	}
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, readBuffer), bufio.NewWriterSize(conn, writeBuffer)), nil
}

// socket is one connection.
type socket struct {
	*WebSocket
	ws      *websocket.Conn
	exec    graphql.GraphExecutor
	session *Session
	ctx     context.Context //nolint:containedctx // ends with the connection; has the principal after connection_init

	mu      sync.Mutex
	known   bool // connection_init was accepted
	running map[string]context.CancelFunc
	pings   *time.Timer
	all     sync.WaitGroup
}

// serve reads until the connection ends.
func (c *socket) serve() {
	defer func() {
		_ = c.ws.CloseNow()
		c.session.Close()
		<-c.open
	}()
	closed := make(chan struct{})
	stop := context.AfterFunc(c.session.ctx, func() {
		defer close(closed)
		c.closeWithReason()
	})
	c.session.end(c.readAll())
	if !stop() {
		<-closed
	}
	c.all.Wait()
}

// closeWithReason closes the connection with the code of the reason while the reader still reads, as the closing
// handshake needs.
func (c *socket) closeWithReason() {
	var why closing
	if errors.As(context.Cause(c.session.ctx), &why) {
		_ = c.ws.Close(why.code, why.reason)
		return
	}
	_ = c.ws.CloseNow()
}

func (c *socket) readAll() error {
	if c.ws.Subprotocol() != subprotocol {
		return closing{closeSubprotocol, "Subprotocol not acceptable: use " + subprotocol + ", not " + legacySubprotocol}
	}
	timer := time.AfterFunc(c.InitTimeout, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.known {
			c.session.end(closing{closeInitTimeout, "Connection initialisation timeout"})
		}
	})
	defer timer.Stop()
	c.planPing()
	defer c.stopPings()
	for {
		_, data, err := c.ws.Read(context.WithoutCancel(c.ctx)) // a cancelled read would drop the connection without a code
		if err != nil {
			return err
		}
		var f frame
		if json.Unmarshal(data, &f) != nil {
			return closing{closeBadRequest, "Invalid message: not a JSON object with a type"}
		}
		if err := c.handle(f); err != nil {
			return err
		}
	}
}

func (c *socket) handle(f frame) error {
	switch f.Type {
	case messageInit:
		return c.init(f.Payload)
	case messagePing:
		return c.send(frame{Type: messagePong, Payload: f.Payload})
	case messagePong:
		return nil
	case messageSubscribe:
		return c.subscribe(f)
	case messageComplete:
		c.stop(f.ID)
		return nil
	}
	return closing{closeBadRequest, "Invalid message type"}
}

func (c *socket) init(raw json.RawMessage) error {
	c.mu.Lock()
	known := c.known
	c.mu.Unlock()
	if known {
		return closing{closeTooManyInits, "Too many initialisation requests"}
	}
	var payload map[string]any
	if len(raw) > 0 && json.Unmarshal(raw, &payload) != nil {
		return closing{closeBadRequest, "Invalid connection_init payload: not a JSON object"}
	}
	ctx, err := c.Init(c.ctx, payload)
	if fault.Is(err, fault.CodeUnavailable) {
		return closing{closeTryAgain, cutReason(err.Error())} // the database is unreachable: the key may be valid
	}
	if err != nil {
		return closing{closeUnauthorized, cutReason(err.Error())}
	}
	c.session.Identify(auth.Who(ctx))
	c.mu.Lock()
	c.ctx, c.known = ctx, true
	c.mu.Unlock()
	return c.send(frame{Type: messageAck})
}

func (c *socket) subscribe(f frame) error {
	if !c.known {
		return closing{closeUnauthorized, "Unauthorized: send connection_init first"}
	}
	if f.ID == "" {
		return closing{closeBadRequest, "Invalid message: subscribe needs an id"}
	}
	params, err := parse(f.Payload)
	if err != nil {
		return closing{closeBadRequest, cutReason("Invalid subscribe payload: " + err.Error())}
	}
	ctx, cancel := context.WithCancel(graphql.StartOperationTrace(c.ctx))
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.running[f.ID]; twice {
		cancel()
		return closing{closeDuplicate, cutReason("Subscriber for " + f.ID + " already exists")}
	}
	if len(c.running) >= c.MaxOperations {
		cancel()
		return c.refuse(f.ID, "This connection has reached its limit of operations; complete some first.")
	}
	c.running[f.ID] = cancel
	c.all.Go(func() { c.run(ctx, f.ID, params) })
	return nil
}

// run executes one operation and sends its last message, unless the peer has completed it. The id is released before
// that message is sent, because the peer may use it again at once.
func (c *socket) run(ctx context.Context, id string, params *graphql.RawParams) {
	last := c.execute(ctx, id, params)
	ended := ctx.Err() != nil
	c.stop(id)
	if last != nil && !ended {
		_ = c.sendText(last)
	}
}

// execute sends the results of the operation and returns its last message.
func (c *socket) execute(ctx context.Context, id string, params *graphql.RawParams) []byte {
	oc, errs := c.exec.CreateOperationContext(ctx, params)
	if errs != nil {
		resp := c.exec.DispatchError(graphql.WithOperationContext(ctx, oc), errs)
		return message(id, messageError, errorList(resp.Errors))
	}
	responses, ctx := c.exec.DispatchOperation(graphql.WithOperationContext(ctx, oc), oc)
	for {
		resp := responses(ctx)
		switch {
		case resp == nil || ctx.Err() != nil:
			return message(id, messageComplete, nil)
		case resp.Data == nil && len(resp.Errors) > 0:
			return message(id, messageError, errorList(resp.Errors))
		}
		if c.sendText(message(id, messageNext, encode(resp))) != nil {
			return nil
		}
	}
}

// stop ends an operation; one that has ended is not an error.
func (c *socket) stop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.running[id]; ok {
		cancel()
		delete(c.running, id)
	}
}

// ping checks that the peer still answers, and ends the connection if not.
func (c *socket) ping() {
	ctx, cancel := context.WithTimeout(c.session.ctx, c.WriteTimeout)
	defer cancel()
	if err := c.ws.Ping(ctx); err != nil {
		c.session.end(err)
		return
	}
	c.planPing()
}

// planPing schedules the next ping, unless the connection has ended. No goroutine waits in between.
func (c *socket) planPing() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session.ctx.Err() == nil {
		c.pings = time.AfterFunc(c.PingInterval, c.ping)
	}
}

func (c *socket) stopPings() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pings != nil {
		c.pings.Stop()
	}
}

func (c *socket) refuse(id, text string) error {
	return c.sendText(message(id, messageError, errorList(gqlerror.List{{Message: text, Extensions: map[string]any{"code": "RATE_LIMITED"}}})))
}

// message writes a message whose payload is already JSON, without encoding it again.
func message(id, kind string, payload []byte) []byte {
	name, _ := json.Marshal(id) // a string always has a JSON form
	b := make([]byte, 0, len(payload)+len(name)+len(kind)+32)
	b = append(append(b, `{"id":`...), name...)
	b = append(append(append(b, `,"type":"`...), kind...), '"')
	if payload != nil {
		b = append(append(b, `,"payload":`...), payload...)
	}
	return append(b, '}')
}

func (c *socket) send(f frame) error {
	b, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return c.sendText(b)
}

// sendText writes one message with a deadline, so that a peer that does not read cannot block a goroutine of the
// server.
func (c *socket) sendText(b []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), c.WriteTimeout)
	defer cancel()
	if err := c.ws.Write(ctx, websocket.MessageText, b); err != nil {
		c.session.end(err)
		return err
	}
	return nil
}

// cutReason shortens a close reason to the 123 bytes that the frame allows.
func cutReason(s string) string {
	if len(s) <= 120 {
		return s
	}
	cut := 117
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
