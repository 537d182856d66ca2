package media

import (
	"context"
	"errors"
	"io"
	"strings"

	"vitrine/internal/parse"
)

// mediaFile reads pieces of a recording of any size: only its headers are read.
type mediaFile struct {
	ctx   context.Context
	r     io.ReaderAt
	size  int64
	reads int
}

const (
	maxMediaReads = 20_000
	maxMediaPiece = 64 << 10
)

// piece reads n bytes at an offset, fewer at the end; nil past the end, or after too many reads.
func (f *mediaFile) piece(offset int64, n int) []byte {
	if f.reads++; f.reads > maxMediaReads || f.ctx.Err() != nil || offset < 0 || offset >= f.size {
		return nil
	}
	buffer := make([]byte, min(int64(min(n, maxMediaPiece)), f.size-offset))
	got, _ := f.r.ReadAt(buffer, offset)
	return buffer[:got]
}

// mediaFormat is one container format: how to recognise it, and how to read it.
type mediaFormat struct {
	begins func(head []byte) bool
	read   func(*mediaFile) *mediaInfo
}

func starts(magic string, at int) func([]byte) bool {
	return func(head []byte) bool { return len(head) >= at+len(magic) && string(head[at:at+len(magic)]) == magic }
}

var mediaFormats = []mediaFormat{
	{starts("ftyp", 4), readMP4},
	{starts("moov", 4), readMP4},
	{starts("mdat", 4), readMP4},
	{starts("wide", 4), readMP4},
	{starts("WAVE", 8), readWAV},
	{starts("AVI ", 8), readAVI},
	{starts("fLaC", 0), readFLAC},
	{starts("OggS", 0), readOgg},
	{starts("\x1A\x45\xDF\xA3", 0), readMatroska},
	{isMPEGAudio, readMPEGAudio},
}

// readMedia reads the headers of a recording in a known container format.
func readMedia(f *mediaFile) (*mediaInfo, error) {
	head := f.piece(0, 64)
	for _, format := range mediaFormats {
		if !format.begins(head) {
			continue
		}
		info := format.read(f)
		if f.ctx.Err() != nil {
			return nil, f.ctx.Err()
		}
		if info != nil && (info.duration > 0 || len(info.streams) > 0) {
			return info, nil
		}
	}
	return nil, parse.Unreadable("recording in a supported format (MP4, MOV, WebM, Matroska, AVI, WAV, FLAC, Ogg, MP3)", errors.New("its headers were not found"))
}

// code makes a four-character code readable.
func code(raw []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, string(raw)))
}
