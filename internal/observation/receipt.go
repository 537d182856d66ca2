package observation

import (
	"crypto/sha256"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/storage"
)

// RecordReceipt identifies a record as it was before it was sent.
type RecordReceipt struct {
	Offset int64  // the byte offset of the record in the source
	SHA256 string // of its bytes as the harness wrote them, without surrounding white space; hex
}

// validateReceipts requires one receipt per record, or none.
func (in *ObserveInput) validateReceipts() error {
	if len(in.Receipts) == 0 {
		return nil
	}
	records := 0
	for range in.records() {
		records++
	}
	if len(in.Receipts) != records {
		return fault.Invalid("receipts", "The batch has %d receipts for %d records.", len(in.Receipts), records).
			Try("Send one receipt for each record that is not empty, or none.")
	}
	for i, r := range in.Receipts {
		if _, err := storage.ParseSum(r.SHA256); err != nil || r.Offset < 0 {
			return fault.Invalid("receipts", "Receipt %d must have an offset from 0 and a sha256 of 64 hexadecimal digits.", i+1)
		}
	}
	return nil
}

// receipt returns the receipt of a record: that of the feed, else one of the record as it arrived.
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
