package resolvers

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"vitrine/internal/audit"
	"vitrine/internal/database"
	"vitrine/internal/fault"
)

// Present converts every error to what a client may see: a fault with its code, field, remedies and details; an error
// of the protocol unchanged; any other error as one neutral sentence, logged with its request id.
func Present(ctx context.Context, err error) *gqlerror.Error {
	shown := graphql.DefaultErrorPresenter(ctx, err)
	if f := fault.As(database.Fault(err, "row")); f != nil { // may be a database error
		return presentFault(ctx, shown, f)
	}
	var own *gqlerror.Error
	if errors.As(err, &own) && own.Err == nil {
		return shown
	}
	if input, is := inputAt(ctx, shown.Path); is {
		return presentFault(ctx, shown, unfit(input, shown.Err))
	}
	if ctx.Err() != nil {
		shown.Message, shown.Extensions = "The request took too long or was cancelled.", map[string]any{"code": fault.CodeUnavailable}
		return shown
	}
	slog.ErrorContext(ctx, "request failed", "error", err, "request", audit.RequestID(ctx), "path", shown.Path.String())
	return neutral(ctx, shown)
}

// Recover converts a panic of a resolver to the same neutral sentence; the stack is logged.
func Recover(ctx context.Context, p any) error {
	slog.ErrorContext(ctx, "resolver panicked", "panic", p, "request", audit.RequestID(ctx), "stack", string(debug.Stack()))
	return fault.New(fault.CodeInternal, "%s", sorry(ctx))
}

// inputAt returns the argument that an error is about: such errors have a longer path than the field that is resolved.
func inputAt(ctx context.Context, path ast.Path) (string, bool) {
	field := graphql.GetPath(ctx)
	if len(field) == 0 || len(path) <= len(field) {
		return "", false
	}
	return path[len(field):].String(), true
}

// unfit returns the fault for a value that a scalar refuses.
func unfit(input string, err error) *fault.Fault {
	var number *strconv.NumError
	if err == nil || errors.As(err, &number) {
		return fault.Invalid(input, "The value of %s is not a number or is out of range.", input)
	}
	return fault.Invalid(input, "The value of %s is not valid: %s.", input, strings.TrimSuffix(err.Error(), "."))
}

func presentFault(ctx context.Context, shown *gqlerror.Error, f *fault.Fault) *gqlerror.Error {
	if f.Cause != nil && (f.Code == fault.CodeInternal || f.Code == fault.CodeUnavailable) {
		slog.WarnContext(ctx, "request failed", "code", f.Code, "error", f.Cause, "request", audit.RequestID(ctx))
	}
	shown.Message, shown.Err = f.Message, nil
	shown.Extensions = map[string]any{}
	maps.Copy(shown.Extensions, f.Details)
	shown.Extensions["code"] = f.Code
	if f.Field != "" {
		shown.Extensions["field"] = f.Field
	}
	if len(f.Remedies) > 0 {
		shown.Extensions["remedies"] = f.Remedies
	}
	return shown
}

func neutral(ctx context.Context, shown *gqlerror.Error) *gqlerror.Error {
	shown.Message, shown.Err, shown.Extensions = sorry(ctx), nil, map[string]any{"code": fault.CodeInternal}
	return shown
}

func sorry(ctx context.Context) string {
	if id := audit.RequestID(ctx); id != "" {
		return "Something went wrong on the server; its log has the details under request " + id + "."
	}
	return "Something went wrong on the server; its log has the details."
}
