package tool

import (
	"context"

	pictureformat "vitrine/internal/format/picture"
	"vitrine/internal/format/plain"
	"vitrine/internal/tool/kit"
)

// contentAnswer returns the content of a part of a document in the form that suits it: a picture as an image, text as
// text, anything else as base64 in pages. The key identifies the part in the cache.
func contentAnswer(ctx context.Context, s *kit.Subject, key string, facts kit.Fields, content []byte) (kit.Answer, error) {
	if picture, err := pictureOf(ctx, s, key, content); err != nil {
		return nil, err
	} else if picture != nil {
		facts["shownWidth"], facts["shownHeight"] = picture.Width, picture.Height
		return kit.Shown{Value: facts, Image: picture}, nil
	}
	if text, charset := plain.Decode(content); plain.IsText(text) {
		facts["encoding"], facts["charset"] = "utf8", charset
		return kit.Prose{Facts: facts, Key: "content", Text: text}, nil
	}
	return kit.Base64{Facts: facts, Content: content}, nil
}

// shownSide is the longest side, in pixels, of a picture inside a document when it is shown.
const shownSide = 1024

// pictureOf returns a picture scaled down for viewing; nil when the bytes are not a picture that can be shown.
func pictureOf(ctx context.Context, s *kit.Subject, key string, content []byte) (*kit.Image, error) {
	h, err := pictureformat.ReadHeader(content)
	if err != nil || h.Pixels() == 0 || h.Pixels() > pictureformat.MaxPixels {
		return nil, nil
	}
	return kit.Load(ctx, s, key, h.Pixels()*pictureformat.PixelCost+1<<10, func(context.Context, *kit.Subject) (*kit.Image, error) {
		upright, err := pictureformat.Decode(h, content)
		if err != nil {
			return nil, nil
		}
		drawn, err := pictureformat.Draw(upright, upright.Bounds(), shownSide, h.Format)
		if err != nil {
			return nil, err
		}
		return imageOf(drawn), nil
	})
}

// imageOf converts a drawing into the image of an answer.
func imageOf(d *pictureformat.Drawing) *kit.Image {
	return &kit.Image{MIMEType: d.MIMEType, Bytes: d.Bytes, Width: d.Width, Height: d.Height}
}
