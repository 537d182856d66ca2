package observer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// The bounds of what is read to recognise a file.
const (
	maxOpening = 1 << 20 // bytes
	maxFirst   = 50      // records
)

// opening is what the first records of a file tell of it.
type opening struct {
	harness  string // whose records they look like; empty when nobody's
	sessions []string
	parent   string // the thread that started this one
	cwd      string
	records  int // that could be read
}

// session is the first session that the records name.
func (o *opening) session() string {
	if len(o.sessions) == 0 {
		return ""
	}
	return o.sessions[0]
}

// firstRecord holds the members by which records are told apart.
type firstRecord struct {
	Type        string          `json:"type"`
	SessionID   string          `json:"sessionId"`
	StreamID    string          `json:"session_id"`
	OpenID      string          `json:"sessionID"`
	MessageID   string          `json:"messageID"`
	ID          string          `json:"id"`
	Cwd         string          `json:"cwd"`
	UUID        string          `json:"uuid"`
	LeafUUID    string          `json:"leafUuid"`
	ProjectHash string          `json:"projectHash"`
	RecordType  string          `json:"record_type"`
	JSONRPC     string          `json:"jsonrpc"`
	Update      string          `json:"sessionUpdate"`
	Timestamp   json.RawMessage `json:"timestamp"`
	Git         json.RawMessage `json:"git"`
	Message     json.RawMessage `json:"message"`
	Payload     *codexMeta      `json:"payload"`
	Args        []struct {
		Update json.RawMessage `json:"update"`
	} `json:"args"`
}

// codexMeta is what the first record of a rollout says of its thread.
type codexMeta struct {
	ID        string          `json:"id"`
	SessionID string          `json:"session_id"`
	Cwd       string          `json:"cwd"`
	Source    json.RawMessage `json:"source"`
}

// open reads the beginning of a file. What cannot be read tells nothing; only a file that cannot be opened is an error.
func open(path string, form Form) (*opening, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	o := &opening{}
	if form == Lines {
		o.lines(file)
		return o, nil
	}
	head, err := io.ReadAll(io.LimitReader(file, maxOpening))
	o.take(firstValue(head))
	if form == Document {
		o.document(head)
	}
	return o, err
}

// firstValue gives the first JSON value of a file that may hold several; the whole beginning when none ends in it.
func firstValue(head []byte) []byte {
	var first json.RawMessage
	if json.NewDecoder(bytes.NewReader(head)).Decode(&first) != nil {
		return head
	}
	return first
}

// lines takes records until the file has told whose it is and where it works.
func (o *opening) lines(r io.Reader) {
	lines := bufio.NewReaderSize(io.LimitReader(r, maxOpening), maxOpening)
	for range maxFirst {
		line, err := lines.ReadSlice('\n')
		o.take(line)
		if err != nil || o.harness != "" && o.cwd != "" && len(o.sessions) > 0 {
			return
		}
	}
}

func (o *opening) take(record []byte) {
	var r firstRecord
	err := json.Unmarshal(bytes.TrimSpace(record), &r)
	var odd *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &odd) {
		return
	}
	o.records++
	o.harness = orElse(o.harness, harnessOf(&r))
	o.cwd = orElse(o.cwd, r.Cwd)
	names := []string{r.SessionID, r.StreamID, r.OpenID}
	if r.Payload != nil {
		o.cwd = orElse(o.cwd, r.Payload.Cwd)
		names = append(names, r.Payload.SessionID, r.Payload.ID)
		o.parent = orElse(o.parent, parentOf(r.Payload.Source))
	} else if o.harness == "codex" {
		names = append(names, r.ID)
	}
	for _, name := range names {
		if name != "" {
			o.sessions = append(o.sessions, name)
		}
	}
}

// document reads the members before the messages of a chat that is one JSON value.
func (o *opening) document(head []byte) {
	decoder := json.NewDecoder(bytes.NewReader(head))
	for name := ""; ; {
		token, err := decoder.Token()
		if err != nil || token == json.Delim('[') {
			return
		}
		text, _ := token.(string)
		switch name {
		case "sessionId":
			o.sessions = append(o.sessions, text)
		case "projectHash":
			o.harness = "gemini"
		}
		o.records = 1
		if name != "" {
			text = ""
		}
		name = text
	}
}

// harnessOf judges by the members that only one harness's records have.
func harnessOf(r *firstRecord) string {
	switch {
	case r.JSONRPC != "" || r.Update != "" || len(r.Args) > 0 && r.Args[0].Update != nil:
		return "acp"
	case r.OpenID != "" && r.MessageID != "":
		return "opencode"
	case r.Payload != nil && r.Type != "", r.RecordType != "", r.ID != "" && r.Timestamp != nil && r.Git != nil:
		return "codex"
	case r.ProjectHash != "" && r.SessionID != "", r.ID != "" && r.Timestamp != nil && r.Type == "gemini":
		return "gemini"
	case r.LeafUUID != "", r.UUID != "" && r.SessionID != "", r.StreamID != "" && (r.UUID != "" || r.Message != nil || r.Type == "system"):
		return "claude"
	}
	return ""
}

// parentOf finds the thread that started a helper, wherever the source of its session names it.
func parentOf(source json.RawMessage) string {
	_, rest, found := strings.Cut(string(source), `"parent_thread_id"`)
	if !found {
		return ""
	}
	parts := strings.SplitN(rest, `"`, 3)
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}
