package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/config"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/storage/gateway"
)

const adminKey = "admin-key-of-the-tests"

// backing is what replicas share: a database and a store that a test can stop and start again.
type backing struct {
	dir     string
	url     string
	gateway *gateway.Gateway
}

func newBacking(t *testing.T) *backing {
	t.Helper()
	b := &backing{dir: testkit.TempDir(t), url: testkit.URL(t)}
	g, err := gateway.Start(t.Context(), testkit.Store(t), filepath.Join(b.dir, "store"))
	require.NoError(t, err)
	b.gateway = g
	t.Cleanup(g.Stop)
	return b
}

// settings returns the settings of one replica.
func (b *backing) settings(t *testing.T) *config.Config {
	t.Helper()
	env := map[string]string{
		"VITRINE_ADDR": "127.0.0.1:0", "VITRINE_DATA_DIR": b.dir, "VITRINE_ADMIN_KEY": adminKey, "DATABASE_URL": b.url,
		"S3_ENDPOINT": b.gateway.Options.Endpoint, "S3_ACCESS_KEY": b.gateway.Options.AccessKey, "S3_SECRET_KEY": b.gateway.Options.SecretKey,
	}
	cfg, err := config.Load(func(name string) string { return env[name] })
	require.NoError(t, err)
	return cfg
}

// replica is a running server with the same parts as the command's.
type replica struct {
	*testing.T
	*App
	url string
	end func() // stops it, once
}

func (b *backing) replica(t *testing.T) *replica {
	t.Helper()
	return b.serve(t, b.settings(t))
}

func (b *backing) serve(t *testing.T, cfg *config.Config) *replica {
	t.Helper()
	app, err := New(t.Context(), cfg)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go app.bus.Run(app.ctx) // as Run does, without warming engines, which no test uses
	go func() { ended <- app.server.Serve(ctx, app.listener, app.cfg.DrainTimeout) }()
	end := sync.OnceFunc(func() { stop(); <-ended; app.Close() })
	t.Cleanup(end)
	<-app.bus.Ready()
	return &replica{t, app, "http://" + app.listener.Addr().String(), end}
}

// reply is an answer of the API.
type reply struct {
	status int
	Data   map[string]map[string]any
	Errors []struct {
		Message    string
		Extensions map[string]any
	}
}

func (r reply) code() string {
	if len(r.Errors) == 0 {
		return ""
	}
	code, _ := r.Errors[0].Extensions["code"].(string)
	return code
}

func (r *replica) send(contentType, accept string, body io.Reader) *http.Response {
	r.Helper()
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.url+"/graphql", body)
	require.NoError(r, err)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Accept", accept)
	req.Header.Set("Authorization", "Bearer "+adminKey)
	res, err := http.DefaultClient.Do(req)
	require.NoError(r, err)
	return res
}

func (r *replica) read(res *http.Response) (a reply) {
	r.Helper()
	defer func() { _ = res.Body.Close() }()
	a.status = res.StatusCode
	text, err := io.ReadAll(res.Body)
	require.NoError(r, err)
	require.NoError(r, json.Unmarshal(text, &a), "%s", text)
	return a
}

func (r *replica) ask(query string, input any) reply {
	r.Helper()
	return r.read(r.send("application/json", "application/json", request(r, query, map[string]any{"input": input})))
}

func request(t testing.TB, query string, variables any) io.Reader {
	t.Helper()
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	require.NoError(t, err)
	return bytes.NewReader(b)
}

func (r *replica) conversation() string {
	r.Helper()
	a := r.ask(`mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }`, map[string]any{})
	require.Empty(r, a.Errors)
	return a.Data["createConversation"]["conversation"].(map[string]any)["id"].(string) //nolint:forcetypeassert // as the query says
}

func (r *replica) say(id string) reply {
	r.Helper()
	return r.ask(`mutation($input: AddMessageInput!) { addMessage(input: $input) { message { id } } }`, map[string]any{"conversationId": id, "text": "hello"})
}

func (r *replica) upload(id string, content []byte) reply {
	r.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	operations, err := io.ReadAll(request(r, `mutation($input: UploadArtifactInput!, $file: Upload!) { uploadArtifact(input: $input, file: $file) { version { id } } }`,
		map[string]any{"input": map[string]any{"conversationId": id, "mimeType": "text/plain"}, "file": nil}))
	require.NoError(r, err)
	require.NoError(r, w.WriteField("operations", string(operations)))
	require.NoError(r, w.WriteField("map", `{"0": ["variables.file"]}`))
	in, err := w.CreateFormFile("0", "a.txt")
	require.NoError(r, err)
	_, err = in.Write(content)
	require.NoError(r, err)
	require.NoError(r, w.Close())
	return r.read(r.send(w.FormDataContentType(), "application/json", &form))
}

// feed follows a conversation from its start.
type feed struct {
	*replica
	lines *bufio.Scanner
}

func (r *replica) follow(id string) *feed {
	r.Helper()
	const query = `subscription($id: ID!) { conversationEvents(conversationId: $id, after: 0) { sequence } }`
	res := r.send("application/json", "text/event-stream", request(r, query, map[string]any{"id": id}))
	r.Cleanup(func() { _ = res.Body.Close() })
	return &feed{r, bufio.NewScanner(res.Body)}
}

// take returns the sequences of the next events.
func (f *feed) take(n int) (got []int) {
	f.Helper()
	for len(got) < n && f.lines.Scan() {
		if data, ok := strings.CutPrefix(f.lines.Text(), "data: {"); ok {
			var a reply
			require.NoError(f, json.Unmarshal([]byte("{"+data), &a))
			require.Empty(f, a.Errors)
			got = append(got, int(a.Data["conversationEvents"]["sequence"].(float64))) //nolint:forcetypeassert // as the query says
		}
	}
	require.Len(f, got, n, "the stream has ended: %v", f.lines.Err())
	return got
}

func (r *replica) ready() int {
	r.Helper()
	res, err := http.Get(r.url + "/readyz")
	require.NoError(r, err)
	_ = res.Body.Close()
	return res.StatusCode
}

func TestTwoReplicasOnOneDatabase(t *testing.T) {
	t.Parallel()
	b := newBacking(t)
	one, two := b.replica(t), b.replica(t)
	id := one.conversation()
	t.Run("subscribers of one replica receive events of the other", func(t *testing.T) {
		far := two.follow(id)
		require.Equal(t, []int{1}, far.take(1))
		for range 3 {
			require.Empty(t, one.say(id).Errors)
			require.Empty(t, two.say(id).Errors)
		}
		require.Equal(t, []int{2, 3, 4, 5, 6, 7}, far.take(6))
	})
	t.Run("a key that is revoked on one ends its streams on the other", func(t *testing.T) {
		made := one.ask(`mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret key { id } } }`, map[string]any{"name": "runner", "role": "SERVICE"})
		require.Empty(t, made.Errors)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, two.url+"/graphql",
			request(t, `subscription($id: ID!) { conversationEvents(conversationId: $id, after: 0) { sequence } }`, map[string]any{"id": id}))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Authorization", "Bearer "+made.Data["createApiKey"]["secret"].(string)) //nolint:forcetypeassert // as the query says
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		f := &feed{two, bufio.NewScanner(res.Body)}
		f.take(7)
		key := made.Data["createApiKey"]["key"].(map[string]any)["id"] //nolint:forcetypeassert // as the query says
		require.Empty(t, one.ask(`mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { key { id } } }`, map[string]any{"id": key}).Errors)
		for f.lines.Scan() { // ends with the stream
			require.NotContains(t, f.lines.Text(), "complete")
		}
	})
}

func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	b := newBacking(t)
	own, err := database.StartPrivate(t.Context(), database.PrivateOptions{Dir: filepath.Join(b.dir, "postgres"), Unsafely: true})
	require.NoError(t, err)
	b.url = own.URL
	t.Cleanup(func() { own.Stop() })
	r := b.replica(t)
	id := r.conversation()
	f := r.follow(id)
	require.Equal(t, []int{1}, f.take(1))
	require.Equal(t, http.StatusOK, r.ready())

	own.Stop()
	require.Equal(t, "UNAVAILABLE", r.say(id).code())
	require.Equal(t, http.StatusServiceUnavailable, r.ready())

	require.NoError(t, own.Restart(t.Context()))
	testkit.Within(t, time.Minute, "the server recovers", func() bool { return r.ready() == http.StatusOK })
	for range 3 {
		require.Empty(t, r.say(id).Errors)
	}
	require.Equal(t, []int{2, 3, 4}, f.take(3), "the subscriber missed no event")
}

func TestStoreOutage(t *testing.T) {
	t.Parallel()
	b := newBacking(t)
	r := b.replica(t)
	id, content := r.conversation(), bytes.Repeat([]byte("too large for the database "), 10_000)
	b.gateway.Stop()
	require.Equal(t, "UNAVAILABLE", r.upload(id, content).code())
	require.Equal(t, http.StatusServiceUnavailable, r.ready())
	versions := func() float64 {
		a := r.ask(`query { conversations(first: 1) { totalCount nodes { versions(first: 1) { totalCount } artifacts(first: 1) { totalCount } } } }`, nil)
		require.Empty(t, a.Errors)
		only := a.Data["conversations"]["nodes"].([]any)[0].(map[string]any)                                                          //nolint:forcetypeassert // as the query says
		return only["versions"].(map[string]any)["totalCount"].(float64) + only["artifacts"].(map[string]any)["totalCount"].(float64) //nolint:forcetypeassert // as the query says
	}
	require.Zero(t, versions(), "nothing incomplete is stored")
	require.Empty(t, r.upload(id, []byte("small")).Errors, "small texts are stored in the database")
	require.NoError(t, b.gateway.Restart(t.Context()))
	require.Equal(t, http.StatusOK, r.ready())
	require.Empty(t, r.upload(id, content).Errors)
	require.InDelta(t, 4, versions(), 0)
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	b := newBacking(t)
	start := func(change func(*config.Config)) (int, string) {
		cfg := b.settings(t)
		cfg.DataDir = testkit.TempDir(t)
		change(cfg)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // instead of the timeout of a real start
		defer cancel()
		app, err := New(ctx, cfg)
		require.Nil(t, app)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "\n", "one sentence")
		return report(err), err.Error()
	}
	for name, c := range map[string]struct {
		change func(*config.Config)
		exit   int
		says   string
	}{
		"an unreachable database":             {func(c *config.Config) { c.DatabaseURL = "postgres://u:SECRET@127.0.0.1:1/x" }, exitUnreachable, "database"},
		"a database host without a name":      {func(c *config.Config) { c.DatabaseURL = "postgres://u:SECRET@no-such-host.invalid/x" }, exitUnreachable, "database"},
		"an invalid URL":                      {func(c *config.Config) { c.DatabaseURL = "postgres://u:SECRET@127.0.0.1:port/x" }, exitInvalid, "DATABASE_URL"},
		"an unreachable store":                {func(c *config.Config) { c.S3.Endpoint = "http://127.0.0.1:1" }, exitUnreachable, "object store"},
		"keys that the store refuses":         {func(c *config.Config) { c.S3.SecretKey = "SECRET-SECRET" }, exitUnreachable, "refuses its keys"},
		"a private store without its program": {func(c *config.Config) { c.S3.Endpoint, c.StoreBin = "", "/no/vitrine-store" }, exitInvalid, "not a program"},
		"a port that is taken":                {func(c *config.Config) { c.Addr = strings.TrimPrefix(b.gateway.Options.Endpoint, "http://") }, exitConflict, "cannot be used"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exit, sentence := start(c.change)
			require.Equal(t, c.exit, exit, sentence)
			require.Contains(t, sentence, c.says)
			require.NotContains(t, sentence, "SECRET")
		})
	}
	t.Run("two servers on one data folder", func(t *testing.T) {
		dir := testkit.TempDir(t)
		first := &App{cfg: &config.Config{DataDir: dir}}
		require.NoError(t, first.lockData())
		defer first.Close()
		second := &App{cfg: &config.Config{DataDir: dir}}
		err := second.lockData()
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
		require.Contains(t, err.Error(), dir)
		require.Equal(t, exitConflict, report(err))
	})
}
