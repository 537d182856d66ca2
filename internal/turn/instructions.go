package turn

import (
	"fmt"
	"strings"

	"vitrine/internal/artifact/store"
	"vitrine/internal/provider"
	"vitrine/models"
)

// directiveRules is the artifact part of the system prompt. It does not change from turn to turn, so that prompts can
// be cached.
const directiveRules = `## Your output as an artifact

When your turn ends with a payload, it can be kept as an artifact of this conversation. You may add an "artifactDirective" to
your final answer to say how:

{"behavior": "create-new" | "version-source" | "suppress", "targetArtifactId": "<id or number from the list below>", "name": "<title>", "description": "<what it is, or what changed>"}

- "create-new": the payload is something new. Give it a name.
- "version-source": the payload is the next version of an artifact of the list below; without a target, of the one the turn began from.
- "suppress": the turn only talks; nothing is kept.
- Without a directive the payload becomes the next version of the artifact the turn began from, or a new artifact when there is none.
- All fields but "behavior" are optional. Do not invent ids.
`

// instructions returns the artifact part of the system prompt; empty when the agent's creation mode excludes it. The
// catalog, which changes, comes last.
func instructions(agent *models.Agent, catalog []store.Output) string {
	return rulesFor(agent) + catalogText(agent, catalog)
}

// rulesFor returns the part that does not change.
func rulesFor(agent *models.Agent) string {
	if agent != nil && !agent.ArtifactsEnabled() {
		return ""
	}
	return directiveRules
}

// catalogText lists the output artifacts that a directive may name; empty when there are none or the agent creates
// none.
func catalogText(agent *models.Agent, catalog []store.Output) string {
	if len(catalog) == 0 || agent != nil && !agent.ArtifactsEnabled() {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n### Output artifacts of this conversation\n\n")
	for i, o := range catalog {
		fmt.Fprintf(&b, "%d. %q (id %s, version %d)\n", i+1, provider.OneLine(o.Name), o.ID, o.LatestVersion)
	}
	return b.String()
}

// stateText returns what changes from turn to turn: manifest, catalog and notes; empty when there is none of them.
func stateText(manifest, catalog string, notes []string) string {
	var b strings.Builder
	b.WriteString(manifest + catalog)
	if len(notes) > 0 {
		b.WriteString("\n### Notes for this turn\n\n")
	}
	for _, n := range notes {
		b.WriteString("- " + provider.OneLine(n) + "\n")
	}
	return provider.WrapState(b.String())
}
