package harness

import "time"

func init() { register(opencode{}) }

// opencode reads the records of OpenCode: a single part, as its storage holds it; a message with its parts; an exported
// session; and the events of its server and of `opencode run --format json`.
type opencode struct{ base }

func (opencode) Name() string { return "opencode" }

func (opencode) About() string {
	return "Reads the write, edit, multiedit, patch and apply_patch parts of OpenCode with their states. A part that only lists the files a step changed names no call and is ignored."
}

// opencodeRecord holds the parts found in a record, and the working directory of its session.
type opencodeRecord struct {
	parts []opencodePart
	cwd   string
	own   opencodePart // the members of the record itself, which may be a part
}

// Read reads the parts of a record, in any of the known wrappers.
func (opencode) Read(record []byte) []Write {
	var r opencodeRecord
	if !hasAny(record, `"tool"`, string(linkMark)) || !walk(record, func(s *scan, key []byte) {
		if !r.inside(s, key) {
			r.own.member(s, key)
		}
	}) {
		return nil
	}
	var writes []Write
	for _, p := range append(r.parts, r.own) {
		writes = append(writes, pageWrites(p.text, time.Time{})...)
		for _, w := range p.writes() {
			w.Cwd = r.cwd
			writes = append(writes, w)
		}
	}
	return writes
}

// inside reads a member that contains parts or the working directory; false for any other member.
func (r *opencodeRecord) inside(s *scan, key []byte) bool {
	switch string(key) {
	case "parts":
		s.array(func() { r.part(s) })
	case "part", "data":
		r.part(s)
	case "messages":
		s.array(func() { s.object(func(key []byte) { r.inside(s, key) }) })
	case "properties", "info", "path":
		s.object(func(key []byte) { r.inside(s, key) })
	case "cwd", "directory":
		r.cwd = s.str()
	default:
		return false
	}
	return true
}

func (r *opencodeRecord) part(s *scan) {
	var p opencodePart
	s.object(func(key []byte) { p.member(s, key) })
	r.parts = append(r.parts, p)
}
