package artifact

import (
	"slices"
	"strings"
)

// family is a group of MIMEs that look alike in their first bytes.
type family string

// The families that content is compared by; FamilyOfText is the one that the database may hold.
const (
	familyUnknown    family = ""
	FamilyOfText     family = "text"
	familyImage      family = "image"
	familySound      family = "audio or video"
	familyPDF        family = "PDF"
	familyZIP        family = "ZIP"
	familyOLE        family = "legacy Office"
	familyArchive    family = "archive"
	familyExecutable family = "program"
)

// textual are application types whose bytes are text; suffixes cover the rest.
var textual = []string{
	"application/json", "application/xml", "application/javascript", "application/x-javascript", "application/typescript", "application/sql",
	"application/yaml", "application/x-yaml", "application/toml", "application/csv", "application/x-ndjson", "application/ndjson",
	"application/jsonl", "application/x-ipynb+json", "application/x-sh", "application/rtf", "application/graphql", "application/x-subrip",
	"message/rfc822", "image/svg+xml",
}

var zipped = []string{"application/zip", "application/java-archive", "application/x-zip-compressed", "application/epub+zip"}

var executables = []string{
	"application/vnd.microsoft.portable-executable", "application/x-msdownload", "application/x-dosexec", "application/x-elf",
	"application/x-executable", "application/x-object", "application/x-sharedlib", "application/x-coredump", "application/x-mach-binary",
	"application/x-java-applet", "application/wasm", "application/vnd.android.package-archive",
}

var archives = []string{
	"application/gzip", "application/x-gzip", "application/x-tar", "application/x-7z-compressed", "application/x-rar-compressed",
	"application/x-bzip2", "application/x-xz", "application/zstd", "application/x-archive",
}

var ole = []string{"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint", "application/x-ole-storage"}

// signed are MIMEs whose first bytes are a fixed signature, so content without it is of another type.
var signed = []string{
	"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff", "application/pdf", "application/gzip", "application/zip",
}

// ContentFamily returns the family of a MIME type; familyUnknown when it belongs to none.
func ContentFamily(mime string) family {
	mime = NormaliseMIME(mime)
	switch {
	case IsTextual(mime):
		return FamilyOfText
	case slices.Contains(executables, mime):
		return familyExecutable
	case slices.Contains(zipped, mime), strings.HasPrefix(mime, "application/vnd.openxmlformats-"), strings.HasPrefix(mime, "application/vnd.oasis.opendocument."):
		return familyZIP
	case slices.Contains(ole, mime):
		return familyOLE
	case slices.Contains(archives, mime):
		return familyArchive
	case strings.HasPrefix(mime, "image/"):
		return familyImage
	case strings.HasPrefix(mime, "audio/"), strings.HasPrefix(mime, "video/"), mime == "application/ogg":
		return familySound
	case mime == "application/pdf":
		return familyPDF
	}
	return familyUnknown
}

// IsTextual reports whether content of a MIME is text, and may be stored in the database when it is small.
func IsTextual(mime string) bool {
	mime = NormaliseMIME(mime)
	return strings.HasPrefix(mime, "text/") || slices.Contains(textual, mime) || strings.HasSuffix(mime, "+json") || strings.HasSuffix(mime, "+xml") ||
		strings.HasSuffix(mime, "+yaml")
}

// Contradicts reports whether the declared type of a file and its first bytes cannot both be right.
func Contradicts(claimed, detected string) bool {
	want, got := ContentFamily(claimed), ContentFamily(detected)
	switch {
	case want == familyUnknown || claimed == octetStream:
		return false
	case got == familyUnknown:
		return hasSignature(claimed)
	case want == familyOLE && got == familyZIP, want == familyZIP && got == familyOLE:
		return false // password-protected OOXML is an OLE container, and senders confuse the two
	case want == familyArchive && got == familyArchive, want == got:
		return false
	case got == FamilyOfText && want != FamilyOfText:
		return hasSignature(claimed) || want == familyImage || want == familySound
	}
	return true
}

func hasSignature(mime string) bool {
	mime = NormaliseMIME(mime)
	return slices.Contains(signed, mime) || strings.HasPrefix(mime, "application/vnd.openxmlformats-") || strings.HasPrefix(mime, "application/vnd.oasis.opendocument.")
}
