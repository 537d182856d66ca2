package remote

import (
	"encoding/json"
	"os"
	"path/filepath"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
	"vitrine/models"
)

func (j Job) read() ([]folder.Record, error) {
	j.progress("reading")
	defer j.progress("")
	root, err := j.open()
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // only read
	records, err := folder.Read(root.FS(), j.options())
	return records, unreadable(err)
}

func (j Job) open() (*os.Root, error) {
	root, err := os.OpenRoot(j.Dir)
	if err != nil {
		return nil, refused(folder.Problems{{Message: "The folder " + j.Dir + " cannot be opened: " + cause(err) + "."}})
	}
	return root, nil
}

func (j Job) options() folder.Options {
	return folder.Options{Name: filepath.Base(j.absolute()), Include: j.Include, Exclude: j.Exclude, Env: j.Env, Collection: metasync.CollectionCalled}
}

// unreadable converts the problems of a folder to a fault.
func unreadable(err error) error {
	if problems, ok := err.(folder.Problems); ok { //nolint:errorlint // the reader never wraps them
		return refused(problems)
	}
	return err
}

// source names the folder by its own and its parent's name, which are the same in every checkout of a repository.
func (j Job) source() string {
	if j.Source != "" {
		return j.Source
	}
	dir := j.absolute()
	return filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
}

func (j Job) absolute() string {
	if dir, err := filepath.Abs(j.Dir); err == nil {
		return dir
	}
	return j.Dir
}

func raw(records []folder.Record) []json.RawMessage {
	out := make([]json.RawMessage, len(records))
	for i, r := range records {
		out[i] = r.JSON
	}
	return out
}

func sendable(records []folder.Record) []models.JSON {
	out := make([]models.JSON, len(records))
	for i, r := range records {
		out[i] = models.JSON(r.JSON)
	}
	return out
}
