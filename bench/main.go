// Command bench compares Vitrine with the plain way of doing the same, in one run on one machine, and prints ratios. It
// starts its own Postgres, its own S3 server and the real binary; it is not a test.
//
//	make bench                 all of it
//	go run ./bench -only reads one part
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// part is one benchmark, which prints its own lines.
type part struct {
	name string
	run  func(ctx context.Context, s *stage) error
}

var parts = []part{{"reads", reads}, {"observe", observe}, {"upload", upload}, {"large-uploads", largeUploads}, {"tools", tools}, {"prepare", prepare}, {"live", live}, {"follow", follow}, {"memory", memory}}

// verbs are the commands with which this program starts itself as another process.
var verbs = map[string]func() error{handwrittenVerb: serveHandwritten, subscribersVerb: serveCrowd}

func main() {
	if len(os.Args) == 2 && verbs[os.Args[1]] != nil {
		exit(verbs[os.Args[1]]())
		return
	}
	only := flag.String("only", "", "comma-separated parts: reads, observe, upload, large-uploads, tools, prepare, live, follow, memory")
	binary := flag.String("binary", "bin/vitrine", "the server to measure")
	flag.Parse()
	exit(run(context.Background(), *binary, strings.FieldsFunc(*only, func(r rune) bool { return r == ',' })))
}

func run(ctx context.Context, binary string, only []string) error {
	s, err := newStage(ctx, binary)
	if err != nil {
		return err
	}
	defer s.close()
	for _, p := range parts {
		if len(only) > 0 && !slices.Contains(only, p.name) {
			continue
		}
		fmt.Println("== " + p.name)
		if err := p.run(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
