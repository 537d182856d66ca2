package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"vitrine/internal/artifact/store"
	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/live"
	"vitrine/internal/server"
	"vitrine/internal/services"
	"vitrine/internal/testkit"
	"vitrine/models"
	"vitrine/resolvers"
	"vitrine/storage/memory"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// site is a whole server with the test's own database; the store and the bus are in memory.
type site struct {
	testing.TB
	url string
	services.Services
	db     *database.DB
	keys   *auth.Keys
	links  *server.Links
	store  *memory.Store
	counts *statements
	root   *resolvers.Resolver
	admin  string // secret of an admin key
}

// smallLimits are the options of most tests: small enough that reaching them is cheap.
var smallLimits = server.Options{MaxUploadBytes: 4 << 20, MaxBodyBytes: 1 << 20, Introspection: true, RequestsPerMinute: 100_000}

func newSite(t *testing.T) *site {
	t.Parallel()
	return open(t, smallLimits)
}

func open(t testing.TB, o server.Options) *site {
	t.Helper()
	s := &site{TB: t, store: &memory.Store{}}
	db, bus := testkit.DB(t), &live.Memory{}
	s.counts = count(db)
	s.db = db
	s.Services = *services.Join(services.Ground{DB: db, Bus: bus, Objects: s.store, PublicURL: "https://inst.test"}, services.Settings{
		Store: store.Settings{InlineStoreBytes: 1 << 10, MaxUploadBytes: o.MaxUploadBytes}, MaxFileBytes: 64 << 20, InlineCapBytes: 102_400,
	})
	s.keys = s.Stores.Keys
	web := httptest.NewUnstartedServer(nil)
	s.url = "http://" + web.Listener.Addr().String()
	s.links = server.NewLinks(s.url, []byte("a key for links"))
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	s.root = &resolvers.Resolver{
		Acts: s.Acts, Stores: s.Stores, Metadata: s.Metadata,
		SignContent: s.links.Content, Hub: live.NewHub(ctx, s.Stores.Log, bus, s.Subscriptions.Updates),
	}
	handler := server.New(o, server.Parts{
		Acts: s.Acts, Artifacts: s.Stores.Artifacts, Ping: db.Ping, Keys: s.keys, Store: s.store, Links: s.links, Resolver: s.root, Admin: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }), Bus: bus,
	})
	web.Config.Handler = handler.Handler()
	web.Start()
	t.Cleanup(func() { handler.Drain(); web.Close() })
	s.admin = s.key(models.RoleAdmin, "root")
	s.typesOf(map[string]string{"Generic Text": "text/*", "JSON": "application/json", "Image": "image/*", "PDF": "application/pdf", "SVG": "image/svg+xml", "XML": "application/xml", "HTML": "text/html"})
	return s
}

func (s *site) typesOf(patterns map[string]string) {
	libraries := map[string]string{"JSON": "json", "Image": "image", "PDF": "pdf"}
	for name, pattern := range patterns {
		library := libraries[name]
		if library == "" {
			library = "text"
		}
		require.NoError(s, s.Stores.Types.Create(auth.With(context.Background(), auth.System), &models.ArtifactType{
			Name: name, ContentType: pattern, DefaultDeliveryMode: models.DeliveryToolsOnly, ToolLibrary: &library, Enabled: true,
		}))
	}
}

// key creates an API key and returns its secret.
func (s *site) key(role models.Role, user string, scopes ...string) string {
	_, secret := s.newKey(role, user, scopes...)
	return secret
}

func (s *site) newKey(role models.Role, user string, scopes ...string) (id, secret string) {
	row, secret, err := s.keys.Create(auth.With(context.Background(), auth.System), auth.NewKey{Name: user, User: user, Role: role, Scopes: scopes})
	require.NoError(s, err)
	return row.ID, secret
}

// answer is a response over HTTP.
type answer struct {
	Status int             `json:"-"`
	Header http.Header     `json:"-"`
	Body   string          `json:"-"`
	Data   json.RawMessage `json:"data"`
	Errors []answerError   `json:"errors"`
}

type answerError struct {
	Message    string         `json:"message"`
	Path       []any          `json:"path"`
	Extensions map[string]any `json:"extensions"`
}

// code returns the code of the first error, empty when there is none.
func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// get reads a string at a path of keys.
func (a answer) get(path ...string) string {
	var v any
	_ = json.Unmarshal(a.Data, &v)
	for _, key := range path {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	text, _ := v.(string)
	return text
}

// vars are the variables of one operation.
type vars = map[string]any

// ask runs one operation with a key; an empty key sends none.
func (s *site) ask(key, query string, variables vars) answer {
	s.Helper()
	return s.post(key, body(s, query, variables), nil)
}

func body(t testing.TB, query string, variables vars) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	require.NoError(t, err)
	return string(b)
}

// must runs one operation that has to succeed.
func (s *site) must(key, query string, variables vars) answer {
	s.Helper()
	a := s.ask(key, query, variables)
	require.Empty(s, a.Errors, query)
	return a
}

// post sends a body to /graphql as JSON, unless the headers say otherwise.
func (s *site) post(key, body string, headers map[string]string) answer {
	s.Helper()
	all := map[string]string{"Content-Type": "application/json"}
	for name, value := range headers {
		all[name] = value
	}
	return s.send(http.MethodPost, "/graphql", key, strings.NewReader(body), all)
}

// send makes one request; a header with an empty value is left out.
func (s *site) send(method, path, key string, body io.Reader, headers map[string]string) answer {
	s.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	require.NoError(s, err)
	for name, value := range headers {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	return s.do(req)
}

// client follows no redirects and keeps no cookies.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16, DisableCompression: true, ExpectContinueTimeout: time.Minute}}

func (s *site) do(req *http.Request) answer {
	s.Helper()
	res, err := client.Do(req)
	require.NoError(s, err)
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	require.NoError(s, err)
	a := answer{Status: res.StatusCode, Header: res.Header, Body: string(text)}
	_ = json.Unmarshal(text, &a) // content and pages are not JSON
	return a
}

// file is one file of a multipart request.
type file struct {
	name, mime string
	content    []byte
}

const uploadQuery = `mutation($input: UploadArtifactInput!, $file: Upload!) {
	uploadArtifact(input: $input, file: $file) { version { id sha256 fileName mimeType contentUrl artifact { id } message { id } } deliverable { id } } }`

// upload sends a file the way browsers do.
func (s *site) upload(key string, input vars, f file) answer {
	s.Helper()
	operations, err := json.Marshal(map[string]any{"query": uploadQuery, "variables": vars{"input": input, "file": nil}})
	require.NoError(s, err)
	return s.form(key, map[string]string{"Apollo-Require-Preflight": "true"}, part{"operations", string(operations)}, part{"map", `{"0": ["variables.file"]}`}, part{"0", f})
}

// part is one part of a form: a text or a file.
type part struct {
	name  string
	value any
}

func (s *site) form(key string, headers map[string]string, parts ...part) answer {
	s.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, p := range parts {
		writePart(s, w, p)
	}
	require.NoError(s, w.Close())
	all := map[string]string{"Content-Type": w.FormDataContentType()}
	for name, value := range headers {
		all[name] = value
	}
	return s.send(http.MethodPost, "/graphql", key, bytes.NewReader(body.Bytes()), all)
}

func writePart(t testing.TB, w *multipart.Writer, p part) {
	t.Helper()
	f, isFile := p.value.(file)
	if !isFile {
		require.NoError(t, w.WriteField(p.name, p.value.(string)))
		return
	}
	in, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, p.name, strings.NewReplacer("\\", "\\\\", `"`, "\\\"").Replace(f.name))},
		"Content-Type":        {f.mime},
	})
	require.NoError(t, err)
	_, err = in.Write(f.content)
	require.NoError(t, err)
}

// conversation creates one and returns its id.
func (s *site) conversation(key string) string {
	s.Helper()
	return s.must(key, `mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }`, vars{"input": vars{"title": "talk"}}).
		get("createConversation", "conversation", "id")
}

// statements counts the SQL statements of each request by its id, without the update of a key's last use.
type statements struct {
	mu sync.Mutex
	by map[string]int
}

func count(db *database.DB) *statements {
	s := &statements{by: map[string]int{}}
	note := func(tx *gorm.DB) {
		if tx.DryRun || tx.Statement.Context == nil || strings.Contains(tx.Statement.SQL.String(), "last_used_at\"=") {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.by[audit.RequestID(tx.Statement.Context)]++
	}
	callbacks := db.From(context.Background()).Callback()
	for _, err := range []error{
		callbacks.Query().After("gorm:query").Register("count", note), callbacks.Row().After("gorm:row").Register("count", note),
		callbacks.Raw().After("gorm:raw").Register("count", note), callbacks.Create().After("gorm:create").Register("count", note),
		callbacks.Update().After("gorm:update").Register("count", note), callbacks.Delete().After("gorm:delete").Register("count", note),
	} {
		if err != nil {
			panic(err)
		}
	}
	return s
}

// of returns the number of statements that an answer took.
func (s *statements) of(a answer) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.by[a.Header.Get("X-Request-Id")]
}
