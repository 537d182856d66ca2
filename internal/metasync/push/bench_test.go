package push_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/internal/metasync/push"
	"vitrine/internal/testkit"
	"vitrine/models"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// bench is a service with the test's own database and the context of an editor.
type bench struct {
	testing.TB
	db       *database.DB
	types    *catalog.Types
	models   *catalog.Models
	agents   *catalog.Agents
	projects *catalog.Projects
	service  *push.Service
	ctx      context.Context
}

func newBench(t *testing.T) *bench {
	t.Parallel()
	return newBenchBeside(t)
}

// newBenchBeside is newBench for a test that already has a bench.
func newBenchBeside(t testing.TB) *bench {
	db := testkit.DB(t)
	b := &bench{TB: t, db: db, types: catalog.NewTypes(db), models: catalog.NewModels(db), projects: catalog.NewProjects(db)}
	b.agents = catalog.NewAgents(db, b.types, b.models)
	b.service = push.New(db, push.Stores{Types: b.types, Models: b.models, Agents: b.agents, Projects: b.projects})
	b.ctx = as("ada")
	return b
}

func as(user string) context.Context {
	return auth.With(context.Background(), &auth.Principal{User: user, Role: models.RoleEditor})
}

// record returns one record as clients send it.
func record(collection string, fields map[string]any) models.JSON {
	return models.ToJSON(map[string]any{"collection": collection, "fields": fields})
}

func artifactType(name, mime string, more ...any) models.JSON {
	fields := map[string]any{"Name": name, "ContentType": mime}
	for i := 0; i < len(more); i += 2 {
		fields[more[i].(string)] = more[i+1]
	}
	return record("artifact-types", fields)
}

func (b *bench) push(records ...models.JSON) *metasync.Outcome {
	b.Helper()
	out, err := b.service.Apply(b.ctx, metasync.Push{Records: records, Source: "shop"})
	require.NoError(b, err)
	return out
}

func (b *bench) refused(code fault.Code, p metasync.Push) *fault.Fault {
	b.Helper()
	_, err := b.service.Apply(b.ctx, p)
	require.Truef(b, fault.Is(err, code), "want %s, have %v", code, err)
	return fault.As(err)
}

func (b *bench) typeNamed(name string) *models.ArtifactType {
	b.Helper()
	t, err := b.types.Named(b.ctx, name)
	require.NoError(b, err)
	return t
}

func (b *bench) edit(name string, change func(*models.ArtifactType)) {
	b.Helper()
	_, err := b.types.Update(as("bob"), b.typeNamed(name).ID, nil, func(t *models.ArtifactType) error { change(t); return nil })
	require.NoError(b, err)
}

func names(changes []metasync.Change) []string {
	list := []string{}
	for _, c := range changes {
		list = append(list, c.Name)
	}
	return list
}

func pretty(v any) string { b, _ := json.MarshalIndent(v, "", " "); return string(b) }
