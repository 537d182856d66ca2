package harness

import "time"

func init() { register(opencode{}) }

// opencode reads OpenCode: a part by itself, as its store keeps it; a message with its parts; an exported session; and
// the events of its server and of `opencode run --format json`.
type opencode struct{ base }

func (opencode) Name() string { return "opencode" }

func (opencode) About() string {
	return "Reads the write, edit, multiedit, patch and apply_patch parts of OpenCode with their states. A part that only lists the files a step changed names no call and gives nothing."
}

// opencodeRecord is what is found of parts on the way into a record, and where its session works.
type opencodeRecord struct {
	parts []opencodePart
	cwd   string
	own   opencodePart // the record itself, when it is a part
}

// Read takes the tool parts of a record, whatever is wrapped around them.
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

// inside goes into the wrappers of parts; it is false for a member that is none.
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
