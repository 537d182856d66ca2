package artifact

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// Claim is what a sender declares about a file.
type Claim struct {
	FileName string
	MIMEType string
}

// Admission describes an accepted file and the artifact type that it was matched to.
type Admission struct {
	Type       *models.ArtifactType
	Resolution Resolution
	FileName   string // cleaned
	MIMEType   string // as declared, normalised; detected when nothing was declared
	Detected   string // detected from the first bytes, without parameters
}

// Admit checks a file by what is declared, its first bytes and its size, against the registry and the agent (nil:
// unregistered files are not accepted). It is pure: nothing is stored before it has returned.
func Admit(types []*models.ArtifactType, agent *models.Agent, claim Claim, head []byte, size int64) (*Admission, error) {
	if err := CheckMIME(claim.MIMEType); err != nil {
		return nil, err
	}
	a := &Admission{FileName: CleanFileName(claim.FileName), MIMEType: NormaliseMIME(claim.MIMEType), Detected: detect(head)}
	accept := agent != nil && agent.AcceptUnregisteredFiles
	a.Resolution = resolveClaim(types, a, accept)
	if a.Resolution.Type == nil {
		return nil, unsupported(types, a)
	}
	a.Type = a.Resolution.Type
	for _, claimed := range []string{a.MIMEType, a.Type.ContentType} {
		if Contradicts(claimed, a.Detected) {
			return nil, fault.New(fault.CodeUnsupportedType, "%s claims to be %s, but its content is %s.", a.FileName, claimed, a.Detected).
				At("mimeType").With("declared", claimed).With("detected", a.Detected).
				Try("Send the file under its real type.", "Export it again if it should be "+claimed+".")
		}
	}
	if a.Type.MaxBytes != nil && size > *a.Type.MaxBytes {
		return nil, storage.TooLarge(*a.Type.MaxBytes)
	}
	a.MIMEType = cmp.Or(a.MIMEType, a.Detected)
	return a, nil
}

// grammar matches one MIME type as in RFC 6838; wildcards are allowed only in the patterns of types and models.
var grammar = regexp.MustCompile(`^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$`)

// CheckMIME returns an error if text is not a valid MIME type; empty text is accepted.
func CheckMIME(text string) error {
	isControl := func(r rune) bool { return r < ' ' || r == 0x7f }
	switch mime := NormaliseMIME(text); {
	case len(text) > 255 || strings.ContainsFunc(strings.TrimSpace(text), isControl):
		return fault.Invalid("mimeType", "A MIME type must have at most 255 bytes and no control characters.").Try(leaveOut)
	case mime != "" && !grammar.MatchString(mime):
		return fault.Invalid("mimeType", "%q is not a MIME type.", mime).Try(`Write one type and subtype, such as "text/plain".`, leaveOut)
	}
	return nil
}

const leaveOut = "Leave it out: the type is then detected from the content."

// resolveClaim resolves the declared MIME first (an absent one is treated as octet-stream), then the detected one, and
// then, if the agent accepts unregistered files, the fallback type.
func resolveClaim(types []*models.ArtifactType, a *Admission, accept bool) Resolution {
	extension := Extension(a.FileName)
	declared := cmp.Or(a.MIMEType, octetStream)
	r := Resolve(types, File{MIMEType: declared, Extension: extension})
	if r.Type == nil && a.Detected != declared {
		r = Resolve(types, File{MIMEType: a.Detected, Extension: extension})
	}
	if r.Type == nil && accept {
		r = Resolve(types, File{MIMEType: declared, Extension: extension, AcceptUnregistered: true})
	}
	return r
}

func detect(head []byte) string { return NormaliseMIME(mimetype.Detect(head).String()) }

func unsupported(types []*models.ArtifactType, a *Admission) error {
	names := supported(types)
	return fault.New(fault.CodeUnsupportedType, "No registered type accepts %s (declared %s, content %s). Supported: %s.",
		a.FileName, cmp.Or(a.MIMEType, "nothing"), a.Detected, strings.Join(names, ", ")).
		At("file").With("supportedTypes", names).With("declared", a.MIMEType).With("detected", a.Detected).
		Try("Send the file in one of the supported types.",
			"Ask an administrator to register a type for "+cmp.Or(a.MIMEType, a.Detected)+".",
			"Use an agent that accepts unregistered files.")
}

// supported returns the enabled types with their MIME patterns, in alphabetical order.
func supported(types []*models.ArtifactType) []string {
	var names []string
	for _, t := range types {
		if t.Enabled && !isGenericBinary(t) {
			names = append(names, fmt.Sprintf("%s (%s)", t.Name, t.ContentType))
		}
	}
	slices.Sort(names)
	return names
}
