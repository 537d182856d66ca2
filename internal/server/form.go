package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
)

// Limits of a multipart request.
const (
	multipartSpace = 1 << 20  // bytes of everything beside the file
	mapSpace       = 64 << 10 // bytes of the map
	memoryPerFile  = 1 << 20  // bytes of a file kept in memory; a larger file goes to a temporary file
	maxFiles       = 10
)

// preflightHeaders are headers that a plain HTML form cannot send. A request with files must have one of them, so that
// the page of another site cannot make a browser send files.
var preflightHeaders = []string{"Apollo-Require-Preflight", "X-Apollo-Operation-Name", "X-Requested-With", "Authorization"}

// form is the transport of mutations with files, the GraphQL multipart request. No file is read before the caller is
// known to be allowed to send one.
type form struct{ maxFile int64 }

var _ graphql.Transport = form{}

// Supports reports whether a request is a multipart form.
func (form) Supports(r *http.Request) bool {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return r.Method == http.MethodPost && media == mediaForm
}

// Do answers one request.
func (f form) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	media, err := accepted(r.Header)
	if err == nil {
		err = f.admit(r)
	}
	if err != nil {
		writeFault(w, r, err)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, f.maxFile+multipartSpace)
	files := &files{}
	defer files.close()
	params, err := f.read(r, files)
	if err != nil {
		writeFault(w, r, err)
		return
	}
	answer(w, r, exec, params, media)
}

// admit refuses requests without an API key, without a preflight header, without a length and above the limit.
func (f form) admit(r *http.Request) error {
	limit := f.maxFile + multipartSpace
	switch {
	case !anyHeader(r.Header, preflightHeaders):
		return fault.Invalid("", "The multipart request has no header apollo-require-preflight.").Try("Send apollo-require-preflight: true.")
	case auth.Who(r.Context()) == nil:
		return fault.Unauthenticated("Uploading files requires an API key.").Try(`Send "Authorization: Bearer <api key>".`)
	case r.ContentLength < 0:
		return &refusal{http.StatusLengthRequired, "", fault.Invalid("", "The multipart request has no Content-Length.").
			Try("Send the form with a Content-Length instead of chunked.")}
	case r.ContentLength > limit:
		return bodyFault(&http.MaxBytesError{Limit: limit}, limit)
	}
	return nil
}

// read reads the parts in the order of the specification: operations, map, files.
func (f form) read(r *http.Request, into *files) (*graphql.RawParams, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, fault.Invalid("", "The multipart form cannot be read.").Because(err)
	}
	operations, err := textPart(parts, "operations", multipartSpace)
	if err != nil {
		return nil, err
	}
	params, err := parse(operations)
	if err != nil {
		return nil, err
	}
	places, err := readMap(parts)
	if err != nil {
		return nil, err
	}
	return params, f.readFiles(parts, places, params, into)
}

func textPart(parts *multipart.Reader, name string, limit int64) ([]byte, error) {
	part, err := parts.NextPart()
	if err != nil || part.FormName() != name {
		return nil, fault.Invalid(name, "The part %s is missing or out of order; send operations, map, then the files.", name).Because(err)
	}
	text, err := io.ReadAll(io.LimitReader(part, limit+1))
	if int64(len(text)) > limit {
		err = &http.MaxBytesError{Limit: limit}
	}
	return text, bodyFault(err, limit)
}

func readMap(parts *multipart.Reader) (map[string][]string, error) {
	text, err := textPart(parts, "map", mapSpace)
	if err != nil {
		return nil, err
	}
	places := map[string][]string{}
	if err := decode(text, &places); err != nil {
		return nil, fault.Invalid("map", "The part map is not a JSON object of lists of paths.").Because(err)
	}
	if len(places) > maxFiles {
		return nil, fault.Invalid("map", "The map has more than %d files; send fewer in one request.", maxFiles)
	}
	return places, nil
}

func (f form) readFiles(parts *multipart.Reader, places map[string][]string, params *graphql.RawParams, into *files) error {
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f.broken(err)
		}
		if err := f.readFile(part, places, params, into); err != nil {
			return err
		}
	}
	for key := range places {
		return fault.Invalid("map", "The map names the file %.40q, but the form does not contain it.", key)
	}
	return nil
}

func (f form) readFile(part *multipart.Part, places map[string][]string, params *graphql.RawParams, into *files) error {
	key := part.FormName()
	paths := places[key]
	if len(paths) != 1 {
		return fault.Invalid("map", "The map must have exactly one path for the part %.40q.", key)
	}
	delete(places, key)
	upload := graphql.Upload{Filename: text(part.FileName()), ContentType: text(part.Header.Get("Content-Type"))}
	var err error
	if upload.File, upload.Size, err = into.keep(part); err != nil {
		return f.broken(err)
	}
	if !place(params.Variables, paths[0], upload) {
		return fault.Invalid("map", "The path %.80q is not in the variables.", paths[0])
	}
	return nil
}

func (f form) broken(err error) error {
	var disk *os.PathError
	if errors.As(err, &disk) {
		return fault.Unavailable("space for uploads", err)
	}
	return bodyFault(err, f.maxFile)
}

// place sets an upload at a path such as variables.input.files.0, and reports whether the path exists.
func place(variables map[string]any, path string, upload graphql.Upload) bool {
	steps := strings.Split(path, ".")
	if len(steps) < 2 || steps[0] != "variables" {
		return false
	}
	var at any = variables
	for i, step := range steps[1:] {
		last := i == len(steps)-2
		switch in := at.(type) {
		case map[string]any:
			if _, exists := in[step]; !exists || in == nil {
				return false
			}
			if last {
				in[step] = upload
			}
			at = in[step]
		case []any:
			n, err := strconv.Atoi(step)
			if err != nil || n < 0 || n >= len(in) {
				return false
			}
			if last {
				in[n] = upload
			}
			at = in[n]
		default:
			return false
		}
	}
	return true
}

// text returns the value of a header as valid UTF-8.
func text(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }

// files are the files of one request; close removes them.
type files struct{ open []*os.File }

// keep reads a file: a small one into memory, a large one into a temporary file.
func (f *files) keep(r io.Reader) (io.ReadSeeker, int64, error) {
	head, err := io.ReadAll(io.LimitReader(r, memoryPerFile+1))
	if err != nil || len(head) <= memoryPerFile {
		return bytes.NewReader(head), int64(len(head)), err
	}
	file, err := os.CreateTemp("", "vitrine-upload-")
	if err != nil {
		return nil, 0, err
	}
	f.open = append(f.open, file)
	_ = os.Remove(file.Name()) // the file exists as long as it is open, also when this process is killed
	size, err := io.Copy(file, io.MultiReader(bytes.NewReader(head), r))
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	return file, size, err
}

func (f *files) close() {
	for _, file := range f.open {
		_ = file.Close()
	}
}

func anyHeader(h http.Header, names []string) bool {
	for _, n := range names {
		if h.Get(n) != "" {
			return true
		}
	}
	return false
}
