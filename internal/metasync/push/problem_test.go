package push_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/metasync"
	"vitrine/models"
)

// TestProblemsStaySmall pushes huge invalid values: the answer names the problem and does not repeat the value.
func TestProblemsStaySmall(t *testing.T) {
	b := newBench(t)
	huge := strings.Repeat("x", 3<<20)
	twenty := make([]map[string]any, 20)
	for i := range twenty {
		twenty[i] = map[string]any{"fields": map[string]any{"Name": huge}}
	}
	for name, r := range map[string]any{
		"a collection":         map[string]any{"collection": huge},
		"a name":               map[string]any{"collection": "projects", "fields": map[string]any{"Name": huge}},
		"a name and a field":   map[string]any{"collection": "projects", "fields": map[string]any{"Name": huge, huge: 1}},
		"a description":        map[string]any{"collection": "projects", "fields": map[string]any{"Name": "a", "Description": huge}},
		"a primary key":        map[string]any{"collection": "projects", "fields": map[string]any{"Name": "a"}, "primaryKey": map[string]any{"ID": huge}},
		"a column of the key":  map[string]any{"collection": "projects", "fields": map[string]any{"Name": "a"}, "primaryKey": map[string]any{huge: "a"}},
		"an enum":              map[string]any{"collection": "agents", "fields": map[string]any{"Name": "a", "ArtifactCreationMode": huge}},
		"a tool library":       map[string]any{"collection": "artifact-types", "fields": map[string]any{"Name": "a", "ContentType": "a/b", "ToolLibrary": huge}},
		"a look-up":            map[string]any{"collection": "agents", "fields": map[string]any{"Name": "a", "DefaultModelID": "@lookup:AI Models.Name=" + huge}},
		"related records":      map[string]any{"collection": "projects", "fields": map[string]any{"Name": "a"}, "relatedEntities": map[string]any{huge: twenty}},
		"an entity and spaces": map[string]any{"collection": "projects", "fields": map[string]any{"Name": "a"}, "relatedEntities": map[string]any{strings.Repeat(" ", 3<<20) + "AI Models": twenty}},
		"rules":                map[string]any{"collection": "artifact-types", "fields": map[string]any{"Name": "a", "ContentType": "a/b", "ExtractRules": []any{map[string]any{"name": huge, "expr": "1 +"}}}},
		"no record":            huge,
	} {
		_, err := b.service.Apply(b.ctx, metasync.Push{Records: []models.JSON{models.ToJSON(r)}, Source: "s"})
		f := fault.As(err)
		require.NotNil(t, f, "%s: %v", name, err)
		require.Equal(t, fault.CodeInvalid, f.Code, name)
		all, err := json.Marshal(f)
		require.NoError(t, err)
		require.Less(t, len(all), 200_000, name)
	}
	_, err := b.service.Apply(b.ctx, metasync.Push{Source: huge})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
}
