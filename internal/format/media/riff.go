package media

import (
	"cmp"
	"encoding/binary"
	"fmt"
)

// eachChunk visits the chunks of a RIFF list from an offset up to an end.
func (f *mediaFile) eachChunk(at, end int64, visit func(kind string, body, size int64)) {
	for at+8 <= end {
		head := f.piece(at, 8)
		if len(head) < 8 {
			return
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		visit(string(head[:4]), at+8, min(size, end-at-8))
		at += 8 + size + size%2
	}
}

// wavCodecs are the most common audio formats of WAV files.
var wavCodecs = map[uint16]string{1: "pcm", 2: "adpcm", 3: "pcm-float", 6: "alaw", 7: "mulaw", 0x55: "mp3", 0xFFFE: "pcm"}

func readWAV(f *mediaFile) *mediaInfo {
	info, perSecond, bytes := &mediaInfo{format: "wav"}, int64(0), int64(0)
	f.eachChunk(12, f.size, func(kind string, body, size int64) {
		b := f.piece(body, 16)
		switch {
		case kind == "fmt " && len(b) == 16:
			perSecond = int64(binary.LittleEndian.Uint32(b[8:]))
			info.streams = append(info.streams, soundFormat(b))
		case kind == "data":
			bytes += size
		}
	})
	if perSecond > 0 {
		info.duration = float64(bytes) / float64(perSecond)
	}
	return info
}

// soundFormat reads the 16 bytes that describe audio in RIFF files.
func soundFormat(b []byte) mediaStream {
	number := binary.LittleEndian.Uint16(b)
	codec := wavCodecs[number]
	if codec == "" {
		codec = fmt.Sprintf("0x%04x", number)
	}
	return mediaStream{
		Kind: "audio", Codec: codec,
		Channels: int(binary.LittleEndian.Uint16(b[2:])), SampleRate: int(binary.LittleEndian.Uint32(b[4:])),
	}
}

func readAVI(f *mediaFile) *mediaInfo {
	info := &mediaInfo{format: "avi"}
	f.aviList(12, f.size, info, 0)
	return info
}

// aviList reads the lists that describe the film, but not the film data.
func (f *mediaFile) aviList(at, end int64, info *mediaInfo, depth int) {
	f.eachChunk(at, end, func(kind string, body, size int64) {
		b := f.piece(body, 56)
		switch {
		case kind == "LIST" && len(b) >= 4 && depth < 3 && (string(b[:4]) == "hdrl" || string(b[:4]) == "strl"):
			f.aviList(body+4, body+size, info, depth+1)
		case kind == "avih" && len(b) >= 40:
			perFrame, frames := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[16:])
			info.duration = float64(perFrame) * float64(frames) / 1e6
		case kind == "strh" && len(b) >= 8:
			info.streams = append(info.streams, aviStream(b))
		case kind == "strf" && len(info.streams) > 0:
			aviFormat(&info.streams[len(info.streams)-1], b)
		}
	})
}

func aviStream(b []byte) mediaStream {
	kinds := map[string]string{"vids": "video", "auds": "audio", "txts": "text"}
	return mediaStream{Kind: cmp.Or(kinds[string(b[:4])], "other"), Codec: code(b[4:8])}
}

func aviFormat(s *mediaStream, b []byte) {
	switch {
	case s.Kind == "audio" && len(b) >= 16:
		*s = soundFormat(b)
	case s.Kind == "video" && len(b) >= 20:
		s.Width, s.Height = int(int32(binary.LittleEndian.Uint32(b[4:]))), int(int32(binary.LittleEndian.Uint32(b[8:])))
		s.Height = max(s.Height, -s.Height) // negative when the picture is stored top-down
		s.Codec = cmp.Or(code(b[16:20]), s.Codec)
	}
}
