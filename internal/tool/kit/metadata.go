package kit

import (
	"context"
	"maps"
)

// Metadata returns the get_metadata operation: the general facts of any document and the facts of its kind. When the
// document cannot be read as its kind, the result has the general facts and the reason.
func Metadata(facts func(context.Context, *Subject) (Fields, error)) Operation {
	return Op("get_metadata", "Name, MIME type as declared and as detected, size in bytes, sha256, and facts about this kind of document.",
		func(ctx context.Context, s *Subject, _ None) (Answer, error) {
			known := General(s)
			special, err := facts(ctx, s)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				special = Fields{"unreadable": Failed(err).ErrorMessage}
			}
			maps.Copy(known, special)
			return Whole{known}, nil
		})
}

// General returns the facts known about any document: name, MIME types, size and sha256.
func General(s *Subject) Fields {
	return Fields{
		"name": s.Name, "mimeType": s.MIMEType, "detectedMimeType": s.DetectedMIMEType, "sizeBytes": s.SizeBytes, "sha256": s.SHA256,
	}
}
