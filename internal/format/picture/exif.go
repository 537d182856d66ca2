package picture

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/bep/imagemeta"

	"vitrine/internal/parse"
)

// exifFormats are the picture formats that carry EXIF and can be decoded here.
var exifFormats = map[string]imagemeta.ImageFormat{
	"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.WebP, "tiff": imagemeta.TIFF,
}

// EXIF returns the readable EXIF tags by name, without GPS tags unless location is set. Broken EXIF is read up to the
// error.
func EXIF(format string, file []byte, location bool) map[string]any {
	found := map[string]any{}
	eachTag(format, file, func(tag imagemeta.TagInfo) {
		if place := strings.Contains(tag.Namespace, "GPS") || strings.HasPrefix(tag.Tag, "GPS"); place && !location {
			return
		}
		if value, ok := readable(tag.Value); ok {
			found[tag.Tag] = value
		}
	})
	return found
}

// orientation returns the EXIF orientation, 1 to 8; 1 when the picture has none.
func orientation(format string, file []byte) int {
	found := 1
	eachTag(format, file, func(tag imagemeta.TagInfo) {
		if n, ok := tag.Value.(uint16); ok && tag.Tag == "Orientation" && tag.Namespace == "IFD0" {
			found = int(n)
		}
	})
	return found
}

func eachTag(format string, file []byte, visit func(imagemeta.TagInfo)) {
	kind, ok := exifFormats[format]
	if !ok {
		return
	}
	_, _ = imagemeta.Decode(imagemeta.Options{ // an error ends the tags; those read so far are used
		R: bytes.NewReader(file), ImageFormat: kind, Sources: imagemeta.EXIF, LimitNumTags: 500, LimitTagSize: 2000,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool {
			return !strings.HasPrefix(tag.Tag, imagemeta.UnknownPrefix) && !strings.HasPrefix(tag.Namespace, "IFD1")
		},
		HandleTag: func(tag imagemeta.TagInfo) error { visit(tag); return nil },
		Warnf:     func(string, ...any) {},
	})
}

// readable returns a tag's value for JSON; it leaves out bytes and long values.
func readable(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		v = strings.TrimSpace(strings.ToValidUTF8(strings.Trim(v, "\x00"), "\uFFFD"))
		return parse.Clip(v, 300), v != ""
	case bool, int, int8, int16, int32, int64, uint8, uint16, uint32, uint64:
		return v, true
	case time.Time:
		return v.Format(time.RFC3339), true
	case []byte:
		return nil, false
	default: // fractions, lists of numbers, floats that may be NaN
		text := fmt.Sprint(v)
		return text, len(text) <= 300
	}
}
