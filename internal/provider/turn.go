package provider

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Turn is what a request is written from.
type Turn struct {
	Rules  string // the part of the system prompt that does not change; empty when there is none
	State  string // what changes from turn to turn, wrapped by WrapState; empty when there is nothing
	Blocks []Block
	Tools  []Tool
}

// Tool is one tool that the model may call.
type Tool struct {
	Name        string
	Description string
	InputSchema json.RawMessage
}

// stateTag wraps what changes from turn to turn. It comes at the end of the request, so that everything before it can
// be cached.
const stateTag = "vitrine-state"

var imitatedTag = regexp.MustCompile(`(?i)<(/?\s*` + stateTag + `)`)

// WrapState wraps the text that changes from turn to turn in its tag; empty text stays empty.
func WrapState(text string) string {
	if text == "" {
		return ""
	}
	return "<" + stateTag + ">\n" + strings.TrimSpace(EscapeTags(text)) + "\n</" + stateTag + ">"
}

// EscapeTags changes text of users and files so that it cannot imitate the state's tag.
func EscapeTags(text string) string { return imitatedTag.ReplaceAllString(text, "‹$1") }

// OneLine joins untrusted text to one line without tags, so that it can neither start a line of its own nor close a
// tag.
func OneLine(s string) string {
	return strings.NewReplacer("<", "‹", ">", "›").Replace(strings.Join(strings.Fields(s), " "))
}
