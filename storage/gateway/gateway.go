// Package gateway starts the private S3 server, the program vitrine-store, as a child process over a folder. It
// listens on loopback only; its keys are random and stored in a file that only the owner can read. The server itself
// is cmd/vitrine-store. The server's App and the tests call it.
package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"vitrine/storage/gateway/job"
	"vitrine/storage/s3"
)

// Gateway is a running child.
type Gateway struct {
	Options s3.Options // how to reach it; the bucket is not set
	program string
	job     job.Job
	cmd     *exec.Cmd
	gone    chan struct{}
}

// Start runs the program (see Find) over dir and waits until it responds.
func Start(ctx context.Context, program, dir string) (*Gateway, error) {
	j, err := prepare(dir)
	if err != nil {
		return nil, err
	}
	g := &Gateway{program: program, job: j, Options: s3.Options{
		Endpoint: "http://" + j.Addr, AccessKey: j.AccessKey, SecretKey: j.SecretKey, Region: j.Region,
	}}
	return g, g.Restart(ctx)
}

// Restart starts the child again after it has ended by itself; its address stays the same.
func (g *Gateway) Restart(ctx context.Context) error {
	if err := g.spawn(); err != nil {
		return err
	}
	if err := g.await(ctx); err != nil {
		g.Stop()
		return err
	}
	return nil
}

// Stop ends the child and waits for it.
func (g *Gateway) Stop() {
	_ = g.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-g.gone:
	case <-time.After(5 * time.Second):
		_ = g.cmd.Process.Kill()
		<-g.gone
	}
}

// Done is closed when the child has ended.
func (g *Gateway) Done() <-chan struct{} { return g.gone }

func prepare(dir string) (job.Job, error) {
	j := job.Job{Dir: filepath.Join(dir, "objects"), Meta: filepath.Join(dir, "meta"), Region: "us-east-1"}
	for _, d := range []string{j.Dir, j.Meta} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return j, fmt.Errorf("create the store's folder: %w", err)
		}
	}
	var err error
	if j.AccessKey, j.SecretKey, err = keys(filepath.Join(dir, "keys")); err != nil {
		return j, err
	}
	j.Addr, err = freeAddress()
	return j, err
}

// keys reads the store's credentials, which are created at the first start.
func keys(path string) (access, secret string, err error) {
	b, err := os.ReadFile(filepath.Clean(path))
	if err == nil {
		access, secret, _ = strings.Cut(strings.TrimSpace(string(b)), "\n")
		return access, secret, nil
	}
	access, secret = "vitrine"+uuid.NewString()[:8], uuid.NewString()+uuid.NewString()
	return access, secret, os.WriteFile(path, []byte(access+"\n"+secret+"\n"), 0o600)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

// spawn starts the child from a thread that lives as long as the child: the death signal follows the thread, not the
// process.
func (g *Gateway) spawn() error {
	in, err := json.Marshal(g.job)
	if err != nil {
		return err
	}
	g.cmd, g.gone = exec.Command(g.program), make(chan struct{}) //nolint:gosec // Find chose it
	g.cmd.Stdin, g.cmd.Stderr = strings.NewReader(string(in)), os.Stderr
	g.cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(runtime.GOMAXPROCS(0)))
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	started, cmd, gone := make(chan error, 1), g.cmd, g.gone
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(gone)
		}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start the private store: %w", err)
	}
	return nil
}

func (g *Gateway) await(ctx context.Context) error {
	client := &http.Client{Timeout: time.Second}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.Options.Endpoint+job.HealthPath, nil)
		if err != nil {
			return err
		}
		if res, err := client.Do(req); err == nil {
			_ = res.Body.Close()
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the private store did not respond in time: %w", ctx.Err())
		case <-g.gone:
			return fmt.Errorf("the private store ended during its start")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
