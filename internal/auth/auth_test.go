package auth_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

var allRights = []auth.Right{
	auth.ReadMetadata, auth.EditMetadata, auth.ReadAll, auth.WriteAll, auth.ReadAggregates, auth.CreateConversation, auth.RunTurns,
	auth.ManageKeys, auth.ReadAudit,
}

// may is the table of rights, one mark per right in the order of allRights: x for a right that the role has.
var may = map[models.Role]string{
	models.RoleAdmin:   "xxxxxxxxx",
	models.RoleEditor:  "xx.......",
	models.RoleService: "x.xxxxx..",
	models.RoleUser:    "x....xx..",
	models.RoleViewer:  "x...x....",
}

// pastConversations are the rights that a key with scopes never has.
var pastConversations = []auth.Right{auth.EditMetadata, auth.ManageKeys, auth.ReadAudit}

func TestEveryRoleAgainstEveryRight(t *testing.T) {
	t.Parallel()
	require.Len(t, may, len(models.Roles), "every role has a row")
	scopes := []string{"conversation:" + models.NewID()}
	for _, role := range models.Roles {
		for i, right := range allRights {
			want := may[role][i] == 'x'
			whole := &auth.Principal{User: "ada", Role: role}
			require.Equal(t, want, whole.May(right), "%s: %s", role, right)
			scoped := &auth.Principal{User: "ada", Role: role, Scopes: scopes}
			require.Equal(t, want && !slices.Contains(pastConversations, right), scoped.May(right), "%s with scopes: %s", role, right)

			for _, p := range []*auth.Principal{whole, scoped} {
				got, err := auth.Require(auth.With(t.Context(), p), right)
				if p.May(right) {
					require.NoError(t, err)
					require.Same(t, p, got)
					continue
				}
				require.True(t, fault.Is(err, fault.CodeForbidden), "%s: %s: %v", role, right, err)
				require.Nil(t, got)
				require.NotEmpty(t, fault.As(err).Remedies)
			}
		}
	}
}

func TestNobodyAndAnUnknownRoleHaveNoRight(t *testing.T) {
	t.Parallel()
	var nobody *auth.Principal
	own := &models.Conversation{ID: models.NewID()} // its owner is empty, like the name of an anonymous caller
	for _, p := range []*auth.Principal{nobody, {}, {Role: "ROOT"}, {Role: "admin"}} {
		for _, right := range allRights {
			require.False(t, p.May(right), "%v: %s", p, right)
		}
		require.False(t, p.MayRead(own))
		require.False(t, p.MayWrite(own))
	}
	for _, ctx := range []func() error{
		func() error { _, err := auth.Need(t.Context()); return err },
		func() error { _, err := auth.Need(auth.With(t.Context(), nil)); return err },
		func() error { _, err := auth.Require(t.Context(), auth.ReadMetadata); return err },
	} {
		err := ctx()
		require.True(t, fault.Is(err, fault.CodeUnauthenticated), "%v", err)
	}
	require.Nil(t, auth.Who(t.Context()))
	require.Empty(t, auth.Caller(t.Context()))
	require.False(t, (&auth.Principal{Role: models.RoleAdmin}).MayRead(nil), "no conversation is readable by nobody")
}

func TestWhoMayReadAndWriteAConversation(t *testing.T) {
	t.Parallel()
	c := &models.Conversation{ID: models.NewID(), Owner: "ada"}
	this, other := "conversation:"+c.ID, "conversation:"+models.NewID()
	for name, row := range map[string]struct {
		p           *auth.Principal
		read, write bool
	}{
		"the owner":                           {&auth.Principal{User: "ada", Role: models.RoleUser}, true, true},
		"another user":                        {&auth.Principal{User: "ben", Role: models.RoleUser}, false, false},
		"a user of another spelling":          {&auth.Principal{User: "Ada", Role: models.RoleUser}, false, false},
		"the owner as viewer":                 {&auth.Principal{User: "ada", Role: models.RoleViewer}, false, false},
		"the owner as editor":                 {&auth.Principal{User: "ada", Role: models.RoleEditor}, false, false},
		"a service":                           {&auth.Principal{User: "bot", Role: models.RoleService}, true, true},
		"an administrator":                    {&auth.Principal{User: "eve", Role: models.RoleAdmin}, true, true},
		"the owner, limited to it":            {&auth.Principal{User: "ada", Role: models.RoleUser, Scopes: []string{this}}, true, true},
		"the owner, limited to it and others": {&auth.Principal{User: "ada", Role: models.RoleUser, Scopes: []string{other, this}}, true, true},
		"the owner, limited to another":       {&auth.Principal{User: "ada", Role: models.RoleUser, Scopes: []string{other}}, false, false},
		"another user, limited to it":         {&auth.Principal{User: "ben", Role: models.RoleUser, Scopes: []string{this}}, false, false},
		"a service, limited to it":            {&auth.Principal{User: "bot", Role: models.RoleService, Scopes: []string{this}}, true, true},
		"a service, limited to another":       {&auth.Principal{User: "bot", Role: models.RoleService, Scopes: []string{other}}, false, false},
		"an administrator, limited elsewhere": {&auth.Principal{User: "eve", Role: models.RoleAdmin, Scopes: []string{other}}, false, false},
		"a scope that means nothing":          {&auth.Principal{User: "eve", Role: models.RoleAdmin, Scopes: []string{"everything"}}, false, false},
		"an empty scope":                      {&auth.Principal{User: "eve", Role: models.RoleAdmin, Scopes: []string{""}}, false, false},
		"a scope of no id":                    {&auth.Principal{User: "eve", Role: models.RoleAdmin, Scopes: []string{"conversation:*"}}, false, false},
		"the bare id as a scope":              {&auth.Principal{User: "eve", Role: models.RoleAdmin, Scopes: []string{c.ID}}, false, false},
	} {
		require.Equal(t, row.read, row.p.MayRead(c), "%s reads", name)
		require.Equal(t, row.write, row.p.MayWrite(c), "%s writes", name)
	}
}

func TestConversationScope(t *testing.T) {
	t.Parallel()
	id := models.NewID()
	require.Nil(t, (&auth.Principal{}).ConversationScope(), "no scopes, no limit")
	require.Equal(t, []string{id}, (&auth.Principal{Scopes: []string{"conversation:" + strings.ToUpper(id), "odd"}}).ConversationScope())
	nothing := (&auth.Principal{Scopes: []string{"odd"}}).ConversationScope()
	require.NotNil(t, nothing, "an unknown scope is not the absence of a limit")
	require.Empty(t, nothing)
}
