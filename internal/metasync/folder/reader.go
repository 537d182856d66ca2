package folder

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

// reader reads one folder within its limits.
type reader struct {
	root       fs.FS
	options    Options
	records    []Record
	problems   Problems
	referenced []string        // files that references name, in the order of reading
	homes      map[string]home // the first directory of each collection
	whole      bool            // the folder itself is a collection
	absent     bool            // none of the directories to include exists
	nodes      int             // remaining number of nodes
	bytes      int             // remaining number of bytes
}

func newReader(root fs.FS, o Options) *reader {
	return &reader{root: root, options: o, homes: map[string]home{}, nodes: maxNodes, bytes: maxBytes}
}

// spend subtracts one node from the budget.
func (r *reader) spend(at Position) error {
	if r.nodes--; r.nodes < 0 {
		return problem(at, "The folder expands to more than %d values.", maxNodes)
	}
	return nil
}

// read returns a file's content without its byte order mark.
func (r *reader) read(file string, from Position) ([]byte, error) {
	f, err := r.root.Open(file)
	if err != nil {
		return nil, problem(from, "The file %q cannot be opened: %s.", file, cause(err))
	}
	defer f.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, problem(from, "The file %q cannot be read: %s.", file, cause(err))
	case len(data) > maxFile:
		return nil, problem(from, "The file %q is larger than %d MiB.", file, maxFile>>20)
	case !utf8.Valid(data):
		return nil, problem(from, "The file %q is not UTF-8 text.", file)
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), r.charge(len(data), from)
}

func (r *reader) charge(n int, from Position) error {
	if r.bytes -= n; r.bytes < 0 {
		return problem(from, "The files of this folder and what they include are larger than %d MiB in total.", maxBytes>>20)
	}
	return nil
}

// parse returns the documents of a file: one for JSON, any number for YAML.
func (r *reader) parse(file string, from Position) ([]*node, error) {
	data, err := r.read(file, from)
	if err != nil {
		return nil, err
	}
	if isYAML(file) {
		return parseYAML(file, data, r.spend)
	}
	n, err := parseJSON(file, data)
	return []*node{n}, err
}

func isYAML(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".yaml" || ext == ".yml"
}

// cause returns the reason of a file error without its path, which the message already has.
func cause(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
