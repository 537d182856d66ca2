package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
)

// Private is a Postgres that belongs to this process: it lives in a folder, listens on a socket there and ends with the
// process.
type Private struct {
	URL     string // a keyword string for Open
	cluster *cluster
	cmd     *exec.Cmd
	gone    chan struct{}
}

// PrivateOptions say where a private Postgres lives and how careful it is.
type PrivateOptions struct {
	Dir      string // its own folder, made when absent
	Bin      string // folder with initdb and postgres; searched for when empty
	Unsafely bool   // no fsync: for tests only
}

// StartPrivate makes the cluster when there is none and starts it. It stops a postmaster that a killed process left
// behind.
func StartPrivate(ctx context.Context, o PrivateOptions) (*Private, error) {
	bin, err := findPostgres(o.Bin)
	if err != nil {
		return nil, err
	}
	who, err := unprivileged()
	if err != nil {
		return nil, err
	}
	c := &cluster{bin: bin, who: who, data: filepath.Join(o.Dir, "cluster"), unsafely: o.Unsafely}
	if err := c.prepare(ctx, o.Dir); err != nil {
		return nil, err
	}
	p := &Private{cluster: c, URL: fmt.Sprintf("host=%s user=vitrine dbname=postgres", c.socket)}
	return p, p.start(ctx)
}

// Restart starts the cluster again after it has ended by itself; its address stays.
func (p *Private) Restart(ctx context.Context) error {
	if err := p.cluster.stopOrphan(); err != nil {
		return err
	}
	return p.start(ctx)
}

// Stop shuts the cluster down cleanly and waits for it.
func (p *Private) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT) // "fast": ends connections, writes a checkpoint
	select {
	case <-p.gone:
	case <-time.After(30 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.gone
	}
}

// Done is closed when the cluster's process has ended.
func (p *Private) Done() <-chan struct{} { return p.gone }

type cluster struct {
	bin, data, socket string
	who               *syscall.Credential // nil when this process is not root
	unsafely          bool
}

func (c *cluster) prepare(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o711); err != nil { //nolint:gosec // the other user must be able to pass through
		return fmt.Errorf("make the database folder: %w", err)
	}
	if err := c.own(c.data); err != nil {
		return err
	}
	if err := c.reachable(); err != nil {
		return err
	}
	socket, err := socketFolder(c.data)
	if err != nil {
		return err
	}
	c.socket = socket
	if err := c.own(c.socket); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.data, "PG_VERSION")); err == nil {
		return c.stopOrphan()
	}
	return c.initdb(ctx)
}

// own makes a folder that only the cluster's user may enter.
func (c *cluster) own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make %s: %w", dir, err)
	}
	if c.who == nil {
		return nil
	}
	return os.Chown(dir, int(c.who.Uid), int(c.who.Gid))
}

// reachable asks, as the cluster's user, whether every parent of the data folder can be passed.
func (c *cluster) reachable() error {
	if c.who == nil {
		return nil
	}
	probe := c.command(context.Background(), filepath.Join(c.bin, "postgres"), "--version")
	if err := probe.Run(); err != nil {
		return fault.Invalid("", "Postgres cannot run inside %s as an ordinary user.", c.data).Because(err).
			Try("Choose a VITRINE_DATA_DIR whose parent folders everybody may pass (chmod o+x), or set DATABASE_URL.")
	}
	return nil
}

// initdb makes the cluster beside its folder and moves it there when it is complete: what a killed process leaves is
// not taken for one.
func (c *cluster) initdb(ctx context.Context) error {
	started, fresh := time.Now(), c.data+".new"
	if err := errors.Join(os.RemoveAll(fresh), c.own(fresh)); err != nil {
		return err
	}
	cmd := c.command(ctx, filepath.Join(c.bin, "initdb"), "-D", fresh, "-U", "vitrine", "--auth-local=trust", "--auth-host=reject",
		"-E", "UTF8", "--locale=C.UTF-8", "--no-instructions", "--no-sync")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, strings.TrimSpace(string(out)))
	}
	if err := errors.Join(os.Remove(c.data), os.Rename(fresh, c.data)); err != nil { // it was made empty
		return fmt.Errorf("move the new cluster to its folder: %w", err)
	}
	slog.InfoContext(ctx, "made a private Postgres cluster", "milliseconds", time.Since(started).Milliseconds())
	return nil
}

// stopOrphan ends the postmaster that an earlier process of ours, killed without warning, may have left.
func (c *cluster) stopOrphan() error {
	lines, err := os.ReadFile(filepath.Join(c.data, "postmaster.pid"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read postmaster.pid: %w", err)
	}
	first, _, _ := strings.Cut(string(lines), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || !isPostmasterOf(pid, c.data) {
		return nil // stale: postgres itself removes it
	}
	slog.Warn("stopping a Postgres that a killed server left behind", "pid", pid)
	_ = syscall.Kill(pid, syscall.SIGINT)
	for range 300 {
		if !isPostmasterOf(pid, c.data) {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("process %d holds the database folder and does not end", pid)
}

func isPostmasterOf(pid int, data string) bool {
	cmdline, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	return err == nil && slices.Contains(strings.Split(string(cmdline), "\x00"), data)
}

func (p *Private) start(ctx context.Context) error {
	c := p.cluster
	args := []string{
		"-D", c.data, "-c", "unix_socket_directories=" + c.socket, "-c", "unix_socket_permissions=0700", "-c", "listen_addresses=",
		"-c", "shared_buffers=64MB", "-c", "max_connections=200", "-c", "log_min_messages=fatal", "-c", "jit=off",
	}
	if c.unsafely {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	p.cmd, p.gone = c.command(context.WithoutCancel(ctx), filepath.Join(c.bin, "postgres"), args...), make(chan struct{})
	p.cmd.SysProcAttr.Pdeathsig = syscall.SIGINT
	if err := p.spawn(); err != nil {
		return err
	}
	if err := p.await(ctx); err != nil {
		p.Stop()
		return err
	}
	return nil
}

// spawn starts the child from a thread that lives as long as the child: the death signal follows the thread, not the
// process.
func (p *Private) spawn() error {
	started, cmd, gone := make(chan error, 1), p.cmd, p.gone
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = cmd.Wait()
		close(gone)
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	return nil
}

func (p *Private) await(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, p.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the private Postgres did not answer in time: %w", err)
		case <-p.gone:
			return fmt.Errorf("the private Postgres ended at once: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (c *cluster) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // both come from us
	cmd.Dir = c.data
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.who}
	return cmd
}

// socketFolder keeps the socket beside the data, or in a short temporary folder when the path would pass the limit of
// 107 bytes.
func socketFolder(data string) (string, error) {
	beside := filepath.Join(filepath.Dir(data), "socket")
	if len(beside)+len("/.s.PGSQL.5432") < 107 {
		return beside, nil
	}
	dir, err := os.MkdirTemp("", "vt")
	if err != nil {
		return "", fmt.Errorf("make a socket folder: %w", err)
	}
	return dir, os.Chmod(dir, 0o711) //nolint:gosec // the cluster's user must be able to enter; own narrows it again
}

// unprivileged returns the user that the cluster runs as: nil for ourselves, another one when we are root, which
// Postgres refuses.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		if _, err := user.Current(); err != nil {
			return nil, fault.Invalid("", "User %d has no name on this machine, which Postgres needs.", os.Geteuid()).
				Try("Run as a named user, or set DATABASE_URL.")
		}
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return credential(u)
		}
	}
	return nil, fault.Invalid("", "Postgres refuses to run as root and there is no user postgres or nobody.").Try("Set DATABASE_URL.")
}

func credential(u *user.User) (*syscall.Credential, error) {
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2)
}

// findPostgres looks where distributions put it: the setting, pg_config, the newest versioned folder, the path.
func findPostgres(set string) (string, error) {
	places := []string{set}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		places = append(places, strings.TrimSpace(string(out)))
	}
	places = append(places, versionedFolders()...)
	if path, err := exec.LookPath("postgres"); err == nil {
		places = append(places, filepath.Dir(path))
	}
	for _, dir := range places {
		if dir != "" && hasPostgres(dir) {
			return dir, nil
		}
	}
	return "", fault.Unavailable("database", nil).At("DATABASE_URL").
		Try("Install Postgres (Debian: apt-get install postgresql; macOS: brew install postgresql@15), or set DATABASE_URL.")
}

func versionedFolders() []string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(dirs, func(a, b string) int { return majorOf(b) - majorOf(a) })
	return dirs
}

func majorOf(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

func hasPostgres(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}
