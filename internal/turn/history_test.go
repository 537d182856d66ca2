package turn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/testkit/actkit"
	"vitrine/internal/tool"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestAnAgentLooksBackOverVersions(t *testing.T) {
	w := newBench(t)
	first := w.Complete(`{"n":1}`, `{"behavior":"create-new","name":"Numbers"}`)
	for n := 2; n <= 3; n++ {
		w.Complete(fmt.Sprintf(`{"n":%d}`, n), actkit.VersionOf(first.Version.ArtifactID))
	}
	call := func(name, input string) tool.Result {
		answer, err := w.Turns.Invoke(w.Ctx, turn.ToolCall{ConversationID: &w.ID, Letter: new("A"), Tool: name, Input: models.JSON(input)})
		require.NoError(t, err)
		return answer.Result
	}
	data := func(r tool.Result) string {
		require.True(t, r.Success, r.ErrorMessage)
		return string(models.ToJSON(r.Data))
	}
	require.Equal(t, 3, strings.Count(data(call("list_versions", ``)), `"number"`))
	require.Equal(t, 1, strings.Count(data(call("list_versions", `{"before":2}`)), `"number"`))
	require.Contains(t, data(call("read_version", `{"number":1}`)), `\"n\": 1`)
	diff := data(call("diff_versions", `{"from":1}`))
	require.Contains(t, diff, `-  \"n\": 1\n+  \"n\": 3`)
	require.Contains(t, diff, `"added":1`)

	for name, input := range map[string]string{"read_version": `{"number":9}`, "diff_versions": `{}`, "list_versions": `{"before":"x"}`} {
		r := call(name, input)
		require.False(t, r.Success)
		require.NotEmpty(t, r.ErrorMessage)
	}
}
