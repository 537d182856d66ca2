package tool

import (
	"context"
	"io"
	"math"

	"github.com/dhowden/tag"

	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "media", Aliases: []string{"MediaToolLibrary", "AudioToolLibrary", "VideoToolLibrary"},
		Operations: []kit.Operation{
			kit.FullBytes(),
			kit.Metadata(mediaFacts),
		},
	})
}

// mediaFacts are what a recording tells of itself: duration, streams with their codecs, and tags.
func mediaFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	return kit.Load(ctx, s, "media", 4<<20, func(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
		r, err := s.Reader(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		return readRecording(ctx, r, s.SizeBytes)
	})
}

// readRecording reads what a recording of so many bytes says of itself: format, duration, streams with their codecs, and tags.
func readRecording(ctx context.Context, r io.ReadSeeker, size int64) (map[string]any, error) {
	info, err := readMedia(&mediaFile{ctx: ctx, r: parse.At(r), size: size})
	if err != nil {
		return nil, err
	}
	facts := info.facts()
	if tags := readTags(r); len(tags) > 0 {
		facts["tags"] = tags
	}
	return facts, nil
}

// mediaInfo is what the headers of a recording tell.
type mediaInfo struct {
	format   string
	duration float64 // seconds; 0 is unknown
	streams  []mediaStream
}

// mediaStream is one stream of a recording. What is 0 is not known, or not of its kind.
type mediaStream struct {
	Kind       string `json:"kind"` // video, audio, text or other
	Codec      string `json:"codec"`
	Width      int    `json:"width,omitempty"`  // pixels
	Height     int    `json:"height,omitempty"` // pixels
	Channels   int    `json:"channels,omitempty"`
	SampleRate int    `json:"sampleRate,omitempty"` // per second
}

func (m *mediaInfo) facts() map[string]any {
	facts := map[string]any{"format": m.format, "streams": m.streams}
	if m.duration > 0 && !math.IsInf(m.duration, 0) {
		facts["durationSeconds"] = math.Round(m.duration*1000) / 1000
	}
	for _, s := range m.streams {
		if s.Kind == "video" && s.Width > 0 {
			facts["width"], facts["height"] = s.Width, s.Height
			break
		}
	}
	return facts
}

// maxTagBytes bounds what is read to find tags: a cover may be large.
const maxTagBytes = 16 << 20

// readTags gives title, artist and the like; what is broken has none.
func readTags(r io.ReadSeeker) map[string]any {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	tags, err := parse.Guard(func() (tag.Metadata, error) { return tag.ReadFrom(&tired{r, maxTagBytes}) })
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

// tired is a reader that has had enough after so many bytes.
type tired struct {
	io.ReadSeeker
	left int
}

// Read fails once the bytes are used up.
func (t *tired) Read(p []byte) (int, error) {
	if t.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := t.ReadSeeker.Read(p[:min(len(p), t.left)])
	t.left -= n
	return n, err
}
