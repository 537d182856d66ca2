package turn

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"iter"
	"strings"
	"time"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

// batch reads every record of the input. Records that are no JSON are passed over and counted.
func (in *ObserveInput) batch(reader harness.Reader, c *models.Conversation, keep keeper) (deliverable.Batch, int) {
	batch := deliverable.Batch{Source: in.Source, Position: orElse(in.Position, "")}
	arrived, skipped, n := models.Now(), 0, 0
	for record := range in.records() {
		writes := reader.Read(record)
		if len(writes) == 0 {
			skipped += boolean(!json.Valid(record))
			continue
		}
		// A record without a time of its own happened after the one before it, so that its order is not lost.
		sight := in.sight(c, arrived.Add(time.Duration(n)*time.Microsecond), record)
		n++
		batch.Records = append(batch.Records, deliverable.Seen{Writes: keep.trim(writes, sight), Sight: sight})
	}
	return batch, skipped
}

// records gives the JSON values, then the lines of the text; a line may have any length.
func (in *ObserveInput) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, record := range in.Records {
			if !yield(record) {
				return
			}
		}
		for line := range strings.SplitSeq(orElse(in.RecordsText, ""), "\n") {
			record := bytes.TrimSpace([]byte(line))
			if len(record) > 0 && !yield(record) {
				return
			}
		}
	}
}

func (in *ObserveInput) sight(c *models.Conversation, at time.Time, record []byte) deliverable.Sight {
	hash := sha256.Sum256(record)
	return deliverable.Sight{
		Host: orElse(in.Host, c.Host), Cwd: orElse(in.Cwd, c.Cwd), At: at,
		Receipt: deliverable.Receipt{Source: in.Source, Position: orElse(in.Position, ""), RecordHash: hash[:]},
	}
}

func boolean(is bool) int {
	if is {
		return 1
	}
	return 0
}
