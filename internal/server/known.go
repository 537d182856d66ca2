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

// known refuses operations of nobody, whatever they ask for but the schema, so that no root field has to remember to
// ask.
type known struct{}

var (
	_ graphql.HandlerExtension        = known{}
	_ graphql.OperationContextMutator = known{}
)

// ExtensionName names the extension.
func (known) ExtensionName() string { return "Known" }

// Validate has nothing to check of the schema.
func (known) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext lets the operation pass unchanged, or refuses it.
func (known) MutateOperationContext(ctx context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	_, err := auth.Need(ctx)
	if err == nil || !asksForData(oc.Operation.SelectionSet) {
		return nil
	}
	f := fault.As(err)
	return &gqlerror.Error{Message: f.Message, Extensions: map[string]any{"code": f.Code, "remedies": f.Remedies}}
}

// asksForData reports whether a root selection has fields of our own. Validation has refused circles of fragments.
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
