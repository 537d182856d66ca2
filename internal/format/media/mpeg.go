package media

import (
	"bytes"
	"encoding/binary"
)

// isMPEGAudio reports whether a file starts with an ID3 tag or an MPEG audio frame.
func isMPEGAudio(head []byte) bool {
	if bytes.HasPrefix(head, []byte("ID3")) {
		return true
	}
	_, ok := mpegFrame(head)
	return ok
}

// frame is the header of a frame of MPEG audio (MP1, MP2, MP3).
type frame struct {
	layer      int
	low        bool // MPEG 2 or 2.5, which have half the samples in a frame of layer 3
	bitRate    int  // per second
	sampleRate int  // per second
	channels   int
}

// Bit rates in kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5, by layer.
var (
	bitRates = [4][15]int{
		{},
		{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	}
	lowBitRates = [4][15]int{
		{},
		{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
	}
	sampleRates = [3]int{44_100, 48_000, 32_000}
)

// mpegFrame reads a frame header at the start of b.
func mpegFrame(b []byte) (frame, bool) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE0 != 0xE0 {
		return frame{}, false
	}
	version, layer, rate, samples := b[1]>>3&3, int(4-b[1]>>1&3), int(b[2]>>4), int(b[2]>>2&3)
	if version == 1 || layer == 4 || rate == 0 || rate == 15 || samples == 3 {
		return frame{}, false
	}
	f := frame{layer: layer, low: version != 3, sampleRate: sampleRates[samples], channels: 2, bitRate: bitRates[layer][rate] * 1000}
	if f.low {
		f.bitRate, f.sampleRate = lowBitRates[layer][rate]*1000, f.sampleRate/2
	}
	if version == 0 {
		f.sampleRate /= 2
	}
	if b[3]>>6 == 3 {
		f.channels = 1
	}
	return f, true
}

func (f frame) samples() int {
	switch {
	case f.layer == 1:
		return 384
	case f.layer == 3 && f.low:
		return 576
	default:
		return 1152
	}
}

// readMPEGAudio reads the first frame after the tag. With a variable bit rate it has the number of frames; otherwise
// the duration follows from the size.
func readMPEGAudio(file *mediaFile) *mediaInfo {
	start := int64(0)
	if head := file.piece(0, 10); len(head) == 10 && string(head[:3]) == "ID3" {
		start = 10 + int64(head[6]&0x7f)<<21 + int64(head[7]&0x7f)<<14 + int64(head[8]&0x7f)<<7 + int64(head[9]&0x7f)
	}
	b := file.piece(start, maxMediaPiece)
	for at := 0; at+4 <= len(b); at++ {
		f, ok := mpegFrame(b[at:])
		if !ok {
			continue
		}
		codec := map[int]string{1: "mp1", 2: "mp2", 3: "mp3"}[f.layer]
		info := &mediaInfo{format: codec, streams: []mediaStream{{Kind: "audio", Codec: codec, Channels: f.channels, SampleRate: f.sampleRate}}}
		if frames := frameCount(b[at:min(len(b), at+200)]); frames > 0 {
			info.duration = float64(frames) * float64(f.samples()) / float64(f.sampleRate)
		} else {
			info.duration = float64(file.size-start-int64(at)) * 8 / float64(f.bitRate)
		}
		return info
	}
	return nil
}

// frameCount returns the number of frames when the first frame states it, otherwise 0.
func frameCount(first []byte) uint32 {
	for _, mark := range []string{"Xing", "Info"} {
		if at := bytes.Index(first, []byte(mark)); at > 0 && len(first) >= at+12 && first[at+7]&1 == 1 {
			return binary.BigEndian.Uint32(first[at+8:])
		}
	}
	if at := bytes.Index(first, []byte("VBRI")); at > 0 && len(first) >= at+18 {
		return binary.BigEndian.Uint32(first[at+14:])
	}
	return 0
}
