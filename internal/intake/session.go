package intake

import (
	"context"
	"io"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/idempotency"
	"vitrine/models"
	"vitrine/storage"
)

// Announcement is a file that is announced before it is sent.
type Announcement struct {
	artifact.Incoming
	SizeBytes *int64
	Direct    bool
	// Local means that the sender is on this machine, where a private store can be reached.
	Local bool `json:"-"`
}

// Announced is how to send an announced file. Stored is set instead when it need not be sent.
type Announced struct {
	Session *models.PendingUpload
	Link    *storage.Link // of a direct session
	Stored  *artifact.Stored
}

// Start opens a session for a file of any size, or links a content that the caller can already read.
func (in *Intake) Start(ctx context.Context, a Announcement) (*Announced, error) {
	r, err := in.request(ctx, a.Incoming)
	if err != nil {
		return nil, err
	}
	if err := in.checkAnnouncement(a); err != nil {
		return nil, err
	}
	if stored, err := in.linkKnown(ctx, r, a.SizeBytes); err != nil || stored != nil {
		return &Announced{Stored: stored}, err
	}
	s, err := in.open(ctx, r, a)
	if err != nil || !a.Direct {
		return &Announced{Session: s}, err
	}
	link, err := in.Uploads.Link(ctx, s)
	return &Announced{Session: s, Link: &link}, err
}

func (in *Intake) checkAnnouncement(a Announcement) error {
	if err := artifact.CheckMIME(a.MIMEType); err != nil {
		return err
	}
	switch {
	case a.SizeBytes != nil && *a.SizeBytes < 1:
		return fault.Invalid("sizeBytes", "sizeBytes must be at least 1, not %d.", *a.SizeBytes)
	case a.SizeBytes != nil && *a.SizeBytes > in.Settings.MaxFileBytes:
		return storage.TooLarge(in.Settings.MaxFileBytes)
	case !a.Direct:
		return nil
	case a.SizeBytes == nil || a.SHA256 == "":
		return fault.Invalid("direct", "A direct upload must have sizeBytes and sha256: both are signed into its link.")
	case in.Settings.PrivateStore && !a.Local:
		return fault.New(fault.CodeUnsupportedType, "The private store of this server cannot be reached from another machine.").At("direct").
			Try("Leave direct out: the file is then sent through the server, of any size.", "Ask an administrator to set S3_ENDPOINT and S3_EXTERNAL_ENDPOINT.")
	}
	return nil
}

// open stores the session, once per idempotency key.
func (in *Intake) open(ctx context.Context, r *request, a Announcement) (*models.PendingUpload, error) {
	key := idempotency.Request{Owner: auth.Caller(ctx), Operation: "startUpload", Key: a.IdempotencyKey, Input: a}
	return in.Uploads.StartOnce(ctx, key, &models.PendingUpload{
		Owner: auth.Caller(ctx), ConversationID: r.conversation.ID, ArtifactID: a.ArtifactID, MessageID: a.MessageID, AgentID: a.AgentID,
		FileName: artifact.CleanFileName(a.FileName), MIMEType: a.MIMEType, SizeBytes: a.SizeBytes, SHA256: a.SHA256, Direct: a.Direct,
	})
}

// linkKnown adds the version at once when the caller can already read a version of the same content, and else returns
// nil: knowing a checksum is not enough to get a file.
func (in *Intake) linkKnown(ctx context.Context, r *request, sizeBytes *int64) (*artifact.Stored, error) {
	if r.SHA256 == "" {
		return nil, nil
	}
	known, err := in.Artifacts.ReadableContent(ctx, r.SHA256)
	if err != nil || known == nil || sizeBytes != nil && *known.SizeBytes != *sizeBytes {
		return nil, err
	}
	head, err := in.Artifacts.Read(ctx, known.SHA256, storage.HeadBytes)
	if err != nil {
		return nil, err
	}
	admission, err := in.admit(r, head, *known.SizeBytes)
	if err != nil {
		return nil, err
	}
	return in.commit(ctx, r, &storage.Received{SHA256: known.SHA256, SizeBytes: *known.SizeBytes, Known: true}, admission)
}

// Session finds a session that the caller may continue.
func (in *Intake) Session(ctx context.Context, id string) (*models.PendingUpload, error) {
	s, err := in.Uploads.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := in.Conversations.Write(ctx, s.ConversationID); fault.Is(err, fault.CodeNotFound) {
		return nil, fault.NotFound("upload")
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

// ReceivePart stores bytes of a resumable session from an offset on. The returned session says where to continue,
// also with an error.
func (in *Intake) ReceivePart(ctx context.Context, id string, offset int64, body io.Reader) (*models.PendingUpload, error) {
	s, err := in.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := in.request(ctx, incomingOf(s))
	if err != nil {
		return nil, err
	}
	size := int64(1) // of a file whose size was not announced: its first bytes are all that is known
	if s.SizeBytes != nil {
		size = *s.SizeBytes
	}
	limited := &limitedReader{r: body, left: in.Settings.MaxFileBytes - offset + 1}
	err = in.Uploads.Receive(ctx, s, offset, limited, func(head []byte) error {
		_, err := in.admit(r, head, size)
		return err
	})
	if limited.exceeded {
		err = storage.TooLarge(in.Settings.MaxFileBytes)
	}
	return s, err
}

// Complete makes a version of a file that has arrived. The maker is set for a file of an agent's turn, nil otherwise.
func (in *Intake) Complete(ctx context.Context, id string, by *artifact.Maker) (*artifact.Stored, error) {
	s, err := in.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == models.UploadCompleted && s.VersionID != nil {
		return in.find(ctx, *s.VersionID)
	}
	r, err := in.request(ctx, incomingOf(s))
	if err != nil {
		return nil, err
	}
	r.session, r.MadeBy = s, by
	r.key = idempotency.Request{Owner: s.Owner, Operation: "completeUpload", Key: s.ID, Input: s.ID}
	received, err := in.settle(ctx, s)
	if err != nil {
		return in.completedMeanwhile(ctx, s, err)
	}
	admission, err := in.admit(r, s.Head, received.SizeBytes)
	if err != nil {
		return nil, in.giveUp(ctx, s, err)
	}
	if !received.Known && in.Artifacts.Inlines(admission, received.SizeBytes, r.agent) {
		if err := in.Artifacts.MoveInline(ctx, received); err != nil {
			return in.completedMeanwhile(ctx, s, err)
		}
	}
	return in.commit(ctx, r, received, admission)
}

// settle checks that a file has arrived completely, and creates its object unless its content is already stored.
func (in *Intake) settle(ctx context.Context, s *models.PendingUpload) (*storage.Received, error) {
	received, err := in.Uploads.Arrived(ctx, s)
	if err != nil {
		return nil, err
	}
	keptAt, known, err := in.Artifacts.KeptAt(ctx, received.SHA256)
	if err != nil {
		return nil, err
	}
	return received, in.Uploads.Settle(ctx, s, received, keptAt, known)
}

// giveUp aborts the session of a file that was rejected, and returns the reason.
func (in *Intake) giveUp(ctx context.Context, s *models.PendingUpload, refused error) error {
	if err := in.Uploads.Abort(ctx, s); err != nil {
		return err
	}
	return refused
}

// completedMeanwhile returns the version of a session that another request has completed meanwhile, else the error.
func (in *Intake) completedMeanwhile(ctx context.Context, s *models.PendingUpload, err error) (*artifact.Stored, error) {
	fresh, findErr := in.Uploads.Find(ctx, s.ID)
	if findErr == nil && fresh.State == models.UploadCompleted && fresh.VersionID != nil {
		return in.find(ctx, *fresh.VersionID)
	}
	return nil, err
}

// Abort ends a session without a version.
func (in *Intake) Abort(ctx context.Context, id string) (*models.PendingUpload, error) {
	s, err := in.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.State == models.UploadCompleted {
		return nil, fault.Conflict("This upload is already complete.").At("uploadId").Try("Delete its artifact instead.")
	}
	return s, in.Uploads.Abort(ctx, s)
}

func incomingOf(s *models.PendingUpload) artifact.Incoming {
	return artifact.Incoming{
		ConversationID: s.ConversationID, ArtifactID: s.ArtifactID, MessageID: s.MessageID, AgentID: s.AgentID,
		FileName: s.FileName, MIMEType: s.MIMEType, SHA256: s.SHA256,
	}
}

// limitedReader ends a body at the size limit and remembers that it did.
type limitedReader struct {
	r        io.Reader
	left     int64
	exceeded bool
}

// Read reads at most what is left.
func (l *limitedReader) Read(b []byte) (int, error) {
	if l.left <= 0 {
		l.exceeded = true
		return 0, io.ErrUnexpectedEOF
	}
	n, err := l.r.Read(b[:min(int64(len(b)), l.left)])
	l.left -= int64(n)
	return n, err
}
