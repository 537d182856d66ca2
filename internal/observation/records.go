package observation

import (
	"bytes"
	"iter"
	"strings"
	"time"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// batch reads every record of the input. Records that cannot be read are skipped and counted.
func (in *ObserveInput) batch(reader harness.Reader, c *models.Conversation, keep captureRule) (deliverable.Batch, int) {
	batch := deliverable.Batch{Source: in.Source, Position: orElse(in.Position, "")}
	arrived, skipped, n := models.Now(), 0, 0
	for i, record := range in.records() {
		writes, ok := in.read(reader, record)
		if len(writes) == 0 {
			skipped += boolean(!ok)
			continue
		}
		// A record without a time is dated after the previous one, so that their order is kept.
		arrival := in.arrival(c, arrived.Add(time.Duration(n)*time.Microsecond), in.receipt(i, record))
		n++
		batch.Records = append(batch.Records, deliverable.Record{Writes: keep.trim(writes, arrival), Arrival: arrival})
	}
	return batch, skipped
}

// read returns the writes of a record; it returns false for one that cannot be read.
func (in *ObserveInput) read(reader harness.Reader, record []byte) ([]harness.Write, bool) {
	if in.AsWrites {
		return harness.Writes(record)
	}
	writes := reader.Read(record)
	return writes, len(writes) > 0 || harness.IsWhole(record)
}

// records yields the JSON values, then the lines of the text, each with its number; a line may have any length.
func (in *ObserveInput) records() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for _, record := range in.Records {
			if !yield(n, record) {
				return
			}
			n++
		}
		for line := range strings.SplitSeq(orElse(in.RecordsText, ""), "\n") {
			record := bytes.TrimSpace([]byte(line))
			if len(record) == 0 {
				continue
			}
			if !yield(n, record) {
				return
			}
			n++
		}
	}
}

func (in *ObserveInput) arrival(c *models.Conversation, at time.Time, receipt deliverable.Receipt) deliverable.Arrival {
	return deliverable.Arrival{Host: orElse(in.Host, c.Host), Cwd: orElse(in.Cwd, c.Cwd), At: at, Receipt: receipt}
}

func boolean(is bool) int {
	if is {
		return 1
	}
	return 0
}
