package harness

import (
	"bytes"
	"encoding/json"
)

// Opening is what the first records of a file say about it.
type Opening struct {
	Harness  string   // that the records were recognised as; empty when none
	Sessions []string // that the records name, in order
	Parent   string   // the session that started this one
	Cwd      string   // its first working directory
	Records  int      // number of records that could be parsed
}

// Session returns the first session that the records name; empty when they name none.
func (o *Opening) Session() string { return first(o.Sessions...) }

// commonRecord has the members by which the records of most harnesses name their session and folder.
type commonRecord struct {
	SessionID string `json:"sessionId"`
	StreamID  string `json:"session_id"`
	OpenID    string `json:"sessionID"`
	Cwd       string `json:"cwd"`
}

// Take adds what one of the first records contains. A record that is not valid JSON is ignored.
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

// TakeHead adds the members of a document before its first list. They are read as a record even when the document is
// incomplete.
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

// recognise returns the name of the harness that recognises a record as its own; empty when none does.
func recognise(record []byte) string {
	for _, h := range All() {
		if h.Recognises(record) {
			return h.Name()
		}
	}
	return ""
}
