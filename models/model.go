package models

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// Model is the declared ability of one model driver: which modalities it takes natively, and its limits.
type Model struct {
	ID       string `gorm:"primaryKey"`
	Name     string
	Provider string // the name of a provider, see package provider
	// InputMIMEPatterns are the MIMEs (exact or "family/*") that the driver takes as native content.
	InputMIMEPatterns []string `gorm:"column:input_mime_patterns;serializer:json"`
	// MaxInlineBytesTotal bounds the native content of one turn in bytes; nil means no bound.
	MaxInlineBytesTotal *int64
	// MaxInlineItems bounds the number of native content blocks of one turn; nil means no bound.
	MaxInlineItems *int
	// InlineCapBytes lowers the size from which one file goes to tools; nil means the server's cap.
	InlineCapBytes *int64
	ContextTokens  *int
	Revision       int
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Head returns what the row shares with every declared noun.
func (m *Model) Head() Head {
	return Head{"model", &m.ID, &m.Name, &m.Revision, &m.CreatedAt, &m.UpdatedAt}
}

// TableName names the table.
func (Model) TableName() string { return "models" }

// Takes reports whether the driver accepts a MIME as native content; case and parameters are ignored.
func (m *Model) Takes(mime string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	mime = strings.TrimSpace(mime)
	return slices.ContainsFunc(m.InputMIMEPatterns, func(p string) bool {
		p = strings.ToLower(strings.TrimSpace(p))
		family, wild := strings.CutSuffix(p, "/*")
		return p == mime && p != "" || wild && family != "" && strings.HasPrefix(mime, family+"/")
	})
}

// Validate returns the first broken rule of the row, nil when it may be stored.
func (m *Model) Validate() error {
	m.Name, m.Provider = strings.TrimSpace(m.Name), strings.ToLower(strings.TrimSpace(m.Provider))
	switch {
	case m.Name == "" || len(m.Name) > 255:
		return fault.Invalid("name", "The name of a model must have 1 to 255 bytes.")
	}
	for _, limit := range []struct {
		field string
		bad   bool
	}{
		{"maxInlineBytesTotal", m.MaxInlineBytesTotal != nil && *m.MaxInlineBytesTotal < 0},
		{"maxInlineItems", m.MaxInlineItems != nil && *m.MaxInlineItems < 0},
		{"inlineCapBytes", m.InlineCapBytes != nil && *m.InlineCapBytes < 0},
		{"contextTokens", m.ContextTokens != nil && *m.ContextTokens <= 0},
	} {
		if limit.bad {
			return fault.Invalid(limit.field, "%s must not be negative.", limit.field)
		}
	}
	return boundedList("inputMimePatterns", m.InputMIMEPatterns)
}
