package turn

import (
	"context"

	"golang.org/x/sync/errgroup"

	"vitrine/internal/provider"
	"vitrine/models"
)

// parallelReads bounds how many contents of one turn are read from the store at once.
const parallelReads = 8

// blocks reads the content of every inline version, a few at a time.
func (a *Turns) blocks(ctx context.Context, decisions []TurnDecision) ([]provider.Block, error) {
	var inline []*models.ConversationArtifactVersion
	for _, d := range decisions {
		if d.Route.Delivery == models.DeliveredInline {
			inline = append(inline, d.Version)
		}
	}
	blocks := make([]provider.Block, len(inline))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelReads)
	for i, v := range inline {
		group.Go(func() error {
			content, err := a.Artifacts.Read(gctx, v.SHA256, a.InlineCapBytes+1)
			blocks[i] = provider.NewBlock(v.ID, v.FileName, v.MIMEType, content)
			return err
		})
	}
	return blocks, group.Wait()
}
