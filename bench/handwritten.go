package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// handwrittenVerb starts this program as the handler that reads are compared with.
const handwrittenVerb = "handwritten"

type conversation struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Owner     string     `json:"owner,omitempty"`
	CreatedAt *time.Time `json:"createdAt,omitempty"`
	Artifacts *artifacts `json:"artifacts,omitempty"`
}

type artifacts struct {
	Nodes []artifact `json:"nodes"`
}

type artifact struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Letter string `json:"letter"`
	Type   named  `json:"type"`
}

type named struct {
	Name string `json:"name"`
}

// serveHandwritten answers the two reads with two statements and encoding/json, and checks the key as the server does.
func serveHandwritten() error {
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE"))
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/list", answer(func(ctx context.Context) ([]conversation, error) { return list(ctx, pool, true) }))
	mux.HandleFunc("/nested", answer(func(ctx context.Context) ([]conversation, error) { return nested(ctx, pool) }))
	return http.ListenAndServe(os.Getenv("ADDR"), mux) //nolint:gosec // a benchmark's handler
}

func answer(read func(context.Context) ([]conversation, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		nodes, err := read(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"conversations": map[string]any{"nodes": nodes}}})
	}
}

func list(ctx context.Context, pool *pgxpool.Pool, whole bool) ([]conversation, error) {
	if _, err := pool.Exec(ctx, "SELECT id FROM api_keys WHERE hash = $1", []byte(adminKey)); err != nil {
		return nil, err
	}
	rows, err := pool.Query(ctx, "SELECT id::text, title, owner, created_at FROM conversations ORDER BY created_at DESC, id DESC LIMIT 20")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []conversation
	for rows.Next() {
		var c conversation
		var at time.Time
		if err := rows.Scan(&c.ID, &c.Title, &c.Owner, &at); err != nil {
			return nil, err
		}
		if at = at.UTC(); whole {
			c.CreatedAt = &at
		} else {
			c.Owner = ""
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

func nested(ctx context.Context, pool *pgxpool.Pool) ([]conversation, error) {
	out, err := list(ctx, pool, false)
	if err != nil {
		return nil, err
	}
	ids, at := make([]string, len(out)), map[string]*artifacts{}
	for i := range out {
		out[i].Artifacts = &artifacts{Nodes: []artifact{}}
		ids[i], at[out[i].ID] = out[i].ID, out[i].Artifacts
	}
	rows, err := pool.Query(ctx, `SELECT conversation_id::text, id::text, name, letter, type FROM (
		SELECT a.conversation_id, a.id, a.name, a.letter, t.name AS type, row_number() OVER (PARTITION BY a.conversation_id ORDER BY a.id) AS place
		FROM artifacts a JOIN artifact_types t ON t.id = a.type_id WHERE a.conversation_id = ANY($1)) x WHERE place <= 5 ORDER BY place`, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var parent string
		var a artifact
		if err := rows.Scan(&parent, &a.ID, &a.Name, &a.Letter, &a.Type.Name); err != nil {
			return nil, err
		}
		at[parent].Nodes = append(at[parent].Nodes, a)
	}
	return out, rows.Err()
}
