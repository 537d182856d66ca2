package harness_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
	"vitrine/models"
)

// TestPageLinks checks that every harness reports the pages that its users and agents link to, but none that tool
// output links to.
func TestPageLinks(t *testing.T) {
	const text = `see https:\/\/x.test/p/pgabcde12345 and\n/p/pgother00001`
	for name, records := range map[string]map[string]string{
		"claude": {
			"agent":    `{"type":"assistant","message":{"content":[{"type":"text","text":"` + text + `"}]}}`,
			"person":   `{"type":"user","message":{"content":"` + text + `"}}`,
			"tool":     `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"` + text + `"}]}]}}`,
			"no text":  `{"type":"assistant","message":{"content":[{"type":"thinking","text":"` + text + `"}]}}`,
			"a system": `{"type":"system","message":{"content":"` + text + `"}}`,
		},
		"codex": {
			"agent":  `{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]}}`,
			"person": `{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}`,
			"tool":   `{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"` + text + `"}}`,
		},
		"acp": {
			"agent":  `{"params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"` + text + `"}}}}`,
			"person": `{"params":{"update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"` + text + `"}}}}`,
			"tool":   `{"params":{"update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","content":[{"type":"content","content":{"type":"text","text":"` + text + `"}}]}}}`,
		},
		"gemini": {
			"agent":  `{"type":"gemini","content":"` + text + `"}`,
			"person": `{"type":"user","content":[{"text":"` + text + `"}]}`,
			"tool":   `{"type":"tool_result","tool_id":"c","status":"success","output":"` + text + `"}`,
		},
		"opencode": {
			"agent": `{"type":"text","text":"` + text + `"}`,
			"tool":  `{"type":"tool","tool":"read","callID":"c","state":{"status":"completed","output":"` + text + `"}}`,
		},
	} {
		reader, _ := harness.Find(name)
		for who, record := range records {
			t.Run(name+"/"+who, func(t *testing.T) {
				var shown []harness.PageLink
				for _, w := range reader.Read([]byte(record)) {
					if w.Op == models.OpPresent {
						shown = append(shown, harness.PageLink{ID: w.Path[len("/p/"):], Origin: w.From})
					}
				}
				if who == "agent" || who == "person" {
					require.Equal(t, []harness.PageLink{{ID: "pgabcde12345", Origin: "https://x.test"}, {ID: "pgother00001"}}, shown)
					return
				}
				require.Empty(t, shown)
			})
		}
	}
}

// TestLinksContainNothingElse checks that of a link only the page, the scheme and the host are reported: no password,
// no query, and no text next to it.
func TestLinksContainNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"https://X.test/p/pgabcde12345":                           "https://x.test",
		"http://127.0.0.1:8080/p/pgabcde12345":                    "http://127.0.0.1:8080",
		"http://[::1]:8080/p/pgabcde12345":                        "http://[::1]:8080",
		"https://münchen.test/p/pgabcde12345":                     "https://münchen.test",
		"https://ada:secret@x.test/p/pgabcde12345":                "https://x.test",
		"https://ada:a@b@x.test/p/pgabcde12345":                   "https://x.test",
		"https://x.test?token=secret/p/pgabcde12345":              "",
		"https://x.test#secret/p/pgabcde12345":                    "",
		"https://x.test:secret/p/pgabcde12345":                    "",
		"https://" + strings.Repeat("a", 254) + "/p/pgabcde12345": "",
		"https://{password:secret}/p/pgabcde12345":                "",
		"https://x.test\\secret/p/pgabcde12345":                   "",
		"https:///p/pgabcde12345":                                 "",
		"https://x\x00y/p/pgabcde12345":                           "",
		"javascript://x.test/p/pgabcde12345":                      "",
	} {
		t.Run(text, func(t *testing.T) {
			links := harness.LinksIn(text)
			if want == "" {
				require.Empty(t, links)
				return
			}
			require.Equal(t, []harness.PageLink{{ID: "pgabcde12345", Origin: want}}, links)
		})
	}
}
