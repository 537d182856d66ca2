// Package store stores artifacts and their versions: rows in Postgres, bytes in Postgres or in an object store. It
// numbers versions, stores equal content once, finds what the caller may read, and sweeps content that nothing uses.
// It does not decide what a file is or becomes: that is package artifact. The acts call it and add deliverables and
// events.
package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"vitrine/internal/artifact"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

// Settings bound what is stored where.
type Settings struct {
	InlineStoreBytes int64 // text up to this size is stored in the database, unless the agent has another limit
	MaxUploadBytes   int64 // largest file
}

// Conversations finds the conversations that the caller may read and change.
type Conversations interface {
	// Visible starts a query over the conversations that the caller may see at all.
	Visible(ctx context.Context) (*gorm.DB, error)
	Read(ctx context.Context, id string) (*models.Conversation, error)
	Write(ctx context.Context, id string) (*models.Conversation, error)
}

// Store stores artifacts and their versions.
type Store struct {
	*Blobs
	db            *database.DB
	conversations Conversations
	settings      Settings
}

// New returns a store of versions in a database, with their bytes in an object store.
func New(db *database.DB, objects storage.Store, c Conversations, s Settings) *Store {
	return &Store{Blobs: NewBlobs(db, objects), db: db, conversations: c, settings: s}
}

// Inlines reports whether the bytes of an admitted file are stored in the database: text up to the agent's threshold.
func (k *Store) Inlines(a *artifact.Admission, sizeBytes int64, agent *models.Agent) bool {
	return sizeBytes <= k.threshold(agent) && artifact.IsTextual(a.MIMEType) && artifact.ContentFamily(a.Detected) == artifact.FamilyOfText
}

// Put stores the bytes of an inspected file, in the database or in the object store, unless their content is already
// stored. A caller that does not add a version of it afterwards must Discard it.
func (k *Store) Put(ctx context.Context, f *storage.File, inline bool) (*storage.Received, error) {
	in := &storage.Received{SHA256: f.SHA256, SizeBytes: f.SizeBytes}
	var err error
	if in.Known, err = k.Known(ctx, f.SHA256); err != nil || in.Known {
		return in, err
	}
	if err := f.Rewind(); err != nil {
		return nil, err
	}
	if inline {
		in.Bytes, err = io.ReadAll(io.LimitReader(f.Content, f.SizeBytes))
		return in, err
	}
	in.ObjectKey = storage.NewKey()
	return in, k.store.Put(ctx, in.ObjectKey, f.Content, f.SizeBytes)
}

// MoveInline moves small text from the object store into the database.
func (k *Store) MoveInline(ctx context.Context, in *storage.Received) error {
	o, err := k.store.Open(ctx, in.ObjectKey)
	if err != nil {
		return err
	}
	defer func() { _ = o.Close() }()
	if in.Bytes, err = io.ReadAll(io.LimitReader(o, in.SizeBytes)); err != nil {
		return unavailable(err)
	}
	in.ObjectKey, in.Spare = "", in.ObjectKey
	return nil
}

// Content returns the received bytes, before any version refers to them.
func (k *Store) Content(ctx context.Context, in *storage.Received) ([]byte, error) {
	switch {
	case in.Bytes != nil:
		return in.Bytes, nil
	case in.Known:
		return k.Read(ctx, in.SHA256, in.SizeBytes)
	}
	o, err := k.store.Open(ctx, in.ObjectKey)
	if err != nil {
		return nil, err
	}
	defer func() { _ = o.Close() }()
	content, err := io.ReadAll(io.LimitReader(o, in.SizeBytes))
	return content, unavailable(err)
}

// Take stores content that Vitrine itself made: outputs and recorded writes. Text is stored inline up to the
// threshold.
func (k *Store) Take(ctx context.Context, content []byte, mime string, agent *models.Agent) (*storage.Received, error) {
	f, err := storage.Inspect(bytes.NewReader(content), max(k.settings.MaxUploadBytes, int64(len(content))))
	if err != nil {
		return nil, err
	}
	return k.Put(ctx, f, f.SizeBytes <= k.threshold(agent) && artifact.IsTextual(mime))
}

func (k *Store) threshold(agent *models.Agent) int64 {
	if agent != nil && agent.InlineStorageThresholdBytes != nil {
		return *agent.InlineStorageThresholdBytes
	}
	return k.settings.InlineStoreBytes
}

// NewVersion describes a version to add. Artifact is the one it continues; nil starts a new one of Type, named Name.
type NewVersion struct {
	Artifact    *models.ConversationArtifact
	Type        *models.ArtifactType
	Name        string // of a new artifact, and of this version
	Description string
	Visibility  models.Visibility // of a new artifact; ALWAYS when empty
	Direction   models.Direction
	MessageID   *string
	FileName    string
	MIMEType    string
	Detected    string
	Attributes  models.JSON // what extract rules found; null when nothing
	Remark      string      // what is missing in the version; empty when complete
	MadeBy      string
	Content     *storage.Received
}

// Added is a version with its artifact.
type Added struct {
	Artifact *models.ConversationArtifact
	Version  *models.ConversationArtifactVersion
	New      bool // the artifact is new
}

// Add stores a version inside the open transaction, with the conversation's row locked. The number is read under the
// artifact's row lock, so that any number of writers get consecutive numbers.
func (k *Store) Add(ctx context.Context, c *models.Conversation, n NewVersion) (*Added, error) {
	if !database.InTx(ctx) {
		return nil, errors.New("add a version outside a transaction")
	}
	if err := k.link(ctx, n.Content); err != nil {
		return nil, err
	}
	added := &Added{Artifact: n.Artifact, New: n.Artifact == nil}
	var err error
	number := 1
	if added.New {
		added.Artifact, err = k.create(ctx, c, n)
	} else {
		number, err = k.next(ctx, n.Artifact)
	}
	if err != nil {
		return nil, err
	}
	added.Version = row(c, added.Artifact, n, number)
	err = k.db.From(ctx).Create(added.Version).Error
	return added, database.Fault(err, "version")
}

func row(c *models.Conversation, a *models.ConversationArtifact, n NewVersion, number int) *models.ConversationArtifactVersion {
	size := n.Content.SizeBytes
	v := &models.ConversationArtifactVersion{
		ID: models.NewID(), ArtifactID: a.ID, ConversationID: c.ID, Number: number, Direction: n.Direction, MessageID: n.MessageID,
		Description: n.Description, MIMEType: n.MIMEType, DetectedMIMEType: n.Detected, FileName: n.FileName, SizeBytes: &size,
		SHA256: n.Content.SHA256, Attributes: n.Attributes, Remark: n.Remark, Shape: artifact.Shape(n.Content.Bytes), MadeBy: n.MadeBy, CreatedAt: models.Now(),
	}
	if name := artifact.CleanName(n.Name); name != a.Name {
		v.Name = name
	}
	return v
}

func (k *Store) create(ctx context.Context, c *models.Conversation, n NewVersion) (*models.ConversationArtifact, error) {
	letter, err := k.nextLetter(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	now := models.Now()
	a := &models.ConversationArtifact{
		ID: models.NewID(), ConversationID: c.ID, TypeID: n.Type.ID, Name: cmp.Or(artifact.CleanName(n.Name), artifact.CleanName(n.FileName), n.Type.Name),
		Description: n.Description, Visibility: cmp.Or(n.Visibility, models.VisibilityAlways), Owner: c.Owner, Letter: letter,
		CreatedAt: now, UpdatedAt: now,
	}
	return a, database.Fault(k.db.From(ctx).Create(a).Error, "artifact")
}

// nextLetter returns the letter after the highest one that exists; the conversation's lock prevents duplicates.
func (k *Store) nextLetter(ctx context.Context, conversationID string) (string, error) {
	var highest []string
	err := k.db.From(ctx).Model(&models.ConversationArtifact{}).Where("conversation_id = ?", conversationID).
		Order(`length(letter) DESC, letter COLLATE "C" DESC`).Limit(1).Pluck("letter", &highest).Error
	if err != nil || len(highest) == 0 {
		return artifact.Letter(0), database.Fault(err, "artifact")
	}
	return artifact.Letter(artifact.LetterIndex(highest[0]) + 1), nil
}

// next locks the artifact and returns the number after its newest version.
func (k *Store) next(ctx context.Context, a *models.ConversationArtifact) (int, error) {
	if err := k.lock(ctx, a.ID); err != nil {
		return 0, err
	}
	var newest int
	err := k.db.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("artifact_id = ?", a.ID).
		Select("coalesce(max(number), 0)").Scan(&newest).Error
	if err != nil {
		return 0, database.Fault(err, "version")
	}
	a.UpdatedAt = models.Now()
	err = k.db.From(ctx).Model(a).UpdateColumn("updated_at", a.UpdatedAt).Error
	return newest + 1, database.Fault(err, "artifact")
}

func (k *Store) lock(ctx context.Context, artifactID string) error {
	var locked models.ConversationArtifact
	err := k.db.From(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Select("id").Take(&locked, "id = ?", artifactID).Error
	return database.Fault(err, "artifact")
}

// Artifact finds an artifact by id.
func (k *Store) Artifact(ctx context.Context, id string) (*models.ConversationArtifact, error) {
	id, err := models.ParseID("artifact", id)
	if err != nil {
		return nil, err
	}
	var a models.ConversationArtifact
	return &a, database.Fault(k.db.From(ctx).Take(&a, "id = ?", id).Error, "artifact")
}

// Version finds a version by id.
func (k *Store) Version(ctx context.Context, id string) (*models.ConversationArtifactVersion, error) {
	id, err := models.ParseID("version", id)
	if err != nil {
		return nil, err
	}
	var v models.ConversationArtifactVersion
	return &v, database.Fault(k.db.From(ctx).Take(&v, "id = ?", id).Error, "version")
}

// Latest returns the newest version of each artifact, by artifact id, in one query.
func (k *Store) Latest(ctx context.Context, artifactIDs []string) (map[string]*models.ConversationArtifactVersion, error) {
	var rows []*models.ConversationArtifactVersion
	err := k.db.From(ctx).Select("DISTINCT ON (artifact_id) *").Where("artifact_id IN ?", artifactIDs).
		Order("artifact_id, number DESC").Find(&rows).Error
	latest := make(map[string]*models.ConversationArtifactVersion, len(rows))
	for _, v := range rows {
		latest[v.ArtifactID] = v
	}
	return latest, database.Fault(err, "version")
}

// TypesOf returns the ids of the types of artifacts, by the artifacts' ids.
func (k *Store) TypesOf(ctx context.Context, artifactIDs []string) (map[string]string, error) {
	var rows []*models.ConversationArtifact
	err := k.db.From(ctx).Select("id", "type_id").Where("id IN ?", artifactIDs).Find(&rows).Error
	types := make(map[string]string, len(rows))
	for _, a := range rows {
		types[a.ID] = a.TypeID
	}
	return types, database.Fault(err, "artifact")
}

// Lettered finds the newest version of the artifact with a letter.
func (k *Store) Lettered(ctx context.Context, conversationID, letter string) (*models.ConversationArtifactVersion, error) {
	var v models.ConversationArtifactVersion
	err := k.db.From(ctx).Joins("JOIN artifacts a ON a.id = artifact_versions.artifact_id").
		Where("a.conversation_id = ? AND a.letter = upper(?)", conversationID, letter).Order("number DESC").Take(&v).Error
	return &v, database.Fault(err, "artifact")
}

// SetForceToolsOnly restricts a version to tools, or restores its type's default, inside the open transaction.
func (k *Store) SetForceToolsOnly(ctx context.Context, v *models.ConversationArtifactVersion, force bool) error {
	v.ForceToolsOnly = force
	return database.Fault(k.db.From(ctx).Model(v).UpdateColumn("force_tools_only", force).Error, "version")
}

// unavailable turns a failed read of stored content into a fault.
func unavailable(err error) error {
	if err == nil || fault.As(err) != nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Unavailable("object store", fmt.Errorf("read stored content: %w", err))
}
