package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/internal/metasync/push"
	"vitrine/internal/metasync/remote"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// bench is a folder and a server with the real service behind a minimal applyMetadata.
type bench struct {
	*testing.T
	dir     string
	types   *catalog.Types
	service *push.Service
	client  *remote.Client
	between func() // runs before a push is applied
	out     bytes.Buffer
}

func newBench(t *testing.T) *bench {
	t.Parallel()
	db := testkit.DB(t)
	b := &bench{T: t, dir: filepath.Join(t.TempDir(), "metadata"), types: catalog.NewTypes(db), between: func() {}}
	drivers := catalog.NewModels(db)
	b.service = push.New(db, push.Stores{Types: b.types, Models: drivers, Agents: catalog.NewAgents(db, b.types, drivers), Projects: catalog.NewProjects(db)})
	server := httptest.NewServer(http.HandlerFunc(b.serve))
	t.Cleanup(server.Close)
	b.client = &remote.Client{URL: server.URL, Key: "secret", HTTP: server.Client()}
	b.write("artifact-types/.invoice.json", `{ "fields": { "Name": "Invoice", "ContentType": "application/x-invoice", "Description": "from git" } }`)
	return b
}

func (b *bench) serve(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if r.Header.Get("Authorization") == "Bearer secret" {
		ctx = auth.With(ctx, &auth.Principal{User: "ci", Role: models.RoleEditor})
	}
	var body struct {
		Variables struct {
			Input struct {
				Records          []models.JSON
				ExpectedRevision *int64
				DryRun, Force    bool
				Source           string
				Prune            bool
				PruneLimit       int
			}
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/graphql" {
		http.Error(w, "<html>not here</html>", http.StatusNotFound)
		return
	}
	if !body.Variables.Input.DryRun {
		b.between()
	}
	out, err := b.service.Apply(ctx, metasync.Push(body.Variables.Input))
	_, _ = w.Write(response(out, err))
}

// response encodes an answer as the schema does: camel-case keys, errors with extensions.
func response(out *metasync.Outcome, err error) []byte {
	if f := fault.As(err); f != nil {
		extensions := map[string]any{"code": f.Code, "remedies": f.Remedies}
		for k, v := range f.Details {
			extensions[k] = v
		}
		return models.ToJSON(map[string]any{"data": nil, "errors": []any{map[string]any{"message": f.Message, "extensions": extensions}}})
	}
	return models.ToJSON(map[string]any{"data": map[string]any{"applyMetadata": out}}) // encoding/json reads keys of any case
}

func (b *bench) write(name, content string) {
	b.Helper()
	file := filepath.Join(b.dir, name)
	require.NoError(b, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(b, os.WriteFile(file, []byte(content), 0o600))
}

func (b *bench) push(change func(*remote.Job)) (string, error) {
	b.Helper()
	b.out.Reset()
	j := remote.Job{Dir: b.dir, Format: remote.Text, Out: &b.out}
	change(&j)
	err := j.Push(context.Background(), b.client)
	return b.out.String(), err
}

func plainly(*remote.Job)     {}
func dry(j *remote.Job)       { j.DryRun = true }
func forcing(j *remote.Job)   { j.Force = true }
func inJSON(j *remote.Job)    { j.Format = remote.JSON }
func asJSON(s string) (v any) { _ = json.Unmarshal([]byte(s), &v); return v }
func answering(yes bool) func(*remote.Job) {
	return func(j *remote.Job) { j.Confirm = func(string) bool { return yes } }
}

func (b *bench) edit(change func(*models.ArtifactType)) {
	b.Helper()
	ctx := auth.With(context.Background(), &auth.Principal{User: "bob", Role: models.RoleEditor})
	t, err := b.types.Named(ctx, "Invoice")
	require.NoError(b, err)
	_, err = b.types.Update(ctx, t.ID, nil, func(t *models.ArtifactType) error { change(t); return nil })
	require.NoError(b, err)
}

func TestPush(t *testing.T) {
	b := newBench(t)
	out, err := b.push(dry)
	require.NoError(t, err)
	require.Contains(t, out, `+ artifact-types "Invoice"`)
	require.Contains(t, out, `contentType: "application/x-invoice"`)
	require.Contains(t, out, "Nothing was changed.")

	out, err = b.push(answering(false))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(out, "+ artifact-types"), "the plan is shown once, before the question")
	require.Contains(t, out, "Nothing was changed.")

	out, err = b.push(plainly)
	require.NoError(t, err)
	require.Contains(t, out, "1 to create, 0 to update, 0 to delete, 0 unchanged, 0 in conflict.\nApplied; metadata is at revision 1.\n")
	require.NotContains(t, out, "\x1b")

	out, err = b.push(plainly)
	require.NoError(t, err)
	require.Contains(t, out, "1 unchanged, 0 in conflict.\nNothing to change")
}

func TestPushStopsAtConflicts(t *testing.T) {
	b := newBench(t)
	_, err := b.push(plainly)
	require.NoError(t, err)
	b.edit(func(t *models.ArtifactType) { t.Description = "from the \x1b[31m admin" })

	out, err := b.push(plainly)
	require.True(t, fault.Is(err, fault.CodeConflict))
	require.Contains(t, out, `! artifact-types "Invoice", description: pushed as "from git", now "from the \u001b[31m admin" by bob at `)

	out, err = b.push(inJSON)
	require.True(t, fault.Is(err, fault.CodeConflict))
	require.Contains(t, out, `"changedBy": "bob"`)
	require.NotNil(t, asJSON(out))

	out, err = b.push(forcing)
	require.NoError(t, err)
	require.Contains(t, out, "Applied")
}

func TestPushAppliesThePlanThatItShowed(t *testing.T) {
	b := newBench(t)
	_, err := b.push(plainly)
	require.NoError(t, err)
	b.write("artifact-types/.invoice.json", `{ "fields": { "Name": "Invoice", "ContentType": "application/x-invoice2" } }`)
	b.between = func() { b.edit(func(t *models.ArtifactType) { t.Priority = 9 }) }
	_, err = b.push(plainly)
	require.True(t, fault.Is(err, fault.CodeConflict), err)
}

func TestProblemsNameFileAndLine(t *testing.T) {
	b := newBench(t)
	b.write("artifact-types/.bad.json", "[\n{ \"fields\": {\n \"Name\": \"Bad\",\n \"ContentType\": \"a/b\",\n \"DefaultDeliveryMode\": \"Auto\",\n \"Colour\": 1 } } ]")
	_, err := b.push(plainly)
	require.True(t, fault.Is(err, fault.CodeInvalid))
	require.ErrorContains(t, err, "artifact-types/.bad.json:6: artifact-types \"Bad\", field Colour")

	b.write("artifact-types/.bad.json", "[\n{ \"fields\": {\n \"Name\": \"Bad\",\n \"ContentType\": \"a/b\",\n \"DefaultDeliveryMode\": \"Auto\" } } ]")
	out, err := b.push(inJSON)
	require.ErrorContains(t, err, "artifact-types/.bad.json:5: artifact-types \"Bad\", field DefaultDeliveryMode")
	require.Contains(t, out, `"code": "INVALID"`)
	_, err = b.types.Named(t.Context(), "Invoice")
	require.True(t, fault.Is(err, fault.CodeNotFound), "one bad record refuses all")
}

func TestUnreachableServers(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		name, url, key string
		code           fault.Code
	}{
		{"no server", "http://127.0.0.1:1", "secret", fault.CodeUnavailable},
		{"another server", b.client.URL + "/other", "secret", fault.CodeUnavailable},
		{"not a URL", "vitrine", "secret", fault.CodeInvalid},
		{"no key", b.client.URL + "/graphql", "", fault.CodeUnauthenticated},
	} {
		b.client.URL, b.client.Key = c.url, c.key
		_, err := b.push(plainly)
		require.Truef(t, fault.Is(err, c.code), "%s: %v", c.name, err)
	}
}

func TestValidate(t *testing.T) {
	var out bytes.Buffer
	b := &bench{T: t, dir: t.TempDir()}
	b.write("artifact-types/a.yaml", `
- fields: {Name: A, ContentType: a/b, SystemSupplied: true, Parent: "@lookup:Artifact Types.Name=Known to the server"}
- fields: {Name: B, ContentType: a/b, Parent: JSON}
`)
	j := remote.Job{Dir: b.dir, Format: remote.Text, Out: &out}
	require.NoError(t, j.Validate())
	require.Contains(t, out.String(), "SystemSupplied is for the types that ship")
	require.Contains(t, out.String(), "all claim a/b with priority 0")
	require.Contains(t, out.String(), "2 records are valid.")

	b.write("artifact-types/b.yaml", "- fields:\n    Name: C\n    ContentType: text\n")
	err := j.Validate()
	require.ErrorContains(t, err, "artifact-types/b.yaml:3: artifact-types \"C\", field ContentType")

	j.Dir = filepath.Join(b.dir, "none")
	require.ErrorContains(t, j.Validate(), "cannot be opened")
}
