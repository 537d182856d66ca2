package harness

func init() { register(gemini{}) }

// gemini reads the records of Gemini CLI: the lines of a chat recording, the whole chats of older versions, and its
// stream-json.
type gemini struct{ base }

func (gemini) Name() string { return "gemini" }

func (gemini) About() string {
	return "Reads the write_file and replace calls of Gemini CLI with their states, from chat recordings and stream-json."
}

// geminiRecord is one record: a message with its calls, a whole chat, a change of a chat's data, or a line of the
// stream.
type geminiRecord struct {
	kind      string
	timestamp string
	calls     []geminiCall
	stream    geminiCall
	branch    string   // main or subagent, of a chat
	texts     []string // that may contain links to pages
}

// geminiKinds are the types of records that can contain calls or messages; a chat and a change of its data have no
// type.
var geminiKinds = map[string]bool{"gemini": true, "user": true, "message": true, "tool_use": true, "tool_result": true}

// Read reads the calls of messages. A message is written again whenever it changes: its calls keep their ids, and the
// last state applies. A rewind removes messages from the chat but does not restore files, so it is ignored.
func (gemini) Read(record []byte) []Write {
	var r geminiRecord
	if !walk(record, r.member) {
		return nil
	}
	switch {
	case r.kind == "tool_use" || r.kind == "tool_result":
		r.stream.timestamp = r.timestamp
		r.calls = []geminiCall{r.stream}
	case r.branch == "subagent" && len(r.calls) == 0:
		return []Write{{FeedDefaults: true, Outcome: Done, Helper: r.branch}}
	}
	var writes []Write
	for _, text := range r.texts {
		writes = append(writes, pageWrites(text, parseTime(r.timestamp))...)
	}
	for _, c := range r.calls {
		if w, ok := c.write(); ok {
			w.Helper = r.helper()
			writes = append(writes, w)
		}
	}
	return writes
}

// helper returns the helper of a whole chat. In a recording only the first line names it.
func (r *geminiRecord) helper() string {
	if r.branch == "subagent" {
		return r.branch
	}
	return ""
}

func (r *geminiRecord) member(s *scan, key []byte) {
	switch string(key) {
	case "type":
		r.kind = s.str()
		s.done = !geminiKinds[r.kind]
	case "timestamp":
		r.timestamp = s.str()
	case "kind":
		r.branch = s.str()
	case "toolCalls":
		s.array(func() { r.call(s) })
	case "content":
		r.content(s)
	case "messages":
		s.array(func() { s.object(func(key []byte) { r.message(s, key) }) })
	case "$set":
		s.object(func(key []byte) { r.changed(s, key) })
	default:
		r.stream.member(s, key)
	}
}

// changed reads a member of a chat's changed data, which may include the messages.
func (r *geminiRecord) changed(s *scan, key []byte) {
	if string(key) == "messages" {
		r.member(s, key)
	}
}

func (r *geminiRecord) message(s *scan, key []byte) {
	if string(key) == "toolCalls" || string(key) == "content" {
		r.member(s, key)
	}
}

// content reads the content of a message: one text, or parts.
func (r *geminiRecord) content(s *scan) {
	if s.next() == '"' {
		r.texts = append(r.texts, s.linkText())
		return
	}
	s.array(func() {
		s.object(func(key []byte) {
			if string(key) == "text" {
				r.texts = append(r.texts, s.linkText())
			}
		})
	})
}

func (r *geminiRecord) call(s *scan) {
	var c geminiCall
	s.object(func(key []byte) { c.member(s, key) })
	r.calls = append(r.calls, c)
}
