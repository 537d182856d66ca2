package tool

import (
	"context"
	"strings"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "dotenv", Aliases: []string{"DotenvToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(settingsFacts),
			grep(textOf),
			kit.Op("get_settings", "The settings in the order of the file.", getSettings),
		},
	})
}

// setting is one line of the form NAME=value.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// settingsOf parses the document once; parsing takes about 4 times its size in memory.
func settingsOf(ctx context.Context, s *kit.Subject) ([]setting, error) {
	return kit.Load(ctx, s, "dotenv", 4*s.SizeBytes+1<<10, func(ctx context.Context, s *kit.Subject) (found []setting, err error) {
		t, err := textOf(ctx, s)
		if err != nil {
			return nil, err
		}
		err = t.Each(ctx, 0, t.LineCount, func(_ int, line []byte) bool {
			if name, value, ok := strings.Cut(parse.Valid(line), "="); ok && !strings.HasPrefix(name, "#") {
				found = append(found, setting{strings.TrimSpace(name), strings.TrimSpace(value)})
			}
			return true
		})
		return found, err
	})
}

func settingsFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	all, err := settingsOf(ctx, s)
	return kit.Fields{"settingCount": len(all)}, err
}

type settingsInput struct {
	Prefix string `json:"prefix,omitempty" about:"Only settings whose name starts with this text" max:"200"`
}

func getSettings(ctx context.Context, s *kit.Subject, in settingsInput) (kit.Answer, error) {
	all, err := settingsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	var shown []setting
	for _, one := range all {
		if strings.HasPrefix(one.Name, in.Prefix) {
			shown = append(shown, one)
		}
	}
	return kit.Series{Key: "settings", Each: kit.Items(shown)}, nil
}
