package artifact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vitrine/models"
)

// octetStream is the MIME of unknown content; the file extension counts only for it.
const octetStream = "application/octet-stream"

// Candidate is a type that matched a file.
type Candidate struct {
	Type   *models.ArtifactType
	Tier   models.Tier
	Reason string // why it won, or what beat it
}

// Resolution is the type of a file, and the reason.
type Resolution struct {
	Type       *models.ArtifactType // nil when no type matches
	Tier       models.Tier          // empty when there is no winner
	Reason     string
	Candidates []Candidate // all types that matched, the winner first
}

// File is the input of a resolution.
type File struct {
	MIMEType  string // as declared: case, spaces and parameters are ignored
	Extension string // of the file name, with or without its dot; may be empty
	// AcceptUnregistered allows Generic Binary for files that no other type matches.
	AcceptUnregistered bool
}

// NormaliseMIME trims, lower-cases and removes the parameters.
func NormaliseMIME(mime string) string {
	mime, _, _ = strings.Cut(mime, ";")
	return strings.ToLower(strings.TrimSpace(mime))
}

// Extension returns the text after the last dot of a file name, lower-case; empty when there is none.
func Extension(fileName string) string {
	i := strings.LastIndexByte(fileName, '.')
	if i < 0 {
		return ""
	}
	return normaliseExtension(fileName[i:])
}

// Resolve finds the type of a file: exact pattern (or, for application/octet-stream, a listed extension) before
// wildcard, then higher priority, then your own before shipped, then the lower id. Disabled types never match, and
// the shipped Generic Binary is only for files that no other type matches and agents that accept unregistered files.
func Resolve(types []*models.ArtifactType, f File) Resolution {
	mime, extension := NormaliseMIME(f.MIMEType), normaliseExtension(f.Extension)
	if mime == "" {
		return Resolution{Reason: "The file has no MIME type, so no type can claim it."}
	}
	matched := match(types, mime, extension)
	slices.SortStableFunc(matched, better)
	if len(matched) == 0 {
		return lastResort(types, mime, f.AcceptUnregistered)
	}
	explain(matched, mime, extension)
	return Resolution{Type: matched[0].Type, Tier: matched[0].Tier, Reason: matched[0].Reason, Candidates: matched}
}

func match(types []*models.ArtifactType, mime, extension string) (matched []Candidate) {
	for _, t := range types {
		if !t.Enabled || isGenericBinary(t) {
			continue
		}
		if tier := tierOf(t, mime, extension); tier != "" {
			matched = append(matched, Candidate{Type: t, Tier: tier})
		}
	}
	return matched
}

func tierOf(t *models.ArtifactType, mime, extension string) models.Tier {
	pattern := NormaliseMIME(t.ContentType)
	family, wild := strings.CutSuffix(pattern, "/*")
	switch {
	case pattern == "":
		return ""
	case pattern == mime:
		return models.TierExact
	case wild && family != "" && strings.HasPrefix(mime, family+"/"):
		return models.TierWildcard
	case mime == octetStream && extension != "" && slices.Contains(t.FileExtensions, extension):
		return models.TierExtension
	}
	return ""
}

// better orders candidates, the winner first. A listed extension counts as much as an exact pattern.
func better(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(strength(b.Tier), strength(a.Tier)),
		cmp.Compare(b.Type.Priority, a.Type.Priority),
		cmp.Compare(shipped(a.Type), shipped(b.Type)),
		cmp.Compare(a.Type.ID, b.Type.ID),
	)
}

func strength(t models.Tier) int {
	if t == models.TierWildcard {
		return 1
	}
	return 2
}

func shipped(t *models.ArtifactType) int {
	if t.SystemSupplied {
		return 1
	}
	return 0
}

// explain sets the reason of each candidate: the rule by which it matched, and for all but the winner what beat it.
func explain(matched []Candidate, mime, extension string) {
	winner := matched[0]
	for i, c := range matched {
		matched[i].Reason = rule(c, mime, extension)
		if i > 0 {
			matched[i].Reason += " " + beatenBy(winner, c)
		}
	}
}

func rule(c Candidate, mime, extension string) string {
	switch c.Tier {
	case models.TierExact:
		return fmt.Sprintf("%s claims %s exactly.", c.Type.Name, mime)
	case models.TierExtension:
		return fmt.Sprintf("%s lists the extension %q, which counts because %s is not specific.", c.Type.Name, extension, mime)
	default:
		return fmt.Sprintf("%s claims the whole family %s.", c.Type.Name, NormaliseMIME(c.Type.ContentType))
	}
}

func beatenBy(winner, c Candidate) string {
	switch {
	case strength(winner.Tier) > strength(c.Tier):
		return fmt.Sprintf("%s is more specific.", winner.Type.Name)
	case winner.Type.Priority != c.Type.Priority:
		return fmt.Sprintf("%s has the higher priority, %d against %d.", winner.Type.Name, winner.Type.Priority, c.Type.Priority)
	case shipped(winner.Type) != shipped(c.Type):
		return fmt.Sprintf("%s is your own, and your own beats a shipped type of equal priority.", winner.Type.Name)
	}
	return fmt.Sprintf("%s has the lower id, which decides between equals.", winner.Type.Name)
}

func lastResort(types []*models.ArtifactType, mime string, accept bool) Resolution {
	i := slices.IndexFunc(types, func(t *models.ArtifactType) bool { return t.Enabled && isGenericBinary(t) })
	if i < 0 || !accept {
		reason := fmt.Sprintf("No enabled type claims %s.", mime)
		if i >= 0 {
			reason += fmt.Sprintf(" %s accepts it only for an agent that accepts unregistered files.", types[i].Name)
		}
		return Resolution{Reason: reason}
	}
	c := Candidate{Type: types[i], Tier: models.TierWildcard}
	if mime == octetStream {
		c.Tier = models.TierExact
	}
	c.Reason = fmt.Sprintf("No enabled type claims %s, and the agent accepts unregistered files.", mime)
	return Resolution{Type: c.Type, Tier: c.Tier, Reason: c.Reason, Candidates: []Candidate{c}}
}

// isGenericBinary reports whether a type is the shipped last resort: a type of your own for the same MIME is an
// ordinary one.
func isGenericBinary(t *models.ArtifactType) bool {
	return t.SystemSupplied && NormaliseMIME(t.ContentType) == octetStream
}

func normaliseExtension(e string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(e)), ".")
}

// Conflict is a set of types that only their ids distinguish.
type Conflict struct {
	ContentType    string // the pattern they share, in the first one's spelling
	Priority       int
	SystemSupplied bool
	Types          []*models.ArtifactType // two or more, the winner first
}

// Conflicts finds the enabled types that share pattern, priority and provenance, in the order of the registry.
func Conflicts(types []*models.ArtifactType) []Conflict {
	type claim struct {
		pattern  string
		priority int
		shipped  bool
	}
	groups, order := map[claim][]*models.ArtifactType{}, []claim{}
	for _, t := range types {
		c := claim{NormaliseMIME(t.ContentType), t.Priority, t.SystemSupplied}
		if !t.Enabled || c.pattern == "" {
			continue
		}
		if groups[c] == nil {
			order = append(order, c)
		}
		groups[c] = append(groups[c], t)
	}
	var conflicts []Conflict
	for _, c := range order {
		if group := groups[c]; len(group) > 1 {
			spelling := group[0].ContentType
			slices.SortFunc(group, func(a, b *models.ArtifactType) int { return cmp.Compare(a.ID, b.ID) })
			conflicts = append(conflicts, Conflict{spelling, c.priority, c.shipped, group})
		}
	}
	return conflicts
}

// Names returns the names of the types, the winner first.
func (c Conflict) Names() []string {
	names := make([]string, len(c.Types))
	for i, t := range c.Types {
		names[i] = t.Name
	}
	return names
}
