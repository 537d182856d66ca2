package models

import (
	"strings"
	"time"

	"vitrine/internal/fault"
)

// Agent is the configuration of one agent.
type Agent struct {
	ID                   string `gorm:"primaryKey"`
	Name                 string
	Description          string
	ArtifactCreationMode CreationMode
	// AcceptUnregisteredFiles makes files of no registered type acceptable, as Generic Binary.
	AcceptUnregisteredFiles bool
	DefaultArtifactTypeID   *string
	// ProducibleTypeIDs are the types the agent says it can produce; empty means any.
	ProducibleTypeIDs []string `gorm:"column:producible_type_ids;serializer:json"`
	DefaultModelID    *string
	// HistoryWindow is the number of newest messages whose files reach a turn; nil means the server's default.
	HistoryWindow *int
	// InlineStorageThresholdBytes is the largest text content stored in Postgres; nil means the server's default.
	InlineStorageThresholdBytes *int64
	Capture                     Capture
	SystemPrompt                string
	Revision                    int
	CreatedAt                   time.Time
	UpdatedAt                   time.Time
}

// Head returns what the row shares with every declared noun.
func (a *Agent) Head() Head {
	return Head{"agent", &a.ID, &a.Name, &a.Revision, &a.CreatedAt, &a.UpdatedAt}
}

// TableName names the table.
func (Agent) TableName() string { return "agents" }

// ArtifactsEnabled reports whether the agent's prompt mentions artifacts at all.
func (a *Agent) ArtifactsEnabled() bool {
	return a.ArtifactCreationMode != CreationNever && a.ArtifactCreationMode != CreationSystemOnly
}

// Validate returns the first broken rule of the row, nil when it may be stored.
func (a *Agent) Validate() error {
	a.Name = strings.TrimSpace(a.Name)
	switch {
	case a.Name == "" || len(a.Name) > 255:
		return fault.Invalid("name", "The name of an agent must have 1 to 255 bytes.")
	case a.HistoryWindow != nil && *a.HistoryWindow < 1:
		return fault.Invalid("historyWindow", "The history window must be at least 1 message, or absent.")
	case a.InlineStorageThresholdBytes != nil && *a.InlineStorageThresholdBytes < 0:
		return fault.Invalid("inlineStorageThresholdBytes", "The threshold must be 0 bytes or more, or absent.")
	}
	for i, id := range a.ProducibleTypeIDs {
		known, err := ParseID("artifact type", id)
		if err != nil {
			return fault.Invalid("producibleTypeIds", "%q is not the id of an artifact type.", id).Because(err)
		}
		a.ProducibleTypeIDs[i] = known
	}
	if err := boundedList("producibleTypeIds", a.ProducibleTypeIDs); err != nil {
		return err
	}
	return bounded(text{"description", a.Description, maxText}, text{"systemPrompt", a.SystemPrompt, maxPrompt})
}

// Project is a repository or workspace that conversations belong to.
type Project struct {
	ID          string `gorm:"primaryKey"`
	Name        string
	Description string
	// RootPath is where the project is on its hosts; empty when it has no folder.
	RootPath  string
	Revision  int
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Head returns what the row shares with every declared noun.
func (p *Project) Head() Head {
	return Head{"project", &p.ID, &p.Name, &p.Revision, &p.CreatedAt, &p.UpdatedAt}
}

// TableName names the table.
func (Project) TableName() string { return "projects" }

// Validate returns the first broken rule of the row, nil when it may be stored.
func (p *Project) Validate() error {
	p.Name = strings.TrimSpace(p.Name)
	if p.Name == "" || len(p.Name) > 255 {
		return fault.Invalid("name", "The name of a project must have 1 to 255 bytes.")
	}
	return bounded(text{"description", p.Description, maxText}, text{"rootPath", p.RootPath, maxLine})
}
