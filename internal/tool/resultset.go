package tool

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/resultset"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// This library's tools have camelCase names, because agents know them by the reference's names.
func init() {
	kit.Register(kit.Spec{
		Name: "search-result-set", Aliases: []string{"SearchResultSetToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(resultFacts),
			grep(textOf),
			kit.Op("filterByScore", "The results with a score in a range, best first, without internal IDs, chunks and embedding data.", filterByScore),
			kit.Op("groupBySourceProvider", "The number of results and the average score of each provider, most results first; also as a Markdown table.", groupByProvider),
			kit.Op("getMatchingChunks", "The matching chunk of a result, by the result's letter; its snippet when there is no chunk.", matchingChunks),
			kit.Op("followSourceLink", "The record that a result comes from, by the result's letter. The record is not fetched.", followSource),
			kit.Op("rerankInline", "A request for a reranker with these results in their current order. This tool does not rerank.", rerank),
		},
	})
}

func resultFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	r, err := resultsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Fields{"query": parse.Clip(r.Query, 1000), "resultCount": len(r.Results)}, nil
}

type scoreInput struct {
	MinScore float64 `json:"minScore" about:"Lowest score"`
	MaxScore float64 `json:"maxScore,omitempty" about:"Highest score" default:"1000000000"`
}

func filterByScore(ctx context.Context, s *kit.Subject, in scoreInput) (kit.Answer, error) {
	r, err := resultsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	var found []resultset.Result
	for _, one := range r.Results {
		if one.Scored && one.Score >= in.MinScore && one.Score <= in.MaxScore {
			found = append(found, one)
		}
	}
	slices.SortStableFunc(found, func(a, b resultset.Result) int { return cmp.Compare(b.Score, a.Score) })
	rows := make([]map[string]any, len(found))
	for i, one := range found {
		rows[i] = one.Shown()
	}
	return kit.Series{Facts: kit.Fields{"count": len(rows)}, Key: "rows", Each: kit.Items(rows)}, nil
}

// providerGroup is the results of one provider.
type providerGroup struct {
	Provider string  `json:"Provider"`
	Count    int     `json:"Count"`
	AvgScore float64 `json:"AvgScore"` // over the results that have a score, to 4 decimals

	scores []float64
}

func groupByProvider(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	r, err := resultsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	groups := providersOf(r)
	var table strings.Builder
	table.WriteString("| Provider | Count | AvgScore |\n|---|---|---|\n")
	for _, g := range groups[:min(len(groups), 50)] {
		fmt.Fprintf(&table, "| %s | %d | %.4f |\n", cellText(g.Provider), g.Count, g.AvgScore)
	}
	return kit.Series{Facts: kit.Fields{"groupCount": len(groups), "markdown": table.String()}, Key: "groups", Each: kit.Items(groups)}, nil
}

// cellText makes a text fit into a cell of a Markdown table.
func cellText(text string) string {
	return parse.Clip(strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ").Replace(text), 60)
}

func providersOf(r *resultset.Set) []*providerGroup {
	found, groups := map[string]*providerGroup{}, []*providerGroup{}
	for _, one := range r.Results {
		name := one.Text("sourceprovider", "provider", "providername", "source", "sourcetype")
		if name == "" {
			name = "Unknown"
		}
		g := found[name]
		if g == nil {
			g = &providerGroup{Provider: name}
			found[name], groups = g, append(groups, g)
		}
		if g.Count++; one.Scored {
			g.scores = append(g.scores, one.Score)
		}
	}
	for _, g := range groups {
		if len(g.scores) > 0 {
			g.AvgScore = math.Round(mean(g.scores)*1e4) / 1e4
		}
	}
	slices.SortStableFunc(groups, func(a, b *providerGroup) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Provider, b.Provider))
	})
	return groups
}

type resultInput struct {
	RowID string `json:"rowId" about:"The letter of the result as filterByScore shows it: A, B, … Z, AA, …" min:"1" max:"8"`
}

func matchingChunks(ctx context.Context, s *kit.Subject, in resultInput) (kit.Answer, error) {
	one, err := resultAt(ctx, s, in.RowID)
	if err != nil {
		return nil, err
	}
	chunk := one.Text("matchingchunk", "chunk", "chunktext", "content")
	return kit.Prose{Facts: kit.Fields{
		"rowId": one.Letter, "title": orNull(parse.Clip(one.Text("title", "name"), 300)), "sourceUrl": orNull(parse.Clip(one.Text("sourceurl", "url", "link"), 1000)),
		"embeddingMetadata": brieflyShown(one.Value("embeddingmetadata", "embedding")),
	}, Key: "chunk", Text: []byte(cmp.Or(chunk, one.Text("snippet", "summary", "description")))}, nil
}

// brieflyShown replaces a value that would fill the page, such as an embedding vector, by its size.
func brieflyShown(value any) any {
	if kit.SizeOf(value) > 600 {
		return fmt.Sprintf("left out (%d characters); use get_full to read it", kit.SizeOf(value))
	}
	return value
}

func followSource(ctx context.Context, s *kit.Subject, in resultInput) (kit.Answer, error) {
	one, err := resultAt(ctx, s, in.RowID)
	if err != nil {
		return nil, err
	}
	entity, record := one.Text("entityname", "entity"), one.Text("recordid", "entityrecordid")
	if entity == "" || record == "" {
		return nil, fault.Invalid("rowId", "The result %s does not name its source record.", one.Letter).Try("getMatchingChunks shows its text and address.")
	}
	return kit.Whole{Value: kit.Fields{
		"rowId": one.Letter, "entityName": parse.Clip(entity, 300), "recordId": parse.Clip(record, 300), "rlsCheckRequired": true,
		"note": "This is only a pointer: check that the user may read the record before you follow it.",
	}}, nil
}

type rerankInput struct {
	RerankerName string `json:"rerankerName" about:"Name of the reranker" min:"1" max:"200"`
}

// rankedResult is a result at its current position.
type rankedResult struct {
	RowID string `json:"rowId"`
	Title string `json:"title"`
	Score any    `json:"score"`
}

func rerank(ctx context.Context, s *kit.Subject, in rerankInput) (kit.Answer, error) {
	r, err := resultsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	ranked := make([]rankedResult, len(r.Results))
	for i, one := range r.Results {
		ranked[i] = rankedResult{one.Letter, parse.Clip(one.Text("title", "name"), 200), one.Value("score", "relevance", "relevancescore")}
	}
	facts := kit.Fields{"rerankerName": in.RerankerName, "query": parse.Clip(r.Query, 1000), "remark": "This is only a request: send it to a reranker. Nothing was reranked."}
	return kit.Series{Facts: facts, Key: "originalOrder", Each: kit.Items(ranked)}, nil
}

// resultsOf reads the document as a search result set.
func resultsOf(ctx context.Context, s *kit.Subject) (*resultset.Set, error) {
	return kit.Load(ctx, s, "results", max(2*s.SizeBytes*jsontree.Cost, 1<<10), func(ctx context.Context, s *kit.Subject) (*resultset.Set, error) {
		d, err := jsonOf(ctx, s)
		if err != nil {
			return nil, err
		}
		return resultset.Read(d.Root)
	})
}

// resultAt returns a result by its letter.
func resultAt(ctx context.Context, s *kit.Subject, letter string) (resultset.Result, error) {
	r, err := resultsOf(ctx, s)
	if err != nil {
		return resultset.Result{}, err
	}
	return r.At(letter)
}
