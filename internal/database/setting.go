package database

import (
	"context"
	"encoding/json"
)

// Setting reads a value of this installation, which is set to initial at the first call; all replicas see the same
// value.
func Setting[T any](ctx context.Context, db *DB, name string, initial T) (T, error) {
	b, err := json.Marshal(initial)
	if err != nil {
		return initial, err
	}
	err = db.From(ctx).Exec("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, string(b)).Error
	if err != nil {
		return initial, Fault(err, "setting")
	}
	var raw string
	if err := db.From(ctx).Raw("SELECT value::text FROM settings WHERE name = ?", name).Scan(&raw).Error; err != nil {
		return initial, Fault(err, "setting")
	}
	var value T
	return value, json.Unmarshal([]byte(raw), &value)
}
