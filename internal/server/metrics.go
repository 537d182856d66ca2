package server

import (
	"context"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics exports. Labels are names of the schema and of HTTP, never ids or names from clients.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	operations *prometheus.HistogramVec
}

func newMetrics(streams func() int) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vitrine_http_request_seconds", Help: "Duration of HTTP requests by route and status.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10},
		}, []string{"route", "status"}),
		operations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vitrine_graphql_operation_seconds", Help: "Duration of GraphQL queries and mutations by their first root field.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10},
		}, []string{"kind", "field"}),
	}
	live := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_live_streams", Help: "WebSocket connections and event streams."},
		func() float64 { return float64(streams()) })
	m.registry.MustRegister(m.requests, m.operations, live, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// operation measures a query or mutation under its first root field, which is a name of the schema.
func (m *metrics) operation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	responses, started := next(ctx), time.Now()
	return func(ctx context.Context) *graphql.Response {
		resp := responses(ctx)
		oc := graphql.GetOperationContext(ctx)
		if fields := graphql.CollectFields(oc, oc.Operation.SelectionSet, nil); len(fields) > 0 && oc.Operation.Operation != "subscription" {
			m.operations.WithLabelValues(string(oc.Operation.Operation), fields[0].Name).Observe(time.Since(started).Seconds())
		}
		return resp
	}
}
