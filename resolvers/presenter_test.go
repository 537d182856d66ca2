package resolvers_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"vitrine/internal/audit"
	"vitrine/internal/fault"
	"vitrine/resolvers"
)

func TestPresent(t *testing.T) {
	t.Parallel()
	ctx := audit.WithRequestID(t.Context(), "request-7")
	for name, c := range map[string]struct {
		err  error
		code fault.Code
		says string
	}{
		"a fault as it is":                 {fault.Invalid("name", "A name is needed."), fault.CodeInvalid, "A name is needed."},
		"a wrapped fault too":              {fmt.Errorf("create agent: %w", fault.NotFound("agent")), fault.CodeNotFound, "There is no such agent."},
		"a fault without its cause":        {fault.Unavailable("database", errors.New("SECRET")), fault.CodeUnavailable, "The database does not answer"},
		"anything else as one sentence":    {errors.New("dial 10.0.0.7: SECRET"), fault.CodeInternal, "request-7"},
		"an unreachable database":          {&pgconn.PgError{Code: "57P01", Message: "SECRET"}, fault.CodeUnavailable, "does not answer"},
		"a value that no column can store": {&pgconn.PgError{Code: "22021", Message: "SECRET"}, fault.CodeInvalid, "NUL"},
		"an unknown database error":        {&pgconn.PgError{Code: "42P01", Message: `relation "SECRET" does not exist`}, fault.CodeInternal, "request-7"},
	} {
		t.Run(name, func(t *testing.T) {
			got := resolvers.Present(ctx, c.err)
			require.Equal(t, c.code, got.Extensions["code"])
			require.Contains(t, got.Message, c.says)
			require.NotContains(t, got.Error(), "SECRET")
		})
	}
	t.Run("an error of the protocol keeps its code", func(t *testing.T) {
		err := &gqlerror.Error{Message: "unknown field", Extensions: map[string]any{"code": "GRAPHQL_VALIDATION_FAILED"}}
		require.Equal(t, "GRAPHQL_VALIDATION_FAILED", resolvers.Present(ctx, err).Extensions["code"])
	})
	t.Run("a request that was cancelled is unavailable", func(t *testing.T) {
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		require.Equal(t, fault.CodeUnavailable, resolvers.Present(cancelled, errors.New("boom")).Extensions["code"])
	})
	t.Run("a fault keeps field, remedies and details", func(t *testing.T) {
		err := fault.TooLarge("file", "Too large.").With("maxBytes", 7).Try("Send less.")
		require.Equal(t, map[string]any{"code": fault.CodeTooLarge, "field": "file", "maxBytes": 7, "remedies": []string{"Send less."}}, resolvers.Present(ctx, err).Extensions)
	})
	t.Run("an argument that its scalar refuses is named", func(t *testing.T) {
		field := graphql.WithPathContext(ctx, graphql.NewPathWithField("things"))
		argument := graphql.WithPathContext(field, graphql.NewPathWithField("after"))
		_, cause := strconv.ParseInt("x", 10, 64)
		got := resolvers.Present(field, graphql.ErrorOnPath(argument, cause))
		require.Equal(t, fault.CodeInvalid, got.Extensions["code"])
		require.Equal(t, "after", got.Extensions["field"])
	})
}

func TestRecover(t *testing.T) {
	t.Parallel()
	ctx := audit.WithRequestID(t.Context(), "request-7")
	err := resolvers.Recover(ctx, "SECRET")
	require.True(t, fault.Is(err, fault.CodeInternal))
	require.Contains(t, err.Error(), "request-7")
	require.NotContains(t, err.Error(), "SECRET")
}
