package deliverable

// SourceAPI is the source of changes that came through the API and not from a feed.
const SourceAPI = "api"

// Receipt identifies the record that an operation was read from: the feed, the position in it, the sha256 of the
// record and, when the feed has it, the byte offset of the record in the source.
type Receipt struct {
	Source     string
	Position   string
	RecordHash []byte
	Offset     *int64
}
