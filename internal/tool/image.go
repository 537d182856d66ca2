package tool

import (
	"context"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"maps"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"vitrine/internal/fault"
	"vitrine/internal/format/picture"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "image", Aliases: []string{"ImageToolLibrary"},
		Operations: []kit.Operation{
			kit.FullBytes(),
			kit.Op("get_metadata", "Name, MIME type, size in bytes, sha256, width and height in pixels, and EXIF data of the camera. The location is included only on request.", imageMetadata),
			kit.Op("view", "The picture, scaled down and rotated upright.", viewImage),
			kit.Op("crop", "A part of the picture in more detail, given in pixels of the upright original.", cropImage),
		},
	})
}

type imageMetadataInput struct {
	Location bool `json:"location,omitempty" about:"Include where the picture was taken" default:"false"`
}

func imageMetadata(ctx context.Context, s *kit.Subject, in imageMetadataInput) (kit.Answer, error) {
	known := kit.General(s)
	h, file, err := headerOf(ctx, s)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		known["unreadable"] = kit.Failed(err).ErrorMessage
		return kit.Whole{Value: known}, nil
	}
	maps.Copy(known, kit.Fields{"format": h.Format, "width": h.Width, "height": h.Height, "exif": picture.EXIF(h.Format, file, in.Location)})
	return kit.Whole{Value: known}, nil
}

type viewInput struct {
	MaxSide int `json:"maxSide,omitempty" about:"Longest side of the shown picture in pixels" min:"16" max:"2048" default:"1024"`
}

func viewImage(ctx context.Context, s *kit.Subject, in viewInput) (kit.Answer, error) {
	return showPart(ctx, s, image.Rectangle{}, in.MaxSide)
}

type cropInput struct {
	X       int `json:"x" about:"Left edge in pixels" min:"0"`
	Y       int `json:"y" about:"Top edge in pixels" min:"0"`
	Width   int `json:"width" about:"Width in pixels" min:"1"`
	Height  int `json:"height" about:"Height in pixels" min:"1"`
	MaxSide int `json:"maxSide,omitempty" about:"Longest side of the shown picture in pixels" min:"16" max:"2048" default:"1024"`
}

func cropImage(ctx context.Context, s *kit.Subject, in cropInput) (kit.Answer, error) {
	if in.X > picture.MaxPixels || in.Y > picture.MaxPixels || in.Width > picture.MaxPixels || in.Height > picture.MaxPixels {
		return nil, fault.Invalid("x", "The part has a coordinate or size above %d pixels.", picture.MaxPixels)
	}
	return showPart(ctx, s, image.Rect(in.X, in.Y, in.X+in.Width, in.Y+in.Height), in.MaxSide)
}

// showPart returns a part of the upright picture; the empty rectangle means the whole picture.
func showPart(ctx context.Context, s *kit.Subject, part image.Rectangle, maxSide int) (kit.Answer, error) {
	h, file, err := headerOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if h.Pixels() > picture.MaxPixels {
		return nil, fault.TooLarge("", "This picture has %d x %d pixels; the tools decode at most %d pixels.", h.Width, h.Height, picture.MaxPixels)
	}
	upright, err := decodeUpright(ctx, s, h, file)
	if err != nil {
		return nil, err
	}
	bounds := upright.Bounds()
	if part.Empty() {
		part = bounds
	}
	if part = part.Intersect(bounds); part.Empty() {
		return nil, fault.Invalid("x", "The part is outside the picture, which has %d x %d pixels.", bounds.Dx(), bounds.Dy())
	}
	drawn, err := picture.Draw(upright, part, maxSide, h.Format)
	if err != nil {
		return nil, err
	}
	return kit.Shown{Value: kit.Fields{
		"originalWidth": bounds.Dx(), "originalHeight": bounds.Dy(),
		"x": part.Min.X, "y": part.Min.Y, "width": part.Dx(), "height": part.Dy(), "shownWidth": drawn.Width, "shownHeight": drawn.Height,
	}, Image: imageOf(drawn)}, nil
}

func headerOf(ctx context.Context, s *kit.Subject) (picture.Header, []byte, error) {
	file, err := s.Bytes(ctx, picture.MaxBytes)
	if err != nil {
		return picture.Header{}, nil, err
	}
	h, err := picture.ReadHeader(file)
	return h, file, err
}

// decodeUpright decodes the picture, reads its EXIF orientation and caches the result.
func decodeUpright(ctx context.Context, s *kit.Subject, h picture.Header, file []byte) (picture.Upright, error) {
	return kit.Load(ctx, s, "image", h.Pixels()*picture.PixelCost+1<<10, func(context.Context, *kit.Subject) (picture.Upright, error) { return picture.Decode(h, file) })
}
