package kit

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"

	"vitrine/internal/fault"
)

// place is what a cursor belongs to: one tool on one content with one input. A cursor carries a position and a
// checksum over position and place, so that an altered cursor, or one from another call, is rejected. The checksum is
// not a secret and needs no key: it grants no access, and every replica understands it, also after a restart.
type place struct {
	library, tool, sha256 string
	input                 []byte // canonical JSON, without the cursor
}

const checksumBytes = 9

// cursor encodes a position above 0. Position 0 is the end of the answer and has no cursor.
func (p place) cursor(position int64) string {
	if position <= 0 {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(p.checksum(position), binary.AppendUvarint(nil, uint64(position))...))
}

// resume returns the position of a cursor, 0 when the cursor is empty.
func (p place) resume(cursor string) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil && len(raw) > checksumBytes {
		position, n := binary.Uvarint(raw[checksumBytes:])
		if n == len(raw)-checksumBytes && p.cursor(int64(position)) == cursor {
			return int64(position), nil
		}
	}
	return 0, fault.Invalid("cursor", "The cursor does not belong to this call.").
		Try("Repeat the call with the same tool and input and the nextCursor unchanged, or without a cursor to start again.")
}

func (p place) checksum(position int64) []byte {
	h := sha256.New()
	for _, part := range []string{"vitrine tool cursor 1", p.library, p.tool, p.sha256, string(p.input)} {
		writePart(h, part)
	}
	_ = binary.Write(h, binary.BigEndian, position) // a hash never fails
	return h.Sum(nil)[:checksumBytes]
}

// writePart hashes a text with its length, so that no two lists of texts have the same hash input.
func writePart(h hash.Hash, part string) {
	_ = binary.Write(h, binary.BigEndian, int64(len(part)))
	_, _ = h.Write([]byte(part))
}
