package turn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// Upload is a file that comes in.
type Upload struct {
	ConversationID string
	ArtifactID     *string // the artifact it is the next version of
	MessageID      *string
	AgentID        *string
	FileName       string
	MIMEType       string
	SHA256         string // what the bytes must hash to; empty when the sender says nothing
	IdempotencyKey string
	Content        io.ReadSeeker `json:"-"`
}

// Uploaded is a file that came in.
type Uploaded struct {
	Version     *models.ConversationArtifactVersion
	Deliverable *models.Deliverable
}

// door is an upload after everything about it but its bytes was checked.
type door struct {
	Upload
	setting
	artifact *models.ConversationArtifact // nil: a new one
	key      idempotency.Request
	entered  func(ctx context.Context, versionID string) error // runs in the version's transaction; nil for nothing
	made     *made                                             // set for a file that an agent made; nil for one that came in
}

// made says who made a file of an agent's turn, and who sees it.
type made struct {
	by         string
	visibility models.Visibility
}

// Receive lets a file into a conversation: judged at the gate, stored, and then version, deliverable, events and audit line in
// one transaction. What fails after the bytes were stored takes them out again.
func (a *Acts) Receive(ctx context.Context, u Upload) (*Uploaded, error) {
	if u.IdempotencyKey != "" && u.SHA256 == "" { // a repetition must bring the same bytes
		sum, err := digest(u.Content)
		if err != nil {
			return nil, err
		}
		u.SHA256 = sum
	}
	d, err := a.open(ctx, u)
	if err != nil {
		return nil, err
	}
	return a.receive(ctx, d)
}

func (a *Acts) receive(ctx context.Context, d *door) (*Uploaded, error) {
	if earlier, err := a.Idempotency.Earlier(ctx, d.key); err != nil || earlier != "" {
		return a.uploaded(ctx, earlier, err)
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	received, admission, err := a.Keeper.Receive(ctx, d.Content, d.SHA256, d.agent, func(head []byte, size int64) (*artifact.Admission, error) {
		return a.admit(d, types, head, size)
	})
	if err != nil {
		return nil, err
	}
	done, err := a.enter(ctx, d, received, admission)
	if err != nil {
		a.Keeper.Discard(ctx, received)
	}
	return done, err
}

// digest hashes a content and goes back to its start.
func digest(content io.ReadSeeker) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, content); err != nil {
		return "", fault.Invalid("file", "The file could not be read.").Because(err)
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("go back to the start of an upload: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// open checks the caller and everything that the upload refers to.
func (a *Acts) open(ctx context.Context, u Upload) (d *door, err error) {
	d = &door{Upload: u}
	if d.setting, err = a.settingOf(ctx, u.ConversationID, u.AgentID, u.MessageID); err != nil {
		return nil, err
	}
	if u.ArtifactID != nil {
		if d.artifact, err = a.artifactOf(ctx, d.conversation, *u.ArtifactID); err != nil {
			return nil, err
		}
	}
	d.key = idempotency.Request{Owner: caller(ctx), Operation: "uploadArtifact", Key: u.IdempotencyKey, Input: u}
	return d, nil
}

// artifactOf finds an artifact of the conversation.
func (a *Acts) artifactOf(ctx context.Context, c *models.Conversation, id string) (*models.ConversationArtifact, error) {
	found, err := a.Keeper.Artifact(ctx, id)
	if err == nil && found.ConversationID != c.ID {
		return nil, fault.NotFound("artifact")
	}
	return found, err
}

func (a *Acts) admit(d *door, types []*models.ArtifactType, head []byte, size int64) (*artifact.Admission, error) {
	admission, err := artifact.Admit(types, d.agent, artifact.Claim{FileName: d.FileName, MIMEType: d.MIMEType}, head, size)
	if err == nil {
		err = a.Limits.CheckSize(admission.MIMEType, size)
	}
	if err != nil || d.artifact == nil {
		return admission, err
	}
	same := func(c artifact.Candidate) bool { return c.Type.ID == d.artifact.TypeID }
	if !slices.ContainsFunc(admission.Resolution.Candidates, same) {
		return nil, fault.Invalid("artifactId", "The file is %s, and the artifact %q is of another type.", admission.Type.Name, d.artifact.Name).
			Try("Send a file of the artifact's own type.", "Leave artifactId out to start a new artifact.")
	}
	return admission, nil
}

// enter writes the version and everything that follows from it.
func (a *Acts) enter(ctx context.Context, d *door, received *storage.Received, admission *artifact.Admission) (*Uploaded, error) {
	var done Uploaded
	found, err := a.extractFromReceived(ctx, admission.Type.ID, received)
	if err != nil {
		return nil, err
	}
	err = a.locked(ctx, d.conversation.ID, func(ctx context.Context, c *models.Conversation) error {
		earlier, err := a.Idempotency.Earlier(ctx, d.key)
		if err != nil {
			return err
		}
		if earlier != "" { // an equal request won meanwhile
			done, err = a.found(ctx, earlier)
			a.Keeper.Discard(ctx, received)
			return err
		}
		if err := a.roomInMessage(ctx, d, admission.MIMEType); err != nil {
			return err
		}
		added, err := a.Keeper.Add(ctx, c, d.newVersion(ctx, received, admission, found))
		if err != nil {
			return err
		}
		done.Version = added.Version
		if done.Deliverable, err = a.listed(ctx, c, d, added); err != nil {
			return err
		}
		if err := a.Log.Append(ctx, c, live.Event{Kind: models.EventVersion, SubjectID: added.Version.ID}); err != nil {
			return err
		}
		if err := a.Idempotency.Remember(ctx, d.key, added.Version.ID); err != nil {
			return err
		}
		if d.entered != nil {
			if err := d.entered(ctx, added.Version.ID); err != nil {
				return err
			}
		}
		return a.record(ctx, "upload.version", "version", added.Version.ID, c.ID, map[string]any{
			"fileName": admission.FileName, "mimeType": admission.MIMEType, "sizeBytes": received.SizeBytes, "sha256": received.SHA256,
		})
	})
	return &done, err
}

// roomInMessage asks, under the conversation's lock, whether the message may have one more file of this family.
func (a *Acts) roomInMessage(ctx context.Context, d *door, mime string) error {
	family := artifact.FamilyOf(mime)
	if d.message == nil || d.made != nil || a.Limits.PerMessage[family] == 0 {
		return nil
	}
	q := a.DB.From(ctx).Model(&models.ConversationArtifactVersion{}).Where("message_id = ? AND direction = ?", d.message.ID, models.DirectionInput)
	if family == "document" {
		q = q.Where("split_part(mime_type, '/', 1) NOT IN ('image', 'audio', 'video')")
	} else {
		q = q.Where("split_part(mime_type, '/', 1) = ?", family)
	}
	var have int64
	if err := q.Count(&have).Error; err != nil {
		return database.Fault(err, "version")
	}
	return a.Limits.CheckCount(mime, have)
}

func (d *door) newVersion(ctx context.Context, received *storage.Received, admission *artifact.Admission, found findings) store.NewVersion {
	n := store.NewVersion{
		Artifact: d.artifact, Type: admission.Type, Name: admission.FileName, Direction: models.DirectionInput, MessageID: idOf(d.message),
		FileName: admission.FileName, MIMEType: admission.MIMEType, Detected: admission.Detected, MadeBy: caller(ctx), Content: received,
	}
	if d.made != nil {
		n.Direction, n.MadeBy, n.Visibility = models.DirectionOutput, d.made.by, d.made.visibility
	}
	found.apply(&n)
	return n
}

// listed puts the file into the list of deliverables.
func (a *Acts) listed(ctx context.Context, c *models.Conversation, d *door, added *store.Added) (*models.Deliverable, error) {
	op := deliverable.OutputOp(added.Artifact, added.Version)
	if d.made == nil {
		op = deliverable.UploadOp(added.Artifact, added.Version)
	}
	return a.list(ctx, c, added.Artifact, op)
}

// list puts one operation of Vitrine's own on an artifact into the list of deliverables; what only the system sees is none.
func (a *Acts) list(ctx context.Context, c *models.Conversation, of *models.ConversationArtifact, op deliverable.Op) (*models.Deliverable, error) {
	if of.Visibility == models.VisibilitySystemOnly {
		return nil, nil
	}
	rows, err := a.Deliverables.Keep(ctx, c, op)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// uploaded answers a repeated request.
func (a *Acts) uploaded(ctx context.Context, versionID string, err error) (*Uploaded, error) {
	if err != nil {
		return nil, err
	}
	done, err := a.found(ctx, versionID)
	return &done, err
}

func (a *Acts) found(ctx context.Context, versionID string) (Uploaded, error) {
	v, err := a.Keeper.Version(ctx, versionID)
	if err != nil {
		return Uploaded{}, err
	}
	rows, err := a.Deliverables.ByArtifact(ctx, v.ArtifactID)
	return Uploaded{Version: v, Deliverable: rows[v.ArtifactID]}, err
}
