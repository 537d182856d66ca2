package observation

import (
	"crypto/sha256"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/storage"
)

// RecordReceipt is what a record was before it was sent.
type RecordReceipt struct {
	Offset int64  // the byte of the source at which it begins
	SHA256 string // of its bytes as the harness wrote them, without white space around them; hex
}

// validateReceipts asks for one receipt per record, or for none.
func (in *ObserveInput) validateReceipts() error {
	if len(in.Receipts) == 0 {
		return nil
	}
	records := 0
	for range in.records() {
		records++
	}
	if len(in.Receipts) != records {
		return fault.Invalid("receipts", "There are %d receipts for %d records.", len(in.Receipts), records).
			Try("Give one receipt for each record that is not empty, or none.")
	}
	for i, r := range in.Receipts {
		if _, err := storage.ParseSum(r.SHA256); err != nil || r.Offset < 0 {
			return fault.Invalid("receipts", "Receipt %d has no offset from 0 with a sha256 of 64 hexadecimal digits.", i+1)
		}
	}
	return nil
}

// receipt returns what is kept of a record: what the feed says it was, else what arrived.
func (in *ObserveInput) receipt(n int, record []byte) deliverable.Receipt {
	kept := deliverable.Receipt{Source: in.Source, Position: orElse(in.Position, "")}
	if len(in.Receipts) == 0 {
		hash := sha256.Sum256(record)
		kept.RecordHash = hash[:]
		return kept
	}
	told := in.Receipts[n]
	kept.RecordHash, _ = storage.ParseSum(told.SHA256) // validated
	kept.Offset = &told.Offset
	return kept
}
