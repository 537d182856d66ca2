package turn

import (
	"context"
	"io"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/models"
	"vitrine/storage"
)

// Announcement is a file that is announced before it is sent.
type Announcement struct {
	Upload
	SizeBytes *int64
	Direct    bool
	// Local says that the sender is on this machine, where a private store can be reached.
	Local bool `json:"-"`
}

// Announced is how to send an announced file; Uploaded is set instead when it need not be sent.
type Announced struct {
	Session  *models.PendingUpload
	Link     *storage.Link // of a direct session
	Uploaded *Uploaded
}

// StartUpload opens a session for a file of any size, or links a content that the caller can read already.
func (a *Acts) StartUpload(ctx context.Context, n Announcement) (*Announced, error) {
	d, err := a.open(ctx, n.Upload)
	if err != nil {
		return nil, err
	}
	if err := a.checkAnnouncement(n); err != nil {
		return nil, err
	}
	if done, err := a.linkKnown(ctx, d, n); err != nil || done != nil {
		return done, err
	}
	s, err := a.session(ctx, d, n)
	if err != nil || !n.Direct {
		return &Announced{Session: s}, err
	}
	link, err := a.Uploads.Link(ctx, s)
	return &Announced{Session: s, Link: &link}, err
}

func (a *Acts) checkAnnouncement(n Announcement) error {
	if err := artifact.CheckMIME(n.MIMEType); err != nil {
		return err
	}
	if n.SHA256 != "" {
		if _, err := storage.ParseSum(n.SHA256); err != nil {
			return err
		}
	}
	switch {
	case n.SizeBytes != nil && *n.SizeBytes < 1:
		return fault.Invalid("sizeBytes", "The size is a number of bytes from 1 up.")
	case n.SizeBytes != nil && *n.SizeBytes > a.MaxFileBytes:
		return storage.TooLarge(a.MaxFileBytes)
	case !n.Direct:
		return nil
	case n.SizeBytes == nil || n.SHA256 == "":
		return fault.Invalid("direct", "A direct upload needs sizeBytes and sha256: both are signed into its link.")
	case a.PrivateStore && !n.Local:
		return fault.New(fault.CodeUnsupportedType, "The private store of this server cannot be reached from another machine.").At("direct").
			Try("Leave direct out: the file then comes through the server, of any size.", "Ask an administrator to set S3_ENDPOINT and S3_EXTERNAL_ENDPOINT.")
	}
	return nil
}

// session opens the session once per idempotency key.
func (a *Acts) session(ctx context.Context, d *door, n Announcement) (s *models.PendingUpload, err error) {
	key := idempotency.Request{Owner: caller(ctx), Operation: "startUpload", Key: n.IdempotencyKey, Input: n}
	err = a.DB.Tx(ctx, func(ctx context.Context) error {
		earlier, err := a.Idempotency.Earlier(ctx, key)
		if err != nil {
			return err
		}
		if earlier != "" {
			s, err = a.Uploads.Find(ctx, earlier)
			return err
		}
		s = &models.PendingUpload{
			Owner: caller(ctx), ConversationID: d.conversation.ID, ArtifactID: n.ArtifactID, MessageID: n.MessageID, AgentID: n.AgentID,
			FileName: artifact.CleanFileName(n.FileName), MIMEType: n.MIMEType, SizeBytes: n.SizeBytes, SHA256: n.SHA256, Direct: n.Direct,
		}
		if err := a.Uploads.Start(ctx, s); err != nil {
			return err
		}
		return a.Idempotency.Remember(ctx, key, s.ID)
	})
	return s, err
}

// linkKnown makes the version at once when the caller can already read a version of the same content: nobody gets a file by
// knowing its checksum.
func (a *Acts) linkKnown(ctx context.Context, d *door, n Announcement) (*Announced, error) {
	if n.SHA256 == "" {
		return nil, nil
	}
	known, err := a.readableContent(ctx, n.SHA256)
	if err != nil || known == nil || n.SizeBytes != nil && (known.SizeBytes == nil || *known.SizeBytes != *n.SizeBytes) {
		return nil, err
	}
	head, err := a.Keeper.Read(ctx, known.SHA256, storage.HeadBytes)
	if err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	admission, err := a.admit(d, types, head, *known.SizeBytes)
	if err != nil {
		return nil, err
	}
	done, err := a.enter(ctx, d, &storage.Received{SHA256: known.SHA256, SizeBytes: *known.SizeBytes, Known: true}, admission)
	return &Announced{Uploaded: done}, err
}

// readableContent finds a version of a content that the caller may read; nil when there is none.
func (a *Acts) readableContent(ctx context.Context, sha256 string) (*models.ConversationArtifactVersion, error) {
	visible, err := a.Conversations.Visible(ctx)
	if err != nil {
		return nil, err
	}
	var found []*models.ConversationArtifactVersion
	q := a.DB.From(ctx).Where("sha256 = lower(?) AND size_bytes IS NOT NULL AND conversation_id IN (?)", sha256, visible.Select("id"))
	if !auth.Who(ctx).May(auth.ReadAll) {
		q = q.Where("artifact_id NOT IN (SELECT id FROM artifacts WHERE visibility = ?)", models.VisibilitySystemOnly)
	}
	err = q.Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, database.Fault(err, "version")
	}
	return found[0], nil
}

// Session finds a session that the caller may go on with.
func (a *Acts) Session(ctx context.Context, id string) (*models.PendingUpload, error) {
	s, err := a.Uploads.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := a.Conversations.Write(ctx, s.ConversationID); fault.Is(err, fault.CodeNotFound) {
		return nil, fault.NotFound("upload")
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

// ReceivePart takes bytes of a resumable session from an offset on; the session tells where to go on.
func (a *Acts) ReceivePart(ctx context.Context, id string, offset int64, body io.Reader) (*models.PendingUpload, error) {
	s, err := a.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	d, err := a.open(ctx, uploadOf(s))
	if err != nil {
		return nil, err
	}
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	limited := &limitedReader{r: body, left: a.MaxFileBytes - offset + 1}
	err = a.Uploads.Receive(ctx, s, offset, limited, func(head []byte) error {
		_, err := a.admit(d, types, head, valueOr(s.SizeBytes, 1))
		return err
	})
	if limited.exceeded {
		err = storage.TooLarge(a.MaxFileBytes)
	}
	return s, err
}

// CompleteUpload makes a version of a file that has arrived: settled, judged at the gate, then as Receive does.
func (a *Acts) CompleteUpload(ctx context.Context, id string) (*Uploaded, error) {
	return a.completeUpload(ctx, id, nil)
}

func (a *Acts) completeUpload(ctx context.Context, id string, by *made) (*Uploaded, error) {
	s, err := a.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == models.UploadCompleted && s.VersionID != nil {
		return a.uploaded(ctx, *s.VersionID, nil)
	}
	d, err := a.open(ctx, uploadOf(s))
	if err != nil {
		return nil, err
	}
	d.key = idempotency.Request{Owner: s.Owner, Operation: "completeUpload", Key: s.ID, Input: s.ID}
	d.made = by
	d.entered = func(ctx context.Context, versionID string) error { return a.Uploads.Complete(ctx, s, versionID) }
	received, err := a.Uploads.Settle(ctx, s, a.Keeper.KeptAt)
	if err != nil {
		return a.completedMeanwhile(ctx, s, err)
	}
	admission, err := a.judge(ctx, d, s, received)
	if err != nil {
		return nil, err
	}
	if err := a.Keeper.Inline(ctx, received, admission, d.agent); err != nil {
		return a.completedMeanwhile(ctx, s, err)
	}
	return a.enter(ctx, d, received, admission)
}

// judge asks the gate about a file that has arrived; what it refuses is forgotten.
func (a *Acts) judge(ctx context.Context, d *door, s *models.PendingUpload, received *storage.Received) (*artifact.Admission, error) {
	types, err := a.Types.All(ctx)
	if err != nil {
		return nil, err
	}
	admission, err := a.admit(d, types, s.Head, received.SizeBytes)
	if err == nil {
		return admission, nil
	}
	if aborted := a.Uploads.Abort(ctx, s); aborted != nil {
		return nil, aborted
	}
	return nil, err
}

// completedMeanwhile answers the loser of two completions with the winner's version.
func (a *Acts) completedMeanwhile(ctx context.Context, s *models.PendingUpload, err error) (*Uploaded, error) {
	fresh, findErr := a.Uploads.Find(ctx, s.ID)
	if findErr == nil && fresh.State == models.UploadCompleted && fresh.VersionID != nil {
		return a.uploaded(ctx, *fresh.VersionID, nil)
	}
	return nil, err
}

// AbortUpload gives up a session.
func (a *Acts) AbortUpload(ctx context.Context, id string) (*models.PendingUpload, error) {
	s, err := a.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == models.UploadCompleted {
		return nil, fault.Conflict("This upload is complete already.").At("uploadId").Try("Delete its artifact instead.")
	}
	return s, a.Uploads.Abort(ctx, s)
}

func uploadOf(s *models.PendingUpload) Upload {
	return Upload{
		ConversationID: s.ConversationID, ArtifactID: s.ArtifactID, MessageID: s.MessageID, AgentID: s.AgentID,
		FileName: s.FileName, MIMEType: s.MIMEType, SHA256: s.SHA256,
	}
}

// limitedReader breaks a body off at the largest file and remembers that it did.
type limitedReader struct {
	r        io.Reader
	left     int64
	exceeded bool
}

// Read gives at most what is left.
func (l *limitedReader) Read(b []byte) (int, error) {
	if l.left <= 0 {
		l.exceeded = true
		return 0, io.ErrUnexpectedEOF
	}
	n, err := l.r.Read(b[:min(int64(len(b)), l.left)])
	l.left -= int64(n)
	return n, err
}

func valueOr[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}
