package harness

// opencodePart is one part of a message: the call of a tool with its state.
type opencodePart struct {
	kind, tool, callID, status string
	text                       string // of a text part, when it may contain links to pages
	ended                      []byte // when the call ended, in milliseconds
	in                         opencodeInput
	out                        opencodeMetadata
}

// opencodeInput is the union of the inputs of the tools that write.
type opencodeInput struct {
	path     string
	content  *string
	old, new *string
	all      bool
	edits    []Edit
	patch    string
}

// opencodeMetadata describes the files that a finished call changed.
type opencodeMetadata struct {
	file  opencodeFile
	files []opencodeFile
}

// opencodeFile is one changed file with its texts before and after the change.
type opencodeFile struct {
	path, kind, to string
	before, after  *string
}

func (p *opencodePart) member(s *scan, key []byte) {
	switch string(key) {
	case "type":
		p.kind = s.str()
	case "tool":
		p.tool = s.str()
	case "callID":
		p.callID = s.str()
	case "text":
		p.text = s.linkText()
	case "state":
		s.object(func(key []byte) { p.state(s, key) })
	}
}

func (p *opencodePart) state(s *scan, key []byte) {
	switch string(key) {
	case "status":
		p.status = s.str()
	case "input":
		s.object(func(key []byte) { p.in.member(s, key) })
	case "metadata":
		s.object(func(key []byte) { p.out.member(s, key) })
	case "time":
		s.object(func(key []byte) {
			if string(key) == "end" {
				p.ended = s.raw()
			}
		})
	}
}

func (in *opencodeInput) member(s *scan, key []byte) {
	switch string(key) {
	case "filePath":
		in.path = s.str()
	case "content":
		in.content = s.optional()
	case "oldString":
		in.old = s.optional()
	case "newString":
		in.new = s.optional()
	case "replaceAll":
		in.all = s.flag()
	case "patchText":
		in.patch = s.str()
	case "edits":
		s.array(func() {
			var one opencodeInput
			s.object(func(key []byte) { one.member(s, key) })
			in.edits = append(in.edits, one.replacements()...)
		})
	}
}

func (in *opencodeInput) replacements() []Edit {
	if in.old != nil && in.new != nil {
		return []Edit{{Old: *in.old, New: *in.new, ReplaceAll: in.all}}
	}
	return in.edits
}

func (m *opencodeMetadata) member(s *scan, key []byte) {
	switch string(key) {
	case "filediff":
		s.object(func(key []byte) { m.file.member(s, key) })
	case "files":
		s.array(func() {
			var f opencodeFile
			s.object(func(key []byte) { f.member(s, key) })
			m.files = append(m.files, f)
		})
	}
}

func (f *opencodeFile) member(s *scan, key []byte) {
	switch string(key) {
	case "file", "filePath":
		f.path = s.str()
	case "type":
		f.kind = s.str()
	case "movePath":
		f.to = s.str()
	case "before":
		f.before = s.optional()
	case "after":
		f.after = s.optional()
	}
}
