package registry

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"

	"vitrine/internal/audit"
	"vitrine/internal/deliverable"
)

// receipted adds a receipt to an operation that came through the API: the id of the request, as in the log and the
// audit, and the sha256 of the operation as JSON.
func receipted(ctx context.Context, op deliverable.Op) deliverable.Op {
	if op.Receipt.Source != "" {
		return op
	}
	text, _ := json.Marshal(op) // its fields always have a JSON form; a time out of range leaves the text empty
	hash := sha256.Sum256(text)
	op.Receipt = deliverable.Receipt{Source: deliverable.SourceAPI, Position: cmp.Or(audit.RequestID(ctx), op.CallID), RecordHash: hash[:]}
	return op
}
