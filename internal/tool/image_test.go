package tool

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

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

func pngOf(t testing.TB, width, height int) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, dotted(width, height)))
	return b.Bytes()
}

// jpegOf returns a photo with EXIF: an orientation, a camera name and a latitude.
func jpegOf(t testing.TB, width, height, orientation int) []byte {
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, dotted(width, height), nil))
	exif := exifBlock(orientation)
	head := binary.BigEndian.AppendUint16([]byte{0xFF, 0xD8, 0xFF, 0xE1}, uint16(len(exif)+2))
	return append(append(head, exif...), b.Bytes()[2:]...)
}

func exifBlock(orientation int) []byte {
	const ifd0, gps, values = 8, 8 + 2 + 3*12 + 4, 8 + 2 + 3*12 + 4 + 2 + 2*12 + 4
	entry := func(tag, kind uint16, count, value uint32) []byte {
		b := binary.LittleEndian.AppendUint16(nil, tag)
		b = binary.LittleEndian.AppendUint16(b, kind)
		b = binary.LittleEndian.AppendUint32(b, count)
		return binary.LittleEndian.AppendUint32(b, value)
	}
	b := append([]byte("Exif\x00\x00"), "II*\x00\x08\x00\x00\x00"...)
	b = append(b, 3, 0)
	b = append(b, entry(0x010F, 2, 6, values+24)...) // Make
	b = append(b, entry(0x0112, 3, 1, uint32(orientation))...)
	b = append(b, entry(0x8825, 4, 1, gps)...)
	b = append(b, 0, 0, 0, 0)
	b = append(b, 2, 0)
	b = append(b, entry(1, 2, 2, 'N')...)
	b = append(b, entry(2, 5, 3, values)...) // latitude: three fractions
	b = append(b, 0, 0, 0, 0)
	for _, n := range []uint32{48, 1, 30, 1, 0, 1} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return append(b, "Kamer\x00"...)
}

func TestImage_metadata(t *testing.T) {
	content := string(jpegOf(t, 40, 20, 6))
	_, got := ask(t, "image", content, "get_metadata", ``)
	require.Contains(t, got, `"format":"jpeg"`)
	require.Contains(t, got, `"width":40`)
	require.Contains(t, got, `"Make":"Kamer"`)
	require.NotContains(t, got, "GPS", "the location is included only on request")
	_, got = ask(t, "image", content, "get_metadata", `{"location":true}`)
	require.Contains(t, got, "GPSLatitude")
}

func TestImage_view(t *testing.T) {
	for _, tt := range []struct {
		name, content, tool, input string
		width, height              int
		mime                       string
	}{
		{"scaled down", string(pngOf(t, 200, 100)), "view", `{"maxSide":50}`, 50, 25, "image/png"},
		{"never scaled up", string(pngOf(t, 20, 10)), "view", ``, 20, 10, "image/png"},
		{"upright", string(jpegOf(t, 40, 20, 6)), "view", ``, 20, 40, "image/jpeg"},
		{"a part of a rotated picture", string(jpegOf(t, 40, 20, 8)), "crop", `{"x":2,"y":30,"width":10,"height":8}`, 10, 8, "image/jpeg"},
		{"a part", string(pngOf(t, 200, 100)), "crop", `{"x":50,"y":0,"width":30,"height":20}`, 30, 20, "image/png"},
		{"a part over the edge", string(pngOf(t, 200, 100)), "crop", `{"x":190,"y":90,"width":30,"height":20}`, 10, 10, "image/png"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "image", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Equal(t, tt.mime, r.Image.MIMEType)
			config, _, err := image.DecodeConfig(bytes.NewReader(r.Image.Bytes))
			require.NoError(t, err)
			require.Equal(t, [4]int{tt.width, tt.height, tt.width, tt.height}, [4]int{config.Width, config.Height, r.Image.Width, r.Image.Height})
		})
	}
}

func TestImage_failures(t *testing.T) {
	bomb := badDocuments()["a PNG of 60000 x 60000"]
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	for _, tt := range []struct{ name, content, tool, input, says string }{
		{"too many pixels", string(bomb), "view", ``, "60000 x 60000"},
		{"not a picture", "<svg/>", "view", ``, "PNG"},
		{"a part outside", string(pngOf(t, 20, 10)), "crop", `{"x":20,"y":0,"width":5,"height":5}`, "20 x 10"},
		{"an empty part", string(pngOf(t, 20, 10)), "crop", `{"x":0,"y":0,"width":0,"height":5}`, "width"},
		{"a part with huge coordinates", string(pngOf(t, 20, 10)), "crop", `{"x":9223372036854775807,"y":0,"width":1,"height":5}`, "pixels"},
		{"truncated", string(pngOf(t, 300, 300)[:60]), "view", ``, "readable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "image", tt.content, tt.tool, tt.input)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestImage_real(t *testing.T) {
	for _, file := range []string{"photo.jpeg", "photo.png", "chart.png", "logo.gif", "logo.webp"} {
		t.Run(file, func(t *testing.T) {
			content := string(realFile(t, "images/"+file))
			r, _ := ask(t, "image", content, "view", `{"maxSide":100}`)
			require.True(t, r.Success, r.ErrorMessage)
			require.LessOrEqual(t, max(r.Image.Width, r.Image.Height), 100)
			_, got := ask(t, "image", content, "get_metadata", ``)
			require.True(t, strings.Contains(got, `"width":`), got)
		})
	}
}

func FuzzImage(f *testing.F) {
	f.Add(jpegOf(f, 16, 8, 6))
	f.Add(pngOf(f, 16, 8))
	f.Fuzz(func(t *testing.T, content []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil && c.Width*c.Height > 1<<20 {
			return // slow, and another test covers the limit
		}
		rt := kit.NewRuntime(kit.Options{})
		for _, tool := range []string{"get_metadata", "view"} {
			kit.Find("image").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}
