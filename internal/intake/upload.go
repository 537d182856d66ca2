package intake

import (
	"context"
	"slices"

	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/internal/live"
	"vitrine/models"
	"vitrine/storage"
)

// Receive adds a whole file to a conversation. Stored bytes are deleted again when a later step fails.
func (in *Intake) Receive(ctx context.Context, f artifact.Incoming) (*artifact.Stored, error) {
	r, err := in.request(ctx, f)
	if err != nil {
		return nil, err
	}
	file, err := storage.Inspect(f.Content, in.Settings.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	if r.key.Key != "" && r.SHA256 == "" { // a repetition must have the same bytes
		r.expect(file.SHA256)
	}
	if earlier, err := in.Idempotency.Earlier(ctx, r.key); err != nil || earlier != "" {
		return in.earlier(ctx, earlier, err)
	}
	admission, err := in.admit(r, file.Head, file.SizeBytes)
	if err != nil {
		return nil, err
	}
	if err := file.Verify(r.SHA256); err != nil {
		return nil, err
	}
	received, err := in.Artifacts.Put(ctx, file, in.Artifacts.Inlines(admission, file.SizeBytes, r.agent))
	if err != nil {
		return nil, err
	}
	stored, err := in.commit(ctx, r, received, admission)
	if err != nil {
		in.Artifacts.Discard(ctx, received)
	}
	return stored, err
}

// request is an incoming file with everything that it refers to.
type request struct {
	artifact.Incoming
	conversation *models.Conversation
	agent        *models.Agent
	message      *models.Message
	artifact     *models.ConversationArtifact // nil: a new one
	types        []*models.ArtifactType
	key          idempotency.Request
	session      *models.PendingUpload // of a file sent in parts; nil when it was sent at once
}

// request checks the caller and finds everything that a file refers to.
func (in *Intake) request(ctx context.Context, f artifact.Incoming) (r *request, err error) {
	r = &request{Incoming: f}
	if f.SHA256 != "" {
		if _, err := storage.ParseSum(f.SHA256); err != nil {
			return nil, err
		}
	}
	if r.conversation, err = in.Conversations.Write(ctx, f.ConversationID); err != nil {
		return nil, err
	}
	if r.agent, err = catalog.AgentFor(ctx, in.Agents, r.conversation, f.AgentID); err != nil {
		return nil, err
	}
	if r.message, err = in.Conversations.OptionalMessage(ctx, r.conversation, f.MessageID); err != nil {
		return nil, err
	}
	if f.ArtifactID != nil {
		if r.artifact, err = in.Artifacts.InConversation(ctx, r.conversation, *f.ArtifactID); err != nil {
			return nil, err
		}
	}
	if r.types, err = in.Types.All(ctx); err != nil {
		return nil, err
	}
	r.key = idempotency.Request{Owner: auth.Caller(ctx), Operation: "uploadArtifact", Key: f.IdempotencyKey, Input: f}
	if f.Operation != "" {
		r.key.Operation, r.key.Input = f.Operation, f.Repeats
	}
	return r, nil
}

// expect makes a checksum part of what a repetition must equal.
func (r *request) expect(sha256 string) {
	r.SHA256 = sha256
	if r.Operation == "" {
		r.key.Input = r.Incoming
	}
}

// agent finds the agent of a file: the named one, else the conversation's, else nil.
func (in *Intake) admit(r *request, head []byte, size int64) (*artifact.Admission, error) {
	admission, err := artifact.Admit(r.types, r.agent, artifact.Claim{FileName: r.FileName, MIMEType: r.MIMEType}, head, size)
	if err == nil {
		err = in.Settings.Limits.CheckSize(admission.MIMEType, size)
	}
	if err != nil || r.artifact == nil {
		return admission, err
	}
	same := func(c artifact.Candidate) bool { return c.Type.ID == r.artifact.TypeID }
	if !slices.ContainsFunc(admission.Resolution.Candidates, same) {
		return nil, fault.Invalid("artifactId", "The file is %s, and the artifact %q is of another type.", admission.Type.Name, r.artifact.Name).
			Try("Send a file of the artifact's own type.", "Leave artifactId out to start a new artifact.")
	}
	return admission, nil
}

// commit writes the version and everything that belongs to it, in one transaction.
func (in *Intake) commit(ctx context.Context, r *request, received *storage.Received, admission *artifact.Admission) (*artifact.Stored, error) {
	extracted, err := in.Artifacts.ExtractReceived(ctx, artifact.RegistryOf(r.types), admission.Type.ID, received)
	if err != nil {
		return nil, err
	}
	var stored *artifact.Stored
	err = in.Conversations.Locked(ctx, r.conversation.ID, func(ctx context.Context, c *models.Conversation) error {
		earlier, err := in.Idempotency.Earlier(ctx, r.key)
		if err != nil {
			return err
		}
		if earlier != "" { // an equal request was committed meanwhile
			stored, err = in.find(ctx, earlier)
			in.Artifacts.Discard(ctx, received)
			return err
		}
		if err := in.checkMessageQuota(ctx, r, admission.MIMEType); err != nil {
			return err
		}
		added, err := in.Artifacts.Add(ctx, c, r.newVersion(ctx, received, admission, extracted))
		if err != nil {
			return err
		}
		stored = &artifact.Stored{Version: added.Version}
		if stored.Deliverable, err = in.Deliverables.KeepArtifact(ctx, c, added.Artifact, r.op(added)); err != nil {
			return err
		}
		return in.note(ctx, c, r, added.Version, admission)
	})
	return stored, err
}

// note writes the rest of a new version: its event, the idempotency key, the end of its session and the audit line.
func (in *Intake) note(ctx context.Context, c *models.Conversation, r *request, v *models.ConversationArtifactVersion, admission *artifact.Admission) error {
	if err := in.Log.Append(ctx, c, live.Event{Kind: models.EventVersion, SubjectID: v.ID}); err != nil {
		return err
	}
	if err := in.Idempotency.Remember(ctx, r.key, v.ID); err != nil {
		return err
	}
	if r.session != nil {
		if err := in.Uploads.Complete(ctx, r.session, v.ID); err != nil {
			return err
		}
	}
	return in.Trail.Record(ctx, "upload.version", "version", v.ID, c.ID, map[string]any{
		"fileName": admission.FileName, "mimeType": admission.MIMEType, "sizeBytes": *v.SizeBytes, "sha256": v.SHA256,
	})
}

// checkMessageQuota returns an error when the message already has as many files of the family as it may. The caller
// holds the conversation's lock.
func (in *Intake) checkMessageQuota(ctx context.Context, r *request, mime string) error {
	limits, family := in.Settings.Limits, artifact.FamilyOf(mime)
	if r.message == nil || r.MadeBy != nil || limits.PerMessage[family] == 0 {
		return nil
	}
	have, err := in.Artifacts.CountInputs(ctx, r.message.ID, family)
	if err != nil {
		return err
	}
	return limits.CheckCount(mime, have)
}

func (r *request) newVersion(ctx context.Context, received *storage.Received, admission *artifact.Admission, extracted store.Extracted) store.NewVersion {
	n := store.NewVersion{
		Artifact: r.artifact, Type: admission.Type, Name: admission.FileName, Direction: models.DirectionInput,
		FileName: admission.FileName, MIMEType: admission.MIMEType, Detected: admission.Detected, MadeBy: auth.Caller(ctx), Content: received,
	}
	if r.message != nil {
		n.MessageID = &r.message.ID
	}
	if r.MadeBy != nil {
		n.Direction, n.MadeBy, n.Visibility = models.DirectionOutput, r.MadeBy.Name, r.MadeBy.Visibility
	}
	extracted.Apply(&n)
	return n
}

// op returns the operation that lists the file among the deliverables.
func (r *request) op(added *store.Added) deliverable.Op {
	if r.MadeBy != nil {
		return deliverable.OutputOp(added.Artifact, added.Version)
	}
	return deliverable.UploadOp(added.Artifact, added.Version)
}

// earlier returns the result of a repeated request.
func (in *Intake) earlier(ctx context.Context, versionID string, err error) (*artifact.Stored, error) {
	if err != nil {
		return nil, err
	}
	return in.find(ctx, versionID)
}

func (in *Intake) find(ctx context.Context, versionID string) (*artifact.Stored, error) {
	v, err := in.Artifacts.Version(ctx, versionID)
	if err != nil {
		return nil, err
	}
	rows, err := in.Deliverables.ByArtifact(ctx, v.ArtifactID)
	return &artifact.Stored{Version: v, Deliverable: rows[v.ArtifactID]}, err
}
