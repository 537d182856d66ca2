package tool

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	xdraw "golang.org/x/image/draw"

	"vitrine/internal/parse"
)

// drawing is an encoded picture for an agent to look at.
type drawing struct {
	MIMEType      string // image/png or image/jpeg
	Bytes         []byte
	Width, Height int // pixels
}

// draw scales a part of a picture down to a longest side, never up, and encodes it. It scales before it turns, as turning
// reads pixel by pixel.
func draw(src turned, part image.Rectangle, maxSide int, format string) (*drawing, error) {
	width, height := fit(part.Dx(), part.Dy(), maxSide)
	size := src.swap(image.Pt(width, height))
	scaled, out := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.BiLinear.Scale(scaled, scaled.Bounds(), src.Image, src.storedPart(part), xdraw.Src, nil)
	xdraw.Draw(out, out.Bounds(), turned{scaled, src.orientation}, image.Point{}, xdraw.Src)
	encoded, mime, err := encodePicture(out, format)
	if err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return &drawing{MIMEType: mime, Bytes: encoded, Width: width, Height: height}, nil
}

// fit gives the size within a longest side, proportions kept.
func fit(width, height, maxSide int) (w, h int) {
	longest := max(width, height)
	if longest <= maxSide {
		return width, height
	}
	return max(1, width*maxSide/longest), max(1, height*maxSide/longest)
}

// encodePicture takes JPEG for opaque pictures from a photo format, PNG for drawings and what is transparent.
func encodePicture(m *image.RGBA, format string) (encoded []byte, mime string, err error) {
	var b bytes.Buffer
	if (format == "jpeg" || format == "webp" || format == "tiff") && m.Opaque() {
		err = jpeg.Encode(&b, m, &jpeg.Options{Quality: 85})
		return b.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&b, m)
	return b.Bytes(), "image/png", err
}

// turned is a picture with its EXIF orientation, 1 (upright) to 8, as an image that reads through to the stored one. Any other
// number counts as upright.
type turned struct {
	image.Image
	orientation int
}

// Bounds start at 0, 0.
func (t turned) Bounds() image.Rectangle {
	return image.Rectangle{Max: t.swap(t.Image.Bounds().Size())}
}

// swap exchanges the sides where the orientation does, which is from 5 on.
func (t turned) swap(size image.Point) image.Point {
	if t.orientation >= 5 && t.orientation <= 8 {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// At gives the color of a pixel of the upright picture.
func (t turned) At(x, y int) color.Color {
	p := t.stored(x, y)
	return t.Image.At(p.X, p.Y)
}

// stored gives the place of an upright pixel in the stored picture.
func (t turned) stored(x, y int) image.Point {
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

// storedPart gives the place of a part of the upright picture, which is not empty, in the stored picture.
func (t turned) storedPart(part image.Rectangle) image.Rectangle {
	a, b := t.stored(part.Min.X, part.Min.Y), t.stored(part.Max.X-1, part.Max.Y-1)
	return image.Rect(min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X)+1, max(a.Y, b.Y)+1)
}

// readHeader reads the header of a picture of a kind that can be shown.
func readHeader(file []byte) (imageHeader, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return imageHeader{}, parse.Unreadable("picture of a kind that can be shown (PNG, JPEG, GIF, WebP, BMP, TIFF)", err)
	}
	return imageHeader{format, config.Width, config.Height}, nil
}

// pixels is how many there are.
func (h imageHeader) pixels() int64 { return int64(h.width) * int64(h.height) }

// decodePicture decodes a picture and notes how its EXIF orientation turns it.
func decodePicture(h imageHeader, file []byte) (turned, error) {
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return turned{}, parse.Unreadable("picture", err)
	}
	return turned{decoded, orientation(h.format, file)}, nil
}
