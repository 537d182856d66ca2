package media

import (
	"io"

	"github.com/dhowden/tag"

	"vitrine/internal/parse"
)

// maxTagBytes limits what is read to find tags, because a cover image may be large.
const maxTagBytes = 16 << 20

// readTags returns title, artist and other tags; none when they are broken.
func readTags(r io.ReadSeeker) map[string]any {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	tags, err := parse.Guard(func() (tag.Metadata, error) { return tag.ReadFrom(&limitedReader{r, maxTagBytes}) })
	if err != nil || tags == nil {
		return nil
	}
	found := parse.Facts(map[string]string{
		"title": tags.Title(), "artist": tags.Artist(), "album": tags.Album(), "albumArtist": tags.AlbumArtist(),
		"composer": tags.Composer(), "genre": tags.Genre(), "comment": tags.Comment(),
	})
	if year := tags.Year(); year > 0 {
		found["year"] = year
	}
	if track, _ := tags.Track(); track > 0 {
		found["track"] = track
	}
	return found
}

// limitedReader is a reader that fails after a number of bytes.
type limitedReader struct {
	io.ReadSeeker
	left int
}

// Read fails once the bytes are used up.
func (t *limitedReader) Read(p []byte) (int, error) {
	if t.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := t.ReadSeeker.Read(p[:min(len(p), t.left)])
	t.left -= n
	return n, err
}
