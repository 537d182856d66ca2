package folder

import (
	"path"
	"slices"
	"strings"
)

// scope is the file of a reference, and the files that led to it.
type scope struct {
	r     *reader
	file  string
	trail []string // file first
}

// resolve returns a document with the references to files and to the environment resolved.
func (r *reader) resolve(doc *node, file string) (*node, error) {
	return scope{r, file, []string{file}}.value(doc)
}

func (s scope) value(n *node) (*node, error) {
	if err := s.r.spend(n.Position); err != nil {
		return nil, err
	}
	switch v := n.value.(type) {
	case string:
		return s.text(n, v)
	case []*node:
		return s.list(n, v)
	case *object:
		return s.object(n, v)
	}
	return n, nil
}

// text resolves a string that is a reference; other strings that begin with @ are returned unchanged.
func (s scope) text(n *node, text string) (*node, error) {
	word, rest, ok := strings.Cut(text, ":")
	if !ok || !strings.HasPrefix(word, "@") {
		return n, nil
	}
	switch word {
	case "@file", "@include", "@template":
		return s.read(n, word, rest)
	case "@env":
		return s.env(n, rest)
	case "@url":
		return nil, problem(n.Position, "%q is not fetched; save its content to a file and use @file.", text)
	}
	return n, nil
}

// read resolves a reference to a file, and records which files were read for it.
func (s scope) read(n *node, word, name string) (*node, error) {
	before, open := len(s.r.referenced), s.document
	if word == "@file" {
		open = s.fileValue
	}
	v, err := open(n, name)
	if err == nil {
		v.files = slices.Clone(s.r.referenced[before:])
	}
	return v, err
}

func (s scope) env(n *node, name string) (*node, error) {
	if s.r.options.Env != nil {
		if value, set := s.r.options.Env(name); set {
			return n.with(value), nil
		}
	}
	return nil, problem(n.Position, "The environment variable %s is not set.", name)
}

// fileValue returns the value of a JSON file, and the text of any other file.
func (s scope) fileValue(n *node, name string) (*node, error) {
	if strings.EqualFold(path.Ext(name), ".json") {
		return s.document(n, name)
	}
	in, err := s.follow(n.Position, name)
	if err != nil {
		return nil, err
	}
	text, err := in.readText(n.Position)
	return n.with(text), err
}

// document returns the value of a JSON or YAML file, with its own references resolved, at the position of n.
func (s scope) document(n *node, name string) (*node, error) {
	in, err := s.follow(n.Position, name)
	if err != nil {
		return nil, err
	}
	docs, err := s.r.parse(in.file, n.Position)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, problem(n.Position, "The file %q has %d documents instead of one.", in.file, len(docs))
	}
	value, err := in.value(docs[0])
	if err != nil {
		return nil, err
	}
	return n.with(value.value), nil
}

// follow returns the scope of a file that a reference names, relative to the file of the reference.
func (s scope) follow(at Position, name string) (scope, error) {
	name = strings.TrimSpace(name)
	file := path.Join(path.Dir(s.file), name)
	switch {
	case name == "" || path.IsAbs(name) || strings.Contains(name, `\`) || file == ".." || strings.HasPrefix(file, "../"):
		return s, problem(at, "%q is outside the folder; references must stay within it.", name)
	case len(s.trail) > maxNesting:
		return s, problem(at, "References are nested deeper than %d levels.", maxNesting)
	}
	for _, t := range s.trail {
		if t == file {
			return s, problem(at, "%s includes itself: %s.", file, strings.Join(append(s.trail, file), " → "))
		}
	}
	s.r.referenced = append(s.r.referenced, file)
	return scope{s.r, file, append(s.trail[:len(s.trail):len(s.trail)], file)}, nil
}

func (s scope) list(n *node, items []*node) (*node, error) {
	out := []*node{}
	for _, item := range items {
		v, err := s.value(item)
		if err != nil {
			return nil, err
		}
		if many, ok := v.value.([]*node); ok && strings.HasPrefix(item.text(), "@include:") {
			out = append(out, many...)
			continue
		}
		out = append(out, v)
	}
	return n.with(out), nil
}
