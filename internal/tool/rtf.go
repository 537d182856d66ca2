package tool

import (
	"bytes"
	"context"
	"errors"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{Name: "rtf", Aliases: []string{"RTFToolLibrary"}, Operations: writingSource(rtfOf).operations()})
}

const (
	maxRTFBytes = 32 << 20
	rtfCost     = 16
)

// rtfOf reads a document in the Rich Text Format.
func rtfOf(ctx context.Context, s *kit.Subject) (*writing, error) {
	return kit.Load(ctx, s, "rtf", max(min(s.SizeBytes, maxRTFBytes)*rtfCost, 1<<10), func(ctx context.Context, s *kit.Subject) (*writing, error) {
		raw, err := s.ReadAll(ctx, maxRTFBytes)
		if err != nil {
			return nil, err
		}
		if raw = bytes.TrimLeft(raw, " \r\n\t\x00"); !bytes.HasPrefix(raw, []byte(`{\rtf`)) {
			return nil, parse.Unreadable("RTF document", errors.New(`it does not begin with {\rtf`))
		}
		r := newRTFReader(raw)
		if err := r.read(ctx); err != nil {
			return nil, err
		}
		return &writing{kind: "rtf", blocks: r.blocks, facts: known(r.info)}, nil
	})
}
