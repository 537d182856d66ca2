// Package picture reads images: size, EXIF, scaled and cropped copies.
package picture

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"vitrine/internal/parse"
)

// Limits of pictures.
const (
	// MaxBytes is the largest picture that is read.
	MaxBytes  = 64 << 20
	MaxPixels = 60_000_000 // checked before any pixel is decoded
	PixelCost = 8          // bytes of memory per pixel while decoding and scaling
)

// Header holds the facts in the header of a picture.
type Header struct {
	Format        string // as Go names it: png, jpeg, gif, webp, bmp, tiff
	Width, Height int    // as stored, before EXIF orientation
}

// ReadHeader reads the header of a picture in a supported format.
func ReadHeader(file []byte) (Header, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Header{}, parse.Unreadable("picture in a supported format (PNG, JPEG, GIF, WebP, BMP, TIFF)", err)
	}
	return Header{format, config.Width, config.Height}, nil
}

// Pixels returns the number of pixels.
func (h Header) Pixels() int64 { return int64(h.Width) * int64(h.Height) }

// Decode decodes a picture and reads its EXIF orientation.
func Decode(h Header, file []byte) (Upright, error) {
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return Upright{}, parse.Unreadable("picture", err)
	}
	return Upright{decoded, orientation(h.Format, file)}, nil
}
