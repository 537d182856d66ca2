package store_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// cellar is all services over a database of the test's own, asked by the user ada.
type cellar struct{ *actkit.Bench }

func newCellar(t *testing.T) *cellar { return &cellar{actkit.New(t)} }

// as returns a context with a user of a role, limited to conversations when ids are given.
func (s *cellar) as(user string, role models.Role, ids ...string) context.Context {
	p := &auth.Principal{User: user, Role: role}
	for _, id := range ids {
		p.Scopes = append(p.Scopes, "conversation:"+id)
	}
	return auth.With(s.Context(), p)
}

const ok fault.Code = "ok"

// code returns the code of a fault, "ok" without an error.
func code(err error) fault.Code {
	switch f := fault.As(err); {
	case err == nil:
		return ok
	case f == nil:
		return fault.Code("no fault: " + err.Error())
	default:
		return f.Code
	}
}

// incoming returns the n-th text for an artifact.
func incoming(conversationID, artifactID string, n int) artifact.Incoming {
	return artifact.Incoming{ConversationID: conversationID, ArtifactID: &artifactID, FileName: "a.txt", Content: strings.NewReader("text " + strconv.Itoa(n))}
}
