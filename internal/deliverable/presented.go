package deliverable

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/internal/harness"
	"vitrine/models"
)

// maxPresented bounds the pages that one conversation lists merely because they were shown in it.
const maxPresented = 50

// PageLink is a link to a page, found in a text.
type PageLink = harness.PageLink

// PresentOp makes the operation of a page that was shown. It names the page and counts nothing. A page has one such
// row, however it was linked; its address is that of the last mention, and the same mention counts once.
func PresentOp(link PageLink, at time.Time) Op {
	path := link.Path()
	url := link.Origin + path
	return Op{
		Place: Place{Path: path}, Op: models.OpPresent, Actor: models.ActorAgent, Kind: models.KindPage, Name: link.ID, URL: &url, At: at,
		CallID: "present:" + url + ":" + millis(at), Page: &models.Page{ID: link.ID, Presented: true, Origin: link.Origin},
	}
}

// Shown is something that an agent shows to a person, for example with a question.
type Shown struct {
	Kind models.DeliverableKind // DESIGN, PAGE, or empty for a file
	Host string
	Path string // of a file or of a design's folder
	Name string // its name there; empty keeps the present name
	Page PageLink
}

// ShownOp makes the operation of something that was shown. It names its row and counts nothing.
func ShownOp(s Shown, cwd string, at time.Time) (Op, bool) {
	if s.Kind == models.KindPage {
		return PresentOp(s.Page, at), harness.IsPagePath(s.Page.Path())
	}
	place, ok := Locate(s.Host, cwd, s.Path)
	return Op{Place: place, Op: models.OpPresent, Actor: models.ActorAgent, Kind: s.Kind, Name: s.Name, At: at}, ok
}

// PublishedPage describes a page in the conversation that published it.
type PublishedPage struct {
	Title     string
	URL       string
	Public    bool
	Live      bool   // it has not been taken down
	Publisher string // the title of the conversation that published it
	// PublisherID is that conversation.
	PublisherID string
	Own         bool // published by the conversation that shows it
}

// Resolve sets the state of a presented page from what is known of it; nil means that no conversation here published
// it. It returns false for pages that are not listed: those of the conversation itself, which have a row of their
// own, and those of another instance.
func Resolve(row *models.Deliverable, known *PublishedPage, base string) bool {
	if row.Page == nil || !row.Page.Presented {
		return true
	}
	page := *row.Page
	row.Page = &page
	switch {
	case known != nil && known.Own:
		return false
	case known == nil && page.Origin != "" && !sameOrigin(page.Origin, base):
		return false
	case known == nil || !known.Live:
		page.Gone = true
	default:
		page.Title, page.Public, page.Publisher, page.PublisherID = known.Title, known.Public, known.Publisher, known.PublisherID
		row.Name = cmp.Or(cut(known.Title, maxName), row.Name)
	}
	row.Page, row.State = &page, stateOf(!page.Gone)
	return true
}

// Within returns a row as a key that is limited to some conversations may see it: without title and publisher of a
// page that another conversation published. A nil scope means no limit.
func Within(row *models.Deliverable, scope []string) *models.Deliverable {
	if scope == nil || row == nil || !isPresented(row) || row.Page.PublisherID == "" || slices.Contains(scope, row.Page.PublisherID) {
		return row
	}
	kept, page := *row, *row.Page
	kept.Name, page.Title, page.Publisher, page.PublisherID = page.ID, "", "", ""
	kept.Page = &page
	return &kept
}

func stateOf(live bool) *models.DeliverableState {
	state := models.StateUnpublished
	if live {
		state = models.StatePublished
	}
	return &state
}

// sameOrigin compares scheme and host of two addresses, case ignored.
func sameOrigin(origin, base string) bool {
	a, errA := url.Parse(strings.ToLower(origin))
	b, errB := url.Parse(strings.ToLower(base))
	return errA == nil && errB == nil && a.Scheme == b.Scheme && a.Host == b.Host
}

// PresentedOf returns the rows of pages that were shown, not published, by their conversation.
func PresentedOf(rows []*models.Deliverable) []*models.Deliverable {
	var shown []*models.Deliverable
	for _, row := range rows {
		if isPresented(row) {
			shown = append(shown, row)
		}
	}
	return shown
}
