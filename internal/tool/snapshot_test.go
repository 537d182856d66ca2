package tool

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

const twoTables = `{"tables":[
 {"name":"Sales","columns":[{"field":"who","displayName":"Who","type":"nvarchar"},"n"],"rows":[{"who":"Ann","n":1},{"who":"Bob","n":2},{"who":"ann","n":2,"extra":true},{"who":null,"n":"2"}]},
 {"name":"Lists","columns":["x","y"],"rows":[[1,"a"],[3,null,"beyond"]]},
 {"name":"Empty","columns":["x"],"rows":[]}]}`

func TestSnapshot(t *testing.T) {
	for _, tt := range []struct{ name, tool, input, want string }{
		{"tables", "get_tables", ``, `{"tableCount":3,"tables":[{"name":"Sales","rowCount":4,"columns":["who","n","extra"]},{"name":"Lists","rowCount":2,"columns":["x","y"]},{"name":"Empty","rowCount":0,"columns":["x"]}]}`},
		{"schema", "get_schema", `{"table":"Sales"}`, `{"columns":[{"name":"who","type":"nvarchar","displayName":"Who"},{"name":"n","type":"integer|string"},{"name":"extra","type":"boolean"}],"rowCount":4,"table":"Sales"}`},
		{"rows that are lists", "get_rows", `{"table":"lists","start":1}`, `{"rows":[{"x":3,"y":null}],"start":1,"table":"Lists","total":2}`},
		{"rows past the end", "get_rows", `{"table":"Empty","start":5}`, `{"rows":[],"start":0,"table":"Empty","total":0}`},
		{"eq compares the type", "search_rows", `{"table":"Sales","field":"n","operator":"eq","value":2}`, `{"rows":[{"n":2,"who":"Bob"},{"extra":true,"n":2,"who":"ann"}],"table":"Sales","totalMatches":2}`},
		{"eq of a text", "search_rows", `{"table":"Sales","field":"n","operator":"eq","value":"2"}`, `{"rows":[{"n":"2","who":null}],"table":"Sales","totalMatches":1}`},
		{"eq null finds gaps", "search_rows", `{"table":"Sales","field":"extra","operator":"eq","value":null}`, `"totalMatches":3`},
		{"order of numbers", "search_rows", `{"table":"Sales","field":"n","operator":"gte","value":"2"}`, `"totalMatches":3`},
		{"order of texts", "search_rows", `{"table":"Sales","field":"who","operator":"lt","value":"B"}`, `"totalMatches":1`},
		{"contains is case-sensitive", "search_rows", `{"table":"Sales","field":"who","operator":"contains","value":"nn"}`, `"totalMatches":2`},
		{"startsWith", "search_rows", `{"table":"Sales","field":"who","operator":"startsWith","value":"A"}`, `"totalMatches":1`},
		{"the limit is reported", "search_rows", `{"table":"Sales","field":"n","operator":"neq","value":0,"limit":1}`, `"totalMatches":4,"truncated":true`},
		{"sum ignores text", "aggregate", `{"table":"Sales","field":"n","operation":"sum"}`, `{"field":"n","gaps":0,"numericValues":3,"operation":"sum","otherValues":1,"rowCount":4,"value":5}`},
		{"avg over numbers", "aggregate", `{"table":"Lists","field":"x","operation":"avg"}`, `"value":2}`},
		{"mean is avg", "aggregate", `{"table":"Lists","field":"x","operation":"mean"}`, `"value":2}`},
		{"count", "aggregate", `{"table":"Sales","field":"who","operation":"count"}`, `"value":3}`},
		{"max with its rows", "aggregate", `{"table":"Sales","field":"n","operation":"max"}`, `"matchingRows":2,"numericValues":3,"operation":"max","otherValues":1,"rowCount":4,"rows":[{"n":2,"who":"Bob"},{"extra":true,"n":2,"who":"ann"}],"value":2}`},
		{"max of texts", "aggregate", `{"table":"Sales","field":"who","operation":"min"}`, `"value":"Ann"}`},
		{"distinct", "aggregate", `{"table":"Sales","field":"n","operation":"distinct_count"}`, `"value":3,"values":[1,2,"2"]}`},
		{"mode", "aggregate", `{"table":"Sales","field":"n","operation":"mode"}`, `"frequency":2,"gaps":0,"matchingRows":2,"modes":[2],`},
		{"ties", "aggregate", `{"table":"Lists","field":"x","operation":"mode"}`, `"modes":[1,3]`},
		{"median", "aggregate", `{"table":"Lists","field":"x","operation":"median"}`, `"value":2}`},
		{"variance of a sample", "aggregate", `{"table":"Lists","field":"x","operation":"variance"}`, `"value":2.0000000000000004}`},
		{"an empty table", "aggregate", `{"table":"Empty","field":"x","operation":"avg"}`, `"value":0}`},
		{"mode of an empty table", "aggregate", `{"table":"Empty","field":"x","operation":"mode"}`, `"frequency":0,`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "data-snapshot", twoTables, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
	_, got := ask(t, "data-snapshot", `{"columns":["a"],"rows":[{"a":1}],"title":"old"}`, "get_tables", ``)
	require.Equal(t, `{"tableCount":1,"tables":[{"name":"old","rowCount":1,"columns":["a"]}]}`, got)
}

func TestSnapshot_failures(t *testing.T) {
	for _, tt := range []struct{ name, content, tool, input, says string }{
		{"no table", `{"a":1}`, "get_tables", ``, "no tables"},
		{"not an object", `[1]`, "get_tables", ``, "no tables"},
		{"a table must be named", twoTables, "get_rows", ``, "Sales, Lists, Empty"},
		{"an unknown field", twoTables, "aggregate", `{"table":"Lists","field":"z","operation":"sum"}`, "x, y"},
		{"no numbers", twoTables, "aggregate", `{"table":"Lists","field":"y","operation":"sum"}`, "1 are other values, 1 are missing"},
		{"an unknown operator", twoTables, "search_rows", `{"table":"Lists","field":"x","operator":"like","value":1}`, "operator"},
		{"a value that is a list", twoTables, "search_rows", `{"table":"Lists","field":"x","operator":"eq","value":[1]}`, "value"},
		{"a limit above the maximum", twoTables, "search_rows", `{"table":"Lists","field":"x","operator":"eq","value":1,"limit":501}`, "limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "data-snapshot", tt.content, tt.tool, tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

const hits = `{"Query":"tea","Results":[
 {"ID":"9","Title":"One","Score":0.5,"SourceProvider":"Web","MatchingChunk":"tea and more","sourceUrl":"https://x.example","EmbeddingMetadata":{"model":"m"}},
 {"Title":"Two","Score":0.9,"SourceProvider":"Files","Snippet":"short","EntityName":"Pages","RecordID":7},
 {"Title":"Three","Score":"none","SourceProvider":"Web"}]}`

func TestResultSet(t *testing.T) {
	snapshot := `{"tables":[{"name":"r","rows":[{"title":"One","score":0.5,"provider":"a|b"}]}]}`
	for _, tt := range []struct{ name, content, tool, input, want string }{
		{"by score", hits, "filterByScore", `{"minScore":0.1}`, `{"count":2,"rows":[{"EntityName":"Pages","Score":0.9,"Snippet":"short","SourceProvider":"Files","Title":"Two","rowId":"B"},{"Score":0.5,"SourceProvider":"Web","Title":"One","rowId":"A","sourceUrl":"https://x.example"}]}`},
		{"by a range of scores", hits, "filterByScore", `{"minScore":0.1,"maxScore":0.6}`, `"count":1`},
		{"by provider", hits, "groupBySourceProvider", ``, `{"groupCount":2,"groups":[{"Provider":"Web","Count":2,"AvgScore":0.5},{"Provider":"Files","Count":1,"AvgScore":0.9}],"markdown":"| Provider | Count | AvgScore |\n|---|---|---|\n| Web | 2 | 0.5000 |\n| Files | 1 | 0.9000 |\n"}`},
		{"a chunk", hits, "getMatchingChunks", `{"rowId":"a"}`, `{"chunk":"tea and more","embeddingMetadata":{"model":"m"},"rowId":"A","sourceUrl":"https://x.example","title":"One"}`},
		{"a snippet where there is no chunk", hits, "getMatchingChunks", `{"rowId":"B"}`, `{"chunk":"short","embeddingMetadata":null,"rowId":"B","sourceUrl":null,"title":"Two"}`},
		{"a pointer", hits, "followSourceLink", `{"rowId":"B"}`, `"entityName":"Pages","note":"This is only a pointer: check that the user may read the record before you follow it.","recordId":"7","rlsCheckRequired":true,"rowId":"B"}`},
		{"a request to rerank", hits, "rerankInline", `{"rerankerName":"best"}`, `{"originalOrder":[{"rowId":"A","title":"One","score":0.5},{"rowId":"B","title":"Two","score":0.9},{"rowId":"C","title":"Three","score":"none"}],"query":"tea",`},
		{"of a snapshot", snapshot, "groupBySourceProvider", ``, `| a\\|b | 1 | 0.5000 |`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "search-result-set", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
	for content, says := range map[string]string{hits: "from A to C", `{"Results":[]}`: "empty", `{}`: "neither", `[`: "JSON"} {
		r, _ := ask(t, "search-result-set", content, "getMatchingChunks", `{"rowId":"Z"}`)
		require.False(t, r.Success)
		require.Contains(t, r.ErrorMessage, says)
	}
	r, _ := ask(t, "search-result-set", hits, "followSourceLink", `{"rowId":"A"}`)
	require.Contains(t, r.ErrorMessage, "does not name its source record")
}

func FuzzSnapshot(f *testing.F) {
	f.Add([]byte(twoTables), "n")
	f.Add([]byte(hits), "Score")
	f.Fuzz(func(t *testing.T, content []byte, field string) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600})
		input, _ := json.Marshal(map[string]string{"field": field, "operation": "mode"})
		kit.Find("data-snapshot").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: "aggregate", Input: input})
		for _, call := range []string{"filterByScore", "groupBySourceProvider"} {
			kit.Find("search-result-set").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: call, Input: json.RawMessage(fmt.Sprintf(`{"minScore":%d}`, len(field)))})
		}
	})
}
