package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"sync"
	"time"
)

// The two reads: a list of 20, and 20 × 5 nested.
const (
	listQuery   = `{ conversations(first: 20, orderBy: {field: CREATED_AT, direction: DESC}) { nodes { id title owner createdAt } } }`
	nestedQuery = `{ conversations(first: 20, orderBy: {field: CREATED_AT, direction: DESC}) { nodes { id title artifacts(first: 5) { nodes { id name letter type { name } } } } } }`
	rounds      = 5
	clients     = 8
	roundTime   = 2 * time.Second
)

// reads compares the server with a hand-written net/http + pgx handler in another process, on the same rows,
// alternating.
func reads(ctx context.Context, s *stage) error {
	if err := seed(ctx, s); err != nil {
		return err
	}
	plain, stop, err := startHandwritten(s)
	if err != nil {
		return err
	}
	defer stop()
	for _, c := range []struct{ name, query, path string }{{"list of 20", listQuery, "/list"}, {"nested 20 × 5", nestedQuery, "/nested"}} {
		body, _ := json.Marshal(map[string]string{"query": c.query})
		graph := func() *http.Request { return request(http.MethodPost, s.url+"/graphql", body) }
		hand := func() *http.Request { return request(http.MethodGet, plain+c.path, nil) }
		if err := sameRows(graph(), hand()); err != nil {
			return err
		}
		var ours, theirs []float64
		for range rounds {
			ours, theirs = append(ours, load(graph)), append(theirs, load(hand))
		}
		a, b := median(ours), median(theirs)
		fmt.Printf("%-14s vitrine %6.0f/s   hand-written %6.0f/s   hand-written is %.1f × as fast\n", c.name, a, b, b/a)
	}
	return nil
}

func request(method, url string, body []byte) *http.Request {
	req, _ := http.NewRequest(method, url, bytes.NewReader(body)) //nolint:noctx // a load generator
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+adminKey)
	return req
}

// sameRows checks that both return the same JSON before anything is timed.
func sameRows(a, b *http.Request) error {
	read := func(r *http.Request) (v any, err error) {
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		defer func() { _ = res.Body.Close() }()
		return v, json.NewDecoder(res.Body).Decode(&v)
	}
	x, err := read(a)
	if err != nil {
		return err
	}
	y, err := read(b)
	if err == nil && !reflect.DeepEqual(x, y) {
		return fmt.Errorf("the two answers differ:\n%v\n%v", x, y)
	}
	return err
}

// load sends requests from several clients for a while and returns the number answered per second.
func load(next func() *http.Request) float64 {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	var all sync.WaitGroup
	counts, end := make([]int, clients), time.Now().Add(roundTime)
	for i := range clients {
		all.Go(func() {
			for time.Now().Before(end) {
				res, err := client.Do(next())
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				counts[i]++
			}
		})
	}
	all.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(total) / roundTime.Seconds()
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// seed creates 200 conversations with ten artifacts of three versions each.
func seed(ctx context.Context, s *stage) error {
	var kind string
	if err := s.db.Pool.QueryRow(ctx, "SELECT id FROM artifact_types WHERE name = 'JSON'").Scan(&kind); err != nil {
		return err
	}
	sha := fmt.Sprintf("%064d", 7)
	statements := []string{
		"INSERT INTO blobs (sha256, size_bytes, bytes, last_referenced_at, created_at) VALUES ('" + sha + "', 2, '{}', now(), now())",
		"INSERT INTO conversations (id, owner, title, created_at, updated_at) SELECT gen_random_uuid(), 'admin', 'Conversation ' || n, now() - n * interval '1 minute', now() FROM generate_series(1, 200) n",
		"INSERT INTO artifacts (id, conversation_id, type_id, name, owner, letter, created_at, updated_at) SELECT gen_random_uuid(), c.id, '" + kind + "', 'Artifact ' || n, 'admin', chr(64 + n), now(), now() FROM conversations c, generate_series(1, 10) n",
		"INSERT INTO artifact_versions (id, artifact_id, conversation_id, number, direction, sha256, size_bytes, created_at) SELECT gen_random_uuid(), a.id, a.conversation_id, n, 'OUTPUT', '" + sha + "', 2, now() FROM artifacts a, generate_series(1, 3) n",
		"ANALYZE",
	}
	for _, sql := range statements {
		if _, err := s.db.Pool.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// startHandwritten starts this program again as the handler to compare with.
func startHandwritten(s *stage) (url string, stop func(), err error) {
	addr, err := freeAddress()
	if err != nil {
		return "", nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	c := exec.Command(self, handwrittenVerb) //nolint:gosec // this program
	c.Env = append(os.Environ(), "ADDR="+addr, "DATABASE="+s.postgres.URL)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	url = "http://" + addr
	return url, func() { _ = c.Process.Kill(); _ = c.Wait() }, awaitReady(url + "/ready")
}
