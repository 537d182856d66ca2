package push_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/metasync"
	"vitrine/models"
)

// thousand returns a thousand records that refer to each other.
func thousand(version int) []models.JSON {
	records := []models.JSON{record("models", map[string]any{"Name": "eye", "Provider": "openai", "InputMimePatterns": []string{"image/*"}})}
	for i := len(records); i < 800; i++ {
		more := []any{"Description", fmt.Sprintf("version %d", version), "ExtractRules", []any{map[string]any{"name": "n", "type": "string", "extractor": "content.n"}}}
		if i%10 == 2 {
			more = append(more, "ParentID", fmt.Sprintf("@lookup:MJ: Artifact Types.Name=Type %d", i-1))
		}
		records = append(records, artifactType(fmt.Sprintf("Type %d", i), fmt.Sprintf("application/x-type-%d", i), more...))
	}
	for i := len(records); i < 1000; i++ {
		records = append(records, record("agents", map[string]any{
			"Name": fmt.Sprintf("Agent %d", i), "Description": fmt.Sprintf("version %d", version),
			"DefaultArtifactTypeID": fmt.Sprintf("@lookup:MJ: Artifact Types.Name=Type %d", i-300), "DefaultModelID": "eye",
		}))
	}
	return records
}

// BenchmarkPush measures a push of a thousand records: a plan of new ones, applying new ones, applying changes, and no
// change.
func BenchmarkPush(b *testing.B) {
	shared := newBenchBeside(b)
	push := func(b *testing.B, s *bench, version int, dry bool) *metasync.Outcome {
		out, err := s.service.Apply(s.ctx, metasync.Push{Records: thousand(version), Source: "shop", DryRun: dry})
		require.NoError(b, err)
		return out
	}
	version := 0
	b.Run("plan", func(b *testing.B) {
		for b.Loop() {
			require.Len(b, push(b, shared, 0, true).Plan.Creates, 1000)
		}
	})
	b.Run("apply new", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			fresh := newBenchBeside(b)
			b.StartTimer()
			require.True(b, push(b, fresh, 0, false).Applied)
		}
	})
	push(b, shared, version, false)
	b.Run("apply changed", func(b *testing.B) {
		for b.Loop() {
			version++
			require.Len(b, push(b, shared, version, false).Plan.Updates, 999)
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			require.Len(b, push(b, shared, version, false).Plan.Unchanged, 1000)
		}
	})
}
