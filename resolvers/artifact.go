package resolvers

import (
	"context"
	"encoding/base64"
	"unicode/utf8"

	"vitrine/graph/model"
	"vitrine/internal/artifact/store"
	"vitrine/internal/fault"
	"vitrine/models"
)

// maxContent is the most bytes of content that one field returns; the content link has no such limit.
const maxContent = 1 << 20

func shown(ctx context.Context, a *models.ConversationArtifact) bool { return store.Shown(ctx, a) }

func (r *Resolver) typeOf(ctx context.Context, v *models.ConversationArtifactVersion) (*models.ArtifactType, error) {
	parent, err := one(ctx, load(ctx).artifacts, v.ArtifactID, "artifact")
	if err != nil {
		return nil, err
	}
	return one(ctx, load(ctx).types, parent.TypeID, "artifact type")
}

// content returns the start of a version's bytes: as base64, or as text if they are UTF-8, without a character cut at
// the end.
func (r *Resolver) content(ctx context.Context, v *models.ConversationArtifactVersion, encoding model.ContentEncoding, maxBytes int) (*string, error) {
	if maxBytes < 1 || maxBytes > maxContent {
		return nil, fault.Invalid("maxBytes", "maxBytes must be from 1 to %d; use contentUrl for the whole content.", maxContent)
	}
	b, err := r.Stores.Artifacts.Read(ctx, v.SHA256, int64(maxBytes))
	if err != nil {
		return nil, err
	}
	if encoding == model.ContentEncodingBase64 {
		s := base64.StdEncoding.EncodeToString(b)
		return &s, nil
	}
	for cut := 0; cut < utf8.UTFMax && !utf8.Valid(b) && len(b) == maxBytes; cut++ {
		b = b[:len(b)-1]
	}
	if !utf8.Valid(b) {
		return nil, nil
	}
	s := string(b)
	return &s, nil
}
