package server_test

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

var roles = map[byte]models.Role{'A': models.RoleAdmin, 'E': models.RoleEditor, 'S': models.RoleService, 'U': models.RoleUser, 'V': models.RoleViewer}

// reach maps a set of roles to the root fields that are allowed for them, when an administrator owns everything. A new
// root field has to be added here. Objects are deleted by the first role that may, in the order EUSA; the later ones
// get NOT_FOUND.
var reach = map[string][]string{
	"ASUEV": {
		"agent", "agents", "artifactType", "artifactTypeConflicts", "artifactTypes", "exportMetadata", "me", "model", "models", "ownerOf", "previewExtractRules", "project",
		"projects", "resolveArtifactType", "serverInfo", "toolLibraries",
	},
	"ASUV": {"conversations"},
	"ASV":  {"conversation"},
	"ASU":  {"createConversation", "invokeArtifactTool"},
	"AS": {
		"abortUpload", "addMessage", "completeTurn", "completeUpload", "conversationArtifact", "conversationArtifactVersion", "conversationEvents", "deliverable",
		"handOver", "observe", "prepareTurn", "presentDeliverables", "renameArtifact", "reportDesign", "reportPage", "reportService", "restoreVersion", "routeArtifact", "setForceToolsOnly", "startUpload", "takeNotes", "touchDeliverable",
		"updateConversation", "uploadArtifact",
	},
	"S": {"deleteArtifact", "deleteConversation"},
	"AE": {
		"applyMetadata", "createAgent", "createArtifactType", "createModel", "createProject", "updateAgent", "updateArtifactType", "updateModel", "updateProject",
	},
	"E": {"deleteAgent", "deleteArtifactType", "deleteModel", "deleteProject"},
	"A": {"apiKeys", "auditEntries", "createApiKey", "revokeApiKey"},
}

func TestRolesOfEveryRootField(t *testing.T) {
	s := newSite(t)
	keys := map[byte]string{}
	for letter, role := range roles {
		keys[letter] = s.key(role, strings.ToLower(string(role)))
	}
	got := map[string]string{}
	var there map[string]string
	for _, p := range probes() {
		t.Run(p.field.Name, func(t *testing.T) {
			if there == nil || p.kind == ast.Mutation {
				there = s.belongings(s.admin)
				maps.Copy(there, s.declared())
			}
			values := p.values(func(path string, t *ast.Type) (any, bool) {
				if t.Name() == "ID" {
					return there[p.guess(path)], t.NonNull || path == "id" || path == "input.conversationId"
				}
				return sample(path, t), t.NonNull || fromStart(path, t)
			})
			require.Equal(t, "UNAUTHENTICATED", s.run(t, "", p, values).code(), "without a key")
			for _, letter := range []byte("VEUSA") { // the role that may change it comes last
				a := s.run(t, keys[letter], p, values)
				require.NotContains(t, []string{"INTERNAL", "UNAUTHENTICATED"}, a.code(), "%s: %s", roles[letter], a.Body)
				require.NotContains(t, a.code(), "GRAPHQL", a.Body)
				if !refused(a) {
					got[p.field.Name] = string(letter) + got[p.field.Name]
				}
			}
		})
	}
	by := map[string][]string{}
	for _, p := range probes() {
		by[got[p.field.Name]] = append(by[got[p.field.Name]], p.field.Name)
	}
	require.Equal(t, reach, by)
}

// refused reports whether the root field itself was refused.
func refused(a answer) bool {
	return len(a.Errors) > 0 && len(a.Errors[0].Path) <= 1 && (a.code() == "FORBIDDEN" || a.code() == "NOT_FOUND")
}

var (
	anyID   = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}`)
	anyTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`)
)

// shape returns an answer without the parts that differ from call to call.
func shape(a answer) string {
	return fmt.Sprint(a.Status, " ", anyTime.ReplaceAllString(anyID.ReplaceAllString(a.Body, "ID"), "TIME"))
}

// TestUsersCannotReachObjectsOfOthers passes the ids of everything that one user owns to every argument that takes an
// id, as another user: the answer must be the same as for an id that does not exist.
func TestUsersCannotReachObjectsOfOthers(t *testing.T) {
	s := newSite(t)
	anna, ben := s.key(models.RoleUser, "anna"), s.key(models.RoleUser, "ben")
	hers, his := s.belongings(anna), s.belongings(ben)
	places, answered := 0, 0
	for _, p := range probes() {
		for _, place := range p.ids() {
			places++
			with := func(id string) vars {
				return p.values(func(path string, t *ast.Type) (any, bool) {
					switch {
					case path == place:
						return id, true
					case t.Name() == "ID" && t.NonNull:
						return his[p.guess(path)], true
					case t.Name() == "String" && strings.HasSuffix(path, ".letter"):
						return "A", strings.HasSuffix(place, ".conversationId")
					}
					return sample(path, t), t.NonNull || fromStart(path, t)
				})
			}
			missing := s.run(t, ben, p, with(newID()))
			require.NotEqual(t, "INTERNAL", missing.code(), "%s %s: %s", p.field.Name, place, missing.Body)
			for kind, id := range hers {
				a := s.run(t, ben, p, with(id))
				require.Equal(t, shape(missing), shape(a), "%s with her %s as %s", p.field.Name, kind, place)
			}
			if p.kind == ast.Query && shape(s.run(t, anna, p, with(hers[p.guess(place)]))) != shape(missing) {
				answered++ // the owner gets another answer: the argument is really used
			}
		}
	}
	require.Greater(t, places, 40)
	require.Greater(t, answered, 6)
}

func TestScopedKeyReachesItsConversationOnly(t *testing.T) {
	s := newSite(t)
	anna := s.key(models.RoleUser, "anna")
	inside, outside := s.conversation(anna), s.conversation(anna)
	for _, role := range []models.Role{models.RoleUser, models.RoleService, models.RoleAdmin} {
		narrow := s.key(role, "anna", "conversation:"+inside)
		one := `query($id: ID!) { conversation(id: $id) { id messages(first: 1) { totalCount } } }`
		require.Empty(t, s.ask(narrow, one, vars{"id": inside}).Errors)
		require.Equal(t, "NOT_FOUND", s.ask(narrow, one, vars{"id": outside}).code())
		list := s.must(narrow, `{ conversations(first: 10) { totalCount nodes { id } } }`, nil)
		require.NotContains(t, list.Body, outside)
		require.NotEmpty(t, s.upload(narrow, vars{"conversationId": outside}, file{"a.txt", "text/plain", []byte("x")}).code())
		require.Equal(t, "FORBIDDEN", s.ask(narrow, `mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }`, vars{"input": vars{}}).code())
	}
}

// TestScopesAreStoredInOneSpelling stores the scopes of a key without duplicates, in order and in one spelling.
func TestScopesAreStoredInOneSpelling(t *testing.T) {
	s := newSite(t)
	a, b := "conversation:018f0000-0000-7000-8000-00000000000a", "conversation:018f0000-0000-7000-8000-00000000000b"
	for name, c := range map[string]struct{ given, kept []string }{
		"none":             {nil, []string{}},
		"spaces":           {[]string{"  " + a + "\n"}, []string{a}},
		"twice":            {[]string{b, a, b, " " + a}, []string{a, b}},
		"upper-case ids":   {[]string{"conversation:" + strings.ToUpper(a[13:]), a}, []string{a}},
		"another spelling": {[]string{"conversation:{" + a[13:] + "}", "conversation:urn:uuid:" + a[13:]}, []string{a}},
	} {
		t.Run(name, func(t *testing.T) {
			key, _, err := s.keys.Create(auth.With(t.Context(), auth.System), auth.NewKey{Name: name, Role: models.RoleService, Scopes: c.given})
			require.NoError(t, err)
			require.Equal(t, c.kept, key.Scopes)
		})
	}
	_, _, err := s.keys.Create(auth.With(t.Context(), auth.System), auth.NewKey{Name: "many", Role: models.RoleService, Scopes: make([]string, 501)})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
}

// TestInvalidScopes checks that a scope with a mistake never makes a key that may do more than intended.
func TestInvalidScopes(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	other := s.conversation(s.admin)
	create := `mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`
	for _, scope := range []string{"", id, "nonsense", "Conversation:" + id, "conversation=" + id, "conversations:" + id, "conversation:", "conversation:*"} {
		a := s.ask(s.admin, create, vars{"input": vars{"name": "x", "role": "SERVICE", "scopes": []string{scope}}})
		require.Equal(t, "INVALID", a.code(), "%q: %s", scope, a.Body)
	}
	secret := s.must(s.admin, create, vars{"input": vars{"name": "x", "role": "SERVICE", "scopes": []string{"conversation:" + id}}}).get("createApiKey", "secret")
	require.Empty(t, s.ask(secret, `query($id: ID!) { conversation(id: $id) { id } }`, vars{"id": id}).Errors)
	require.NotContains(t, s.ask(secret, `query($id: ID!) { conversation(id: $id) { id } }`, vars{"id": other}).Body, other)
	require.Nil(t, (*auth.Principal)(&auth.Principal{}).ConversationScope())
	require.Equal(t, []string{}, (&auth.Principal{Scopes: []string{"of an older version"}}).ConversationScope(), "an unknown scope allows nothing")
}

// TestScopedKeysStayInTheirScope checks that no role lets a scoped key do anything outside its conversations.
func TestScopedKeysStayInTheirScope(t *testing.T) {
	s := newSite(t)
	id := s.conversation(s.admin)
	for _, role := range models.Roles {
		secret := s.must(s.admin, `mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`,
			vars{"input": vars{"name": "x", "role": role, "scopes": []string{"conversation:" + id}}}).get("createApiKey", "secret")
		for name, query := range map[string]string{
			"makes a key":      `mutation { createApiKey(input: {name: "y", role: ADMIN}) { secret } }`,
			"revokes a key":    `mutation { revokeApiKey(input: {id: "` + models.NewID() + `"}) { key { id } } }`,
			"lists keys":       `{ apiKeys { totalCount } }`,
			"reads the audit":  `{ auditEntries { totalCount } }`,
			"makes a project":  `mutation { createProject(input: {name: "p"}) { project { id } } }`,
			"applies metadata": `mutation { applyMetadata(input: {records: []}) { applied } }`,
		} {
			require.Equal(t, "FORBIDDEN", s.ask(secret, query, nil).code(), "%s %s", role, name)
		}
	}
}
