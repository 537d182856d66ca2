package harness

// codexRecord is one line: an envelope around an item or an event, or an item without an envelope.
type codexRecord struct {
	timestamp string
	codexItem // its kind is that of the envelope, if any
	payload   *codexItem
}

// codexItem is the union of the items, events and contexts that are read. Fields of bytes hold raw JSON, which is
// parsed where it is needed.
type codexItem struct {
	kind      string
	id        string
	callID    string
	name      string
	status    string
	role      string
	cwd       string
	arguments []byte
	input     []byte
	action    []byte
	output    []byte
	content   []byte
	changes   []byte
	source    []byte
	success   []byte
	item      *codexItem
}

// about returns the payload of a line, or the line itself when it is flat. The payload of an item or an event has its
// own kind; that of a context gets the kind of the line.
func (r *codexRecord) about() *codexItem {
	switch {
	case r.payload == nil:
		return &r.codexItem
	case r.kind != "response_item" && r.kind != "event_msg":
		r.payload.kind = r.kind
	}
	return r.payload
}

func (r *codexRecord) member(s *scan, key []byte) {
	switch string(key) {
	case "timestamp":
		r.timestamp = s.str()
	case "payload":
		r.payload = &codexItem{}
		s.object(func(key []byte) { r.inner(s, key) })
	case "type":
		r.kind = s.str()
		s.done = codexKinds[r.kind] == nil && r.kind != "response_item" && r.kind != "event_msg"
	default:
		r.codexItem.member(s, key)
	}
}

// inner reads a member of the payload and stops at a kind that is not read.
func (r *codexRecord) inner(s *scan, key []byte) {
	r.payload.member(s, key)
	s.done = s.done || r.payload.kind != "" && codexKinds[r.payload.kind] == nil
}

func (it *codexItem) member(s *scan, key []byte) {
	switch string(key) {
	case "type":
		it.kind = s.str()
	case "id":
		it.id = s.str()
	case "call_id":
		it.callID = s.str()
	case "name":
		it.name = s.str()
	case "status":
		it.status = s.str()
	case "role":
		it.role = s.str()
	case "cwd":
		it.cwd = s.str()
	case "item":
		it.item = &codexItem{}
		s.object(func(key []byte) { it.item.member(s, key) })
	default:
		if field := it.raw(key); field != nil {
			*field = s.raw()
		}
	}
}

// raw returns the field for a member that is stored as raw JSON; nil for any other.
func (it *codexItem) raw(key []byte) *[]byte {
	switch string(key) {
	case "arguments":
		return &it.arguments
	case "input":
		return &it.input
	case "action":
		return &it.action
	case "output":
		return &it.output
	case "content":
		return &it.content
	case "changes":
		return &it.changes
	case "source":
		return &it.source
	case "success":
		return &it.success
	}
	return nil
}
