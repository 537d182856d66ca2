package turn

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/models"
)

// maxFiles bounds the files of one turn. embeddedPrefix is how much of a file's base64 must be in the payload for the
// file to count as a part of it.
const (
	maxFiles       = 50
	embeddedPrefix = 256
)

// OutputFile is a file that an agent's turn made: uploaded before, or given as text or as base64.
type OutputFile struct {
	UploadID   *string
	Text       *string
	Base64     *string
	FileName   string
	MIMEType   string
	Visibility models.Visibility // empty: as the agent's outputs
}

// FileOutcome is the result for one file: a version, or the fault that prevented it. The other files are not
// affected.
type FileOutcome struct {
	FileName string
	Version  *models.ConversationArtifactVersion
	Fault    *fault.Fault
}

// keepFiles stores the files of a turn one after the other, each as an artifact of its own. An unavailable service is
// an error of the whole call.
func (a *Turns) keepFiles(ctx context.Context, c *resolved) ([]FileOutcome, error) {
	if len(c.Files) > maxFiles {
		return nil, fault.Invalid("files", "A turn must have at most %d files.", maxFiles)
	}
	outcomes := make([]FileOutcome, len(c.Files))
	for i, f := range c.Files {
		outcomes[i].FileName = artifact.CleanFileName(f.FileName)
		version, err := a.keepFile(ctx, c, i, f)
		refused := fault.As(err)
		if err != nil && (refused == nil || refused.Code == fault.CodeUnavailable) {
			return nil, err
		}
		outcomes[i].Version, outcomes[i].Fault = version, refused
	}
	return outcomes, nil
}

func (a *Turns) keepFile(ctx context.Context, c *resolved, i int, f OutputFile) (*models.ConversationArtifactVersion, error) {
	if why := c.noFiles(); why != "" {
		return nil, fault.New(fault.CodeForbidden, "The file was not stored: %s", why)
	}
	by := &artifact.Maker{Name: cmp.Or(c.agentName(), auth.Caller(ctx)), Visibility: cmp.Or(f.Visibility, c.visibility())}
	if f.UploadID != nil {
		return a.keepUpload(ctx, c, *f.UploadID, by)
	}
	content, err := f.content(c.content)
	if err != nil {
		return nil, err
	}
	in := artifact.Incoming{
		ConversationID: c.conversation.ID, MessageID: c.MessageID, AgentID: c.AgentID, FileName: f.FileName, MIMEType: f.MIMEType,
		Content: bytes.NewReader(content), MadeBy: by, Operation: "completeTurn.file", Repeats: f,
	}
	if c.IdempotencyKey != "" {
		in.IdempotencyKey = fmt.Sprintf("%s/%d", c.IdempotencyKey, i)
	}
	stored, err := a.Intake.Receive(ctx, in)
	return versionOf(stored), err
}

// keepUpload completes an upload that the turn names; it rejects one that was announced for another conversation.
func (a *Turns) keepUpload(ctx context.Context, c *resolved, id string, by *artifact.Maker) (*models.ConversationArtifactVersion, error) {
	s, err := a.Intake.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.ConversationID != c.conversation.ID {
		return nil, fault.Invalid("files", "This upload was announced for another conversation.").Try("Start an upload for the conversation of the turn.")
	}
	stored, err := a.Intake.Complete(ctx, id, by)
	return versionOf(stored), err
}

// noFiles returns the reason why a turn stores no files, empty when it may.
func (c *resolved) noFiles() string {
	wish, _ := artifact.ParseDirective(c.Directive)
	switch {
	case !c.CreateArtifacts:
		return "the caller wants no artifacts."
	case !c.Succeeded:
		return "the run failed."
	case c.agent != nil && c.agent.ArtifactCreationMode == models.CreationNever:
		return "the agent never creates artifacts."
	case wish.Suppresses():
		return "the agent asked for no artifact."
	}
	return ""
}

func (c *resolved) visibility() models.Visibility {
	if c.agent != nil && c.agent.ArtifactCreationMode == models.CreationSystemOnly {
		return models.VisibilitySystemOnly
	}
	return models.VisibilityAlways
}

// content returns the bytes of a file that came with the call. It rejects a file that the payload already contains,
// which would be stored twice.
func (f *OutputFile) content(payload []byte) ([]byte, error) {
	switch {
	case f.Text != nil && f.Base64 == nil:
		return []byte(*f.Text), nil
	case f.Base64 == nil || f.Text != nil:
		return nil, fault.Invalid("files", "A file must have exactly one of uploadId, text and base64.")
	}
	_, data, found := strings.Cut(*f.Base64, ";base64,") // a data URL is accepted too
	if !found {
		data = *f.Base64
	}
	if len(data) >= embeddedPrefix && bytes.Contains(payload, []byte(data[:embeddedPrefix])) {
		return nil, fault.Conflict("The payload already contains this file, so it was not stored on its own.")
	}
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, fault.Invalid("files", "The file's base64 is not valid.").Because(err)
	}
	return b, nil
}

func versionOf(s *artifact.Stored) *models.ConversationArtifactVersion {
	if s == nil {
		return nil
	}
	return s.Version
}
