// Command vitrine-store is the private S3 server of Vitrine: versitygw over a folder. `vitrine serve` starts it as a
// child process when S3_ENDPOINT is not set. It is a separate program because the library changes the working directory
// of its process, and because of its many dependencies. It reads its job from standard input and runs until SIGTERM or
// SIGINT.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/s3api"
	"github.com/versity/versitygw/s3api/middlewares"
	"github.com/versity/versitygw/s3api/utils"

	"vitrine/storage/gateway/job"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

func main() {
	if len(os.Args) == 2 && os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdin); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "vitrine-store:", err)
		os.Exit(1)
	}
}

// run serves the job in in until ctx ends.
func run(ctx context.Context, in io.Reader) error {
	var j job.Job
	if err := json.NewDecoder(in).Decode(&j); err != nil {
		return fmt.Errorf("standard input is not a valid job (`vitrine serve` starts this program): %w", err)
	}
	be, err := backend(j)
	if err != nil {
		return err
	}
	defer be.Shutdown()
	srv, err := server(j, be)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.ServeMultiPort([]string{j.Addr}) }()
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("serve %s", j.Addr), err)
	case <-ctx.Done():
		return srv.ShutDown()
	}
}

// server assembles the S3 API without the library's identity services, notifications, metrics and admin API: they are
// not needed here, and unused code is not linked.
func server(j job.Job, be *posix.Posix) (*s3api.S3ApiServer, error) {
	utils.SetBucketNameValidationStrict(true)
	root := auth.Account{Access: j.AccessKey, Secret: j.SecretKey, Role: auth.RoleAdmin}
	return s3api.New(be, middlewares.RootUserConfig{Access: j.AccessKey, Secret: j.SecretKey}, j.Region,
		auth.NewIAMServiceSingle(root), nil, nil, nil, nil,
		s3api.WithConcurrencyLimiter(1000, 1000), s3api.WithMpMaxParts(10_000), s3api.WithQuiet(), s3api.WithHealth(job.HealthPath))
}

// backend stores metadata in extended attributes, or in a separate folder where the file system has none.
func backend(j job.Job) (*posix.Posix, error) {
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
