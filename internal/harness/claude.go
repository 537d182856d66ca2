package harness

func init() { register(claude{}) }

// claude reads the records of Claude Code, of the main agent and of subagents: the JSONL of session files and the
// stream-json of its standard output.
type claude struct{ base }

func (claude) Name() string { return "claude" }

func (claude) About() string {
	return "Reads the Write, Edit, MultiEdit and NotebookEdit calls of Claude Code and their results, from session files and stream-json."
}

// claudeRecord is one line of either form. The stream spells some fields in snake case and has neither time nor cwd.
type claudeRecord struct {
	kind       string
	timestamp  string
	cwd        string
	sidechain  bool
	agentID    string
	agentName  string // in records and in the .meta.json file of a helper
	title      string // the helper's task, in its .meta.json file
	parentCall string
	result     []byte // the structured result, not parsed
	blocks     []claudeBlock
	texts      []string // that may contain links to pages
}

// Read reads calls from assistant records and outcomes from user records; it stops at the type of any other record.
func (claude) Read(record []byte) []Write {
	var r claudeRecord
	if !walk(record, r.member) {
		return nil
	}
	switch r.kind {
	case "assistant":
		return append(r.calls(), r.pageWrites()...)
	case "user":
		return append(r.results(), r.pageWrites()...)
	case "":
		return r.meta()
	}
	return nil
}

func (r *claudeRecord) member(s *scan, key []byte) {
	switch string(key) {
	case "type":
		r.kind = s.str()
		s.done = r.kind != "assistant" && r.kind != "user"
	case "timestamp":
		r.timestamp = s.str()
	case "cwd":
		r.cwd = s.str()
	case "isSidechain":
		r.sidechain = s.flag()
	case "agentId":
		r.agentID = s.str()
	case "attributionAgent", "agentType":
		r.agentName = s.str()
	case "description":
		r.title = s.str()
	case "parent_tool_use_id":
		r.parentCall = s.str()
	case "toolUseResult", "tool_use_result":
		r.result = s.raw()
	case "message":
		s.object(func(key []byte) {
			if string(key) == "content" {
				r.content(s)
			}
		})
	}
}

// content reads the content of a message: blocks, or one text.
func (r *claudeRecord) content(s *scan) {
	if s.next() == '"' {
		r.texts = append(r.texts, s.linkText())
		return
	}
	s.array(func() { r.block(s) })
}

// pageWrites returns the pages that the texts of a record link to.
func (r *claudeRecord) pageWrites() []Write {
	var writes []Write
	for _, text := range r.texts {
		writes = append(writes, pageWrites(text, parseTime(r.timestamp))...)
	}
	return writes
}

func (r *claudeRecord) calls() []Write {
	var writes []Write
	for _, b := range r.blocks {
		if w, ok := b.call(); ok {
			writes = append(writes, r.stamp(w))
		}
	}
	return writes
}

func (r *claudeRecord) results() []Write {
	var writes []Write
	for _, b := range r.blocks {
		if b.kind == "tool_result" && b.toolUseID != "" {
			writes = append(writes, r.stamp(Write{CallID: b.toolUseID, Outcome: outcomeOf(b.isError)}))
		}
	}
	// The structured result belongs to the record, so it is assigned to a call only when the record has one result.
	if len(writes) == 1 && len(r.result) > 0 {
		return r.detail(writes[0])
	}
	return writes
}

// meta reads the .meta.json file of a helper's transcript, which is the first record of its feed: it names the helper
// for all records of the feed.
func (r *claudeRecord) meta() []Write {
	if name := first(r.title, r.agentName); r.agentName != "" {
		return []Write{{FeedDefaults: true, Outcome: Done, Helper: name}}
	}
	return nil
}

// stamp sets what all blocks of a record share: time, folder and helper. The stream identifies a helper by the call
// that started it.
func (r *claudeRecord) stamp(w Write) Write {
	w.At, w.Cwd = parseTime(r.timestamp), r.cwd
	if w.Starts {
		return w
	}
	if r.sidechain || r.parentCall != "" {
		w.Helper = first(r.parentCall, r.agentName, r.agentID, "subagent")
	}
	return w
}

func outcomeOf(isError bool) Outcome {
	if isError {
		return Failed
	}
	return Done
}
