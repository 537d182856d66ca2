package observer

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/harness"
)

// Find returns the sessions in the job's paths, or in the folders of every harness, newest first. A path that does not
// exist is a fault; a harness's folder that does not exist is not.
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
	for _, h := range harness.All() {
		if j.Harness != "" && j.Harness != h.Name() {
			continue
		}
		for _, root := range h.Roots(j.Env, j.Home) {
			sessions, err := j.walk(root, h)
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

// walk returns the sessions in all files below a path. What cannot be read is reported and skipped.
func (j *Job) walk(root string, of harness.Harness) (found []Session, err error) {
	if _, err := os.Stat(root); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			j.say("Skipped " + path + ": " + cause(err) + ".")
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

// sessionsIn returns the sessions of one file; most have one. named says that the user named the file itself.
func (j *Job) sessionsIn(path string, named bool, of harness.Harness) []Session {
	of = j.harnessOf(path, of)
	form, holds := formIn(of, path)
	if named && !holds {
		form, holds = formOf(path), true
	}
	if !holds || j.known != nil && j.known(path) {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || form != harness.Parts && form != harness.Table && info.ModTime().Before(j.Since) {
		return nil
	}
	file := File{Path: path, Form: form, Size: info.Size(), Changed: info.ModTime()}
	if form == harness.Table {
		return j.sessionsOfTable(file, of)
	}
	session, ok := j.recognise(file, named, of)
	if !ok || session.changed().Before(j.Since) {
		return nil
	}
	return []Session{session}
}

// formIn returns the form of a file of a harness; without a harness, the form by its extension.
func formIn(of harness.Harness, path string) (harness.Form, bool) {
	if of == nil {
		return harness.FormOf(path)
	}
	return of.Form(path)
}

// formOf returns the form of a file by its extension; lines when the extension is unknown.
func formOf(path string) harness.Form {
	if form, ok := harness.FormOf(path); ok {
		return form
	}
	return harness.Lines
}

// harnessOf returns the job's harness, else that of the folder, else nil.
func (j *Job) harnessOf(path string, of harness.Harness) harness.Harness {
	if j.Harness != "" {
		of, _ = harness.Find(j.Harness) // Find has checked the name
	}
	if of != nil {
		return of
	}
	for _, h := range harness.All() {
		if h.Owns(path) || j.below(path, h) {
			return h
		}
	}
	return nil
}

// below reports whether a path is in one of a harness's folders on this machine.
func (j *Job) below(path string, of harness.Harness) bool {
	for _, root := range of.Roots(j.Env, j.Home) {
		if path == root || strings.HasPrefix(path, root+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// recognise returns the session of a file. Its harness is the given one, else the one that its first records look like.
func (j *Job) recognise(file File, named bool, of harness.Harness) (Session, bool) {
	first, err := open(file.Path, file.Form)
	if err != nil {
		j.say("Skipped " + file.Path + ": " + cause(err) + ".")
		return Session{}, false
	}
	if of == nil {
		of, _ = harness.Find(first.Harness)
	}
	if first.Records == 0 && !named {
		return Session{}, false // it is still empty
	}
	if of == nil {
		if named {
			j.say("Skipped " + file.Path + ": its first records do not match a known harness. Name it with --harness.")
		}
		return Session{}, false
	}
	if file.Form == harness.Parts {
		return describedBy(file, of.Name())
	}
	file.Meta = of.Beside(file.Path).Helper
	return Session{Harness: of.Name(), ID: of.Session(file.Path, first), Cwd: cwdOf(of, file.Path, first), Files: []File{file}}, true
}

// maxPath bounds a path that is read from a file, in bytes.
const maxPath = 4096

// cwdOf returns the first working directory of a session: from the file beside it, else from its first records.
func cwdOf(of harness.Harness, path string, first *harness.Opening) string {
	if beside := of.Beside(path).Folder; beside != "" {
		if text, err := readRegular(beside, maxPath); err == nil {
			return cmp.Or(strings.TrimSpace(string(text)), first.Cwd)
		}
	}
	return first.Cwd
}

func unreadable(path string, err error) error {
	return fault.Invalid("path", "%s cannot be read: %s.", path, cause(err)).Because(err)
}

// cause returns the text of an error without the path that it repeats.
func cause(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
