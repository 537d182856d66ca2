// Package media reads the metadata of audio and video files: duration, codecs, dimensions, tags.
package media

import (
	"context"
	"io"
	"math"

	"vitrine/internal/parse"
)

// Read returns what the headers of a recording of size bytes describe: format, duration, streams with their codecs,
// and tags.
func Read(ctx context.Context, r io.ReadSeeker, size int64) (map[string]any, error) {
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

// mediaInfo is the content of a recording's headers.
type mediaInfo struct {
	format   string
	duration float64 // seconds; 0 is unknown
	streams  []mediaStream
}

// mediaStream is one stream of a recording. A field is 0 when it is unknown or does not apply.
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
