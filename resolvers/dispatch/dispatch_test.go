package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool"
	"vitrine/models"
)

func TestTools(t *testing.T) {
	tests := []struct {
		name  string
		chain []*models.ArtifactType
		has   []string
		lacks []string
	}{
		{"no library", types(""), nil, []string{"get_full"}},
		{"an unknown library", types("nonsense"), nil, []string{"get_full"}},
		{"its own library", types("json"), []string{"get_full", "json_path"}, []string{"get_lines"}},
		{"by the reference's class name", types("JSONToolLibrary"), []string{"json_path"}, nil},
		{"its parent's library", types("", "text"), []string{"get_full", "get_lines"}, nil},
		{"both", types("json", "text"), []string{"json_path", "get_lines"}, nil},
		{"one library twice", types("json", "json"), []string{"json_path"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			count := map[string]int{}
			for _, d := range Tools(tt.chain) {
				count[d.Name]++
			}
			for _, name := range tt.has {
				require.Equal(t, 1, count[name], name)
			}
			for _, name := range tt.lacks {
				require.Zero(t, count[name], name)
			}
		})
	}
}

func TestTools_shows_the_description_of_the_leaf(t *testing.T) {
	leaf, parent := tool.Find("binary").Definitions()[0], tool.Find("text").Definitions()[0]
	require.NotEqual(t, leaf.Description, parent.Description)
	require.Equal(t, leaf.Description, Tools(types("binary", "text"))[0].Description)
}

func TestInvoke(t *testing.T) {
	d := newDispatcher(t, Options{})
	tests := []struct {
		name, tool, input string
		chain             []*models.ArtifactType
		success           bool
		says              string
	}{
		{"the leaf's tool", "json_path", `{"path":"a"}`, types("json", "text"), true, "1"},
		{"the parent's tool", "get_lines", `{}`, types("json", "text"), true, "lineNumber"},
		{"a tool of both goes to the leaf", "get_full", `{}`, types("binary", "text"), true, "base64"},
		{"an unknown tool", "no_such_tool", `{}`, types("json"), false, "json_path"},
		{"a type without tools", "get_full", `{}`, types(""), false, "have no tools"},
		{"bad input", "json_path", `{"path":7}`, types("json"), false, "path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := d.Invoke(t.Context(), tt.chain, document(`{"a":1}`), tool.Call{Tool: tt.tool, Input: json.RawMessage(tt.input)})
			require.Equal(t, tt.success, r.Success, r.ErrorMessage)
			data, err := json.Marshal(r.Data)
			require.NoError(t, err)
			require.Contains(t, r.ErrorMessage+string(data), tt.says)
		})
	}
}

func TestInvoke_survives_a_panic(t *testing.T) {
	doc := document("x")
	doc.Open = func(context.Context) (io.ReadSeekCloser, error) { panic("no such luck") }
	for _, name := range []string{"get_full", "hex_dump"} {
		r := newDispatcher(t, Options{}).Invoke(t.Context(), types("binary"), doc, tool.Call{Tool: name})
		require.False(t, r.Success)
		require.NotContains(t, r.ErrorMessage, "luck", "the cause is for logs only")
		require.ErrorContains(t, r.Cause, "no such luck")
	}
	r := newDispatcher(t, Options{}).Invoke(t.Context(), types("json"), doc, tool.Call{Tool: "json_path"})
	require.False(t, r.Success)
	require.ErrorContains(t, r.Cause, "no such luck")
}

func TestInvoke_abandons_slow_calls(t *testing.T) {
	release := make(chan struct{})
	slow := document("x")
	slow.Open = func(context.Context) (io.ReadSeekCloser, error) { <-release; return nil, io.ErrUnexpectedEOF }
	d := newDispatcher(t, Options{Timeout: 20 * time.Millisecond, Calls: 1})

	r := d.Invoke(t.Context(), types("binary"), slow, tool.Call{Tool: "hex_dump"})
	require.False(t, r.Success)
	require.Contains(t, r.ErrorMessage, "too long")

	r = d.Invoke(t.Context(), types("binary"), document("x"), tool.Call{Tool: "hex_dump"})
	require.False(t, r.Success, "the abandoned call still occupies the only slot")
	require.Contains(t, r.ErrorMessage, "Try again")

	close(release)
	require.Eventually(t, func() bool {
		return d.Invoke(t.Context(), types("binary"), document("x"), tool.Call{Tool: "hex_dump"}).Success
	}, 5*time.Second, time.Millisecond)
}

// engine is a library whose engine starts when ready is closed.
type engine struct {
	tool.Library
	ready chan struct{}
}

func (e engine) Start(*tool.Runtime) error { <-e.ready; return nil }

// TestStart checks that an engine's start does not count as time of a call, and that a cancelled caller does not wait
// for it.
func TestStart(t *testing.T) {
	d := newDispatcher(t, Options{Timeout: time.Nanosecond})
	slow := engine{tool.Find("binary"), make(chan struct{})}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, d.start(ended, slow), context.Canceled)
	time.AfterFunc(20*time.Millisecond, func() { close(slow.ready) })
	require.NoError(t, d.start(t.Context(), slow), "longer than a call may take")
	require.NoError(t, d.start(t.Context(), tool.Find("json")))
}

// types returns a chain of types, leaf first, by the names of their libraries; "" has none.
func types(libraries ...string) (chain []*models.ArtifactType) {
	for _, name := range libraries {
		t := &models.ArtifactType{Name: "Type of " + name}
		if name != "" {
			t.ToolLibrary = &name
		}
		chain = append(chain, t)
	}
	return chain
}

func document(content string) tool.Document {
	return tool.Document{Name: "test", SHA256: "", SizeBytes: int64(len(content)), Open: func(context.Context) (io.ReadSeekCloser, error) {
		return readSeekNopCloser{bytes.NewReader([]byte(content))}, nil
	}}
}

type readSeekNopCloser struct{ io.ReadSeeker }

func (readSeekNopCloser) Close() error { return nil }

func newDispatcher(t *testing.T, o Options) *Dispatcher {
	d := New(o)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}
