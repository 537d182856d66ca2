package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

// feed is an open stream of events.
type feed struct {
	*testing.T
	lines *bufio.Scanner
	close func()
}

// follow opens a stream of events; it ends with the test.
func (s *site) follow(t *testing.T, key, query string, variables vars) *feed {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", strings.NewReader(body(t, query, variables)))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := client.Do(req)
	require.NoError(t, err)
	t.Cleanup(func() { cancel(); _ = res.Body.Close() })
	require.Equal(t, http.StatusOK, res.StatusCode)
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	return &feed{T: t, lines: lines, close: cancel}
}

// next returns the next event.
func (f *feed) next() (a answer) {
	f.Helper()
	for f.lines.Scan() {
		if data, ok := strings.CutPrefix(f.lines.Text(), "data: "); ok && data != "" {
			require.NoError(f, json.Unmarshal([]byte(data), &a))
			return a
		}
	}
	require.Fail(f, "the stream has ended", "%v", f.lines.Err())
	return a
}

// ended waits for the end of the stream and reports whether it was ended by a complete event.
func (f *feed) ended() (properly bool) {
	for f.lines.Scan() {
		properly = properly || f.lines.Text() == "event: complete"
	}
	return properly
}

const events = `subscription($id: ID!, $after: Int64) { conversationEvents(conversationId: $id, after: $after) {
	sequence kind resync message { text conversation { title } } } }`

const rename = `mutation($input: UpdateConversationInput!) { updateConversation(input: $input) { conversation { id } } }`

func (s *site) say(key, id, text string) string {
	s.Helper()
	return s.must(key, `mutation($input: AddMessageInput!) { addMessage(input: $input) { message { id } } }`, vars{"input": vars{"conversationId": id, "text": text}}).
		get("addMessage", "message", "id")
}

func TestLoadersAreFreshForEveryEvent(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	f := s.follow(t, s.admin, events, vars{"id": id, "after": 1})
	for _, title := range []string{"before", "after"} {
		s.must(s.admin, rename, vars{"input": vars{"id": id, "title": title}})
		s.say(s.admin, id, "hello")
		require.Equal(t, "CONVERSATION", f.next().get("conversationEvents", "kind"))
		require.Equal(t, title, f.next().get("conversationEvents", "message", "conversation", "title"))
	}
}

func TestUnknownPositions(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	for name, after := range map[string]int{"ahead of the log": 77, "before its start": -1} {
		t.Run(name, func(t *testing.T) {
			f := s.follow(t, s.admin, events, vars{"id": id, "after": after})
			a := f.next()
			require.NotEqual(t, "INTERNAL", a.code(), a.Errors)
			if a.code() == "" {
				require.Contains(t, []string{"RESYNC", "CONVERSATION"}, a.get("conversationEvents", "kind"))
			}
		})
	}
}

func TestStreamsEndWithTheirConversation(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	f := s.follow(t, s.admin, events, vars{"id": id, "after": 0})
	f.next()
	s.must(s.admin, `mutation($input: DeleteConversationInput!) { deleteConversation(input: $input) { deletedId } }`, vars{"input": vars{"id": id}})
	require.True(t, f.ended(), "ended by complete: a client does not reconnect")
}

func TestStreamsEndWithTheirKey(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	t.Run("when it is revoked", func(t *testing.T) {
		keyID, secret := s.newKey(models.RoleService, "runner")
		f := s.follow(t, secret, events, vars{"id": id, "after": 0})
		f.next()
		s.must(s.admin, `mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { key { id } } }`, vars{"input": vars{"id": keyID}})
		require.False(t, f.ended(), "cut off, so that the client reconnects and is refused")
		require.Equal(t, http.StatusUnauthorized, s.ask(secret, "{ me { role } }", nil).Status)
	})
	t.Run("when the conversation is deleted nothing breaks", func(t *testing.T) {
		gone := s.conversation(s.admin)
		f := s.follow(t, s.admin, events, vars{"id": gone, "after": 0})
		f.next()
		s.must(s.admin, `mutation($input: DeleteConversationInput!) { deleteConversation(input: $input) { deletedId } }`, vars{"input": vars{"id": gone}})
		require.Equal(t, "NOT_FOUND", s.follow(t, s.admin, events, vars{"id": gone}).next().code())
	})
}

func TestOpenStreamsAreCounted(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	require.Contains(t, s.metrics(), "vitrine_live_streams 0")
	f := s.follow(t, s.admin, events, vars{"id": id, "after": 0})
	f.next()
	require.Contains(t, s.metrics(), "vitrine_live_streams 1")
	f.close()
	require.ErrorIs(t, errors.Join(f.lines.Err(), context.Canceled), context.Canceled)
	for !strings.Contains(s.metrics(), "vitrine_live_streams 0") { // each call is a request; the server has to notice that the peer has disconnected
		continue
	}
}

func (s *site) metrics() string { return s.send(http.MethodGet, "/metrics", "", nil, nil).Body }
