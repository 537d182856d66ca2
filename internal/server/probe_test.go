package server_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"vitrine/graph"
	"vitrine/models"
)

var schema = graph.NewExecutableSchema(graph.Config{}).Schema()

// probe is a call of one root field, made from the schema.
type probe struct {
	kind  ast.Operation
	field *ast.FieldDefinition
}

// probes returns a call of every query, mutation and subscription of the schema.
func probes() (all []probe) {
	for kind, def := range map[ast.Operation]*ast.Definition{ast.Query: schema.Query, ast.Mutation: schema.Mutation, ast.Subscription: schema.Subscription} {
		for _, f := range def.Fields {
			if !strings.HasPrefix(f.Name, "__") {
				all = append(all, probe{kind, f})
			}
		}
	}
	slices.SortFunc(all, func(a, b probe) int { return strings.Compare(a.field.Name, b.field.Name) })
	return all
}

// values fills in every required argument; pick returns the value of a leaf, and whether to set it where it is
// optional.
func (p probe) values(pick func(path string, t *ast.Type) (any, bool)) vars {
	out := vars{}
	for _, arg := range p.field.Arguments {
		if v, ok := fill(arg.Name, arg.Type, arg.DefaultValue, pick); ok {
			out[arg.Name] = v
		}
	}
	return out
}

func fill(path string, t *ast.Type, otherwise *ast.Value, pick func(string, *ast.Type) (any, bool)) (any, bool) {
	if def := schema.Types[t.Name()]; def.Kind == ast.InputObject {
		object := vars{}
		for _, f := range def.Fields {
			if v, ok := fill(path+"."+f.Name, f.Type, f.DefaultValue, pick); ok {
				object[f.Name] = v
			}
		}
		if t.Elem != nil {
			return []any{object}, t.NonNull || len(object) > 0
		}
		return object, t.NonNull || len(object) > 0
	}
	v, wanted := pick(path, t)
	if wanted && t.Elem != nil {
		v = []any{v}
	}
	return v, wanted || t.NonNull && otherwise == nil
}

// ids returns the paths of the call's ids.
func (p probe) ids() (paths []string) {
	p.values(func(path string, t *ast.Type) (any, bool) {
		if t.Name() == "ID" {
			paths = append(paths, path)
		}
		return nil, true
	})
	return paths
}

func (p probe) query() string {
	var declared, passed []string
	for _, arg := range p.field.Arguments {
		declared = append(declared, "$"+arg.Name+": "+arg.Type.String())
		passed = append(passed, arg.Name+": $"+arg.Name)
	}
	return fmt.Sprintf("%s%s { %s%s %s }", p.kind, parens(declared), p.field.Name, parens(passed), selection(schema.Types[p.field.Type.Name()], 2))
}

func parens(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// selection selects every field that needs no argument, depth levels deep.
func selection(def *ast.Definition, depth int) string {
	if def.IsLeafType() {
		return ""
	}
	fields := []string{"__typename"}
	for _, f := range def.Fields {
		target := schema.Types[f.Type.Name()]
		if strings.HasPrefix(f.Name, "__") || slices.ContainsFunc(f.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.NonNull && a.DefaultValue == nil }) {
			continue
		}
		if target.IsLeafType() || depth > 0 {
			fields = append(fields, f.Name+" "+selection(target, depth-1))
		}
	}
	return "{ " + strings.Join(fields, " ") + " }"
}

// run makes the call: with a file when it takes one, as a stream when it is a subscription (its first answer counts).
func (s *site) run(t *testing.T, key string, p probe, values vars) answer {
	t.Helper()
	if _, takesFile := values["file"]; takesFile {
		given := maps.Clone(values)
		given["file"] = nil
		return s.form(key, map[string]string{"Apollo-Require-Preflight": "true"}, part{"operations", body(t, p.query(), given)}, part{"map", `{"0": ["variables.file"]}`}, part{"0", file{"a.txt", "text/plain", []byte("hello")}})
	}
	if p.kind == ast.Subscription {
		f := s.follow(t, key, p.query(), values)
		defer f.close()
		return f.next()
	}
	return s.ask(key, p.query(), values)
}

// fromStart reports whether a leaf is the position to follow from, which makes a stream send something at once.
func fromStart(path string, t *ast.Type) bool { return path == "after" && t.Name() == "Int64" }

// sample returns a valid value for a leaf that is not an id.
func sample(path string, t *ast.Type) any {
	name := path[strings.LastIndex(path, ".")+1:]
	switch def := schema.Types[t.Name()]; {
	case def.Kind == ast.Enum:
		return def.EnumValues[0].Name
	case fromStart(path, t):
		return 0
	case t.Name() == "Int" || t.Name() == "Int64" || t.Name() == "Float":
		return 1
	case t.Name() == "Boolean":
		return true
	case t.Name() == "Time":
		return "2090-01-02T03:04:05Z"
	case t.Name() == "JSON":
		return vars{}
	case t.Name() == "Upload":
		return nil
	}
	known := map[string]string{"letter": "A", "tool": "get_metadata", "mimeType": "text/plain", "contentType": "text/x-probe", "harness": "claude", "provider": "generic", "path": "/w/a.md", "host": "laptop"}
	if v, ok := known[name]; ok {
		return v
	}
	return name
}

// belongings creates one of everything that a user can own, and returns the ids.
func (s *site) belongings(key string) map[string]string {
	s.Helper()
	id := s.conversation(key)
	message := s.say(key, id, "hello")
	up := s.upload(key, vars{"conversationId": id, "messageId": message}, file{"a.txt", "text/plain", []byte("the text of " + id)})
	require.Empty(s, up.Errors)
	started := s.must(key, `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id } } }`, vars{"input": vars{"conversationId": id, "fileName": "b.txt", "mimeType": "text/plain", "sizeBytes": 100}})
	return map[string]string{
		"conversation": id, "message": message, "version": up.get("uploadArtifact", "version", "id"), "artifact": up.get("uploadArtifact", "version", "artifact", "id"),
		"deliverable": up.get("uploadArtifact", "deliverable", "id"), "upload": started.get("startUpload", "upload", "id"),
	}
}

// declared creates one of each declared record, and a key, and returns the ids.
func (s *site) declared() map[string]string {
	s.Helper()
	out := map[string]string{}
	for name, input := range map[string]vars{
		"ArtifactType": {"contentType": "text/x-" + newID()[:8]}, "Agent": {"artifactCreationMode": "ALWAYS"}, "Model": {"provider": "generic"}, "Project": {},
	} {
		input["name"] = newID()
		field := strings.ToLower(name[:1]) + name[1:]
		made := s.must(s.admin, fmt.Sprintf(`mutation($input: Create%[1]sInput!) { create%[1]s(input: $input) { %[2]s { id } } }`, name, field), vars{"input": input})
		out[strings.ToLower(name)] = made.get("create"+name, field, "id")
	}
	out["apikey"], _ = s.newKey(models.RoleUser, newID())
	return out
}

// guess returns what the id at a path belongs to: by the argument's name, or by the field's when the argument is just
// "id".
func (p probe) guess(path string) string {
	name := strings.ToLower(path[strings.LastIndex(path, ".")+1:])
	if name == "id" || name == "ids" {
		name = strings.ToLower(p.field.Name)
	}
	if strings.HasPrefix(name, "type") || name == "parentid" || strings.HasSuffix(name, "typeid") || strings.HasSuffix(name, "typeids") {
		return "artifacttype"
	}
	for _, kind := range []string{"artifacttype", "agent", "model", "project", "apikey", "version", "artifact", "deliverable", "message", "upload"} {
		if strings.Contains(name, kind) {
			return kind
		}
	}
	return "conversation"
}

func newID() string { return models.NewID() }
