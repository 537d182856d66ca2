package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/models"
)

// The behaviours a directive may ask for.
const (
	behaviorCreateNew     = "create-new"
	behaviorVersionSource = "version-source"
	behaviorSuppress      = "suppress"
)

// Rejection is one part of a directive that was rejected.
type Rejection struct {
	Rung   string // directive, behavior, target, source, name or description
	Value  string // what was asked for, shortened
	Reason string
}

// Directive is an agent's request at the end of its turn, parsed from untrusted text.
type Directive struct {
	Behavior    string // one of the three, empty when absent or unknown
	Target      string // an artifact id or a catalog number, empty when absent
	Name        string
	Description string
}

// Suppresses reports whether the agent asked for no artifact.
func (d Directive) Suppresses() bool { return d.Behavior == behaviorSuppress }

// ParseDirective parses what a model wrote. It never fails: parts that it cannot use are rejected one by one.
func ParseDirective(raw models.JSON) (d Directive, refused []Rejection) {
	if raw.IsNull() {
		return d, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return d, []Rejection{{"directive", excerpt(raw), "A directive must be a JSON object."}}
	}
	r := &directiveReader{fields: fields}
	d.Behavior = r.behavior()
	if d.Behavior != "" {
		d.Target = r.target()
	}
	d.Name = CleanName(r.text("name"))
	d.Description = strings.TrimSpace(r.text("description"))
	return d, r.refused
}

type directiveReader struct {
	fields  map[string]json.RawMessage
	refused []Rejection
}

func (r *directiveReader) refuse(rung string, value json.RawMessage, reason string) {
	r.refused = append(r.refused, Rejection{rung, excerpt(value), reason})
}

func (r *directiveReader) behavior() string {
	raw, ok := r.fields["behavior"]
	if !ok {
		r.refuse("behavior", nil, "The directive has no behavior; the default is used.")
		return ""
	}
	var s string
	known := []string{behaviorCreateNew, behaviorVersionSource, behaviorSuppress}
	if json.Unmarshal(raw, &s) != nil || !slices.Contains(known, s) {
		r.refuse("behavior", raw, "The behavior must be one of "+strings.Join(known, ", ")+"; the default is used.")
		return ""
	}
	return s
}

func (r *directiveReader) target() string {
	raw, ok := r.fields["targetArtifactId"]
	if !ok || string(raw) == "null" {
		return ""
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil && n != "" {
		return n.String()
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		r.refuse("target", raw, "The target must be the id of an artifact, as a string.")
		return ""
	}
	if s != "" && strings.TrimSpace(s) == "" {
		r.refuse("target", raw, "The target is blank.")
	}
	return strings.TrimSpace(s)
}

func (r *directiveReader) text(field string) string {
	raw, ok := r.fields[field]
	if !ok || string(raw) == "null" {
		return ""
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		r.refuse(field, raw, "Must be a string or null.")
	}
	return s
}

// CatalogEntry is one output artifact of the conversation that a directive may name, by id or by its number from 1.
type CatalogEntry struct {
	ArtifactID string
	Name       string
	Editable   bool // the caller may add versions to it
}

// Turn is the outcome of an agent's turn, and everything that its directive may refer to.
type Turn struct {
	CreateArtifacts bool // false: the caller wants nothing stored
	Succeeded       bool
	HasPayload      bool
	Mode            models.CreationMode
	Directive       models.JSON // as the model wrote it
	SourceID        string      // the artifact the turn began from; empty when none
	SourceKnown     bool        // it is an artifact of this conversation that the caller may edit
	OnMessageID     string      // the artifact that the message already shows; empty when none
	Catalog         []CatalogEntry
	NewestID        string // the catalog's artifact with the newest output; empty when the catalog is
}

// Decision is what happens to a turn's payload.
type Decision struct {
	Action      models.TurnAction // CREATED, VERSIONED (of ArtifactID), SUPPRESSED or NONE
	ArtifactID  string
	Name        string // of the artifact or the version; empty: the default
	Description string
	Reason      string
	Rejections  []Rejection
}

// Decide takes the first rule that applies: vetoes, suppress, create-new, the directive's target, the source, the
// artifact already on the message, the newest output when the directive says version-source, else a new artifact.
func Decide(t Turn) Decision {
	if reason := veto(t); reason != "" {
		return Decision{Action: models.ActionNone, Reason: reason}
	}
	wish, refused := ParseDirective(t.Directive)
	d := Decision{Name: wish.Name, Description: wish.Description, Rejections: refused}
	switch wish.Behavior {
	case behaviorSuppress:
		return Decision{Action: models.ActionSuppressed, Reason: "The agent asked for no artifact.", Rejections: refused}
	case behaviorCreateNew:
		d.Action, d.Reason = models.ActionCreated, "The agent asked for a new artifact."
		return d
	}
	d.ArtifactID, d.Reason = d.existing(t, wish)
	if d.Action = models.ActionVersioned; d.ArtifactID == "" {
		d.Action, d.Reason = models.ActionCreated, "There is no artifact to add a version to."
	}
	return d
}

func veto(t Turn) string {
	switch {
	case !t.CreateArtifacts:
		return "The caller wants no artifact."
	case !t.Succeeded:
		return "The run failed."
	case !t.HasPayload:
		return "The payload is empty."
	case t.Mode == models.CreationNever:
		return "The agent never creates artifacts."
	}
	return ""
}

// existing finds the artifact to add a version to. An id that was rejected is not accepted by a later rule.
func (d *Decision) existing(t Turn, wish Directive) (id, reason string) {
	target := wish.Target
	if target != "" {
		id, why := inCatalog(t.Catalog, target)
		if why == "" {
			return id, "The agent named this artifact."
		}
		d.refuse("target", target, why)
	}
	if t.SourceID != "" {
		switch {
		case target != "" && strings.EqualFold(target, t.SourceID):
			d.refuse("source", t.SourceID, "Already rejected as the target.")
		case !t.SourceKnown:
			d.refuse("source", t.SourceID, "Not an artifact of this conversation that you may change.")
		default:
			return strings.ToLower(t.SourceID), "The turn began from this artifact."
		}
	}
	if t.OnMessageID != "" {
		return t.OnMessageID, "The message already shows this artifact."
	}
	if wish.Behavior == behaviorVersionSource && t.NewestID != "" {
		if id, why := inCatalog(t.Catalog, t.NewestID); why == "" {
			return id, "The agent asked for a version, and this is the newest output."
		}
	}
	return "", ""
}

func (d *Decision) refuse(rung, value, reason string) {
	d.Rejections = append(d.Rejections, Rejection{rung, cutRunes(value, 200), reason})
}

// inCatalog finds a target by id, case ignored, or by its number from 1; why is the reason when it cannot be used.
func inCatalog(catalog []CatalogEntry, target string) (id, why string) {
	i := slices.IndexFunc(catalog, func(e CatalogEntry) bool { return strings.EqualFold(e.ArtifactID, target) })
	if n, err := strconv.Atoi(target); err == nil && n >= 1 && n <= len(catalog) {
		i = n - 1
	}
	switch {
	case i < 0:
		return "", fmt.Sprintf("Not one of the %d output artifacts of this conversation.", len(catalog))
	case !catalog[i].Editable:
		return "", "You may not change it."
	}
	return catalog[i].ArtifactID, ""
}

func excerpt[T ~[]byte](raw T) string { return cutRunes(string(raw), 200) }

// ApplyChange returns the payload at the end of a turn that began from an inherited one. The change is merged into
// it, member by member; with replace it replaces the members it names. A new artifact starts from an empty payload
// when the inherited one is untouched or elements are replaced, so that no member of the old one remains in it.
func ApplyChange(directive, inherited, current, change models.JSON, replace bool) (models.JSON, error) {
	wish, _ := ParseDirective(directive)
	base := current
	if base.IsNull() {
		base = inherited
	}
	if StartsClean(wish.Behavior, current.IsNull() || bytes.Equal(compact(current), compact(inherited)), replace) {
		base = nil
	}
	return merge(base, change, replace)
}

// StartsClean reports whether the payload starts empty.
func StartsClean(behavior string, untouched, replace bool) bool {
	return behavior == behaviorCreateNew && (untouched || replace)
}

func merge(base, change models.JSON, replace bool) (models.JSON, error) {
	if change.IsNull() {
		return base, nil
	}
	var from, to any
	if err := base.Decode(&from); err != nil {
		return nil, err
	}
	if err := change.Decode(&to); err != nil {
		return nil, err
	}
	return models.ToJSON(mergeValue(from, to, replace)), nil
}

// mergeValue merges objects member by member (null removes one); everything else is replaced.
func mergeValue(base, change any, replace bool) any {
	into, ok1 := base.(map[string]any)
	from, ok2 := change.(map[string]any)
	if !ok2 {
		return change
	}
	if !ok1 {
		into = map[string]any{}
	}
	for k, v := range from {
		switch {
		case v == nil:
			delete(into, k)
		case replace:
			into[k] = v
		default:
			into[k] = mergeValue(into[k], v, false)
		}
	}
	return into
}

func compact(j models.JSON) []byte {
	var b bytes.Buffer
	if json.Compact(&b, j) != nil {
		return j
	}
	return b.Bytes()
}
