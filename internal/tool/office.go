package tool

import (
	"context"

	"vitrine/internal/format/office"
	"vitrine/internal/tool/kit"
)

// loadPackage parses a package once and caches the parser's result under a name.
func loadPackage[T any](ctx context.Context, s *kit.Subject, name, kind string, parser func(context.Context, *office.Package) (T, error)) (parsed T, err error) {
	cost, err := kit.Load(ctx, s, "package", 1<<10, func(ctx context.Context, s *kit.Subject) (int64, error) {
		p, err := officePackage(ctx, s, kind)
		if err != nil {
			return 0, err
		}
		return p.Cost(), nil
	})
	if err != nil {
		return parsed, err
	}
	return kit.Load(ctx, s, name, cost, func(ctx context.Context, s *kit.Subject) (parsed T, err error) {
		p, err := officePackage(ctx, s, kind)
		if err != nil {
			return parsed, err
		}
		return parser(ctx, p)
	})
}

func officePackage(ctx context.Context, s *kit.Subject, kind string) (*office.Package, error) {
	file, err := s.Bytes(ctx, office.MaxBytes)
	if err != nil {
		return nil, err
	}
	return office.Open(ctx, file, kind)
}
