package folder

import (
	"path"
	"strings"
)

// defaultPatterns match the record files of a directory without a pattern.
var defaultPatterns = []string{"*.json", ".*.json", "*.yaml", ".*.yaml", "*.yml", ".*.yml"}

// holds reports whether a file is a record file. A pattern without a slash is matched against names in every directory
// below; without any pattern only files of the directory itself are records.
func (c config) holds(file string) bool {
	name := path.Base(file)
	if strings.HasPrefix(name, ".mj-") {
		return false
	}
	switch {
	case c.pattern == "":
		return path.Dir(file) == path.Clean(c.base) && anyMatch(defaultPatterns, name)
	case !strings.Contains(c.pattern, "/"):
		return globbed([]string{c.pattern}, []string{name})
	}
	within := strings.TrimPrefix(file, strings.TrimPrefix(path.Clean(c.base)+"/", "./"))
	return globbed(strings.Split(c.pattern, "/"), strings.Split(within, "/"))
}

// globbed matches path elements; ** matches any number of directories, and a leading dot is matched by a dot only.
func globbed(pattern, elements []string) bool {
	switch {
	case len(pattern) == 0:
		return len(elements) == 0
	case pattern[0] == "**" && globbed(pattern[1:], elements):
		return true
	case len(elements) == 0:
		return false
	case pattern[0] == "**":
		return len(elements) > 1 && globbed(pattern, elements[1:])
	case strings.HasPrefix(elements[0], ".") && !strings.HasPrefix(pattern[0], "."):
		return false
	}
	ok, _ := path.Match(pattern[0], elements[0])
	return ok && globbed(pattern[1:], elements[1:])
}
