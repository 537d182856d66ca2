// Command language checks the texts of this repository (comments and strings of Go and TypeScript, Markdown,
// descriptions of the
// GraphQL schema) and reports phrases that the project does not use, each with a suggestion. It does not check spelling
// or
// identifiers. `make lint-language` runs it; exceptions.txt lists exceptions.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

//go:embed exceptions.txt
var exceptionsText string

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	count, err := run(*root, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "language:", err)
		os.Exit(2)
	}
	if count > 0 {
		fmt.Fprintf(os.Stderr, "language: %d places. Follow the suggestion, or add a line with the reason to scripts/language/exceptions.txt.\n", count)
		os.Exit(1)
	}
}

// run prints the findings in the files of the repository at root, or in those below the given paths, and returns their
// number.
func run(root string, only []string) (int, error) {
	exceptions, err := parseExceptions(exceptionsText)
	if err != nil {
		return 0, err
	}
	paths, err := tracked(root)
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriter(os.Stdout)
	defer func() { _ = out.Flush() }()
	count := 0
	for _, path := range paths {
		if !within(path, only) {
			continue
		}
		content, err := os.ReadFile(root + "/" + path) //nolint:gosec // a file of the repository
		if err != nil {
			return count, err
		}
		for _, f := range exceptions.filter(check(path, content)) {
			count++
			_, _ = fmt.Fprintln(out, f)
		}
	}
	if len(only) > 0 {
		return count, nil
	}
	for _, e := range exceptions.unused() {
		count++
		_, _ = fmt.Fprintf(out, "scripts/language/exceptions.txt:%d:1: this exception matches nothing any more: remove it\n", e.line)
	}
	return count, nil
}

// tracked returns the files that git knows or would add, without those that are deleted.
func tracked(root string) ([]string, error) {
	list, err := exec.Command("git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z").Output() //nolint:gosec // our own folder
	if err != nil {
		return nil, fmt.Errorf("list the files of the repository: %w", err)
	}
	paths := strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), func(path string) bool {
		_, err := os.Stat(root + "/" + path)
		return err != nil || skipped(path)
	}), nil
}

// skipped reports whether a file holds text of others: recorded test data and what tools generate.
func skipped(path string) bool {
	for _, part := range []string{"testdata/", "node_modules/", "/gql/", "__generated__/", ".gen."} {
		if strings.Contains("/"+path, part) {
			return true
		}
	}
	return false
}

func within(path string, only []string) bool {
	if len(only) == 0 {
		return true
	}
	return slices.ContainsFunc(only, func(prefix string) bool { return strings.HasPrefix(path, strings.TrimPrefix(prefix, "./")) })
}

// generated reports whether a Go or TypeScript file says that a tool has written it.
func generated(content []byte) bool {
	head := content[:min(len(content), 1000)]
	return bytes.Contains(head, []byte("Code generated ")) || bytes.Contains(head, []byte("@generated"))
}
