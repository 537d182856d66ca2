package media

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"strings"
)

// IDs of the Matroska elements that describe the recording.
const (
	ebmlSegment   = 0x18538067
	ebmlInfo      = 0x1549A966
	ebmlTracks    = 0x1654AE6B
	ebmlTrack     = 0xAE
	ebmlVideo     = 0xE0
	ebmlAudio     = 0xE1
	ebmlDocType   = 0x4282
	ebmlHeader    = 0x1A45DFA3
	ebmlScale     = 0x2AD7B1
	ebmlDuration  = 0x4489
	ebmlTrackType = 0x83
	ebmlCodec     = 0x86
	ebmlWidth     = 0xB0
	ebmlHeight    = 0xBA
	ebmlRate      = 0xB5
	ebmlChannels  = 0x9F
)

// readMatroska reads WebM and Matroska, which consist of nested elements.
func readMatroska(f *mediaFile) *mediaInfo {
	w := &ebmlWalker{file: f, info: &mediaInfo{format: "matroska"}, scale: 1e6}
	w.walk(0, f.size, 0)
	w.info.duration = w.units * w.scale / 1e9
	return w.info
}

type ebmlWalker struct {
	file         *mediaFile
	info         *mediaInfo
	scale, units float64 // nanoseconds per unit, and the duration in units
}

// walk visits the elements from an offset up to an end.
func (w *ebmlWalker) walk(at, end int64, depth int) {
	for depth < maxBoxDepth && at < end {
		head := w.file.piece(at, 12)
		id, idBytes := ebmlNumber(head, true)
		if idBytes == 0 {
			return
		}
		size, sizeBytes := ebmlNumber(head[idBytes:], false)
		if sizeBytes == 0 {
			return
		}
		body := at + int64(idBytes+sizeBytes)
		if size > uint64(end-body) || size == 1<<(7*sizeBytes)-1 { // all ones: unknown, up to the end
			size = uint64(max(0, end-body))
		}
		w.element(id, body, int64(size), depth)
		at = body + int64(size)
	}
}

// ebmlNumber reads a number whose first byte encodes its length; an ID keeps that marker bit.
func ebmlNumber(b []byte, keepMark bool) (n uint64, length int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	length = bits.LeadingZeros8(b[0]) + 1
	if len(b) < length {
		return 0, 0
	}
	n = uint64(b[0])
	if !keepMark {
		n &= 1<<(8-length) - 1
	}
	for _, next := range b[1:length] {
		n = n<<8 | uint64(next)
	}
	return n, length
}

func (w *ebmlWalker) element(id uint64, body, size int64, depth int) {
	last := len(w.info.streams) - 1
	switch id {
	case ebmlHeader, ebmlSegment, ebmlInfo, ebmlTracks, ebmlVideo, ebmlAudio:
		w.walk(body, body+size, depth+1)
	case ebmlTrack:
		w.info.streams = append(w.info.streams, mediaStream{Kind: "other"})
		w.walk(body, body+size, depth+1)
	case ebmlDocType:
		w.info.format = cmp.Or(code(w.file.piece(body, int(min(size, 16)))), w.info.format)
	case ebmlScale:
		w.scale = w.number(body, size)
	case ebmlDuration:
		w.units = w.float(body, size)
	default:
		if last >= 0 {
			w.trackElement(&w.info.streams[last], id, body, size)
		}
	}
}

func (w *ebmlWalker) trackElement(s *mediaStream, id uint64, body, size int64) {
	switch id {
	case ebmlTrackType:
		kinds := map[float64]string{1: "video", 2: "audio", 17: "text"}
		s.Kind = cmp.Or(kinds[w.number(body, size)], "other")
	case ebmlCodec:
		_, name, _ := strings.Cut(code(w.file.piece(body, int(min(size, 64)))), "_")
		s.Codec = strings.ToLower(name)
	case ebmlWidth:
		s.Width = int(w.number(body, size))
	case ebmlHeight:
		s.Height = int(w.number(body, size))
	case ebmlRate:
		s.SampleRate = int(w.float(body, size))
	case ebmlChannels:
		s.Channels = int(w.number(body, size))
	}
}

// number reads an integer of up to 6 bytes, which a float64 holds exactly.
func (w *ebmlWalker) number(body, size int64) float64 {
	n := uint64(0)
	for _, b := range w.file.piece(body, int(min(size, 6))) {
		n = n<<8 | uint64(b)
	}
	return float64(n)
}

func (w *ebmlWalker) float(body, size int64) (n float64) {
	switch b := w.file.piece(body, int(min(size, 8))); len(b) {
	case 4:
		n = float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case 8:
		n = math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	if math.IsNaN(n) || n < 0 || n > 1e15 {
		return 0
	}
	return n
}
