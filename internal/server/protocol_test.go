package server_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

func TestGraphQLOverHTTP(t *testing.T) {
	s := newSite(t)
	events := map[string]string{"Accept": "text/event-stream"}
	for name, c := range map[string]struct {
		method, path, body string
		headers            map[string]string
		status             int
		says               string // part of the answer
	}{
		"a mutation over GET is 405":                 {method: "GET", path: "/graphql?query=" + url.QueryEscape("mutation { __typename }"), status: 405},
		"a query over GET is answered":               {method: "GET", path: "/graphql?query=" + url.QueryEscape("{ me { role } }"), status: 200, says: "ADMIN"},
		"DELETE is 405":                              {method: "DELETE", path: "/graphql", status: 405},
		"HEAD is 405":                                {method: "HEAD", path: "/graphql?query=%7B__typename%7D", status: 405},
		"a text body is 415":                         {method: "POST", path: "/graphql", body: "{ me { role } }", headers: map[string]string{"Content-Type": "text/plain"}, status: 415},
		"a form body is 415":                         {method: "POST", path: "/graphql", body: "query={me{role}}", headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415},
		"another charset is 415":                     {method: "POST", path: "/graphql", body: "{}", headers: map[string]string{"Content-Type": "application/json; charset=utf-16"}, status: 415},
		"a text body with events is 415":             {method: "POST", path: "/graphql", body: "x", headers: map[string]string{"Content-Type": "text/plain", "Accept": "text/event-stream"}, status: 415},
		"an answer as HTML is 406":                   {method: "POST", path: "/graphql", body: `{"query":"{__typename}"}`, headers: map[string]string{"Accept": "text/html"}, status: 406},
		"q=0 is 406":                                 {method: "POST", path: "/graphql", body: `{"query":"{__typename}"}`, headers: map[string]string{"Accept": "application/json;q=0.0"}, status: 406},
		"broken JSON is 400 and not repeated":        {method: "POST", path: "/graphql", body: `{"query": SECRET`, status: 400, says: "not a JSON object"},
		"broken JSON with events is 400":             {method: "POST", path: "/graphql", body: `{"query": SECRET`, headers: events, status: 400, says: "not a JSON object"},
		"an array of operations is 400":              {method: "POST", path: "/graphql", body: `[{"query":"{__typename}"}]`, status: 400, says: "one operation"},
		"two values are 400":                         {method: "POST", path: "/graphql", body: `{"query":"{__typename}"}{}`, status: 400},
		"an empty body is 400":                       {method: "POST", path: "/graphql", status: 400},
		"invalid UTF-8 is 400":                       {method: "POST", path: "/graphql", body: "{\"query\":\"{__typename}\",\"operationName\":\"\xff\"}", status: 400, says: "UTF-8"},
		"JSON of 100,000 levels is 400":              {method: "POST", path: "/graphql", body: `{"query":"{__typename}","variables":{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}}`, status: 400},
		"variables that are a list are named":        {method: "POST", path: "/graphql", body: `{"query":"{__typename}","variables":[1]}`, status: 400, says: "variables"},
		"a subscription needs a stream":              {method: "POST", path: "/graphql", body: `{"query":"subscription { conversationEvents(conversationId: \"x\") { sequence } }"}`, status: 400, says: "event-stream"},
		"a multipart form without a boundary is 400": {method: "POST", path: "/graphql", body: "x", headers: map[string]string{"Content-Type": "multipart/form-data"}, status: 400},
	} {
		t.Run(name, func(t *testing.T) {
			headers := map[string]string{"Content-Type": "application/json"}
			for k, v := range c.headers {
				headers[k] = v
			}
			a := s.send(c.method, c.path, s.admin, strings.NewReader(c.body), headers)
			require.Equal(t, c.status, a.Status, a.Body)
			require.Contains(t, a.Body, c.says)
			require.NotContains(t, a.Body, "SECRET")
			if c.status == http.StatusMethodNotAllowed {
				require.NotEmpty(t, a.Header.Get("Allow"))
			}
		})
	}
}

func TestBodiesAreBounded(t *testing.T) {
	s := newSite(t)
	body := `{"query":"{ __typename }","variables":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`
	for name, headers := range map[string]map[string]string{"plain": nil, "stream of events": {"Accept": "text/event-stream"}} {
		t.Run(name, func(t *testing.T) {
			a := s.post(s.admin, body, headers)
			require.Equal(t, http.StatusRequestEntityTooLarge, a.Status)
			require.Equal(t, "TOO_LARGE", a.code())
			require.Contains(t, a.Body, "startUpload", "the remedy")
			require.Less(t, len(a.Body), 1000, "the body is not repeated")
		})
	}
	t.Run("the operations of a form", func(t *testing.T) {
		a := s.form(s.admin, nil, part{"operations", body}, part{"map", "{}"})
		require.Equal(t, http.StatusRequestEntityTooLarge, a.Status)
	})
}

func TestFormsAreRefusedBeforeTheirFilesAreRead(t *testing.T) {
	s := newSite(t)
	multipartType := map[string]string{"Content-Type": "multipart/form-data; boundary=x", "Apollo-Require-Preflight": "true"}
	for name, c := range map[string]struct {
		key        string
		drop       string // a header to omit
		length     int64
		status     int
		code, says string
	}{
		"without a key":                 {drop: "", length: 1 << 20, status: 401, code: "UNAUTHENTICATED"},
		"without a preflight header":    {drop: "Apollo-Require-Preflight", length: 1 << 20, status: 400, code: "INVALID", says: "apollo-require-preflight"},
		"in chunks without a length":    {key: s.admin, length: -1, status: 411, code: "INVALID", says: "Content-Length"},
		"with a length above the limit": {key: s.admin, length: 64 << 20, status: 413, code: "TOO_LARGE"},
	} {
		t.Run(name, func(t *testing.T) {
			body := &untouched{t: t}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/graphql", body)
			require.NoError(t, err)
			req.ContentLength = c.length
			req.Header.Set("Expect", "100-continue") // the body is sent when the server asks for it
			for k, v := range multipartType {
				if k != c.drop {
					req.Header.Set(k, v)
				}
			}
			if c.key != "" {
				req.Header.Set("Authorization", "Bearer "+c.key)
			}
			a := s.do(req)
			require.Equal(t, c.status, a.Status, a.Body)
			require.Equal(t, c.code, a.code())
			require.Contains(t, a.Body, c.says)
		})
	}
}

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u *untouched) Read([]byte) (int, error) {
	u.t.Error("the server asked for the body")
	return 0, http.ErrBodyNotAllowed
}

func TestMalformedForms(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	operations := func(v vars) string {
		b, _ := json.Marshal(map[string]any{"query": uploadQuery, "variables": v})
		return string(b)
	}
	whole := operations(vars{"input": vars{"conversationId": id}, "file": nil})
	f := file{"a.txt", "text/plain", []byte("hello")}
	for name, parts := range map[string][]part{
		"nothing":                      {},
		"the file first":               {{"0", f}, {"operations", whole}, {"map", `{"0":["variables.file"]}`}},
		"no map":                       {{"operations", whole}, {"0", f}},
		"a map that is not JSON":       {{"operations", whole}, {"map", "0=variables.file"}, {"0", f}},
		"a map of numbers":             {{"operations", whole}, {"map", `{"0":[1]}`}, {"0", f}},
		"a file that no map names":     {{"operations", whole}, {"map", `{}`}, {"0", f}},
		"a map without its file":       {{"operations", whole}, {"map", `{"0":["variables.file"]}`}},
		"a path outside the variables": {{"operations", whole}, {"map", `{"0":["query"]}`}, {"0", f}},
		"a path that does not exist":   {{"operations", whole}, {"map", `{"0":["variables.other.0.x"]}`}, {"0", f}},
		"an index into an object":      {{"operations", whole}, {"map", `{"0":["variables.0"]}`}, {"0", f}},
		"an index past the end":        {{"operations", operations(vars{"file": []any{nil}})}, {"map", `{"0":["variables.file.7"]}`}, {"0", f}},
		"a negative index":             {{"operations", operations(vars{"file": []any{nil}})}, {"map", `{"0":["variables.file.-1"]}`}, {"0", f}},
		"a path into a string":         {{"operations", operations(vars{"file": "x"})}, {"map", `{"0":["variables.file.0"]}`}, {"0", f}},
		"two paths for one file":       {{"operations", whole}, {"map", `{"0":["variables.file","variables.input"]}`}, {"0", f}},
		"eleven files":                 {{"operations", whole}, {"map", elevenPlaces()}, {"0", f}},
		"operations of an array":       {{"operations", "[" + whole + "]"}, {"map", `{"0":["0.variables.file"]}`}, {"0", f}},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.form(s.admin, nil, parts...)
			require.Equal(t, http.StatusBadRequest, a.Status, a.Body)
			require.Equal(t, "INVALID", a.code(), a.Body)
		})
	}
	t.Run("a body that ends in the middle", func(t *testing.T) {
		body := "--x\r\nContent-Disposition: form-data; name=\"operations\"\r\n\r\n{\"query\":"
		a := s.post(s.admin, body, map[string]string{"Content-Type": "multipart/form-data; boundary=x"})
		require.Equal(t, http.StatusBadRequest, a.Status, a.Body)
	})
	require.Zero(t, s.store.Len(), "none of them is stored")
}

func elevenPlaces() string {
	places := map[string][]string{}
	for i := range 11 {
		places[fmt.Sprint(i)] = []string{"variables.file"}
	}
	b, _ := json.Marshal(places)
	return string(b)
}

func TestPersistedQueries(t *testing.T) {
	s := newSite(t)
	hash := func(q string) map[string]any {
		sum := sha256.Sum256([]byte(q))
		return map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": hex.EncodeToString(sum[:])}}
	}
	send := func(query string, known map[string]any) answer {
		body := map[string]any{"extensions": known}
		if query != "" {
			body["query"] = query
		}
		b, err := json.Marshal(body)
		require.NoError(t, err)
		return s.post(s.admin, string(b), nil)
	}
	q := "{ me { role } }"
	require.Equal(t, "PERSISTED_QUERY_NOT_FOUND", send("", hash(q)).code())
	require.Empty(t, send(q, hash(q)).Errors)
	require.Equal(t, "ADMIN", send("", hash(q)).get("me", "role"))
	require.NotEmpty(t, send("{ me { user } }", hash(q)).Errors, "the hash of another query is refused")
	huge := "{ me { role } } #" + strings.Repeat("x", 32<<10)
	require.Empty(t, send(huge, hash(huge)).Errors)
	require.Equal(t, "PERSISTED_QUERY_NOT_FOUND", send("", hash(huge)).code(), "large documents are not stored")
	for i := range 1000 {
		filler := fmt.Sprintf("{ me { role } } # %d", i)
		require.Empty(t, send(filler, hash(filler)).Errors)
	}
	require.Equal(t, "PERSISTED_QUERY_NOT_FOUND", send("", hash(q)).code(), "the oldest of a thousand was evicted")
}

func TestIntrospection(t *testing.T) {
	t.Parallel()
	s := open(t, smallLimits)
	const directives = `{ __schema { directives { name } types { name } } }`
	t.Run("the binding directives and @defer are hidden", func(t *testing.T) {
		a := s.must(s.admin, directives, nil)
		for _, name := range []string{`"goField"`, `"goModel"`, `"goTag"`, `"defer"`} {
			require.NotContains(t, a.Body, name)
		}
	})
	t.Run("@defer is a validation error", func(t *testing.T) {
		a := s.ask(s.admin, `{ ... @defer { me { role } } }`, nil)
		require.Equal(t, "GRAPHQL_VALIDATION_FAILED", a.code(), a.Body)
	})
	t.Run("disabled, it returns nothing, and errors suggest nothing", func(t *testing.T) {
		o := smallLimits
		o.Introspection = false
		closed := open(t, o)
		for _, q := range []string{directives, `{ __type(name: "Query") { name } }`, `{ ...F } fragment F on Query { __schema { types { name } } }`} {
			require.Equal(t, "GRAPHQL_VALIDATION_FAILED", closed.ask(closed.admin, q, nil).code())
		}
		require.Empty(t, closed.ask(closed.admin, "{ __typename }", nil).Errors)
		a := closed.ask(closed.admin, `{ mee { role } }`, nil)
		require.NotContains(t, a.Body, "Did you mean")
		require.NotContains(t, closed.ask(closed.admin, `query($a: CreateAgentInputt) { me { role } }`, nil).Body, "Did you mean")
		require.NotContains(t, closed.ask(closed.admin, `{ me(rolee: 1) { role } }`, nil).Body, "Did you mean")
	})
}

func TestGraphiQLCanBeDisabled(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		o := smallLimits
		o.GraphiQL = on
		a := open(t, o).send(http.MethodGet, "/graphiql", "", nil, nil)
		require.Equal(t, on, a.Status != http.StatusNotFound, "the admin answers when it is enabled")
	}
}

func TestEveryAnswerHasARequestID(t *testing.T) {
	s := newSite(t)
	seen := map[string]bool{}
	for _, a := range []answer{s.ask(s.admin, "{ me { role } }", nil), s.ask("", "{ me { role } }", nil), s.ask("vt_nonsense", "{ me { role } }", nil), s.post(s.admin, "{", nil)} {
		id := a.Header.Get("X-Request-Id")
		require.NotEmpty(t, id)
		require.False(t, seen[id])
		seen[id] = true
	}
}

func TestRequestsAreLimitedPerKey(t *testing.T) {
	t.Parallel()
	o := smallLimits
	o.RequestsPerMinute = 5
	s := open(t, o)
	user := s.key(models.RoleUser, "anna")
	for range 5 {
		s.must(user, "{ me { role } }", nil)
	}
	a := s.ask(user, "{ me { role } }", nil)
	require.Equal(t, http.StatusTooManyRequests, a.Status)
	require.Equal(t, "RATE_LIMITED", a.code())
	require.Equal(t, "12", a.Header.Get("Retry-After"), "five per minute are one every twelve seconds")
	require.EqualValues(t, 12, a.Errors[0].Extensions["retryAfterSeconds"])
	require.Empty(t, s.ask(s.key(models.RoleUser, "ben"), "{ me { role } }", nil).Errors, "another key is not affected")
	service := s.key(models.RoleService, "runner")
	for range 20 {
		s.must(service, "{ me { role } }", nil)
	}
}

func TestCredentials(t *testing.T) {
	s := newSite(t)
	expired := s.key(models.RoleUser, "anna")
	require.NoError(t, s.db.From(t.Context()).Exec("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE name = 'anna'").Error)
	for name, header := range map[string]string{
		"unknown": "Bearer vt_nonsense", "expired": "Bearer " + expired, "basic": "Basic YTpi", "empty bearer": "Bearer ", "no scheme": s.admin,
		"a NUL in it": "Bearer vt_\u00a0",
	} {
		t.Run(name, func(t *testing.T) {
			a := s.post("", `{"query":"{ me { role } }"}`, map[string]string{"Authorization": header})
			require.Equal(t, http.StatusUnauthorized, a.Status)
			require.Equal(t, "UNAUTHENTICATED", a.code())
			require.Equal(t, "Bearer", a.Header.Get("WWW-Authenticate"))
		})
	}
	t.Run("a key in the URL is not a credential", func(t *testing.T) {
		a := s.send(http.MethodGet, "/graphql?query=%7Bme%7Brole%7D%7D&access_token="+s.admin+"&authorization=Bearer%20"+s.admin, "", nil, nil)
		require.Equal(t, "UNAUTHENTICATED", a.code())
	})
}
