package deliverable

// SourceAPI is the source of changes that no feed recorded: they came through the API.
const SourceAPI = "api"

// Receipt says where an operation was recorded: the feed, the position in it, the sha256 of the record and, when the
// feed reports, the byte of the source at which the record begins.
type Receipt struct {
	Source     string
	Position   string
	RecordHash []byte
	Offset     *int64
}
