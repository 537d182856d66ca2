package deliverable

import (
	"cmp"
	"strings"

	"vitrine/models"
)

// storedKey returns the identity of what Vitrine itself stores: it is on no machine.
func storedKey(artifactID string) string { return "vitrine:" + artifactID }

// UploadOp makes the operation of a file that came with a user's message.
func UploadOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	op := storedOp(a, v)
	op.Op, op.Actor, op.Kind = models.OpUpload, models.ActorUser, models.KindUpload
	return op
}

// OutputOp makes the operation of an artifact that an agent's turn produced.
func OutputOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	op := storedOp(a, v)
	op.Op, op.Actor, op.Kind = models.OpOutput, models.ActorAgent, KindOfContent(v.MIMEType, v.FileName)
	return op
}

// storedOp sets what both share; the version's id is the call id, so that a version changes its row once.
func storedOp(a *models.ConversationArtifact, v *models.ConversationArtifactVersion) Op {
	return Op{
		Key: storedKey(a.ID), At: v.CreatedAt, CallID: v.ID, Name: cmp.Or(a.Name, v.FileName), ArtifactID: a.ID, Bytes: v.SizeBytes,
	}
}

// KindOfContent returns the kind of what Vitrine stores, by its MIME type, then by its file name. It is never code: a
// data payload is a document.
func KindOfContent(mime, fileName string) models.DeliverableKind {
	family, _, _ := strings.Cut(strings.ToLower(mime), "/")
	switch {
	case family == "image" || family == "audio" || family == "video":
		return models.KindMedia
	case strings.HasPrefix(strings.ToLower(mime), "text/html"):
		return models.KindPage
	}
	kind := kindOfExtension(fileName)
	if kind == models.KindCode || kind == models.KindOther && (family == "text" || isData(mime)) {
		return models.KindDoc
	}
	return kind
}

func isData(mime string) bool {
	return strings.HasSuffix(mime, "json") || strings.HasSuffix(mime, "xml") || strings.HasSuffix(mime, "pdf")
}
