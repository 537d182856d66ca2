package observation

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/harness"
	"vitrine/models"
)

// ObserveInput is one batch of a harness's records.
type ObserveInput struct {
	// ConversationID or ExternalKey names the conversation; an unknown key creates one, owned by the caller.
	ConversationID *string
	ExternalKey    *string
	ProjectID      *string // of a conversation that is created
	// Harness, Host and Cwd default to the conversation's.
	Harness *string
	Host    *string
	Cwd     *string
	Source  string // the feed; positions count within it
	// Records are JSON values, RecordsText is lines of JSON; both may be given.
	Records     []models.JSON
	RecordsText *string
	// Position is where the batch ends in the feed; its format is the feed's. A batch with a known position changes
	// nothing.
	Position *string
	// AsWrites means that each record is a list of writes that a reader has already found.
	AsWrites bool
	// Receipts identify the records before they were sent; with none they are computed from the records as they arrive.
	Receipts []*RecordReceipt
}

// maxLabel bounds a source and a position in bytes.
const maxLabel = 1000

func (in *ObserveInput) validate() error {
	position := orElse(in.Position, "")
	switch {
	case in.Source == "" || !isLabel(in.Source):
		return fault.Invalid("source", "A source must have 1 to %d bytes and no control characters.", maxLabel)
	case !isLabel(position):
		return fault.Invalid("position", "A position must have at most %d bytes and no control characters.", maxLabel)
	case !isLabel(orElse(in.Host, "")) || !isLabel(orElse(in.Cwd, "")):
		return fault.Invalid("host", "Host and folder must have at most %d bytes and no control characters.", maxLabel)
	}
	return in.validateReceipts()
}

func isLabel(text string) bool {
	return len(text) <= maxLabel && !strings.ContainsFunc(text, isControl)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func readerOf(name string) (harness.Reader, error) {
	reader, ok := harness.Find(name)
	if !ok {
		return nil, fault.Invalid("harness", "%q is not a known harness.", name).
			Try("Use one of: " + strings.Join(harness.Names(), ", ") + ".")
	}
	return reader, nil
}

func orElse(text *string, other string) string {
	if text != nil {
		return *text
	}
	return other
}
