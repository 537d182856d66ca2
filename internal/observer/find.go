package observer

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/harness"
)

// Find gives the sessions of the job's paths, or of every harness's own folders, newest first. A path that is not there is a
// fault; a folder that a harness has never made is not.
func (j *Job) Find() ([]Session, error) {
	if _, ok := harness.Find(j.Harness); j.Harness != "" && !ok {
		return nil, fault.Invalid("harness", "There is no harness %q.", j.Harness).Try("Use one of: " + strings.Join(harness.Names(), ", ") + ".")
	}
	var found []Session
	var err error
	if len(j.Paths) == 0 {
		found, err = j.findAtHome()
	} else {
		found, err = j.findNamed()
	}
	return merge(found), err
}

func (j *Job) findAtHome() (found []Session, err error) {
	for _, l := range layouts {
		if _, known := harness.Find(l.name()); !known || j.Harness != "" && j.Harness != l.name() {
			continue
		}
		for _, root := range l.roots(j.Env, j.Home) {
			sessions, err := j.walk(root, l)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			found = append(found, sessions...)
		}
	}
	return found, nil
}

func (j *Job) findNamed() (found []Session, err error) {
	for _, path := range j.Paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		sessions, err := j.walk(path, nil)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fault.Invalid("path", "There is no file or folder %s.", path)
		} else if err != nil {
			return nil, err
		}
		found = append(found, sessions...)
	}
	return found, nil
}

// walk looks at every file below a path. What cannot be read below it is told and passed over.
func (j *Job) walk(root string, of layout) (found []Session, err error) {
	if _, err := os.Stat(root); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			j.say("Passed over " + path + ": " + cause(err) + ".")
			return nil
		case entry.IsDir():
			j.visit(path)
			return nil
		}
		found = append(found, j.sessionsIn(path, path == root, of)...)
		return nil
	})
	return found, err
}

func (j *Job) visit(folder string) {
	if j.folder != nil {
		j.folder(folder)
	}
}

// sessionsIn gives the sessions of one file; most have one. named says that the user named this very file.
func (j *Job) sessionsIn(path string, named bool, of layout) []Session {
	of = j.layout(path, of)
	form, holds := of.file(path)
	if named && !holds {
		form, holds = formOf(path), true
	}
	if !holds || j.known != nil && j.known(path) {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || form != Parts && form != Table && info.ModTime().Before(j.Since) {
		return nil
	}
	file := File{Path: path, Form: form, Size: info.Size(), Changed: info.ModTime()}
	if form == Table {
		return j.sessionsOfTable(file)
	}
	session, ok := j.recognise(file, named, of)
	if !ok || session.changed().Before(j.Since) {
		return nil
	}
	return []Session{session}
}

// formOf judges a file by its extension alone.
func formOf(path string) Form {
	if filepath.Ext(path) == ".json" {
		return Document
	}
	return Lines
}

// layout is the job's own harness's, that of the folder's, or nobody's yet.
func (j *Job) layout(path string, of layout) layout {
	switch {
	case j.Harness != "":
		return layoutOf(j.Harness)
	case of != nil:
		return of
	}
	for _, l := range layouts {
		if l.owns(path) || j.below(path, l) {
			return l
		}
	}
	return anyLines{}
}

// below reports whether a path lies in a harness's own folders on this machine.
func (j *Job) below(path string, of layout) bool {
	for _, root := range of.roots(j.Env, j.Home) {
		if path == root || strings.HasPrefix(path, root+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// recognise says whose records a file holds: its folder's harness's, else whose the first ones look like.
func (j *Job) recognise(file File, named bool, of layout) (Session, bool) {
	first, err := open(file.Path, file.Form)
	if err != nil {
		j.say("Passed over " + file.Path + ": " + cause(err) + ".")
		return Session{}, false
	}
	if of.name() == "" {
		of = layoutOf(first.harness)
	}
	if first.records == 0 && !named {
		return Session{}, false // it has only just been made
	}
	if _, known := harness.Find(of.name()); !known {
		if named {
			j.say("Passed over " + file.Path + ": its first records are of no known harness; --harness names it.")
		}
		return Session{}, false
	}
	id, cwd := of.session(file.Path, first)
	if file.Form == Parts {
		return describedBy(file)
	}
	if l, ok := of.(claude); ok {
		file.Meta = l.meta(file.Path)
	}
	return Session{Harness: of.name(), ID: id, Cwd: cwd, Files: []File{file}}, true
}

func unreadable(path string, err error) error {
	return fault.Invalid("path", "%s cannot be read: %s.", path, cause(err)).Because(err)
}

// cause is the last of the causes of an error: that of a path names the path again.
func cause(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
