package server

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// variables checks rules in variables that validation checks for literals only: @oneOf, and the range of Int.
func variables(schema *ast.Schema, oc *graphql.OperationContext) *gqlerror.Error {
	for _, def := range oc.Operation.VariableDefinitions {
		if err := checkVariable(schema, def.Type, oc.Variables[def.Variable], "$"+def.Variable); err != nil {
			return err
		}
	}
	return nil
}

func checkVariable(schema *ast.Schema, t *ast.Type, v any, path string) *gqlerror.Error {
	if v == nil {
		return nil
	}
	if list, ok := v.([]any); ok && t.Elem != nil {
		for i, element := range list {
			if err := checkVariable(schema, t.Elem, element, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if t.Name() == "Int" && !fitsInt(v) {
		return invalidVariable("%s is not a valid Int: it must fit 32 bits.", path)
	}
	if object, ok := v.(map[string]any); ok {
		return checkObject(schema, schema.Types[t.Name()], object, path)
	}
	return nil
}

func checkObject(schema *ast.Schema, def *ast.Definition, object map[string]any, path string) *gqlerror.Error {
	if def == nil || def.Kind != ast.InputObject {
		return nil // a custom scalar
	}
	if def.Directives.ForName("oneOf") != nil && !exactlyOne(object) {
		return invalidVariable("%s must have exactly one member, which must not be null.", path)
	}
	for _, field := range def.Fields {
		if err := checkVariable(schema, field.Type, object[field.Name], path+"."+field.Name); err != nil {
			return err
		}
	}
	return nil
}

func exactlyOne(object map[string]any) bool {
	for _, member := range object {
		return len(object) == 1 && member != nil
	}
	return false
}

func fitsInt(v any) bool {
	switch n := v.(type) {
	case int64:
		return n >= math.MinInt32 && n <= math.MaxInt32
	case json.Number:
		_, err := strconv.ParseInt(n.String(), 10, 32)
		return err == nil
	}
	return true
}

func invalidVariable(format string, args ...any) *gqlerror.Error {
	return &gqlerror.Error{Message: fmt.Sprintf(format, args...), Extensions: map[string]any{"code": "GRAPHQL_VALIDATION_FAILED"}}
}
