package folder

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// readRoot reads the folder: itself when it is a collection, else its directories in order.
func (r *reader) readRoot() {
	if len(r.options.Include) > 0 && len(r.options.Exclude) > 0 {
		r.fail(Position{}, "Name either directories to include or directories to exclude.")
		return
	}
	c, err := r.config(".", config{})
	if err != nil {
		r.keep(err)
		return
	}
	if c.entity == "" {
		c.collection, _ = r.options.Collection(r.options.Name)
		c.base = "."
	}
	if c.entity != "" || c.collection != "" {
		r.whole = true
		r.readCollection(".", c)
		return
	}
	chosen := 0
	for _, dir := range r.directories(".", c) {
		if r.chosen(dir) {
			chosen++
			r.readDirectory(dir, c)
		}
	}
	r.absent = len(r.options.Include) > 0 && chosen == 0
}

// readDirectory reads a directory that is a collection by its configuration or by its name, and ignores others.
func (r *reader) readDirectory(dir string, up config) {
	c, err := r.config(dir, up)
	if err != nil {
		r.keep(err)
		return
	}
	if c.entity == up.entity {
		c.collection, _ = r.options.Collection(path.Base(dir))
		c.base = dir
	}
	if c.entity != "" || c.collection != "" {
		r.readCollection(dir, c)
	}
}

func (r *reader) readCollection(dir string, c config) {
	if c.collection == "" {
		r.fail(Position{File: path.Join(dir, syncFile)}, "%q is not one of Vitrine's collections; leave the directory out with --exclude, or name others with --include.", c.entity)
		return
	}
	if _, known := r.homes[c.collection]; !known {
		r.homes[c.collection] = home{dir, c}
	}
	entries, err := fs.ReadDir(r.root, dir)
	if err != nil {
		r.fail(Position{File: dir}, "The directory cannot be read: %s.", cause(err))
		return
	}
	for _, e := range entries {
		if file := path.Join(dir, e.Name()); !e.IsDir() && c.holds(file) {
			r.readFile(file, c)
		}
	}
	for _, sub := range r.directories(dir, c) {
		r.readBelow(sub, c)
	}
}

// readBelow reads a directory within a collection: the same collection, unless its configuration names another.
func (r *reader) readBelow(dir string, up config) {
	c, err := r.config(dir, up)
	if err != nil {
		r.keep(err)
		return
	}
	r.readCollection(dir, c)
}

// directories lists the subdirectories to read: those of directoryOrder first, the others by name.
func (r *reader) directories(dir string, c config) []string {
	entries, err := fs.ReadDir(r.root, dir)
	if err != nil {
		r.fail(Position{File: dir}, "The directory cannot be read: %s.", cause(err))
		return nil
	}
	var dirs []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() && !strings.HasPrefix(name, ".") && name != "node_modules" && !anyMatch(c.ignored, name, path.Join(dir, name)) {
			dirs = append(dirs, path.Join(dir, name))
		}
	}
	slices.SortStableFunc(dirs, func(a, b string) int {
		return cmp.Compare(rank(c.order, path.Base(a)), rank(c.order, path.Base(b)))
	})
	return dirs
}

func rank(order []string, name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

func (r *reader) chosen(dir string) bool {
	if len(r.options.Include) > 0 {
		return anyMatch(r.options.Include, dir)
	}
	return !anyMatch(r.options.Exclude, dir)
}

func anyMatch(globs []string, names ...string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		return slices.ContainsFunc(names, func(name string) bool { ok, _ := path.Match(strings.TrimSuffix(glob, "/"), name); return ok })
	})
}

// keep records the problems of an error.
func (r *reader) keep(err error) {
	if more, ok := err.(Problems); ok { //nolint:errorlint // the package's own errors are never wrapped
		for _, p := range more {
			r.fail(p.Position, "%s", p.Message)
		}
		return
	}
	r.fail(Position{}, "%s", err)
}
