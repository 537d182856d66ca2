package auth_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/audit"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestOnlyAdministratorsWithoutScopesReadTheAuditLog(t *testing.T) {
	t.Parallel()
	trail := auth.NewTrail(testkit.DB(t))
	id := models.NewID()
	require.NoError(t, trail.Record(t.Context(), "read.version", "version", id, "", nil))
	for _, role := range models.Roles {
		for _, scopes := range [][]string{nil, {"conversation:" + id}} {
			ctx := auth.With(t.Context(), &auth.Principal{User: "ada", Role: role, Scopes: scopes})
			page, err := trail.List(ctx, audit.Filter{}, models.PageArgs{})
			if role == models.RoleAdmin && scopes == nil {
				require.NoError(t, err)
				require.Len(t, page.Edges, 1)
				continue
			}
			require.True(t, fault.Is(err, fault.CodeForbidden), "%s %v: %v", role, scopes, err)
			require.Nil(t, page)
		}
	}
	_, err := trail.List(t.Context(), audit.Filter{}, models.PageArgs{})
	require.True(t, fault.Is(err, fault.CodeUnauthenticated), "%v", err)
}

func TestALineNamesWhoAsked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p          *auth.Principal
		actor, key string
	}{
		"a user with a key": {&auth.Principal{User: "ada", KeyID: "k"}, "ada", "k"},
		"the server itself": {auth.System, auth.System.User, ""},
		"nobody":            {nil, "nobody", ""},
	} {
		e := auth.Audited(auth.With(t.Context(), c.p), "read.version", "version", "7", "9", map[string]any{"a": 1})
		require.Equal(t, audit.Entry{
			Actor: c.actor, KeyID: c.key, Action: "read.version", Target: "version:7", ConversationID: "9", Details: map[string]any{"a": 1},
		}, e, name)
	}
	require.Equal(t, "ada", auth.Caller(auth.With(t.Context(), &auth.Principal{User: "ada"})))
}
