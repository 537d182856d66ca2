package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

// In each orientation the red quarter of the stored picture must be where EXIF places it for a viewer.
func TestUpright(t *testing.T) {
	const upperLeft, upperRight, lowerLeft, lowerRight = "upper left", "upper right", "lower left", "lower right"
	for orientation, want := range map[int]string{
		1: upperLeft, 2: upperRight, 3: lowerRight, 4: lowerLeft, 5: upperLeft, 6: upperRight, 7: lowerRight, 8: lowerLeft,
	} {
		m := Upright{dotted(8, 4), orientation}
		size := m.Bounds().Size()
		corners := map[string]image.Point{upperLeft: {}, upperRight: {size.X - 1, 0}, lowerLeft: {0, size.Y - 1}, lowerRight: {size.X - 1, size.Y - 1}}
		for name, p := range corners {
			_, green, _, _ := m.At(p.X, p.Y).RGBA()
			require.Equal(t, name == want, green == 0, "orientation %d, %s", orientation, name)
		}
	}
}

// A part of the rotated picture must show the same pixels as the whole picture.
func TestDraw_parts(t *testing.T) {
	for orientation := range 9 {
		src := Upright{dotted(8, 4), orientation}
		for _, part := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(3, 1, 4, 3), src.Bounds()} {
			got, err := Draw(src, part, 16, "png")
			require.NoError(t, err)
			m, err := png.Decode(bytes.NewReader(got.Bytes))
			require.NoError(t, err)
			require.Equal(t, part.Size(), m.Bounds().Size())
			for y := range part.Dy() {
				for x := range part.Dx() {
					r1, g1, _, _ := src.At(part.Min.X+x, part.Min.Y+y).RGBA()
					r2, g2, _, _ := m.At(x, y).RGBA()
					require.Equal(t, [2]uint32{r1, g1}, [2]uint32{r2, g2}, "orientation %d, part %v, pixel %d,%d", orientation, part, x, y)
				}
			}
		}
	}
}

// dotted returns a white picture with a red upper left quarter.
func dotted(width, height int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{255, 255, 255, 255}
			if x < width/2 && y < height/2 {
				c = color.RGBA{255, 0, 0, 255}
			}
			m.Set(x, y, c)
		}
	}
	return m
}
