// Package gateway is the private S3 server: a versitygw over a folder, as a child process of the same binary. The server library
// changes the working directory of its whole process and allows one gateway per process, hence the child. It listens on loopback
// only, its keys are made at random and kept in a file that only the owner reads.
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
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"

	"vitrine/storage/s3"
)

// Verb is the hidden subcommand that runs the child; main (and TestMain) hand it to Serve.
const Verb = "private-gateway"

const healthPath = "/health"

// Gateway is a running child.
type Gateway struct {
	Options s3.Options // how to reach it; the bucket is not set
	self    string
	job     job
	cmd     *exec.Cmd
	gone    chan struct{}
}

// job is what the child is told over its standard input; nothing of it is visible in the list of processes.
type job struct {
	Dir, Meta, Addr, AccessKey, SecretKey string
}

// Start runs the child over dir with the program at self and waits until it answers.
func Start(ctx context.Context, self, dir string) (*Gateway, error) {
	j, err := prepare(dir)
	if err != nil {
		return nil, err
	}
	g := &Gateway{self: self, job: j, Options: s3.Options{
		Endpoint: "http://" + j.Addr, AccessKey: j.AccessKey, SecretKey: j.SecretKey, Region: "us-east-1",
	}}
	return g, g.Restart(ctx)
}

// Restart starts the child again after it has ended by itself; its address stays.
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

// Gone is closed when the child has ended.
func (g *Gateway) Gone() <-chan struct{} { return g.gone }

// Serve is the child's main: it reads its job from standard input and runs until it is told to end.
func Serve(ctx context.Context) error {
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return fmt.Errorf("read the job: %w", err)
	}
	be, err := backend(j)
	if err != nil {
		return err
	}
	return embedgw.RunVersityGW(ctx, be, &embedgw.Config{
		RootUserAccess: j.AccessKey, RootUserSecret: j.SecretKey, Region: "us-east-1", Ports: []string{j.Addr}, Quiet: true,
		HealthPath: healthPath, MaxConnections: 1000, MaxRequests: 1000, MultipartMaxParts: 10_000,
	})
}

// backend keeps metadata in extended attributes, or beside the objects where the file system has none.
func backend(j job) (*posix.Posix, error) {
	opts := posix.PosixOpts{CopyObjectThreshold: 5 << 30}
	if (meta.XattrMeta{}).Test(j.Dir) == nil {
		return posix.New(j.Dir, meta.XattrMeta{}, opts)
	}
	side, err := meta.NewSideCar(j.Meta)
	if err != nil {
		return nil, fmt.Errorf("open the metadata folder: %w", err)
	}
	opts.SideCarDir = j.Meta
	return posix.New(j.Dir, side, opts)
}

func prepare(dir string) (job, error) {
	j := job{Dir: filepath.Join(dir, "objects"), Meta: filepath.Join(dir, "meta")}
	for _, d := range []string{j.Dir, j.Meta} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return j, fmt.Errorf("make the store's folder: %w", err)
		}
	}
	var err error
	if j.AccessKey, j.SecretKey, err = keys(filepath.Join(dir, "keys")); err != nil {
		return j, err
	}
	j.Addr, err = freeAddress()
	return j, err
}

// keys reads the store's credential, made at the first start.
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

// spawn starts the child from a thread that lives as long as the child: the death signal follows the thread, not the process.
func (g *Gateway) spawn() error {
	in, err := json.Marshal(g.job)
	if err != nil {
		return err
	}
	g.cmd, g.gone = exec.Command(g.self, Verb), make(chan struct{}) //nolint:gosec // our own binary
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
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.Options.Endpoint+healthPath, nil)
		if err != nil {
			return err
		}
		if res, err := client.Do(req); err == nil {
			_ = res.Body.Close()
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the private store did not answer in time: %w", ctx.Err())
		case <-g.gone:
			return fmt.Errorf("the private store ended at once")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
