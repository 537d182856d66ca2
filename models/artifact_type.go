package models

import (
	"strings"
	"time"

	"vitrine/internal/fault"
)

// ArtifactType is the registered description of a kind of file: its MIME pattern, how it reaches a model, which tools
// read it.
type ArtifactType struct {
	ID          string `gorm:"primaryKey"`
	Name        string // unique, case ignored
	Description string
	Icon        string
	ParentID    *string
	// ContentType is a MIME pattern: exact ("application/pdf") or a subtype wildcard ("image/*").
	ContentType string
	// FileExtensions are lower-case without the dot; they decide for application/octet-stream.
	FileExtensions []string `gorm:"serializer:json"`
	// ToolLibrary is the short name of a tool library; nil means inline-only (or the parent's library).
	ToolLibrary         *string
	DefaultDeliveryMode DeliveryMode
	Priority            int
	SystemSupplied      bool
	Enabled             bool
	Viewer              string
	ExtractRules        JSON
	// MaxBytes is the largest upload of this type; nil means the server's limit.
	MaxBytes *int64
	// InlineCapBytes lowers the size from which inline content goes to tools; nil means the server's cap.
	InlineCapBytes *int64
	// Revision counts changes, for optimistic locking.
	Revision  int
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Head returns what the row shares with every declared noun.
func (t *ArtifactType) Head() Head {
	return Head{"artifact type", &t.ID, &t.Name, &t.Revision, &t.CreatedAt, &t.UpdatedAt}
}

// TableName names the table.
func (ArtifactType) TableName() string { return "artifact_types" }

// Validate returns the first broken rule of the row, nil when it may be stored.
func (t *ArtifactType) Validate() error {
	t.Name, t.ContentType = strings.TrimSpace(t.Name), strings.ToLower(strings.TrimSpace(t.ContentType))
	switch family, subtype, ok := strings.Cut(t.ContentType, "/"); {
	case t.Name == "" || len(t.Name) > 255:
		return fault.Invalid("name", "The name of a type must have 1 to 255 bytes.")
	case !ok || family == "" || subtype == "" || strings.ContainsAny(t.ContentType, " \t\r\n;,"):
		return fault.Invalid("contentType", "%q is not a MIME pattern.", t.ContentType).
			Try(`Write an exact MIME such as "application/pdf" or a subtype wildcard such as "image/*".`)
	case family == "*" || strings.Contains(strings.TrimSuffix(subtype, "*"), "*") || (subtype != "*" && strings.HasSuffix(subtype, "*")):
		return fault.Invalid("contentType", "%q is not a wildcard that Vitrine knows.", t.ContentType).
			Try(`Use a wildcard for the whole subtype only, such as "image/*".`)
	case t.MaxBytes != nil && *t.MaxBytes <= 0:
		return fault.Invalid("maxBytes", "The largest size must be above 0 bytes, or absent.")
	case t.InlineCapBytes != nil && *t.InlineCapBytes < 0:
		return fault.Invalid("inlineCapBytes", "The inline cap must be 0 bytes or more, or absent.")
	}
	for i, e := range t.FileExtensions {
		t.FileExtensions[i] = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(e)), ".")
	}
	if err := boundedList("fileExtensions", t.FileExtensions); err != nil {
		return err
	}
	return bounded(text{"contentType", t.ContentType, maxEntry}, text{"description", t.Description, maxText}, text{"icon", t.Icon, maxText},
		text{"viewer", t.Viewer, maxLine}, text{"extractRules", string(t.ExtractRules), maxPrompt})
}
