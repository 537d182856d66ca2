package harness

import (
	"bytes"
	"encoding/json"
)

// Opening is what the first records of a file say about it.
type Opening struct {
	Harness  string   // whose records they look like; empty when nobody's
	Sessions []string // that the records name, in order
	Parent   string   // the session that started this one
	Cwd      string   // where it began to work
	Records  int      // that could be read
}

// Session is the first session that the records name; empty when they name none.
func (o *Opening) Session() string { return first(o.Sessions...) }

// commonRecord holds the members by which the records of most harnesses name their session and folder.
type commonRecord struct {
	SessionID string `json:"sessionId"`
	StreamID  string `json:"session_id"`
	OpenID    string `json:"sessionID"`
	Cwd       string `json:"cwd"`
}

// Take adds what one of the first records says. A record that is not JSON says nothing.
func (o *Opening) Take(record []byte) {
	record = bytes.TrimSpace(record)
	var r commonRecord
	if !parse(record, &r) {
		return
	}
	o.Records++
	o.Harness = first(o.Harness, recognise(record))
	o.Cwd = first(o.Cwd, r.Cwd)
	o.add(r.SessionID, r.StreamID, r.OpenID)
	for _, h := range All() {
		if o.Harness == "" || o.Harness == h.Name() {
			own := h.Opening(record)
			o.Cwd, o.Parent = first(o.Cwd, own.Cwd), first(o.Parent, own.Parent)
			o.add(own.Sessions...)
		}
	}
}

func (o *Opening) add(sessions ...string) {
	for _, s := range sessions {
		if s != "" {
			o.Sessions = append(o.Sessions, s)
		}
	}
}

// TakeHead adds what a document says before its first list, which is as good as a record even when the document
// goes on.
func (o *Opening) TakeHead(head []byte) {
	members, decoder := map[string]string{}, json.NewDecoder(bytes.NewReader(head))
	for name := ""; ; {
		token, err := decoder.Token()
		if err != nil || token == json.Delim('[') {
			break
		}
		text, _ := token.(string)
		if name != "" {
			members[name], text = text, ""
		}
		name = text
	}
	if len(members) > 0 {
		record, _ := json.Marshal(members) // of texts: cannot fail
		o.Take(record)
		o.Records = 1
	}
}

// recognise names the harness that alone writes such a record; empty when there is none.
func recognise(record []byte) string {
	for _, h := range All() {
		if h.Recognises(record) {
			return h.Name()
		}
	}
	return ""
}
