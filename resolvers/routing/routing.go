// Package routing decides how a version is delivered to a model for a turn: inline as native content, or through tools.
//
// It is a set of pure functions over plain values. It does not look up types, load bytes, log fallbacks or build the
// manifest: prepareTurn, routeArtifact and the MCP handler call it and act on the Route that it returns.
package routing

import (
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/models"
)

// DefaultCapBytes is the size in bytes from which content goes to tools, unless it is lowered.
const DefaultCapBytes int64 = 102_400

// Route is the decision about one version for one model, with its reason.
type Route struct {
	// Delivery is empty exactly when Err is set.
	Delivery models.Delivery
	// Reason is one sentence for people; it is never empty.
	Reason string
	// Annotation is the note that the manifest shows to the agent; empty unless content went to tools for its size.
	Annotation string
	// Fallback reports whether inline content went to tools for its size or the turn's budget; the caller logs it at WARN.
	Fallback bool
	// Err is MODALITY_UNSUPPORTED when the model does not take the MIME.
	Err *fault.Fault
}

// Decide routes one version by its own type. The cap is in bytes; the type or the model may lower it, never raise it.
func Decide(t *models.ArtifactType, v *models.ConversationArtifactVersion, m *models.Model, capBytes int64) Route {
	switch limit := effectiveCap(t, m, capBytes); {
	case v.ForceToolsOnly:
		return tools("This version is set to forceToolsOnly.")
	case t.DefaultDeliveryMode != models.DeliveryInline:
		return tools(fmt.Sprintf("The type %s is delivered through tools (%s).", t.Name, models.DeliveryToolsOnly))
	case !m.Takes(contentType(v)):
		return blocked(t, v, m)
	case v.SizeBytes == nil || *v.SizeBytes < 0:
		return oversize(fmt.Sprintf("The size of this %s file is unknown, so it counts as above the inline cap of %d bytes.", t.Name, limit))
	case *v.SizeBytes >= limit:
		return oversize(fmt.Sprintf("This %s file has %d bytes and the inline cap is %d bytes.", t.Name, *v.SizeBytes, limit))
	default:
		return Route{
			Delivery: models.DeliveredInline,
			Reason:   fmt.Sprintf("The model %s takes %s, and %d bytes are below the inline cap of %d.", m.Name, contentType(v), *v.SizeBytes, limit),
		}
	}
}

// effectiveCap returns the smallest of the server's cap and those of type and model.
func effectiveCap(t *models.ArtifactType, m *models.Model, capBytes int64) int64 {
	for _, lower := range []*int64{t.InlineCapBytes, m.InlineCapBytes} {
		if lower != nil {
			capBytes = min(capBytes, *lower)
		}
	}
	return capBytes
}

// contentType returns the MIME type for the model: the declared one, or the detected one where the declared is
// unspecific.
func contentType(v *models.ConversationArtifactVersion) string {
	mime, _, _ := strings.Cut(strings.ToLower(v.MIMEType), ";")
	mime = strings.TrimSpace(mime)
	if (mime == "" || mime == "application/octet-stream") && v.DetectedMIMEType != "" {
		return v.DetectedMIMEType
	}
	return mime
}

func tools(reason string) Route { return Route{Delivery: models.DeliveredTools, Reason: reason} }

// oversize returns a route to tools with an annotation for the agent.
func oversize(reason string) Route {
	r := tools(reason)
	r.Annotation, r.Fallback = reason+" It was not attached; read it with its tools.", true
	return r
}

func blocked(t *models.ArtifactType, v *models.ConversationArtifactVersion, m *models.Model) Route {
	mime := contentType(v)
	err := fault.New(fault.CodeModalityUnsupported, "The model %s does not take %s, the content of this %s file, inline.", nameOf(m), mime, t.Name).
		Try(
			fmt.Sprintf("Set the default delivery mode of the type %s to %s.", t.Name, models.DeliveryToolsOnly),
			"Set forceToolsOnly on this version.",
			fmt.Sprintf("Use a different model, one whose inputMimePatterns take %s.", mime),
		).
		With("artifactType", t.Name).With("model", m.Name).With("mimeType", mime)
	return Route{Reason: err.Message, Err: err}
}

func nameOf(m *models.Model) string {
	if m.Name == "" {
		return "of this turn"
	}
	return m.Name
}
