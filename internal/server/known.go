package server

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
)

// known refuses anonymous operations, except introspection, so that no root field has to check it.
type known struct{}

var (
	_ graphql.HandlerExtension        = known{}
	_ graphql.OperationContextMutator = known{}
)

// ExtensionName names the extension.
func (known) ExtensionName() string { return "Known" }

// Validate does nothing: the extension has no demands on the schema.
func (known) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext returns an error for an anonymous operation; it changes nothing.
func (known) MutateOperationContext(ctx context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	_, err := auth.Need(ctx)
	if err == nil || !asksForData(oc.Operation.SelectionSet) {
		return nil
	}
	f := fault.As(err)
	return &gqlerror.Error{Message: f.Message, Extensions: map[string]any{"code": f.Code, "remedies": f.Remedies}}
}

// asksForData reports whether a root selection has fields beside introspection. Validation has refused cycles of
// fragments.
func asksForData(set ast.SelectionSet) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if !strings.HasPrefix(s.Name, "__") {
				return true
			}
		case *ast.InlineFragment:
			if asksForData(s.SelectionSet) {
				return true
			}
		case *ast.FragmentSpread:
			if asksForData(s.Definition.SelectionSet) {
				return true
			}
		}
	}
	return false
}
