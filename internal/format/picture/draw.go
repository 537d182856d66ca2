package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	xdraw "golang.org/x/image/draw"
)

// Drawing is an encoded picture for an agent to view.
type Drawing struct {
	MIMEType      string // image/png or image/jpeg
	Bytes         []byte
	Width, Height int // pixels
}

// Draw scales a part of a picture down to a longest side, never up, and encodes it. It scales before it rotates,
// because rotating reads pixel by pixel.
func Draw(src Upright, part image.Rectangle, maxSide int, format string) (*Drawing, error) {
	width, height := fit(part.Dx(), part.Dy(), maxSide)
	size := src.swap(image.Pt(width, height))
	scaled, out := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.BiLinear.Scale(scaled, scaled.Bounds(), src.Image, src.storedPart(part), xdraw.Src, nil)
	xdraw.Draw(out, out.Bounds(), Upright{scaled, src.orientation}, image.Point{}, xdraw.Src)
	encoded, mime, err := encodePicture(out, format)
	if err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return &Drawing{MIMEType: mime, Bytes: encoded, Width: width, Height: height}, nil
}

// fit returns the size within a longest side, with the same proportions.
func fit(width, height, maxSide int) (w, h int) {
	longest := max(width, height)
	if longest <= maxSide {
		return width, height
	}
	return max(1, width*maxSide/longest), max(1, height*maxSide/longest)
}

// encodePicture encodes opaque pictures from a photo format as JPEG, and drawings and transparent pictures as PNG.
func encodePicture(m *image.RGBA, format string) (encoded []byte, mime string, err error) {
	var b bytes.Buffer
	if (format == "jpeg" || format == "webp" || format == "tiff") && m.Opaque() {
		err = jpeg.Encode(&b, m, &jpeg.Options{Quality: 85})
		return b.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&b, m)
	return b.Bytes(), "image/png", err
}

// Upright is a picture with its EXIF orientation, 1 (upright) to 8, as an image that maps its pixels to the stored
// picture. Any other orientation counts as upright.
type Upright struct {
	image.Image
	orientation int
}

// Bounds returns the size of the upright picture, starting at 0, 0.
func (t Upright) Bounds() image.Rectangle {
	return image.Rectangle{Max: t.swap(t.Image.Bounds().Size())}
}

// swap exchanges width and height for the orientations from 5 on.
func (t Upright) swap(size image.Point) image.Point {
	if t.orientation >= 5 && t.orientation <= 8 {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// At returns the color of a pixel of the upright picture.
func (t Upright) At(x, y int) color.Color {
	p := t.stored(x, y)
	return t.Image.At(p.X, p.Y)
}

// stored returns the position in the stored picture of an upright pixel.
func (t Upright) stored(x, y int) image.Point {
	b := t.Image.Bounds()
	w, h := b.Dx()-1, b.Dy()-1
	switch t.orientation {
	case 2:
		x = w - x
	case 3:
		x, y = w-x, h-y
	case 4:
		y = h - y
	case 5:
		x, y = y, x
	case 6:
		x, y = y, h-x
	case 7:
		x, y = w-y, h-x
	case 8:
		x, y = w-y, x
	}
	return b.Min.Add(image.Pt(x, y))
}

// storedPart returns the rectangle in the stored picture of a part of the upright picture, which is not empty.
func (t Upright) storedPart(part image.Rectangle) image.Rectangle {
	a, b := t.stored(part.Min.X, part.Min.Y), t.stored(part.Max.X-1, part.Max.Y-1)
	return image.Rect(min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X)+1, max(a.Y, b.Y)+1)
}
