package metasync

import "vitrine/models"

// The collections' names.
const (
	CollectionProjects = "projects"
	CollectionModels   = "models"
	CollectionTypes    = "artifact-types"
	CollectionAgents   = "agents"
)

// fieldSystemSupplied is set by the shipped push only.
const fieldSystemSupplied = "systemSupplied"

// kinds lists every collection, after those that it refers to.
var kinds = []kind{projects, drivers, types, agents}

// Collections lists the names of the collections.
func Collections() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name()
	}
	return names
}

// CollectionCalled returns the collection with a name, which may be that of the reference.
func CollectionCalled(name string) (string, bool) {
	if k := kindCalled(name); k != nil {
		return k.name(), true
	}
	return "", false
}

// FieldNames lists the names of a field of a collection in any case, the API's name first.
func FieldNames(collection, field string) []string {
	k := kindCalled(collection)
	if k == nil {
		return []string{field}
	}
	s, _ := k.field(field)
	return append([]string{field}, s.names()...)
}

func kindCalled(name string) kind {
	for _, k := range kinds {
		if k.called(name) {
			return k
		}
	}
	return nil
}

var types = &table[models.ArtifactType, *models.ArtifactType]{
	collection: CollectionTypes, about: "artifactType", entities: []string{"Artifact Types", "ArtifactTypes"},
	blank: models.ArtifactType{Enabled: true, DefaultDeliveryMode: models.DeliveryToolsOnly},
	fields: []field[models.ArtifactType]{
		column("name", func(t *models.ArtifactType) *string { return &t.Name }, text),
		column("description", func(t *models.ArtifactType) *string { return &t.Description }, text),
		column("icon", func(t *models.ArtifactType) *string { return &t.Icon }, text),
		column("parentId", func(t *models.ArtifactType) **string { return &t.ParentID }, optional(text), "parent").referring(CollectionTypes),
		column("contentType", func(t *models.ArtifactType) *string { return &t.ContentType }, text),
		column("fileExtensions", func(t *models.ArtifactType) *[]string { return &t.FileExtensions }, texts),
		column("toolLibrary", func(t *models.ArtifactType) **string { return &t.ToolLibrary }, optional(library)).column("ToolLibraryClass"),
		column("defaultDeliveryMode", func(t *models.ArtifactType) *models.DeliveryMode { return &t.DefaultDeliveryMode }, oneOf(models.DeliveryModes)).joined(""),
		column("priority", func(t *models.ArtifactType) *int { return &t.Priority }, whole),
		column(fieldSystemSupplied, func(t *models.ArtifactType) *bool { return &t.SystemSupplied }, truth),
		column("enabled", func(t *models.ArtifactType) *bool { return &t.Enabled }, truth).column("IsEnabled"),
		column("viewer", func(t *models.ArtifactType) *string { return &t.Viewer }, text).column("DriverClass"),
		column("extractRules", func(t *models.ArtifactType) *models.JSON { return &t.ExtractRules }, rules),
		column("maxBytes", func(t *models.ArtifactType) **int64 { return &t.MaxBytes }, optional(size)),
		column("inlineCapBytes", func(t *models.ArtifactType) **int64 { return &t.InlineCapBytes }, optional(size)),
	},
}

var drivers = &table[models.Model, *models.Model]{
	collection: CollectionModels, about: "model", entities: []string{"AI Models", "AIModels"},
	fields: []field[models.Model]{
		column("name", func(m *models.Model) *string { return &m.Name }, text),
		column("provider", func(m *models.Model) *string { return &m.Provider }, providerName),
		column("inputMimePatterns", func(m *models.Model) *[]string { return &m.InputMIMEPatterns }, texts),
		column("maxInlineBytesTotal", func(m *models.Model) **int64 { return &m.MaxInlineBytesTotal }, optional(size)),
		column("maxInlineItems", func(m *models.Model) **int { return &m.MaxInlineItems }, optional(whole)),
		column("inlineCapBytes", func(m *models.Model) **int64 { return &m.InlineCapBytes }, optional(size)),
		column("contextTokens", func(m *models.Model) **int { return &m.ContextTokens }, optional(whole)),
	},
}

var agents = &table[models.Agent, *models.Agent]{
	collection: CollectionAgents, about: "agent", entities: []string{"AI Agents", "AIAgents"},
	blank: models.Agent{ArtifactCreationMode: models.CreationAlways, Capture: models.CaptureDocuments},
	fields: []field[models.Agent]{
		column("name", func(a *models.Agent) *string { return &a.Name }, text),
		column("description", func(a *models.Agent) *string { return &a.Description }, text),
		column("artifactCreationMode", func(a *models.Agent) *models.CreationMode { return &a.ArtifactCreationMode }, oneOf(models.CreationModes)).joined(" "),
		column("acceptUnregisteredFiles", func(a *models.Agent) *bool { return &a.AcceptUnregisteredFiles }, truth),
		column("defaultArtifactTypeId", func(a *models.Agent) **string { return &a.DefaultArtifactTypeID }, optional(text), "defaultArtifactType").referring(CollectionTypes),
		column("producibleTypeIds", func(a *models.Agent) *[]string { return &a.ProducibleTypeIDs }, texts, "producibleTypes").referring(CollectionTypes),
		column("defaultModelId", func(a *models.Agent) **string { return &a.DefaultModelID }, optional(text), "defaultModel").referring(CollectionModels),
		column("historyWindow", func(a *models.Agent) **int { return &a.HistoryWindow }, optional(whole)),
		column("inlineStorageThresholdBytes", func(a *models.Agent) **int64 { return &a.InlineStorageThresholdBytes }, optional(size)),
		column("capture", func(a *models.Agent) *models.Capture { return &a.Capture }, oneOf(models.Captures)).joined(" "),
		column("systemPrompt", func(a *models.Agent) *string { return &a.SystemPrompt }, text),
	},
}

var projects = &table[models.Project, *models.Project]{
	collection: CollectionProjects, about: "project", entities: []string{"Projects"},
	fields: []field[models.Project]{
		column("name", func(p *models.Project) *string { return &p.Name }, text),
		column("description", func(p *models.Project) *string { return &p.Description }, text),
		column("rootPath", func(p *models.Project) *string { return &p.RootPath }, text),
	},
}

// RowOf returns a stored record of a collection as a row.
func RowOf(collection string, d models.Declared) Row { return kindCalled(collection).row(d) }
