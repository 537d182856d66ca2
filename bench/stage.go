package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"vitrine/internal/database"
	"vitrine/storage/gateway"
	"vitrine/storage/s3"
)

const adminKey = "bench-admin-key-0123456789"

// stage is shared by all parts: one Postgres, one S3 server, one Vitrine over both.
type stage struct {
	dir      string
	postgres *database.Private
	gateway  *gateway.Gateway
	db       *database.DB
	server   *exec.Cmd
	url      string
	binary   string
	settled  bool
}

func newStage(ctx context.Context, binary string) (s *stage, err error) {
	s = &stage{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if binary, err = filepath.Abs(binary); err != nil {
		return s, err
	}
	if s.dir, err = os.MkdirTemp("", "vtbench"); err != nil {
		return s, err
	}
	if err = os.Chmod(s.dir, 0o711); err != nil { //nolint:gosec // the user of Postgres needs access
		return s, err
	}
	if s.postgres, err = database.StartPrivate(ctx, database.PrivateOptions{Dir: filepath.Join(s.dir, "pg")}); err != nil {
		return s, err
	}
	program, err := gateway.Find(os.Getenv("VITRINE_STORE_BIN"), binary)
	if err != nil {
		return s, err
	}
	if s.gateway, err = gateway.Start(ctx, program, filepath.Join(s.dir, "store")); err != nil {
		return s, err
	}
	if err = s.startServer(ctx, binary); err != nil {
		return s, err
	}
	s.db, err = database.Open(ctx, s.postgres.URL, 4)
	return s, err
}

func (s *stage) startServer(ctx context.Context, binary string) (err error) {
	s.binary = binary
	s.server, s.url, err = s.spawn(ctx, "data")
	return err
}

// replica starts another server over the same database and store; stop kills it, once.
func (s *stage) replica(ctx context.Context) (url string, stop func(), err error) {
	cmd, url, err := s.spawn(ctx, "replica")
	if err != nil {
		return "", nil, err
	}
	return url, sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}), nil
}

func (s *stage) spawn(ctx context.Context, data string) (*exec.Cmd, string, error) {
	addr, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	o := s.gateway.Options
	cmd := exec.CommandContext(ctx, s.binary, "serve") //nolint:gosec // the binary under measurement
	cmd.Env = append(os.Environ(), "VITRINE_ADDR="+addr, "VITRINE_ADMIN_KEY="+adminKey, "VITRINE_DATA_DIR="+filepath.Join(s.dir, data),
		"DATABASE_URL="+s.postgres.URL, "S3_ENDPOINT="+o.Endpoint, "S3_ACCESS_KEY="+o.AccessKey, "S3_SECRET_KEY="+o.SecretKey, "VITRINE_LOG_LEVEL=error",
		"VITRINE_REQUESTS_PER_MINUTE=1000000")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	return cmd, "http://" + addr, awaitReady("http://" + addr + "/readyz")
}

func (s *stage) close() {
	if s.server != nil && s.server.Process != nil {
		_ = s.server.Process.Signal(os.Interrupt)
		_ = s.server.Wait()
	}
	if s.db != nil {
		s.db.Close()
	}
	if s.gateway != nil {
		s.gateway.Stop()
	}
	if s.postgres != nil {
		s.postgres.Stop()
	}
	_ = os.RemoveAll(s.dir)
}

// query runs a GraphQL operation and decodes its data.
func (s *stage) query(ctx context.Context, query string, variables map[string]any, into any) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	return do(req, into)
}

// do sends a request as the admin and decodes the data of its GraphQL answer.
func do(req *http.Request, into any) error {
	req.Header.Set("Authorization", "Bearer "+adminKey)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	answer := struct {
		Data   json.RawMessage
		Errors json.RawMessage
	}{}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Errors) > 0 {
		return fmt.Errorf("%s: %s", res.Status, raw[:min(len(raw), 500)])
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, into)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

func awaitReady(url string) error {
	for range 600 {
		if res, err := http.Get(url); err == nil { //nolint:gosec // our own address
			_ = res.Body.Close()
			if res.StatusCode < 300 {
				return nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s did not become ready", url)
}

// bare returns the store without Vitrine, with its own bucket.
func (s *stage) bare(ctx context.Context) (*s3.Store, error) {
	o := s.gateway.Options
	o.Bucket = "bench"
	store, err := s3.New(o)
	if err != nil {
		return nil, err
	}
	return store, store.EnsureBucket(ctx)
}
