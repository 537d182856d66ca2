package tool

import (
	"context"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/htmltree"
	"vitrine/internal/format/mail"
	"vitrine/internal/format/plain"
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "email", Aliases: []string{"EmailToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(emailFacts),
			grep(emailText),
			getLines(emailText),
			kit.Op("get_headers", "The decoded headers in their original order.", emailHeaders),
			kit.Op("get_text", "The text of the e-mail; HTML is converted to text when there is no plain text.", emailGetText),
			kit.Op("list_attachments", "The attachments and inline pictures: index, name, MIME type and size.", listAttachments),
			kit.Op("read_attachment", "The content of one attachment, by name or index: text as text, a picture as an image, anything else as base64.", readAttachment),
		},
	})
}

func emailFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	facts := envelope(m)
	facts["attachmentCount"], facts["headerCount"], facts["textIs"] = len(m.Attachments), len(m.Headers), m.TextIs
	return facts, nil
}

// envelope returns sender, recipients, subject and date.
func envelope(m *mail.Message) kit.Fields {
	return parse.Facts(map[string]string{
		"from": m.Get("From"), "to": m.Get("To"), "cc": m.Get("Cc"), "subject": m.Get("Subject"), "date": m.Get("Date"),
	})
}

func emailText(ctx context.Context, s *kit.Subject) (*plain.Text, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return plain.New([]byte(m.Text), "utf-8", s.SizeBytes), nil
}

func emailHeaders(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"count": len(m.Headers)}, Key: "headers", Each: kit.Items(m.Headers)}, nil
}

func emailGetText(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if m.Encrypted && m.Text == "" {
		return nil, fault.Invalid("", "The content of this e-mail is encrypted.").Try("Use get_headers to see sender and recipients.")
	}
	facts := envelope(m)
	facts["attachmentCount"], facts["textIs"] = len(m.Attachments), m.TextIs
	return kit.Prose{Facts: facts, Key: "text", Text: []byte(m.Text)}, nil
}

func listAttachments(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"count": len(m.Attachments)}, Key: "attachments", Each: kit.Items(m.Attachments)}, nil
}

type attachmentInput struct {
	Name  string `json:"name,omitempty" about:"Name of the attachment; the first match when several have it" max:"1000"`
	Index int    `json:"index,omitempty" about:"Index of the attachment, used when no name is given" min:"0" default:"0"`
}

func readAttachment(ctx context.Context, s *kit.Subject, in attachmentInput) (kit.Answer, error) {
	m, err := emailOf(ctx, s)
	if err != nil {
		return nil, err
	}
	a, err := chooseAttachment(m, in)
	if err != nil {
		return nil, err
	}
	facts := kit.Fields{"index": a.Index, "name": a.Name, "mimeType": a.MIMEType, "sizeBytes": a.SizeBytes}
	return contentAnswer(ctx, s, fmt.Sprintf("email:picture:%d", a.Index), facts, a.Content)
}

func chooseAttachment(m *mail.Message, in attachmentInput) (mail.Attachment, error) {
	names := make([]string, len(m.Attachments))
	for i, a := range m.Attachments {
		if in.Name == "" && i == in.Index || in.Name != "" && a.Name == in.Name {
			return a, nil
		}
		names[i] = a.Name
	}
	if len(names) == 0 {
		return mail.Attachment{}, fault.Invalid("index", "This e-mail has no attachments.")
	}
	return mail.Attachment{}, fault.Invalid("index", "This e-mail has no such attachment.").Try("The attachments are: " + parse.Clip(strings.Join(names, ", "), 1000) + ".")
}

// emailOf reads the document as an e-mail.
func emailOf(ctx context.Context, s *kit.Subject) (*mail.Message, error) {
	return kit.Load(ctx, s, "email", 3*s.SizeBytes+min(40*s.SizeBytes, mail.MaxNodes*htmltree.NodeCost)+64<<10, func(ctx context.Context, s *kit.Subject) (*mail.Message, error) {
		raw, err := s.ReadAll(ctx, mail.MaxBytes)
		if err != nil {
			return nil, err
		}
		return mail.Parse(ctx, raw)
	})
}
