package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/stretchr/testify/require"

	"vitrine/graph"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/metasync/push"
	"vitrine/internal/testkit"
	"vitrine/models"
	"vitrine/resolvers"
)

// shop is a folder in the reference's format and a server with the real schema and service.
type shop struct {
	*testing.T
	dir    string
	types  *catalog.Types
	agents *catalog.Agents
	models *catalog.Models
}

func newShop(t *testing.T) *shop {
	t.Setenv("SHOP_CAPTURE", "All")
	t.Setenv("VITRINE_KEY", "secret")
	db := testkit.DB(t)
	s := &shop{T: t, dir: filepath.Join(t.TempDir(), "metadata"), types: catalog.NewTypes(db), models: catalog.NewModels(db)}
	s.agents = catalog.NewAgents(db, s.types, s.models)
	service := push.New(db, push.Stores{Types: s.types, Models: s.models, Agents: s.agents, Projects: catalog.NewProjects(db)})
	require.NoError(t, service.PushShipped(t.Context()))
	h := handler.New(graph.NewExecutableSchema(graph.Config{Resolvers: &resolvers.Resolver{Metadata: service}}))
	h.AddTransport(transport.POST{})
	h.SetErrorPresenter(resolvers.Present)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer secret" {
			r = r.WithContext(auth.With(r.Context(), &auth.Principal{User: "ci", Role: models.RoleEditor}))
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Setenv("VITRINE_URL", server.URL)
	require.NoError(t, os.CopyFS(s.dir, os.DirFS("testdata/folder")))
	return s
}

// run runs the command and returns its output and exit code.
func (s *shop) run(args ...string) (string, int) {
	s.Helper()
	var out bytes.Buffer
	cmd := root()
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetIn(strings.NewReader(""))
	cmd.SetArgs(append([]string{"sync"}, append(args, "--dir", s.dir)...))
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		return out.String() + err.Error(), report(err)
	}
	return out.String(), 0
}

// done is run for commands that must succeed.
func (s *shop) done(args ...string) string {
	s.Helper()
	out, code := s.run(args...)
	require.Zero(s, code, out)
	return out
}

func (s *shop) files() map[string]string {
	s.Helper()
	files := map[string]string{}
	require.NoError(s, fs.WalkDir(os.DirFS(s.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[name] = s.read(name)
		}
		return err
	}))
	return files
}

func (s *shop) read(name string) string {
	s.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	require.NoError(s, err)
	return string(data)
}

func (s *shop) write(name, content string) {
	s.Helper()
	require.NoError(s, os.WriteFile(filepath.Join(s.dir, name), []byte(content), 0o600))
}

func bob() context.Context {
	return auth.With(context.Background(), &auth.Principal{User: "bob", Role: models.RoleEditor})
}

func (s *shop) editType(name string, change func(*models.ArtifactType)) {
	s.Helper()
	t, err := s.types.Named(bob(), name)
	require.NoError(s, err)
	_, err = s.types.Update(bob(), t.ID, nil, func(t *models.ArtifactType) error { change(t); return nil })
	require.NoError(s, err)
}

func (s *shop) editAgent(name string, change func(*models.Agent)) {
	s.Helper()
	a, err := s.agents.Named(bob(), name)
	require.NoError(s, err)
	_, err = s.agents.Update(bob(), a.ID, nil, func(a *models.Agent) error { change(a); return nil })
	require.NoError(s, err)
}

func TestPushPullPush(t *testing.T) {
	s := newShop(t)
	before := s.files()
	out, code := s.run("diff")
	require.Equal(t, exitInvalid, code)
	require.Contains(t, out, `+ agents "Clerk"`)
	require.Contains(t, out, "7 to create, 0 to update, 0 to delete, 0 unchanged, 0 in conflict.")

	require.Contains(t, s.done("push", "--ci"), "7 to create")
	clerk, err := s.agents.Named(bob(), "Clerk")
	require.NoError(t, err)
	require.Equal(t, models.CaptureAll, clerk.Capture)
	require.Equal(t, 3, *clerk.HistoryWindow)
	require.Equal(t, "You file invoices.\nBe brief.\n", clerk.SystemPrompt)

	for range 2 {
		out = s.done("pull")
		require.Contains(t, out, "added models/.eye.json\n0 files changed, 1 added.", "created by a look-up, without a file")
		require.NoError(t, os.Remove(filepath.Join(s.dir, "models/.eye.json")))
		require.Equal(t, before, s.files())
	}
	s.done("pull")
	require.Contains(t, s.done("pull"), "0 files changed, 0 added.")
	require.Contains(t, s.done("push", "--ci"), "0 to create, 0 to update, 0 to delete, 7 unchanged, 0 in conflict.\nNothing to change")
	require.Contains(t, s.done("diff"), "7 unchanged")
	require.Contains(t, s.done("status"), "artifact-types/.invoices.json unchanged\n")
}

func TestPullWritesAValueAtItsPosition(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci")
	s.done("pull")
	before := s.files()
	s.editAgent("Clerk", func(a *models.Agent) {
		a.SystemPrompt, a.Capture = "You file invoices.\nBe quick.\n", models.CaptureOff
		*a.HistoryWindow = 4
	})
	s.editType("Receipt", func(t *models.ArtifactType) { t.Name, t.FileExtensions = "Till receipt", []string{"rcp"} })
	s.editType("Invoice", func(t *models.ArtifactType) { t.Description, t.Priority = "An invoice", 7 })
	s.editAgent("Cashier", func(a *models.Agent) { a.Description = "An invoice" })
	s.editType("PDF", func(t *models.ArtifactType) { t.Icon = "ours" })
	ear, err := s.models.Named(bob(), "ear")
	require.NoError(t, err)
	_, err = s.models.Update(bob(), ear.ID, nil, func(m *models.Model) error { m.Provider = "gemini"; return nil })
	require.NoError(t, err)
	require.NoError(t, s.models.Create(bob(), &models.Model{Name: "Third Ear", Provider: "openai", InputMIMEPatterns: []string{"audio/*"}}))

	out := s.done("pull", "--dry-run")
	require.Contains(t, out, "Nothing was written.")
	require.Equal(t, before, s.files())
	out = s.done("pull")
	for _, line := range []string{
		"changed ai-agents/clerk.json\n", "changed ai-agents/prompts/clerk.md\n", "changed artifact-types/.invoices.json\n",
		"added artifact-types/.pdf.json\n", "added models/.third-ear.json\n", "kept ai-agents/clerk.json:8: @env:SHOP_CAPTURE stays",
	} {
		require.Contains(t, out, line)
	}
	require.Equal(t, "You file invoices.\nBe quick.\n", s.read("ai-agents/prompts/clerk.md"))
	clerk := strings.NewReplacer(`Name=Receipt?allowDefer"`, `Name=Till receipt"`, "window.json\"\n", "window.json\",\n    \"HistoryWindow\": 4\n")
	require.Equal(t, clerk.Replace(before["ai-agents/clerk.json"]), s.read("ai-agents/clerk.json"))
	invoices := strings.NewReplacer(`"Name": "Receipt"`, `"Name": "Till receipt"`, `"@file:invoice.md"`, `"An invoice"`,
		"\"IsEnabled\": true\n", "\"IsEnabled\": true,\n\t\t\t\"Priority\": 7\n")
	require.Equal(t, invoices.Replace(before["artifact-types/.invoices.json"]), s.read("artifact-types/.invoices.json"))
	yaml := strings.NewReplacer("openai", "gemini", "image/*]\n", "image/*]\n    provider: openai\n")
	require.Equal(t, yaml.Replace(before["models/models.yaml"]), s.read("models/models.yaml"), "a merged value stays for others when one is changed")
	var added struct {
		Fields     map[string]any
		PrimaryKey map[string]string
	}
	require.NoError(t, json.Unmarshal([]byte(s.read("models/.third-ear.json")), &added))
	require.Equal(t, map[string]any{"Name": "Third Ear", "Provider": "openai", "InputMimePatterns": []any{"audio/*"}}, added.Fields)

	require.Contains(t, s.done("pull"), "0 files changed, 0 added.")
	t.Setenv("SHOP_CAPTURE", "Off")
	require.Contains(t, s.done("push", "--ci"), "0 to create, 0 to update, 0 to delete, 9 unchanged, 0 in conflict.")
}

func TestPullIntoAnEmptyFolder(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci", "--source", "shop")
	s.dir = filepath.Join(t.TempDir(), "fresh")
	require.Contains(t, s.done("pull", "--include", "ai-agents,agents"), "0 files changed, 2 added.")
	require.Contains(t, s.done("pull"), "0 files changed, 5 added.")
	require.Contains(t, s.done("pull"), "0 files changed, 0 added.")
	require.Contains(t, s.done("diff"), "7 unchanged")
}

func TestServerValuesAreNotReferences(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci")
	s.done("pull")
	before := s.files()
	s.editAgent("Clerk", func(a *models.Agent) { a.SystemPrompt = "@env:VITRINE_KEY" })
	require.NoError(t, s.models.Create(bob(), &models.Model{Name: "@file:../../secret", Provider: "openai"}))
	out := s.done("pull")
	require.Contains(t, out, "SystemPrompt stays: a folder would read the server's value as a reference.")
	require.Contains(t, out, "models @file:../../secret is not written")
	require.Equal(t, before, s.files())
}

func TestConflictNamesFieldAndUser(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci")
	s.editType("Receipt", func(t *models.ArtifactType) { t.ContentType = "application/x-bobs" })
	s.editAgent("Cashier", func(a *models.Agent) { a.Description = "Bob's" })
	before, err := s.types.Named(bob(), "Receipt")
	require.NoError(t, err)

	out, code := s.run("push", "--ci")
	require.Equal(t, exitConflict, code)
	require.Contains(t, out, `! artifact-types "Receipt", contentType: pushed as "application/vnd.shop.receipt+json", now "application/x-bobs" by bob at `)
	require.Contains(t, out, `! agents "Cashier", description: `)
	after, err := s.types.Named(bob(), "Receipt")
	require.NoError(t, err)
	require.Equal(t, before, after)

	out = s.done("status")
	require.Contains(t, out, `    28: conflict  artifact-types "Receipt": contentType (changed on the server by bob)`)
	require.Contains(t, out, `conflict  agents "Cashier": description (changed on the server by bob)`)

	page := filepath.Join(t.TempDir(), "page.md")
	t.Setenv("GITHUB_STEP_SUMMARY", page)
	t.Chdir(filepath.Dir(s.dir))
	s.dir = "metadata"
	out, code = s.run("push", "--ci", "--format", "github")
	require.Equal(t, exitConflict, code)
	require.Contains(t, out, `::error file=metadata/artifact-types/.invoices.json,line=28::artifact-types "Receipt", contentType: pushed as`)
	written, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(written), "| conflict | artifact-types | Receipt | contentType, changed by bob |")

	require.Contains(t, s.done("push", "--ci", "--force"), "Applied")
	require.Contains(t, s.done("diff"), "6 unchanged")
}

func TestStatusShowsSources(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci")
	s.write("templates/footer.md", "Kept for seven years.")
	s.write("ai-agents/clerk.json", `{ "fields": { "Name": "Clerk", "Description": "files" } }`)
	s.write("ai-agents/new.json", `{ "fields": { "Name": "New" } }`)
	require.NoError(t, os.Remove(filepath.Join(s.dir, "models/models.yaml")))
	gone, err := s.types.Named(bob(), "Receipt")
	require.NoError(t, err)
	s.editAgent("Clerk", func(a *models.Agent) { a.DefaultArtifactTypeID = nil })
	_, err = s.types.Delete(bob(), gone.ID, nil)
	require.NoError(t, err)
	out := s.done("status")
	for _, line := range []string{
		`modified  artifact-types "Invoice": description (from artifact-types/invoice.md, templates/footer.md)`,
		`modified  agents "Cashier": description`, `deleted   artifact-types "Receipt"`, `modified  agents "Clerk": description`, `new       agents "New"`,
		"no longer in the folder (a push with --prune deletes them)\n  models \"ear\"\n  models \"both\"\n",
		"1 new, 3 modified, 0 to delete, 1 deleted on the server, 0 in conflict, 0 unchanged.",
	} {
		require.Contains(t, out, line)
	}
	require.NotContains(t, out, `"eye"`, "records found by a look-up stay")
	var machine struct {
		Files []struct{ Records []struct{ Line int } }
	}
	require.NoError(t, json.Unmarshal([]byte(s.done("status", "--format", "json")), &machine))
	require.Equal(t, 4, machine.Files[2].Records[0].Line+2)
}

func TestPrune(t *testing.T) {
	s := newShop(t)
	s.done("push", "--ci")
	require.NoError(t, os.Remove(filepath.Join(s.dir, "models/models.yaml")))
	require.Contains(t, s.done("push", "--ci"), "0 to delete", "a missing file deletes nothing")
	out, code := s.run("push", "--ci", "--prune", "--prune-limit", "1")
	require.Equal(t, exitInvalid, code)
	require.Contains(t, out, "at most 1 are allowed")
	out, code = s.run("push", "--ci", "--prune", "--include", "models")
	require.Equal(t, exitInvalid, code)
	require.Contains(t, out, "would delete the records")
	require.Contains(t, s.done("push", "--ci", "--prune"), "2 to delete")
	_, err := s.models.Named(bob(), "ear")
	require.True(t, fault.Is(err, fault.CodeNotFound))
	require.Contains(t, s.done("push", "--ci", "--prune"), "0 to delete")
}

func TestProblemsAreAnnotated(t *testing.T) {
	s := newShop(t)
	s.write("ai-agents/bad.json", "{\n \"fields\": {\n \"Name\": \"Bad, 100%\",\n \"Colour\": 1 } }")
	out, code := s.run("validate", "--format", "github")
	require.Equal(t, exitInvalid, code)
	require.Regexp(t, `::error file=[^:,]*/metadata/ai-agents/bad.json,line=4::agents "Bad, 100%25", field Colour`, out)
	_, code = s.run("validate", "--format", "xml")
	require.Equal(t, exitInvalid, code)
	t.Setenv("VITRINE_URL", "http://127.0.0.1:1")
	_, code = s.run("status", "--exclude", "ai-agents")
	require.Equal(t, exitUnreachable, code)
}
