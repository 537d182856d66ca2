package extract_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/extract"
)

type cases struct {
	Inherit []struct {
		ID, About      string
		ChainLeafFirst []json.RawMessage
		Expect         struct {
			Order  []string
			Winner map[string]string
		}
	}
	Extract []struct {
		ID, About, Content string
		Rules              []struct {
			Name, StandardProperty string
			Extractor              struct {
				Op, Path string
				Value    json.RawMessage
			}
		}
		ThrowOnError bool
		Expect       struct {
			Attributes []struct {
				Name      string
				Value     any
				Undefined bool
			}
			Errors []struct{ Rule string }
		}
	}
	Slots []struct {
		ID, About, Slot string
		Attributes      []struct {
			Name, StandardProperty string
			Value                  any
		}
		Expect *string
	}
	Shipped []struct{ ID, Type, Slot, About, Content, Expect string }
}

func read(t *testing.T) (c cases) {
	b, err := os.ReadFile("testdata/rules.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &c))
	return c
}

// TestInherit sets expressions that return the level each rule came from. A level that is not a list of rules is
// skipped as a whole: here such a level cannot be saved in the first place.
func TestInherit(t *testing.T) {
	for _, c := range read(t).Inherit {
		if c.ID == "a24" {
			continue // half a level is never used
		}
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			levels := make([][]byte, len(c.ChainLeafFirst))
			for i, raw := range c.ChainLeafFirst {
				var rules []struct{ Name, Tag string }
				if json.Unmarshal(raw, &rules) != nil || rules == nil {
					levels[i] = raw
					continue
				}
				written := []extract.Rule{}
				for _, r := range rules {
					written = append(written, extract.Rule{Name: r.Name, Expr: strconv.Quote(r.Tag)})
				}
				levels[i], _ = json.Marshal(written)
			}
			joined := extract.Inherit(levels)
			names, winners := []string{}, map[string]string{}
			for _, r := range joined {
				names = append(names, r.Name)
				winners[r.Name], _ = strconv.Unquote(r.Expr)
			}
			require.Equal(t, c.Expect.Order, names)
			require.Equal(t, c.Expect.Winner, winners)
		})
	}
}

// expression translates the reference's stand-in extractors to CEL.
func expression(op, path string, value json.RawMessage) string {
	switch op {
	case "const":
		return string(value)
	case "field":
		return "pick(content, " + strconv.Quote(path) + ")"
	case "echo":
		return "content"
	case "fail":
		return "1 / 0"
	}
	return "optional.none()"
}

func TestRun(t *testing.T) {
	for _, c := range read(t).Extract {
		if c.ThrowOnError {
			continue // there is no such mode: a failed rule is reported, and the rest runs
		}
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			rules := []extract.Rule{}
			for _, r := range c.Rules {
				rules = append(rules, extract.Rule{Name: r.Name, StandardProperty: r.StandardProperty, Expr: expression(r.Extractor.Op, r.Extractor.Path, r.Extractor.Value)})
			}
			found := extract.Run(t.Context(), rules, []byte(c.Content))
			require.Len(t, found, len(c.Expect.Attributes))
			failed := []string{}
			for i, want := range c.Expect.Attributes {
				require.Equal(t, want.Name, found[i].Name)
				require.Equal(t, want.Undefined, found[i].Absent)
				require.Equal(t, want.Value, found[i].Value)
				if found[i].Error != "" {
					failed = append(failed, found[i].Name)
				}
			}
			wanted := []string{}
			for _, e := range c.Expect.Errors {
				wanted = append(wanted, e.Rule)
			}
			require.Equal(t, wanted, failed)
		})
	}
}

func TestSlot(t *testing.T) {
	for _, c := range read(t).Slots {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			var found []extract.Attribute
			for _, a := range c.Attributes {
				found = append(found, extract.Attribute{Name: a.Name, StandardProperty: a.StandardProperty, Value: a.Value})
			}
			want := ""
			if c.Expect != nil {
				want = *c.Expect
			}
			require.Equal(t, want, extract.Slot(found, c.Slot))
		})
	}
}

// TestTranslatedExtractors runs the reference's shipped rules that are chains of properties.
func TestTranslatedExtractors(t *testing.T) {
	scripts := map[string]string{
		"Component name":   "content.title || content.name || 'Interactive Component'",
		"Data name":        "return content.queryName || content.name || content.title || 'Data Query';",
		"Data description": "content?.description || content['explanation'] || ''",
	}
	ran := 0
	for _, c := range read(t).Shipped {
		script, ok := scripts[c.Type+" "+c.Slot]
		if !ok {
			continue // longer scripts are written in CEL instead
		}
		ran++
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			found := extract.Run(t.Context(), []extract.Rule{{Name: "r", StandardProperty: c.Slot, Extractor: script}}, []byte(c.Content))
			require.Empty(t, found[0].Error)
			require.Equal(t, c.Expect, extract.Slot(found, c.Slot))
		})
	}
	require.Greater(t, ran, 10)
}

func TestParseRejects(t *testing.T) {
	for name, c := range map[string]struct{ rules, word string }{
		"not a list":                {`{"name":"a"}`, "list"},
		"a rule without a name":     {`[{"expr":"1"}]`, "name"},
		"two rules of one name":     {`[{"name":"a","expr":"1"},{"name":"a","expr":"2"}]`, "two"},
		"an unknown slot":           {`[{"name":"a","expr":"1","standardProperty":"title"}]`, "slot"},
		"an invalid expression":     {`[{"name":"odd","expr":"content."}]`, "odd"},
		"a script that loops":       {`[{"name":"busy","extractor":"while(true){}"}]`, "busy"},
		"a script that calls":       {`[{"name":"calls","extractor":"JSON.parse(content).name"}]`, "calls"},
		"a rule without expression": {`[{"name":"nothing"}]`, "nothing"},
	} {
		_, err := extract.Parse([]byte(c.rules))
		require.ErrorContains(t, err, c.word, name)
	}
}

func TestRunStopsWhatCostsTooMuch(t *testing.T) {
	big := "[" + strings.Repeat("1,", 5000) + "1]"
	rule := extract.Rule{Name: "r", Expr: "content.map(a, content.map(b, content.map(c, a + b + c)))"}
	found := extract.Run(t.Context(), []extract.Rule{rule}, []byte(big))
	require.NotEmpty(t, found[0].Error)
}

func FuzzRun(f *testing.F) {
	f.Add("content.a || 'x'", "", `{"a":1}`)
	f.Add("", `pick(content, "a.0.b")`, `{"a":[{"b":2}]}`)
	f.Fuzz(func(t *testing.T, script, expr, content string) {
		raw, _ := json.Marshal([]extract.Rule{{Name: "r", Expr: expr, Extractor: script}})
		if rules, err := extract.Parse(raw); err == nil {
			extract.Run(t.Context(), rules, []byte(content))
		}
	})
}
