package artifact

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/storage"
)

// Families are the kinds of files that have limits of their own.
var Families = []string{"image", "audio", "video", "document"}

// FamilyOf returns the family of a MIME; everything but image, audio and video is a document.
func FamilyOf(mime string) string {
	family, _, _ := strings.Cut(NormaliseMIME(mime), "/")
	if family == "image" || family == "audio" || family == "video" {
		return family
	}
	return "document"
}

// Limits bound files by family; a family that is absent, or 0, has no limit of its own.
type Limits struct {
	Bytes      map[string]int64 // of one file
	PerMessage map[string]int64 // files that come with one message
}

// CheckSize returns an error for a file that is larger than its family may be.
func (l Limits) CheckSize(mime string, size int64) error {
	if most := l.Bytes[FamilyOf(mime)]; most > 0 && size > most {
		return storage.TooLarge(most).With("family", FamilyOf(mime))
	}
	return nil
}

// CheckCount returns an error when a message already has as many files of a family as it may.
func (l Limits) CheckCount(mime string, have int64) error {
	family := FamilyOf(mime)
	if most := l.PerMessage[family]; most > 0 && have >= most {
		return fault.TooLarge("messageId", "The message already has %d %s files, the most that are allowed.", have, family).
			With("family", family).With("maxPerMessage", most).Try("Send the file with another message.")
	}
	return nil
}
