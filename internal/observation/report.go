package observation

import (
	"context"
	"net/url"
	"strings"
	"time"
	"unicode"

	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// Reported names the conversation that a report is about, by its id or by the caller's external key, and the machine.
type Reported struct {
	ConversationID *string
	ExternalKey    *string
	Host           *string // nil means the conversation's
}

// maxReportText bounds each text of a report in bytes.
const maxReportText = 2000

// ReportPage records in a conversation a page that a front end serves from one of its files.
func (a *Observations) ReportPage(ctx context.Context, about Reported, p deliverable.PageReport) (*models.Deliverable, error) {
	if err := checkReport(p.ID, "pageId", p.At, orElse(about.Host, ""), p.SourceKey, p.Path, p.Title); err != nil {
		return nil, err
	}
	if err := checkLink("url", p.URL); err != nil {
		return nil, err
	}
	return a.report(ctx, about, func(ctx context.Context, c *models.Conversation) (*models.Deliverable, error) {
		p.Host = orElse(about.Host, c.Host)
		if about.Host == nil && p.SourceKey != "" {
			p.Host = deliverable.PageHost(p.SourceKey, p.Path)
		}
		return a.Deliverables.ReportPage(ctx, c, p)
	})
}

// ReportDesign records in a conversation a design that a front end keeps in one of its folders.
func (a *Observations) ReportDesign(ctx context.Context, about Reported, d deliverable.DesignReport) (*models.Deliverable, error) {
	if err := checkReport(d.ID, "designId", d.At, orElse(about.Host, ""), d.Path, d.Title); err != nil {
		return nil, err
	}
	if err := checkLink("url", d.URL); err != nil {
		return nil, err
	}
	return a.report(ctx, about, func(ctx context.Context, c *models.Conversation) (*models.Deliverable, error) {
		d.Host = orElse(about.Host, c.Host)
		return a.Deliverables.ReportDesign(ctx, c, d)
	})
}

// ReportService records in a conversation that a program of its agent listens, moved to another port or stopped; the
// row is nil when it never listened.
func (a *Observations) ReportService(ctx context.Context, about Reported, job deliverable.Job) (*models.Deliverable, error) {
	if err := checkJob(&job, orElse(about.Host, "")); err != nil {
		return nil, err
	}
	return a.report(ctx, about, func(ctx context.Context, c *models.Conversation) (*models.Deliverable, error) {
		job.Host = orElse(about.Host, c.Host)
		return a.Deliverables.ReportService(ctx, c, job)
	})
}

// Show records in a conversation that its agent showed files, designs and pages to a person, for example with a
// question.
func (a *Observations) Show(ctx context.Context, about Reported, items []deliverable.Shown) (rows []*models.Deliverable, err error) {
	if len(items) == 0 || len(items) > maxShown {
		return nil, fault.Invalid("items", "The number of items must be 1 to %d.", maxShown)
	}
	for _, item := range items {
		if err := checkShown(item, orElse(about.Host, "")); err != nil {
			return nil, err
		}
	}
	_, err = a.report(ctx, about, func(ctx context.Context, c *models.Conversation) (*models.Deliverable, error) {
		for i := range items {
			items[i].Host = orElse(about.Host, c.Host)
		}
		rows, err = a.Deliverables.Show(ctx, c, items)
		return nil, err
	})
	return rows, err
}

// maxShown bounds the items of one call of Show.
const maxShown = 50

func checkShown(item deliverable.Shown, host string) error {
	if err := checkLink("items", item.Page.Origin); err != nil {
		return err
	}
	return checkReport("item", "items", time.Time{}, item.Path, item.Name, item.Page.ID, host)
}

// report runs one report in a transaction that locks its conversation.
func (a *Observations) report(ctx context.Context, about Reported, do func(ctx context.Context, c *models.Conversation) (*models.Deliverable, error)) (*models.Deliverable, error) {
	found, err := a.named(ctx, about.ConversationID, about.ExternalKey)
	if err != nil {
		return nil, err
	}
	var row *models.Deliverable
	err = a.Conversations.Locked(ctx, found.ID, func(ctx context.Context, c *models.Conversation) error {
		row, err = do(ctx, c)
		return err
	})
	return row, err
}

func checkReport(id, field string, at time.Time, texts ...string) error {
	if id == "" || !isLabel(id) {
		return fault.Invalid(field, "Must have 1 to %d bytes and no control characters.", maxLabel)
	}
	for _, text := range texts {
		if len(text) > maxReportText || strings.ContainsRune(text, 0) {
			return fault.Invalid("path", "Paths, titles and addresses must have at most %d bytes and no NUL character.", maxReportText)
		}
	}
	return checkTime("at", at)
}

// checkTime returns an error for a time that the database cannot hold; the zero time is allowed.
func checkTime(field string, at time.Time) error {
	if !at.IsZero() && !deliverable.IsStorableTime(at) {
		return fault.Invalid(field, "A time must be between the years 1970 and 9999.")
	}
	return nil
}

// checkLink returns an error for a link that a browser must not follow. A link must be relative to the front end or
// have an http or https address.
func checkLink(field, link string) error {
	if link == "" {
		return nil
	}
	u, err := url.Parse(link)
	switch {
	case len(link) > maxReportText || err != nil || strings.ContainsFunc(link, unicode.IsControl):
	case u.Scheme == "" && u.Host == "" && strings.HasPrefix(link, "/") && !strings.Contains(link, `\`):
		return nil
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return nil
	}
	return fault.Invalid(field, "Not an address that a browser can open.").Try("Send an http or https address, or one that begins with a single slash.")
}

// maxForwards bounds the forwards of one report.
const maxForwards = 200

func checkJob(job *deliverable.Job, host string) error {
	if job.Port < 0 || job.Port > 65_535 {
		return fault.Invalid("port", "A port must be between 1 and 65535, or 0 when the program listens on none.")
	}
	if err := checkForwards(job.Forwards); err != nil {
		return err
	}
	if err := checkLink("instanceUrl", orElse(job.InstanceURL, "")); err != nil {
		return err
	}
	for field, at := range map[string]time.Time{"listenedAt": job.ListenedAt, "startedAt": job.StartedAt, "endedAt": job.EndedAt} {
		if err := checkTime(field, at); err != nil {
			return err
		}
	}
	return checkReport(job.ID, "jobId", job.At, job.Name, job.State, host)
}

func checkForwards(forwards []deliverable.Forward) error {
	if len(forwards) > maxForwards {
		return fault.Invalid("forwards", "A report must have at most %d forwards.", maxForwards).Try("Send those of the machine that the program runs on.")
	}
	for _, f := range forwards {
		if !isLabel(f.ID) || !isLabel(f.Host) || !isLabel(f.TargetHost) || !isLabel(f.Label) {
			return fault.Invalid("forwards", "The texts of a forward must have at most %d bytes and no control characters.", maxLabel)
		}
		if err := checkLink("forwards", f.PublicURL); err != nil {
			return err
		}
	}
	return nil
}
