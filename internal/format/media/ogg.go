package media

import (
	"bytes"
	"encoding/binary"
)

// readFLAC reads the first block, which describes the stream.
func readFLAC(f *mediaFile) *mediaInfo {
	b := f.piece(8, 18)
	if len(b) < 18 {
		return nil
	}
	packed := binary.BigEndian.Uint64(b[10:]) // 20 bits rate, 3 channels, 5 depth, 36 samples
	rate, channels, samples := packed>>44, (packed>>41)&7+1, packed&(1<<36-1)
	info := &mediaInfo{format: "flac", streams: []mediaStream{{Kind: "audio", Codec: "flac", Channels: int(channels), SampleRate: int(rate)}}}
	if rate > 0 {
		info.duration = float64(samples) / float64(rate)
	}
	return info
}

// readOgg reads the first packets, which describe the streams, and the last page, which has the time of the end.
func readOgg(f *mediaFile) *mediaInfo {
	info := &mediaInfo{format: "ogg"}
	for at, n := int64(0), 0; n < 16; n++ { // all streams start before any continues
		page := f.piece(at, 512)
		if len(page) < 28 || string(page[:4]) != "OggS" || page[5]&2 == 0 {
			break
		}
		segments := int(page[26])
		if body := 27 + segments; len(page) > body {
			if s := oggStream(page[body:]); s.Codec != "" {
				info.streams = append(info.streams, s)
			}
		}
		at += int64(27 + segments)
		for _, size := range page[27:min(len(page), 27+segments)] {
			at += int64(size)
		}
	}
	info.duration = oggDuration(f, info.streams)
	return info
}

func oggStream(packet []byte) mediaStream {
	switch {
	case bytes.HasPrefix(packet, []byte("\x01vorbis")) && len(packet) >= 16:
		return mediaStream{Kind: "audio", Codec: "vorbis", Channels: int(packet[11]), SampleRate: int(binary.LittleEndian.Uint32(packet[12:]))}
	case bytes.HasPrefix(packet, []byte("OpusHead")) && len(packet) >= 16:
		return mediaStream{Kind: "audio", Codec: "opus", Channels: int(packet[9]), SampleRate: 48_000}
	case bytes.HasPrefix(packet, []byte("\x80theora")) && len(packet) >= 22:
		return mediaStream{Kind: "video", Codec: "theora", Width: int(packet[14])<<16 | int(packet[15])<<8 | int(packet[16]), Height: int(packet[17])<<16 | int(packet[18])<<8 | int(packet[19])}
	case bytes.HasPrefix(packet, []byte("\x7fFLAC")):
		return mediaStream{Kind: "audio", Codec: "flac"}
	case bytes.HasPrefix(packet, []byte("Speex   ")) && len(packet) >= 52:
		return mediaStream{Kind: "audio", Codec: "speex", Channels: int(packet[48]), SampleRate: int(binary.LittleEndian.Uint32(packet[36:]))}
	default:
		return mediaStream{}
	}
}

// oggDuration returns the time of the last page; 0 unless there is one audio stream.
func oggDuration(f *mediaFile, streams []mediaStream) float64 {
	if len(streams) != 1 || streams[0].SampleRate <= 0 {
		return 0
	}
	tail := f.piece(max(0, f.size-maxMediaPiece), maxMediaPiece)
	at := bytes.LastIndex(tail, []byte("OggS"))
	if at < 0 || len(tail) < at+14 {
		return 0
	}
	samples := int64(binary.LittleEndian.Uint64(tail[at+6:]))
	return max(0, float64(samples)/float64(streams[0].SampleRate))
}
