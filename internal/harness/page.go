package harness

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"vitrine/models"
)

// maxLinks bounds the links read from one text.
const maxLinks = 50

// PageLink is a link to a page, found in a text.
type PageLink struct {
	ID     string // "pg" and ten letters or digits
	Origin string // scheme and host; empty when the link was relative
}

var (
	pageLinkMark = regexp.MustCompile(`((?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^\s/"'<>()]*)?/p/(pg[a-z0-9]{10})`)
	pageOrigin   = regexp.MustCompile(`^https?://(?:[a-z0-9.\-\x{80}-\x{10ffff}]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$`)
	pageLinkItem = regexp.MustCompile(`^/p/pg[a-z0-9]{10}/?$`)
)

// Path returns the relative link of the page.
func (l PageLink) Path() string { return "/p/" + l.ID }

// IsPagePath reports whether a path is the relative link of a page, with or without a slash at the end.
func IsPagePath(path string) bool { return pageLinkItem.MatchString(path) }

// IsPageOrigin reports whether a text is only the scheme and the host of a page's link, in lower case, so that no other
// text of a message is stored with it.
func IsPageOrigin(origin string) bool { return pageOrigin.MatchString(origin) }

// withoutUser removes the user name and the password from an origin.
func withoutUser(origin string) string {
	scheme, rest, _ := strings.Cut(origin, "//")
	return scheme + "//" + rest[strings.LastIndexByte(rest, '@')+1:]
}

// LinksIn returns the links to pages in a text, each link once, at most fifty: relative links, and those with an http
// or https origin. A link that is part of a longer word is not one.
func LinksIn(text string) []PageLink {
	if !strings.Contains(text, "/p/pg") {
		return nil
	}
	var links []PageLink
	seen := map[PageLink]bool{}
	for _, at := range pageLinkMark.FindAllStringSubmatchIndex(text, -1) {
		link, ok := linkAt(text, at)
		if !ok || seen[link] {
			continue
		}
		seen[link] = true
		if links = append(links, link); len(links) == maxLinks {
			break
		}
	}
	return links
}

// linkAt returns the link of a match; false when its origin or the characters around it rule it out.
func linkAt(text string, at []int) (PageLink, bool) {
	link := PageLink{ID: text[at[4]:at[5]]}
	if at[2] >= 0 {
		link.Origin = withoutUser(strings.ToLower(text[at[2]:at[3]]))
	}
	before, after := before(text, at[0]), text[at[1]:]
	switch {
	case link.Origin != "" && !IsPageOrigin(link.Origin):
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

// linkMark is in every link to a page; a cheap test for it avoids parsing other texts.
var linkMark = []byte("/p/pg")

// linkText reads the next value and returns its text when it may contain a link to a page, else "". It is not called
// for tool output.
func (s *scan) linkText() string {
	raw := s.raw()
	if !bytes.Contains(raw, linkMark) {
		return ""
	}
	return unquote(raw)
}

// pageWrites returns a PRESENT write for each page that the text of a message links to. It does not count as a write.
func pageWrites(text string, at time.Time) []Write {
	var writes []Write
	for _, link := range LinksIn(text) {
		writes = append(writes, Write{Path: link.Path(), From: link.Origin, Op: models.OpPresent, Outcome: Done, At: at})
	}
	return writes
}
