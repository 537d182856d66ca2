package tool

import (
	"context"

	"vitrine/internal/tool/kit"
)

// loadPack parses a pack once and keeps what the parser made of it under a name.
func loadPack[T any](ctx context.Context, s *kit.Subject, name, kind string, parser func(context.Context, *pack) (T, error)) (parsed T, err error) {
	cost, err := kit.Load(ctx, s, "pack", 1<<10, func(ctx context.Context, s *kit.Subject) (int64, error) {
		p, err := officePack(ctx, s, kind)
		if err != nil {
			return 0, err
		}
		return p.cost(), nil
	})
	if err != nil {
		return parsed, err
	}
	return kit.Load(ctx, s, name, cost, func(ctx context.Context, s *kit.Subject) (parsed T, err error) {
		p, err := officePack(ctx, s, kind)
		if err != nil {
			return parsed, err
		}
		return parser(ctx, p)
	})
}

func officePack(ctx context.Context, s *kit.Subject, kind string) (*pack, error) {
	file, err := s.Bytes(ctx, maxPackBytes)
	if err != nil {
		return nil, err
	}
	return openPack(ctx, file, kind)
}

func wordOf(ctx context.Context, s *kit.Subject) (*writing, error) {
	return loadPack(ctx, s, "word", wordKind, readWord)
}

func powerPointOf(ctx context.Context, s *kit.Subject) (*slideshow, error) {
	return loadPack(ctx, s, "powerpoint", powerPointKind, readPowerPoint)
}

func openTextOf(ctx context.Context, s *kit.Subject) (*writing, error) {
	return loadPack(ctx, s, "odt", "OpenDocument text", readOpenText)
}

func openSlidesOf(ctx context.Context, s *kit.Subject) (*slideshow, error) {
	return loadPack(ctx, s, "odp", "OpenDocument presentation", readOpenSlides)
}

func openSheetsOf(ctx context.Context, s *kit.Subject) (*workbook, error) {
	return loadPack(ctx, s, "ods", "OpenDocument spreadsheet", readOpenSheets)
}
