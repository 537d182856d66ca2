package remote

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"

	"vitrine/internal/metasync"
	"vitrine/internal/metasync/folder"
	"vitrine/models"
)

func (j Job) read() ([]folder.Record, error) {
	root, err := os.OpenRoot(j.Dir)
	if err != nil {
		return nil, refused([]string{"The folder " + j.Dir + " cannot be opened: " + cause(err) + "."})
	}
	defer root.Close() //nolint:errcheck // only read
	return read(root.FS(), folder.Options{
		Name: filepath.Base(j.absolute()), Include: j.Include, Exclude: j.Exclude, Env: j.Env, Collection: metasync.CollectionCalled,
	})
}

func read(root fs.FS, o folder.Options) ([]folder.Record, error) {
	records, err := folder.Read(root, o)
	if problems, ok := err.(folder.Problems); ok { //nolint:errorlint // the reader never wraps them
		lines := make([]string, len(problems))
		for i, p := range problems {
			lines[i] = p.String()
		}
		return nil, refused(lines)
	}
	return records, err
}

// source names the folder by its own and its parent's name: a checkout of the same repository elsewhere has the same.
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
