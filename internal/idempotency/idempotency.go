// Package idempotency makes a keyed request safe to repeat: per caller and operation, the same key with the same
// input returns the same result for 24 hours, and with another input it is a conflict. It stores ids of results, not
// results. The acts and package upload call it inside their transaction.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"time"

	"gorm.io/gorm/clause"

	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Kept is how long a key is stored.
const Kept = 24 * time.Hour

// Keys stores keyed requests and their results.
type Keys struct{ db *database.DB }

// New returns keys over a database.
func New(db *database.DB) *Keys { return &Keys{db: db} }

// Request is one keyed request. One with an empty key is not stored.
type Request struct {
	Owner     string // the user
	Operation string // the mutation
	Key       string
	Input     any // marshals to JSON; a repetition must have the same
}

// Earlier returns the result id of an earlier equal request, empty when there is none. Inside a transaction it also
// locks the key: of two equal requests at once, the second waits for the first and finds its result.
func (k *Keys) Earlier(ctx context.Context, r Request) (string, error) {
	if r.Key == "" {
		return "", nil
	}
	if len(r.Key) > 255 {
		return "", fault.Invalid("idempotencyKey", "An idempotency key must have at most 255 bytes.")
	}
	if database.InTx(ctx) {
		if err := k.claim(ctx, r); err != nil {
			return "", err
		}
	}
	var row models.IdempotencyKey
	err := k.db.From(ctx).Where("owner = ? AND operation = ? AND key = ? AND created_at > ?", r.Owner, r.Operation, r.Key, models.Now().Add(-Kept)).
		Take(&row).Error
	if err = database.Fault(err, "idempotency key"); fault.Is(err, fault.CodeNotFound) {
		return "", nil
	}
	if err == nil && !bytes.Equal(row.InputHash, r.hash()) {
		return "", fault.Conflict("This idempotency key was used with another input.").At("idempotencyKey").
			Try("Use a new key for a new request.")
	}
	return row.ResultID, err
}

// Remember stores the result of a request, inside the transaction that made it.
func (k *Keys) Remember(ctx context.Context, r Request, resultID string) error {
	if r.Key == "" {
		return nil
	}
	row := models.IdempotencyKey{Owner: r.Owner, Operation: r.Operation, Key: r.Key, InputHash: r.hash(), ResultID: resultID, CreatedAt: models.Now()}
	// An expired key may still be stored. It is named column by column, because UpdateAll never sets created_at.
	replace := clause.OnConflict{
		Columns:   []clause.Column{{Name: "owner"}, {Name: "operation"}, {Name: "key"}},
		DoUpdates: clause.AssignmentColumns([]string{"input_hash", "result_id", "created_at"}),
	}
	err := k.db.From(ctx).Clauses(replace).Create(&row).Error
	return database.Fault(err, "idempotency key")
}

// Forget deletes keys that are older than Kept.
func (k *Keys) Forget(ctx context.Context) error {
	return database.Fault(k.db.From(ctx).Delete(&models.IdempotencyKey{}, "created_at < ?", models.Now().Add(-Kept)).Error, "idempotency key")
}

// claim serialises equal requests for the rest of the transaction.
func (k *Keys) claim(ctx context.Context, r Request) error {
	err := k.db.From(ctx).Exec("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", r.Owner+"\x1f"+r.Operation+"\x1f"+r.Key).Error
	return database.Fault(err, "idempotency key")
}

func (r Request) hash() []byte {
	b, err := json.Marshal(r.Input)
	if err != nil {
		panic(err) // inputs are plain structs
	}
	h := sha256.Sum256(b)
	return h[:]
}
