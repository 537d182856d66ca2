package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	vitrinemcp "vitrine/internal/mcp"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// serve starts a handler for ada and returns its URL and a conversation of hers with a JSON file.
func serve(t *testing.T, p *auth.Principal) (url, conversationID string) {
	b := actkit.New(t)
	b.Uploaded("shop.json", []byte(`{"books":[{"p":8},{"p":22}]}`))
	handler := vitrinemcp.NewHandler(b.Turns, b.Curation, "test", func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), map[fault.Code]int{fault.CodeNotFound: 404, fault.CodeInvalid: 400, fault.CodeUnauthenticated: 401}[fault.As(err).Code])
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(auth.With(r.Context(), p)))
	}))
	t.Cleanup(s.Close)
	return s.URL, b.ID
}

func connect(ctx context.Context, url string) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
}

func text(t *testing.T, r *mcp.CallToolResult) string {
	require.NotEmpty(t, r.Content)
	c, ok := r.Content[0].(*mcp.TextContent)
	require.True(t, ok)
	return c.Text
}

func TestAgentReadsAConversation(t *testing.T) {
	url, id := serve(t, &auth.Principal{User: "ada", Role: models.RoleUser})
	s, err := connect(t.Context(), url+"?conversation="+id)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })

	resources, err := s.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, resources.Resources, 1)
	require.Equal(t, "shop.json", resources.Resources[0].Title)
	content, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: resources.Resources[0].URI})
	require.NoError(t, err)
	require.JSONEq(t, `{"books":[{"p":8},{"p":22}]}`, content.Contents[0].Text)

	tools, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, tools.Tools)
	call := func(name string, arguments map[string]any) *mcp.CallToolResult {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
		require.NoError(t, err)
		return r
	}
	r := call("json_path", map[string]any{"artifact": "A", "path": "books.1.p"})
	require.False(t, r.IsError)
	require.Equal(t, "22", text(t, r))
	r = call("json_path", map[string]any{"artifact": "A", "path": 7})
	require.True(t, r.IsError)
	require.Contains(t, text(t, r), "path")
	r = call("json_path", map[string]any{"path": "books"})
	require.True(t, r.IsError, "the letter is missing")
	r = call("json_path", map[string]any{"artifact": "Z", "path": "books"})
	require.True(t, r.IsError, "unknown letter")
}

func TestScopedKeyNeedsNoConversationParameter(t *testing.T) {
	p := &auth.Principal{User: "ada", Role: models.RoleUser}
	url, id := serve(t, p)
	p.Scopes = []string{"conversation:" + id}
	s, err := connect(t.Context(), url)
	require.NoError(t, err)
	require.NoError(t, s.Close())
}

func TestOthersCannotConnect(t *testing.T) {
	url, id := serve(t, &auth.Principal{User: "ben", Role: models.RoleUser})
	for _, target := range []string{url + "?conversation=" + id, url + "?conversation=" + models.NewID(), url} {
		_, err := connect(t.Context(), target)
		require.Error(t, err)
	}
}

// rpc sends one raw JSON-RPC request and returns the response.
func rpc(t *testing.T, url, method string, params map[string]any) map[string]any {
	t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	var answer map[string]any
	require.NoError(t, json.Unmarshal(text, &answer), "%s: %s", res.Status, text)
	return answer
}

// TestUnknownResources reads resources that do not exist, with unusual URIs: each is answered as an invalid parameter.
func TestUnknownResources(t *testing.T) {
	url, id := serve(t, &auth.Principal{User: "ada", Role: models.RoleUser})
	at := "vitrine://conversations/" + id + "/artifacts/"
	for _, uri := range []string{"", "\x00", at + "\x00", at + "A\x00", at + "A%00", at + "Z", at + "../A", "A", "file:///etc/passwd", at + strings.Repeat("A", 100_000), "vitrine://\x00/", at + "\u2028", at + "é", at + "\x7f", at + "\U000e0001"} {
		answer := rpc(t, url+"?conversation="+id, "resources/read", map[string]any{"uri": uri})
		failure, _ := answer["error"].(map[string]any)
		require.NotNil(t, failure, "%.60q: %v", uri, answer)
		require.EqualValues(t, jsonrpc.CodeInvalidParams, failure["code"])
		require.Contains(t, strings.ToLower(failure["message"].(string)), "resource")
	}
}

// TestResultsArePrivate checks that every cacheable result is marked as private to its reader.
func TestResultsArePrivate(t *testing.T) {
	url, id := serve(t, &auth.Principal{User: "ada", Role: models.RoleUser})
	for method, params := range map[string]map[string]any{
		"resources/read": {"uri": "vitrine://conversations/" + id + "/artifacts/A"}, "resources/list": {}, "tools/list": {}, "resources/templates/list": {}, "prompts/list": {},
	} {
		result, _ := rpc(t, url+"?conversation="+id, method, params)["result"].(map[string]any)
		require.Equal(t, "private", result["cacheScope"], method)
	}
}
