package tool

import (
	"context"
	"maps"
)

// fullText is get_full of whatever has a text.
func fullText(of textSource) operation {
	return op("get_full", "The whole content as text, in pages.", func(ctx context.Context, s *subject, _ none) (answer, error) {
		t, err := of(ctx, s)
		if err != nil {
			return nil, err
		}
		return prose{facts: fields{"encoding": "utf8", "sizeBytes": t.sizeBytes}, key: "content", text: t.data}, nil
	})
}

// metadata is get_metadata: what is known of any document, and the facts of its kind. When the document cannot be read as its
// kind, the general facts are shown with the reason.
func metadata(facts func(context.Context, *subject) (fields, error)) operation {
	return op("get_metadata", "Name, MIME type as declared and as detected, size in bytes, sha256, and facts about this kind of document.",
		func(ctx context.Context, s *subject, _ none) (answer, error) {
			known := general(s)
			special, err := facts(ctx, s)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				special = fields{"unreadable": Failed(err).ErrorMessage}
			}
			maps.Copy(known, special)
			return whole{known}, nil
		})
}

func general(s *subject) fields {
	return fields{
		"name": s.Name, "mimeType": s.MIMEType, "detectedMimeType": s.DetectedMIMEType, "sizeBytes": s.SizeBytes, "sha256": s.SHA256,
	}
}
