package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"

	"vitrine/graph"
	"vitrine/resolvers"
)

// Limits of the protocol.
const (
	parserTokens = 5000             // tokens of one document
	queryTimeout = 60 * time.Second // of a query or mutation; streams have none
	streamPing   = 15 * time.Second
)

// graphqlHandler builds the endpoint: schema, transports, guards and presenters.
func (s *Server) graphqlHandler() http.Handler {
	es := graph.NewExecutableSchema(graph.Config{Resolvers: s.resolver})
	tidied.Do(func() { tidy(es.Schema()) })
	h := handler.New(es)
	h.AddTransport(s.socket())
	h.AddTransport(stream{maxBody: s.options.MaxBodyBytes, ping: streamPing})
	h.AddTransport(form{maxFile: s.options.MaxUploadBytes})
	h.AddTransport(plain{maxBody: s.options.MaxBodyBytes})
	h.SetQueryCache(newSmallCache(func(query string, _ *ast.QueryDocument) int { return len(query) }))
	h.SetParserTokenLimit(parserTokens)
	h.SetDisableSuggestion(!s.options.Introspection)
	h.SetErrorPresenter(resolvers.Present)
	h.SetRecoverFunc(resolvers.Recover)
	h.Use(extension.Introspection{}) // Guard decides whether clients may use it
	h.Use(extension.AutomaticPersistedQuery{Cache: newSmallCache(func(_, query string) int { return len(query) })})
	h.Use(known{})
	h.Use(Guard{Limits: DefaultLimits, Schema: es.Schema(), Introspection: s.options.Introspection})
	h.AroundOperations(withTimeout)
	h.AroundOperations(s.metrics.operation)
	h.AroundResponses(s.resolver.Loaders)
	return s.streams(h)
}

func (s *Server) socket() *WebSocket {
	return &WebSocket{
		Init: s.initSocket, Sessions: s.sessions, Origins: originsOf(s.options.AllowedOrigins), InitTimeout: 10 * time.Second, PingInterval: 25 * time.Second,
		WriteTimeout: 20 * time.Second, MaxMessage: s.options.MaxBodyBytes, MaxOperations: 200, MaxConnections: 25_000,
	}
}

// tidied makes sure that the schema, which the whole process shares, is tidied once.
var tidied sync.Once

// tidy removes directives that clients must not see or use: @defer loses data over plain POST, and the binding
// directives are internal.
func tidy(schema *ast.Schema) {
	for _, name := range []string{"defer", "goField", "goModel", "goTag", "goEnum", "goExtraField", "inlineArguments"} {
		delete(schema.Directives, name)
	}
}

// withTimeout ends queries and mutations that take too long.
func withTimeout(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if graphql.GetOperationContext(ctx).Operation.Operation == ast.Subscription {
		return next(ctx)
	}
	responses := next(ctx)
	return func(ctx context.Context) *graphql.Response {
		ctx, cancel := context.WithTimeout(ctx, queryTimeout)
		defer cancel()
		return responses(ctx)
	}
}
