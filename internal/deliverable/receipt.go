package deliverable

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"

	"vitrine/internal/audit"
)

// SourceAPI is the source of changes that no feed witnessed: they came through the API.
const SourceAPI = "api"

// Receipt says where an operation was witnessed: the feed, the position in it, the sha256 of the record and, when the feed
// tells, the byte of the source at which the record begins.
type Receipt struct {
	Source     string
	Position   string
	RecordHash []byte
	Offset     *int64
}

// receipted gives an operation that came through the API a receipt too: the request, as the log and the audit know it, and the
// sha256 of the operation as JSON.
func receipted(ctx context.Context, op Op) Op {
	if op.Receipt.Source != "" {
		return op
	}
	text, _ := json.Marshal(op) // its fields always have a JSON form; an instant out of bounds leaves the text empty
	hash := sha256.Sum256(text)
	op.Receipt = Receipt{Source: SourceAPI, Position: cmp.Or(audit.RequestID(ctx), op.CallID), RecordHash: hash[:]}
	return op
}
