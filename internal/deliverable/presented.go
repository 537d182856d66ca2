package deliverable

import (
	"net/url"
	"regexp"
	"strings"

	"vitrine/models"
)

// maxPresented bounds the pages that one conversation lists because they were shown in it, and the links read from one text.
const maxPresented = 50

// PageLink is a link to a page, found in a text.
type PageLink struct {
	ID     string // "pg" and ten letters or digits
	Origin string // scheme and host; empty when the link was relative
}

var (
	pageLinkMark = regexp.MustCompile(`((?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^\s/"'<>()]*)?/p/(pg[a-z0-9]{10})`)
	pageLinkItem = regexp.MustCompile(`^/p/pg[a-z0-9]{10}/?$`)
)

// pageLink is the relative link of a page.
func pageLink(id string) string { return "/p/" + id }

// LinksIn finds the links to pages in a text, each page once, at most fifty: relative ones, and those of an origin over http.
// A link that is glued to another word is none.
func LinksIn(text string) []PageLink {
	if !strings.Contains(text, "/p/pg") {
		return nil
	}
	var links []PageLink
	seen := map[string]bool{}
	for _, at := range pageLinkMark.FindAllStringSubmatchIndex(text, -1) {
		link, ok := linkAt(text, at)
		if !ok || seen[link.ID] {
			continue
		}
		seen[link.ID] = true
		if links = append(links, link); len(links) == maxPresented {
			break
		}
	}
	return links
}

// linkAt judges one match by what stands around it and by its origin.
func linkAt(text string, at []int) (PageLink, bool) {
	link := PageLink{ID: text[at[4]:at[5]]}
	if at[2] >= 0 {
		link.Origin = strings.ToLower(text[at[2]:at[3]])
	}
	before, after := before(text, at[0]), text[at[1]:]
	switch {
	case link.Origin != "" && !strings.HasPrefix(link.Origin, "http://") && !strings.HasPrefix(link.Origin, "https://"):
		return link, false
	case link.Origin == "" && isWordByte(before), before == '/', after != "" && isWordByte(after[0]):
		return link, false
	}
	return link, true
}

func before(text string, i int) byte {
	if i == 0 {
		return ' '
	}
	return text[i-1]
}

// isWordByte reports whether a character next to a link makes it part of a longer word or path.
func isWordByte(c byte) bool {
	return c == '-' || c == '_' || c == '.' || c == ':' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// PresentOp makes the operation of a page that was shown: it names the page and counts nothing. A page has one such row,
// however it was linked.
func PresentOp(link PageLink) Op {
	path := pageLink(link.ID)
	at := link.Origin + path
	return Op{
		Place: Place{Path: path}, Op: models.OpPresent, Actor: models.ActorAgent, Kind: models.KindPage, Name: link.ID, URL: &at,
		Page: &models.Page{ID: link.ID, Presented: true, Origin: link.Origin},
	}
}

// Shown is something that an agent shows to somebody, for example attached to a question.
type Shown struct {
	Kind models.DeliverableKind // DESIGN, PAGE, or empty for a file
	Host string
	Path string // of a file or of a design's folder
	Name string // what it is called there; empty keeps the name that it has
	Page PageLink
}

// ShownOp makes the operation of something that was shown: it names its row and counts nothing.
func ShownOp(s Shown, cwd string) (Op, bool) {
	if s.Kind == models.KindPage {
		return PresentOp(s.Page), pageLinkItem.MatchString(pageLink(s.Page.ID))
	}
	place, ok := Locate(s.Host, cwd, s.Path)
	return Op{Place: place, Op: models.OpPresent, Actor: models.ActorAgent, Kind: s.Kind, Name: s.Name}, ok
}

// PublishedPage is what is known of a page where it was published.
type PublishedPage struct {
	Title     string
	URL       string
	Public    bool
	Live      bool   // it has not been taken down
	Publisher string // the title of the conversation that published it
	Own       bool   // by the very conversation that shows it
}

// Resolve says how a presented page stands, given what is known of it; nil means that nobody here published it. It is false
// for what is not listed: a page of the conversation itself, which has a row of its own, and one of another instance.
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
		page.Title, page.Public, page.Publisher = known.Title, known.Public, known.Publisher
		row.Name = orElse(cut(known.Title, maxName), row.Name)
	}
	row.Page, row.State = &page, stateOf(!page.Gone)
	return true
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
