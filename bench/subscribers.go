package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// subscribersVerb starts this program as a crowd of subscribers, in another process, so that the memory of the server
// and of the load generator are separate.
const subscribersVerb = "subscribers"

// eventQuery selects what a chip and its cards need of each event.
const eventQuery = `subscription($id: ID!, $after: Int64) { conversationEvents(conversationId: $id, after: $after) {
  sequence at kind deliverable { id path name kind writes edits } counts { items code total } } }`

// crowdOrder is the input of a crowd on its standard input.
type crowdOrder struct {
	URLs          []string // servers; a lost connection continues at the next one
	Key           string
	Conversations []string
	Subscribers   int // spread evenly over the conversations
	Sockets       int // the connections that carry them
}

// crowdReport is what a crowd has received since the last report.
type crowdReport struct {
	Events     int64
	Lost       int64 // sequences that were skipped or came twice
	Reconnects int64
	Behind     int64 // subscribers that have not seen the sequence asked for
	P50, P99   float64
	Max        float64 // milliseconds from the change to its delivery
}

// crowd controls one process of subscribers.
type crowd struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startCrowd(ctx context.Context, order crowdOrder) (*crowd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &crowd{cmd: exec.CommandContext(ctx, self, subscribersVerb)} //nolint:gosec // this program
	c.cmd.Stderr = os.Stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewScanner(out)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(c.in).Encode(order); err != nil {
		return nil, err
	}
	if !c.out.Scan() || c.out.Text() != "connected" {
		return nil, fmt.Errorf("the crowd did not connect: %q", c.out.Text())
	}
	return c, nil
}

// report requests what was received since the last report, when all have received a sequence or the time is up.
func (c *crowd) report(sequence int64, within time.Duration) (r crowdReport, err error) {
	if _, err = fmt.Fprintln(c.in, sequence, within.Milliseconds()); err != nil {
		return r, err
	}
	if !c.out.Scan() {
		return r, errors.New("the crowd has ended")
	}
	return r, json.Unmarshal(c.out.Bytes(), &r)
}

func (c *crowd) stop() {
	_ = c.in.Close()
	_ = c.cmd.Wait()
}

// serveCrowd runs a crowd: it connects, prints that it has, and answers each line with a report.
func serveCrowd() error {
	in := bufio.NewScanner(os.Stdin)
	if !in.Scan() {
		return errors.New("no input")
	}
	var order crowdOrder
	if err := json.Unmarshal(in.Bytes(), &order); err != nil {
		return err
	}
	m := &members{order: order}
	if err := m.connect(); err != nil {
		return err
	}
	fmt.Println("connected")
	for in.Scan() {
		sequence, limit, _ := strings.Cut(in.Text(), " ")
		wanted, _ := strconv.ParseInt(sequence, 10, 64)
		ms, _ := strconv.Atoi(limit)
		m.await(wanted, time.Duration(ms)*time.Millisecond)
		if err := json.NewEncoder(os.Stdout).Encode(m.report(wanted)); err != nil {
			return err
		}
	}
	return nil
}

// members are the subscribers of one process.
type members struct {
	order      crowdOrder
	subs       []*subscriber
	events     atomic.Int64
	lost       atomic.Int64
	reconnects atomic.Int64

	mu    sync.Mutex
	delay []float32 // milliseconds, since the last report
}

// subscriber is one subscription and the last sequence it has seen.
type subscriber struct {
	conversation string
	seen         atomic.Int64
}

// connecting limits concurrent connection attempts.
const connecting = 200

func (m *members) connect() error {
	for i := range m.order.Subscribers {
		m.subs = append(m.subs, &subscriber{conversation: m.order.Conversations[i%len(m.order.Conversations)]})
	}
	var ready sync.WaitGroup
	slots := make(chan struct{}, connecting)
	failed := make(chan error, 1)
	for i := range m.order.Sockets {
		var mine []*subscriber
		for j := i; j < len(m.subs); j += m.order.Sockets {
			mine = append(mine, m.subs[j])
		}
		slots <- struct{}{}
		ready.Add(1)
		go m.live(i, mine, func(err error) {
			if err != nil {
				select {
				case failed <- err:
				default:
				}
			}
			<-slots
			ready.Done()
		})
	}
	ready.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// live keeps one connection open: when it is lost, it continues at the next server after the last event received.
func (m *members) live(n int, subs []*subscriber, ready func(error)) {
	first := true
	for try := 0; ; try++ {
		url := m.order.URLs[(n+try)%len(m.order.URLs)]
		ws, err := m.open(url, subs)
		if first {
			ready(err)
			first = false
		}
		if err == nil {
			m.read(ws, subs)
			_ = ws.CloseNow()
			m.reconnects.Add(1)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (m *members) open(url string, subs []*subscriber) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ws, res, err := websocket.Dial(ctx, url+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}, HTTPClient: dialer})
	if err != nil {
		return nil, err
	}
	if res != nil && res.Body != nil {
		_ = res.Body.Close()
	}
	messages := []any{map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + m.order.Key}}}
	for i, s := range subs {
		variables := map[string]any{"id": s.conversation, "after": s.seen.Load()}
		messages = append(messages, map[string]any{
			"id": strconv.Itoa(i), "type": "subscribe", "payload": map[string]any{"query": eventQuery, "variables": variables},
		})
	}
	for i, message := range messages {
		b, err := json.Marshal(message)
		if err != nil {
			return nil, err
		}
		if err := ws.Write(ctx, websocket.MessageText, b); err != nil {
			return nil, err
		}
		if i == 0 { // the acknowledgement
			if _, _, err := ws.Read(ctx); err != nil {
				return nil, err
			}
		}
	}
	return ws, nil
}

var dialer = &http.Client{Transport: &http.Transport{ReadBufferSize: 1024, WriteBufferSize: 1024}}

func (m *members) read(ws *websocket.Conn, subs []*subscriber) {
	for {
		_, data, err := ws.Read(context.Background())
		if err != nil {
			return
		}
		id, event, ok := eventOf(data)
		if ok && id < len(subs) {
			m.take(subs[id], event)
		}
	}
}

func (m *members) take(s *subscriber, event event) {
	if !s.seen.CompareAndSwap(event.sequence-1, event.sequence) {
		m.lost.Add(1)
		s.seen.Store(event.sequence)
	}
	m.events.Add(1)
	m.mu.Lock()
	m.delay = append(m.delay, float32(time.Since(event.at).Seconds()*1000))
	m.mu.Unlock()
}

type event struct {
	sequence int64
	at       time.Time
}

// eventOf parses the two fields of an event that matter here; a full JSON parse would measure the load generator.
func eventOf(data []byte) (id int, e event, ok bool) {
	id, _ = strconv.Atoi(string(between(data, `{"id":"`, `"`)))
	sequence, err := strconv.ParseInt(string(between(data, `"sequence":`, `,`)), 10, 64)
	if err != nil {
		return 0, event{}, false
	}
	e.sequence = sequence
	e.at, err = time.Parse(time.RFC3339Nano, string(between(data, `"at":"`, `"`)))
	return id, e, err == nil
}

func between(data []byte, from, to string) []byte {
	_, rest, _ := bytes.Cut(data, []byte(from))
	found, _, _ := bytes.Cut(rest, []byte(to))
	return found
}

func (m *members) behind(sequence int64) (n int64) {
	for _, s := range m.subs {
		if s.seen.Load() < sequence {
			n++
		}
	}
	return n
}

// await waits until all have received a sequence.
func (m *members) await(sequence int64, within time.Duration) {
	for deadline := time.Now().Add(within); m.behind(sequence) > 0 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
}

func (m *members) report(sequence int64) crowdReport {
	m.mu.Lock()
	delays := m.delay
	m.delay = nil
	m.mu.Unlock()
	slices.Sort(delays)
	r := crowdReport{Events: m.events.Swap(0), Lost: m.lost.Swap(0), Reconnects: m.reconnects.Swap(0), Behind: m.behind(sequence)}
	if n := len(delays); n > 0 {
		r.P50, r.P99, r.Max = float64(delays[n/2]), float64(delays[n*99/100]), float64(delays[n-1])
	}
	return r
}
