package deliverable

import (
	"path"
	"regexp"
	"strings"
)

// maxPath bounds a path in bytes: longer ones are not deliverables.
const maxPath = 2000

// Place is where a file is: the identity of a deliverable.
type Place struct{ Host, Path string }

// Key returns the identity as text, "<host>:<path>"; a local key starts with the colon.
func (p Place) Key() string { return p.Host + ":" + p.Path }

// Locate returns the identity of a path in a record: made absolute against cwd when it is relative, with "." and ".."
// resolved and Windows drives and backslashes understood. It returns false when the text is not a path.
func Locate(host, cwd, file string) (Place, bool) {
	file = strings.TrimSpace(file)
	if file == "" || len(file) > maxPath {
		return Place{}, false
	}
	cleaned := clean(strings.TrimSpace(cwd), file)
	if len(cleaned) > maxPath || cleaned == "." || strings.ContainsRune(cleaned, 0) {
		return Place{}, false
	}
	return Place{Host: Host(host), Path: cleaned}, true
}

// Host returns a machine's canonical name; "" and "local" are the same machine.
func Host(host string) string {
	host = strings.TrimSpace(host)
	if host == "local" {
		return ""
	}
	return host
}

var (
	drive    = regexp.MustCompile(`^[A-Za-z]:[\\/]`)
	absolute = regexp.MustCompile(`^(/|~(/|$)|[A-Za-z]:[\\/]|\\\\)`)
)

func clean(cwd, file string) string {
	if !absolute.MatchString(file) && absolute.MatchString(cwd) {
		file = cwd + "/" + file
	}
	if isWindows(file) {
		return cleanWindows(file)
	}
	if rest, ok := strings.CutPrefix(file, "~"); ok && absolute.MatchString(file) {
		return "~" + strings.TrimSuffix(path.Clean("/"+rest), "/")
	}
	if cleaned := path.Clean(file); !isWindows(cleaned) {
		return cleaned
	}
	return cleanWindows(path.Clean(file)) // removing the dots left a drive at the front
}

// isWindows reports whether a path belongs to a Windows machine: it starts with a drive or a share.
func isWindows(file string) bool { return drive.MatchString(file) || strings.HasPrefix(file, `\\`) }

// cleanWindows cleans with slashes and returns backslashes. The drive letter becomes upper-case, a share keeps its
// two backslashes.
func cleanWindows(file string) string {
	slashed := strings.ReplaceAll(file, `\`, "/")
	if drive.MatchString(file) {
		slashed = strings.ToUpper(file[:2]) + path.Clean(slashed[2:])
	} else {
		slashed = "/" + path.Clean("/"+strings.TrimLeft(slashed, "/"))
	}
	return strings.ReplaceAll(slashed, "/", `\`)
}

// Base returns the last segment of a path.
func Base(file string) string {
	segments := segmentsOf(file)
	if len(segments) == 0 {
		return ""
	}
	return segments[len(segments)-1]
}

// segmentsOf splits a path into its segments; a backslash separates on Windows only, elsewhere it is an ordinary
// character.
func segmentsOf(file string) []string {
	if isWindows(file) {
		file = strings.ReplaceAll(file, `\`, "/")
	}
	return strings.FieldsFunc(file, func(r rune) bool { return r == '/' })
}
