package tool

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

func be16(n int) string { return string(binary.BigEndian.AppendUint16(nil, uint16(n))) }

func be32(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }

func le16(n int) string { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }

func le32(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

func chunk(kind, body string) string {
	return kind + le32(len(body)) + body + strings.Repeat("\x00", len(body)%2)
}

func box(kind, body string) string { return be32(len(body)+8) + kind + body }

// wavOf returns a WAV file with a number of bytes of sound: 16 bits, 2 channels, 8000 Hz.
func wavOf(bytes int) string {
	format := le16(1) + le16(2) + le32(8000) + le32(32_000) + le16(4) + le16(16)
	return "RIFF" + le32(bytes+36) + "WAVE" + chunk("fmt ", format) + chunk("data", strings.Repeat("\x01", bytes))
}

func aviOf() string {
	header := le32(40_000) + strings.Repeat("\x00", 12) + le32(250) + strings.Repeat("\x00", 36)
	video := chunk("LIST", "strl"+chunk("strh", "vidsXVID"+strings.Repeat("\x00", 48))+chunk("strf", le32(40)+le32(640)+le32(-480)+le16(1)+le16(24)+"XVID"+le32(0)))
	sound := chunk("LIST", "strl"+chunk("strh", "auds\x00\x00\x00\x00"+strings.Repeat("\x00", 48))+chunk("strf", le16(0x55)+le16(2)+le32(44_100)+le32(16_000)+le16(1)+le16(0)))
	return "RIFF" + le32(0) + "AVI " + chunk("LIST", "hdrl"+chunk("avih", header)+video+sound) + chunk("LIST", "movi")
}

func mp4Of(brand string, version int) string {
	zero := func(n int) string { return strings.Repeat("\x00", n) }
	movie := zero(12) + be32(1000) + be32(2500) + zero(80)
	track := zero(76) + be16(1920) + zero(2) + be16(1080) + zero(2)
	if version == 1 {
		movie = "\x01" + zero(19) + be32(1000) + zero(4) + be32(2500) + zero(80)
		track = "\x01" + zero(87) + be16(1920) + zero(2) + be16(1080) + zero(2)
	}
	handler := func(kind string) string { return box("hdlr", zero(8)+kind+zero(12)) }
	video := box("trak", box("tkhd", track)+box("mdia", handler("vide")+box("minf", box("stbl", box("stsd", zero(4)+be32(1)+box("avc1", zero(78)))))))
	sound := box("trak", box("tkhd", zero(84))+box("mdia", handler("soun")+box("minf", box("stbl", box("stsd", zero(4)+be32(1)+box("mp4a", zero(16)+be16(2)+be16(16)+zero(4)+be32(44_100<<16)))))))
	return box("ftyp", brand+zero(4)) + box("mdat", zero(100)) + box("moov", box("mvhd", movie)+video+sound)
}

func flacOf() string {
	packed := uint64(44_100)<<44 | uint64(1)<<41 | uint64(15)<<36 | 44_100*3
	return "fLaC" + "\x80\x00\x00\x22" + strings.Repeat("\x00", 10) + string(binary.BigEndian.AppendUint64(nil, packed)) + strings.Repeat("\x00", 16)
}

func oggPage(flags byte, samples int, packet string) string {
	return "OggS\x00" + string(flags) + string(binary.LittleEndian.AppendUint64(nil, uint64(samples))) + strings.Repeat("\x00", 12) + "\x01" + string([]byte{byte(len(packet))}) + packet
}

func webmOf() string {
	size := func(n int) string { return "\x10" + be32(n)[1:] } // of 4 bytes
	element := func(id, body string) string { return id + size(len(body)) + body }
	duration := string(binary.BigEndian.AppendUint64(nil, math.Float64bits(1500)))
	rate := string(binary.BigEndian.AppendUint32(nil, math.Float32bits(48_000)))
	video := element("\xAE", element("\x83", "\x01")+element("\x86", "V_VP9")+element("\xE0", element("\xB0", be16(1280))+element("\xBA", be16(720))))
	sound := element("\xAE", element("\x83", "\x02")+element("\x86", "A_OPUS")+element("\xE1", element("\xB5", rate)+element("\x9F", "\x02")))
	return element("\x1A\x45\xDF\xA3", element("\x42\x82", "webm")) +
		"\x18\x53\x80\x67\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF" + element("\x15\x49\xA9\x66", element("\x2A\xD7\xB1", "\x0F\x42\x40")+element("\x44\x89", duration)) + element("\x16\x54\xAE\x6B", video+sound)
}

func mp3Of(tagged, counted bool) string {
	sound := "\xFF\xFB\x90\x00" + strings.Repeat("\x00", 413)
	if counted {
		sound = "\xFF\xFB\x90\x00" + strings.Repeat("\x00", 32) + "Xing" + be32(1) + be32(1000) + strings.Repeat("\x00", 300)
	}
	if !tagged {
		return sound + strings.Repeat("\xFF\xFB\x90\x00"+strings.Repeat("\x00", 413), 99)
	}
	title := "TIT2" + be32(5) + "\x00\x00\x00Song"
	return "ID3\x03\x00\x00" + be32(len(title)) + title + sound
}

func TestMedia(t *testing.T) {
	vorbis := oggPage(2, 0, "\x01vorbis\x00\x00\x00\x00\x02"+le32(44_100)+strings.Repeat("\x00", 14)) + oggPage(4, 88_200, "end")
	opus := oggPage(2, 0, "OpusHead\x01\x01\x00\x00"+le32(48_000)+"\x00\x00\x00") + oggPage(4, 24_000, "end")
	both := `"height":1080,` // of the video stream
	for _, tt := range []struct{ name, content, want string }{
		{"WAV", wavOf(32_000), `"durationSeconds":1,"format":"wav","mimeType":"application/x-test","name":"test"`},
		{"WAV streams", wavOf(4), `"streams":[{"kind":"audio","codec":"pcm","channels":2,"sampleRate":8000}]`},
		{"AVI", aviOf(), `"durationSeconds":10,"format":"avi","height":480`},
		{"AVI streams", aviOf(), `[{"kind":"video","codec":"XVID","width":640,"height":480},{"kind":"audio","codec":"mp3","channels":2,"sampleRate":44100}]`},
		{"MP4", mp4Of("isom", 0), `"durationSeconds":2.5,"format":"mp4",` + both},
		{"MP4 with long numbers", mp4Of("isom", 1), `"durationSeconds":2.5,"format":"mp4",` + both},
		{"MP4 streams", mp4Of("isom", 0), `[{"kind":"video","codec":"avc1","width":1920,"height":1080},{"kind":"audio","codec":"mp4a","channels":2,"sampleRate":44100}]`},
		{"QuickTime", mp4Of("qt  ", 0), `"format":"mov"`},
		{"FLAC", flacOf(), `"durationSeconds":3,"format":"flac"`},
		{"FLAC streams", flacOf(), `{"kind":"audio","codec":"flac","channels":2,"sampleRate":44100}`},
		{"Vorbis", vorbis, `"durationSeconds":2,"format":"ogg"`},
		{"Opus", opus, `"durationSeconds":0.5,"format":"ogg"`},
		{"WebM", webmOf(), `"durationSeconds":1.5,"format":"webm","height":720`},
		{"WebM streams", webmOf(), `[{"kind":"video","codec":"vp9","width":1280,"height":720},{"kind":"audio","codec":"opus","channels":2,"sampleRate":48000}]`},
		{"MP3 with a constant bit rate", mp3Of(false, false), `"durationSeconds":2.606,"format":"mp3"`},
		{"MP3 with a frame count", mp3Of(true, true), `"durationSeconds":26.122,"format":"mp3"`},
		{"tags", mp3Of(true, true), `"tags":{"title":"Song"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "media", tt.content, "get_metadata", ``)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
}

func TestMedia_reports_unreadable_recordings(t *testing.T) {
	for _, content := range []string{"hello", "", "ID3", "OggS", box("ftyp", "isom"), "RIFF\x00\x00\x00\x00WAVE", "\x1A\x45\xDF\xA3", strings.Repeat("\x00\x00\x00\x08moov", 100_000)} {
		r, got := ask(t, "media", content, "get_metadata", ``)
		require.True(t, r.Success)
		require.Contains(t, got, `"unreadable":"This document is not a readable recording`)
	}
}

// A film of several gigabytes is read as fast as a short one.
func TestMedia_reads_only_headers(t *testing.T) {
	head, tail := be32(1)+"mdat"+string(binary.BigEndian.AppendUint64(nil, 8<<30)), mp4Of("isom", 0)
	doc := documentOf("film.mp4", nil)
	doc.SizeBytes = 8<<30 + int64(len(tail))
	doc.Open = func(context.Context) (io.ReadSeekCloser, error) {
		return nopCloser{io.NewSectionReader(sparse{head, tail, 8 << 30}, 0, doc.SizeBytes)}, nil
	}
	started := time.Now()
	r := kit.Find("media").Invoke(t.Context(), newTestRuntime(t, kit.Options{}), doc, kit.Call{Tool: "get_metadata"})
	require.Equal(t, 2.5, r.Data.(kit.Fields)["durationSeconds"], r.ErrorMessage)
	require.Less(t, time.Since(started), 2*time.Second)
}

// sparse is a file of zeros with content at its start and at an offset.
type sparse struct {
	head, tail string
	at         int64
}

func (h sparse) ReadAt(p []byte, offset int64) (int, error) {
	clear(p)
	if offset < int64(len(h.head)) {
		return copy(p, h.head[offset:]) + max(0, len(p)-len(h.head[offset:])), nil
	}
	if offset >= h.at {
		return bytes.NewReader([]byte(h.tail)).ReadAt(p, offset-h.at)
	}
	return len(p), nil
}

func FuzzMedia(f *testing.F) {
	for _, seed := range []string{wavOf(8), aviOf(), mp4Of("isom", 0), flacOf(), webmOf(), mp3Of(true, true), oggPage(2, 0, "OpusHead\x01\x01\x00\x00xxxxyyy")} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		kit.Find("media").Invoke(t.Context(), kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second}), documentOf("f", content), kit.Call{Tool: "get_metadata"})
	})
}
