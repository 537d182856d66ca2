package artifact

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"vitrine/internal/fault"
	"vitrine/models"
)

// maxDiff is the largest content that is compared, in bytes.
const maxDiff = 1 << 20

// Difference is what changed from one version to another, line by line.
type Difference struct {
	Unified string // in unified form, three lines of context; empty when nothing changed
	Added   int    // lines
	Removed int    // lines
}

// Diff compares two versions of text. Content that is no text, or too large, is a fault.
func (b *Blobs) Diff(ctx context.Context, from, to *models.ConversationArtifactVersion) (*Difference, error) {
	before, err := b.text(ctx, from)
	if err != nil {
		return nil, err
	}
	after, err := b.text(ctx, to)
	if err != nil {
		return nil, err
	}
	return DiffText(label(from), label(to), before, after), nil
}

// DiffText compares two texts.
func DiffText(fromName, toName, from, to string) *Difference {
	d := &Difference{Unified: udiff.Unified(fromName, toName, from, to)}
	for i, line := range strings.Split(d.Unified, "\n") {
		switch {
		case i < 2: // the names
		case strings.HasPrefix(line, "+"):
			d.Added++
		case strings.HasPrefix(line, "-"):
			d.Removed++
		}
	}
	return d
}

func (b *Blobs) text(ctx context.Context, v *models.ConversationArtifactVersion) (string, error) {
	content, err := b.Read(ctx, v.SHA256, maxDiff+1)
	switch {
	case err != nil:
		return "", err
	case len(content) > maxDiff:
		return "", fault.TooLarge("againstVersionId", "Versions of more than %d bytes are not compared line by line.", maxDiff).
			Try("Read both with tools and compare the part you need.")
	case !utf8.Valid(content):
		return "", fault.Invalid("againstVersionId", "Version %d is no text, so there are no lines to compare.", v.Number)
	}
	return string(content), nil
}

func label(v *models.ConversationArtifactVersion) string {
	return strings.Join(strings.Fields(v.FileName), " ") + " v" + strconv.Itoa(v.Number)
}
