package client_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/client"
	"vitrine/internal/fault"
)

const key = "vt_a-secret-of-a-test"

type thing struct{ Name string }

// serve starts a server that answers every request alike, and returns a client of it.
func serve(t *testing.T, answer http.HandlerFunc) *client.Client {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return &client.Client{URL: s.URL, Key: key, HTTP: s.Client()}
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// asked asks for a thing. Whatever comes back, the key is in none of its texts.
func asked(t *testing.T, c *client.Client) (got thing, f *fault.Fault) {
	t.Helper()
	err := c.Ask(t.Context(), "query q($id: ID!) { thing(id: $id) { name } }", map[string]any{"id": "7"}, "thing", &got)
	if err == nil {
		return got, nil
	}
	f = fault.As(err)
	require.NotNil(t, f, "%v", err)
	for e := error(f); e != nil; {
		require.NotContains(t, e.Error(), key)
		u, ok := e.(interface{ Unwrap() error })
		if !ok {
			break
		}
		e = u.Unwrap()
	}
	shown, err := json.Marshal([]any{f.Message, f.Remedies, f.Field, f.Details})
	require.NoError(t, err)
	require.NotContains(t, string(shown), key)
	return got, f
}

func TestHowItAsks(t *testing.T) {
	t.Parallel()
	for given, path := range map[string]string{
		"": "/graphql", "/": "/graphql", "/graphql": "/graphql", "/graphql/": "/graphql", "/vitrine": "/vitrine/graphql", "/vitrine/graphql": "/vitrine/graphql",
	} {
		var got *http.Request
		var body []byte
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			got = r
			body, _ = io.ReadAll(r.Body)
			says(http.StatusOK, `{"data":{"other":1,"thing":{"name":"x"}}}`)(w, r)
		})
		c.URL += given
		answer, f := asked(t, c)
		require.Nil(t, f)
		require.Equal(t, thing{"x"}, answer)
		require.Equal(t, []string{http.MethodPost, path, ""}, []string{got.Method, got.URL.Path, got.URL.RawQuery})
		require.Equal(t, "Bearer "+key, got.Header.Get("Authorization"))
		require.Equal(t, "application/json", got.Header.Get("Content-Type"))
		require.Contains(t, got.Header.Get("Accept"), "application/graphql-response+json")
		require.JSONEq(t, `{"query":"query q($id: ID!) { thing(id: $id) { name } }","variables":{"id":"7"}}`, string(body))
		require.NotContains(t, string(body), key)
	}
	var sent []string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sent = r.Header.Values("Authorization")
		says(http.StatusOK, `{"data":{"thing":null}}`)(w, r)
	})
	c.Key = ""
	_, f := asked(t, c)
	require.Nil(t, f)
	require.Empty(t, sent, "without a key there is not a header")
}

func TestAnErrorOfTheServerIsAFaultWithItsCode(t *testing.T) {
	t.Parallel()
	_, f := asked(t, serve(t, says(http.StatusOK, `{"data":{"thing":{"name":"x"}},"errors":[
		{"message":"m","extensions":{"code":"CONFLICT","field":"name","remedies":["r1","r2"],"offset":7}},{"message":"second"}]}`)))
	require.NotNil(t, f, "an error counts, although there is data")
	require.Equal(t, &fault.Fault{
		Code: fault.CodeConflict, Message: "m", Field: "name", Remedies: []string{"r1", "r2"}, Details: map[string]any{"offset": json.RawMessage("7")},
	}, f)
	for _, code := range []fault.Code{fault.CodeNotFound, fault.CodeForbidden, fault.CodeUnauthenticated, fault.CodeTooLarge, fault.CodeRateLimited, "OF_A_LATER_VERSION"} {
		for _, status := range []int{http.StatusOK, http.StatusUnauthorized, http.StatusInternalServerError} {
			_, f := asked(t, serve(t, says(status, `{"errors":[{"message":"m","extensions":{"code":"`+string(code)+`"}}]}`)))
			require.NotNil(t, f)
			require.Equal(t, code, f.Code)
		}
	}
}

func TestAnErrorOfAnotherShapeKeepsItsSentence(t *testing.T) {
	t.Parallel()
	for name, extensions := range map[string]string{
		"none": `null`, "a number for a code": `{"code":7}`, "an object for a field": `{"field":{}}`, "a text for remedies": `{"remedies":"r"}`,
	} {
		_, f := asked(t, serve(t, says(http.StatusOK, `{"errors":[{"message":"what went wrong","extensions":`+extensions+`}]}`)))
		require.NotNil(t, f, name)
		require.Equal(t, fault.CodeInternal, f.Code, name)
		require.Equal(t, "what went wrong", f.Message, name)
	}
}

// TestWhatAServerSaysCannotSteerATerminal holds for the sentence and the ways out.
func TestWhatAServerSaysCannotSteerATerminal(t *testing.T) {
	t.Parallel()
	_, f := asked(t, serve(t, says(http.StatusOK, `{"errors":[{"message":"a\u001b[2Jb\r\u0007\u009bc\nd %s","extensions":{"remedies":["e\u001b]0;f\u0000"]}}]}`)))
	require.NotNil(t, f)
	require.Equal(t, "a\uFFFD[2Jb\uFFFD\uFFFD\uFFFDc\nd %s", f.Message)
	require.Equal(t, []string{"e\uFFFD]0;f\uFFFD"}, f.Remedies)
}

func TestAWrongAnswerIsNoVitrineServer(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"HTML":                    says(http.StatusOK, "<!doctype html><title>Welcome</title>"),
		"HTML of a proxy":         says(http.StatusBadGateway, "<html>502</html>"),
		"nothing":                 says(http.StatusOK, ""),
		"nothing with status 500": says(http.StatusInternalServerError, ""),
		"cut JSON":                says(http.StatusOK, `{"data":{"thing":{"na`),
		"another JSON":            says(http.StatusOK, `[1,2]`),
		"JSON without the field":  says(http.StatusOK, `{"data":{"other":{}}}`),
		"JSON without data":       says(http.StatusOK, `{}`),
		"a field of another kind": says(http.StatusOK, `{"data":{"thing":7}}`),
		"a text that echoes": func(w http.ResponseWriter, r *http.Request) {
			says(http.StatusTeapot, r.Header.Get("Authorization"))(w, r)
		},
		"a body that ends early": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			says(http.StatusOK, `{"data":{"thing":{"name":"x"}}}`)(w, r)
		},
	} {
		got, f := asked(t, serve(t, answer))
		require.NotNil(t, f, name)
		require.Equal(t, fault.CodeUnavailable, f.Code, name)
		require.NotEmpty(t, f.Remedies, name)
		require.Empty(t, got, name)
	}
}

func TestAnUnreachableServerIsUnavailable(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(says(http.StatusOK, ""))
	gone.Close()
	_, f := asked(t, &client.Client{URL: gone.URL, Key: key, HTTP: http.DefaultClient})
	require.NotNil(t, f)
	require.Equal(t, fault.CodeUnavailable, f.Code)
	require.Contains(t, f.Message, gone.URL, "which server")
}

func TestAnAddressThatIsNoneIsRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "localhost:8080", "ftp://host", "http://", "://", "/graphql", "http://ho st", "file:///etc/passwd"} {
		_, f := asked(t, &client.Client{URL: address, Key: key, HTTP: &http.Client{Transport: never{t}}})
		require.NotNil(t, f, address)
		require.Equal(t, []string{string(fault.CodeInvalid), "url"}, []string{string(f.Code), f.Field}, address)
	}
}

// never fails the test of whoever sends a request.
type never struct{ t *testing.T }

func (n never) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("sent to %s", r.URL)
	return nil, io.EOF
}

// TestTheKeyStaysWithItsServer follows a redirect to another host without the key.
func TestTheKeyStaysWithItsServer(t *testing.T) {
	t.Parallel()
	var leaked []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leaked = r.Header.Values("Authorization")
		says(http.StatusOK, `{}`)(w, r)
	}))
	t.Cleanup(other.Close)
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	_, f := asked(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere+"/graphql", http.StatusTemporaryRedirect)
	}))
	require.NotNil(t, f)
	require.Empty(t, leaked)
}
