package deliverable

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"vitrine/models"
)

// PageReport is a front end's report of a page that it serves from a file of the conversation.
type PageReport struct {
	ID   string // the front end's id of the page, kept when it is published again
	Host string
	Path string // the source file
	// SourceKey is the page store's key of the source; it names the machine when Host is not known.
	SourceKey string
	Title     string
	URL       string // where it is served; empty means /p/<id>
	Public    bool
	// Removed means that it was taken down.
	Removed bool
	At      time.Time // of the publication; zero means now
}

// PageOp makes the operation of a page. It changes the row of the source file, which keeps the name of the file.
func PageOp(p PageReport, cwd string) (Op, bool) {
	place, ok := Locate(p.Host, cwd, p.Path)
	url := cmp.Or(p.URL, PageLink{ID: p.ID}.Path())
	op := Op{
		Place: place, Op: models.OpPublish, State: models.StatePublished, Actor: models.ActorAgent, Kind: models.KindPage, URL: &url,
		At: p.At, CallID: "page:" + p.ID + ":" + millis(p.At), Page: &models.Page{ID: p.ID, Title: cut(p.Title, maxName), Public: p.Public},
	}
	if p.Removed {
		op.Op, op.State, op.Page.Public = models.OpUnpublish, models.StateUnpublished, false
		op.CallID += ":gone" // the report may have the time of the publication
	}
	return op, ok
}

// DesignReport is a front end's report of a design that it keeps in a folder of the conversation.
type DesignReport struct {
	ID    string
	Host  string
	Path  string // the folder
	Title string
	URL   string
	At    time.Time // when it was registered, opened or renamed; zero means now
}

// DesignOp makes the operation of a design: a row for its folder, named by its title. A new title changes the row.
func DesignOp(d DesignReport, cwd string) (Op, bool) {
	place, ok := Locate(d.Host, cwd, d.Path)
	op := Op{
		Place: place, Op: models.OpOpen, Actor: models.ActorAgent, Kind: models.KindDesign, Name: d.Title, At: d.At,
		CallID: "design:" + d.ID + ":" + millis(d.At) + ":" + d.Title,
	}
	if d.URL != "" {
		op.URL = &d.URL
	}
	return op, ok
}

// PageHost returns the machine of a page's source from the key that page stores use, "<machine>:<path>". The prefix
// is a machine only when the rest is the source itself, because a key may also begin with another kind of name.
func PageHost(sourceKey, sourcePath string) string {
	host, rest, found := strings.Cut(sourceKey, ":")
	if !found || rest != sourcePath {
		return ""
	}
	return Host(host)
}

// millis formats a time for the call ids of store operations; the zero time is 0.
func millis(at time.Time) string {
	if at.IsZero() {
		return "0"
	}
	return strconv.FormatInt(at.UnixMilli(), 10)
}

// SameDesign reports whether a report of a design changes nothing.
func SameDesign(row *models.Deliverable, d DesignReport) bool {
	return row.Kind == models.KindDesign && row.Name == cut(d.Title, maxName) && valueOf(row.URL) == d.URL
}

// UnpublishOps makes the operations that unpublish a page where it was published before: a page has one source.
func UnpublishOps(known []*models.Deliverable, op *Op) []Op {
	var ops []Op
	for _, row := range known {
		if row.Key == op.RowKey() || isPresented(row) || row.State == nil || *row.State != models.StatePublished {
			continue
		}
		gone := Op{
			Key: row.Key, Place: Place{Host: row.Host, Path: row.Path}, Op: models.OpUnpublish, State: models.StateUnpublished,
			Actor: models.ActorAgent, At: op.At, CallID: op.CallID,
		}
		ops = append(ops, gone)
	}
	return ops
}

// RowOfKey finds a row by its key; nil when there is none.
func RowOfKey(rows []*models.Deliverable, key string) *models.Deliverable {
	return findRow(rows, func(row *models.Deliverable) bool { return row.Key == key })
}

// SamePage reports whether a report of a page changes nothing.
func SamePage(row *models.Deliverable, op *Op) bool {
	return row.Page != nil && *row.Page == *op.Page && valueOf(row.URL) == valueOf(op.URL) && row.State != nil && *row.State == op.State
}
