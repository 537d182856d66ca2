package turn

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"vitrine/internal/tool"
)

// TurnTool is one tool of a turn in neutral form. Its input schema has one more property than the tool's own:
// artifact, the letter of the artifact to read. When two libraries have different tools of one name, Name
// distinguishes them, and Tool is the name to call invokeArtifactTool with.
type TurnTool struct {
	Name        string          `json:"name"`
	Tool        string          `json:"tool"`
	Description string          `json:"description"`
	Artifacts   []string        `json:"artifacts"` // letters it can be called on
	InputSchema json.RawMessage `json:"inputSchema"`
}

// tools returns the tools of all artifacts of the manifest, each once, with the letters it works on.
func (s *state) tools(manifest []ManifestEntry) []TurnTool {
	type signature struct{ name, schema string }
	letters, seen := map[signature][]string{}, map[signature]tool.Definition{}
	variants := map[string]int{}
	var order []signature
	for _, e := range manifest {
		for _, d := range toolsOf(s.types.Chain(e.Type.ID)) {
			sig := signature{d.Name, string(d.InputSchema)}
			if _, ok := seen[sig]; !ok {
				seen[sig] = d
				variants[d.Name]++
				order = append(order, sig)
			}
			letters[sig] = append(letters[sig], e.Letter)
		}
	}
	tools := make([]TurnTool, 0, len(order))
	numbered := map[string]int{}
	for _, sig := range order {
		d := seen[sig]
		name := d.Name
		if numbered[d.Name]++; variants[d.Name] > 1 && numbered[d.Name] > 1 {
			name = d.Name + "_" + letters[sig][0]
		}
		tools = append(tools, TurnTool{
			Name: name, Tool: d.Name, Description: d.Description, Artifacts: letters[sig], InputSchema: withArtifact(d.InputSchema, letters[sig]),
		})
	}
	slices.SortStableFunc(tools, func(a, b TurnTool) int { return cmp.Compare(a.Name, b.Name) })
	return tools
}

// withArtifact adds the letter to a tool's input schema, as its first required property.
func withArtifact(schema json.RawMessage, letters []string) json.RawMessage {
	var s map[string]any
	if json.Unmarshal(schema, &s) != nil {
		return schema // cannot fail: the conformance suite decodes the schemas of all libraries
	}
	properties, _ := s["properties"].(map[string]any)
	properties = maps.Clone(properties)
	if properties == nil {
		properties = map[string]any{}
	}
	properties["artifact"] = map[string]any{"type": "string", "enum": letters, "description": "The letter of the artifact to read."}
	required, _ := s["required"].([]any)
	s["properties"], s["required"] = properties, append([]any{"artifact"}, required...)
	b, _ := json.Marshal(s) // of decoded JSON: cannot fail
	return b
}
