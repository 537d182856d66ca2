package server

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStreamSupportsClientsThatPreferEvents(t *testing.T) {
	for accept, want := range map[string]bool{
		"text/event-stream":                                    true,
		"text/event-stream, multipart/mixed":                   true,
		"text/event-stream, application/graphql-response+json": true,
		"application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed": false,
		"application/json": false,
		"*/*":              false,
		"":                 false,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/graphql", nil)
		require.NoError(t, err)
		r.Header.Set("Accept", accept)
		require.Equal(t, want, stream{}.Supports(r), accept)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		require.False(t, stream{}.Supports(r), "a form with files is answered once")
	}
}
