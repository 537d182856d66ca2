package folder

import (
	"io/fs"
	"path"
)

// The files that configure a folder.
const (
	syncFile   = ".mj-sync.json"
	folderFile = ".mj-folder.json"
)

// config is the configuration of a directory, with what it inherits.
type config struct {
	entity     string
	collection string // empty: none
	pattern    string // of record files, relative to the directory that set it; empty: the default ones
	base       string // the directory that set the pattern
	defaults   *object
	order      []string
	ignored    []string // cumulative
}

// config reads the configuration of a directory over what it inherits.
func (r *reader) config(dir string, up config) (config, error) {
	c := up
	c.order = nil
	own, err := r.configFile(path.Join(dir, syncFile))
	if err != nil {
		return c, err
	}
	if own != nil {
		c.order = own.of["directoryOrder"].texts()
		c.ignored = append(c.ignored[:len(c.ignored):len(c.ignored)], own.of["ignoreDirectories"].texts()...)
		if entity := own.of["entity"]; entity != nil {
			c = config{entity: entity.text(), pattern: own.of["filePattern"].text(), base: dir, order: c.order, ignored: c.ignored}
			c.collection, _ = r.options.Collection(c.entity)
		}
		c.defaults = layered(c.defaults, own.of["defaults"].object())
	}
	folder, err := r.configFile(path.Join(dir, folderFile))
	if err != nil || folder == nil {
		return c, err
	}
	c.defaults = layered(c.defaults, folder.of["defaults"].object())
	return c, nil
}

func (r *reader) configFile(file string) (*object, error) {
	if _, err := fs.Stat(r.root, file); err != nil {
		return nil, nil //nolint:nilerr // a directory need not be configured
	}
	docs, err := r.parse(file, Position{File: file})
	if err != nil {
		return nil, err
	}
	o := docs[0].object()
	if o == nil {
		return nil, problem(docs[0].Position, "A configuration must be an object.")
	}
	return o, nil
}

// layered merges one object over another by key, in any case; either may be nil.
func layered(under, over *object) *object {
	if under == nil {
		return over
	}
	if over == nil {
		return under
	}
	out := newObject()
	for _, key := range under.keys {
		if _, n := over.named(key); n == nil {
			out.set(key, under.of[key])
		}
	}
	for _, key := range over.keys {
		out.set(key, over.of[key])
	}
	return out
}
