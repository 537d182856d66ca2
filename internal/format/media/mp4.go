package media

import (
	"encoding/binary"
)

// readMP4 reads MP4, M4A and QuickTime, which consist of nested boxes.
func readMP4(f *mediaFile) *mediaInfo {
	w := &boxWalker{file: f, info: &mediaInfo{format: "mp4"}}
	if head := f.piece(8, 4); code(head) == "qt" || string(f.piece(4, 4)) != "ftyp" {
		w.info.format = "mov"
	}
	w.walk(0, f.size, 0)
	return w.info
}

// boxWalker reads the boxes that describe the recording.
type boxWalker struct {
	file  *mediaFile
	info  *mediaInfo
	track mediaStream // the current track
}

const maxBoxDepth = 8

// walk visits the boxes from an offset up to an end.
func (w *boxWalker) walk(at, end int64, depth int) {
	for depth < maxBoxDepth && at+8 <= end {
		head := w.file.piece(at, 16)
		if len(head) < 8 {
			return
		}
		size, body := int64(binary.BigEndian.Uint32(head)), at+8
		switch {
		case size == 0:
			size = end - at
		case size == 1 && len(head) == 16:
			size, body = int64(binary.BigEndian.Uint64(head[8:])), at+16
		}
		if size < body-at || size > end-at {
			return
		}
		w.box(string(head[4:8]), body, at+size, depth)
		at += size
	}
}

func (w *boxWalker) box(kind string, body, end int64, depth int) {
	switch kind {
	case "moov", "mdia", "minf", "stbl":
		w.walk(body, end, depth+1)
	case "trak":
		w.track = mediaStream{Kind: "other"}
		w.walk(body, end, depth+1)
		w.info.streams = append(w.info.streams, w.track)
	case "mvhd":
		w.movieHeader(w.file.piece(body, 32))
	case "tkhd":
		w.trackHeader(w.file.piece(body, 96))
	case "hdlr":
		w.handler(w.file.piece(body, 12))
	case "stsd":
		w.sampleDescription(w.file.piece(body, 64))
	}
}

func (w *boxWalker) movieHeader(b []byte) {
	if len(b) < 32 {
		return
	}
	scale, units := uint64(binary.BigEndian.Uint32(b[12:])), uint64(binary.BigEndian.Uint32(b[16:]))
	if b[0] == 1 {
		scale, units = uint64(binary.BigEndian.Uint32(b[20:])), binary.BigEndian.Uint64(b[24:])
	}
	if scale > 0 && units < 1<<62 {
		w.info.duration = float64(units) / float64(scale)
	}
}

// trackHeader reads the displayed size of the picture, in 16.16 fixed point.
func (w *boxWalker) trackHeader(b []byte) {
	at := 76
	if len(b) > 0 && b[0] == 1 {
		at = 88
	}
	if len(b) >= at+8 {
		w.track.Width, w.track.Height = int(binary.BigEndian.Uint16(b[at:])), int(binary.BigEndian.Uint16(b[at+4:]))
	}
}

func (w *boxWalker) handler(b []byte) {
	if len(b) < 12 {
		return
	}
	switch kind := string(b[8:12]); kind {
	case "vide":
		w.track.Kind = "video"
	case "soun":
		w.track.Kind = "audio"
	case "text", "sbtl", "subt", "clcp":
		w.track.Kind = "text"
	}
}

func (w *boxWalker) sampleDescription(b []byte) {
	if len(b) < 16 {
		return
	}
	w.track.Codec = code(b[12:16])
	switch {
	case w.track.Kind == "audio" && len(b) >= 44:
		w.track.Channels, w.track.SampleRate = int(binary.BigEndian.Uint16(b[32:])), int(binary.BigEndian.Uint16(b[40:]))
	case w.track.Kind == "video" && w.track.Width == 0 && len(b) >= 44:
		w.track.Width, w.track.Height = int(binary.BigEndian.Uint16(b[40:])), int(binary.BigEndian.Uint16(b[42:]))
	}
}
