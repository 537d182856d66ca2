package store

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Diff compares two versions of text. It returns a fault for content that is not text, or too large.
func (b *Blobs) Diff(ctx context.Context, from, to *models.ConversationArtifactVersion) (*artifact.Difference, error) {
	before, err := b.text(ctx, from)
	if err != nil {
		return nil, err
	}
	after, err := b.text(ctx, to)
	if err != nil {
		return nil, err
	}
	return artifact.DiffText(label(from), label(to), before, after), nil
}

func (b *Blobs) text(ctx context.Context, v *models.ConversationArtifactVersion) (string, error) {
	content, err := b.Read(ctx, v.SHA256, maxDiff+1)
	switch {
	case err != nil:
		return "", err
	case len(content) > maxDiff:
		return "", fault.TooLarge("againstVersionId", "Versions of more than %d bytes cannot be compared line by line.", maxDiff).
			Try("Read both with tools and compare the part you need.")
	case !utf8.Valid(content):
		return "", fault.Invalid("againstVersionId", "Version %d is not text and cannot be compared line by line.", v.Number)
	}
	return string(content), nil
}

// maxDiff is the largest content that is compared, in bytes.
const maxDiff = 1 << 20

func label(v *models.ConversationArtifactVersion) string {
	return strings.Join(strings.Fields(v.FileName), " ") + " v" + strconv.Itoa(v.Number)
}
