package deliverable

import (
	"cmp"
	"strconv"
	"time"
	"unicode/utf16"

	"vitrine/models"
)

// Card is a deliverable in the chat: one per row, updated in place. It has only fields that clients may see.
type Card struct {
	ID       string
	Key      string
	Host     string
	Path     string
	Name     string
	Kind     models.DeliverableKind
	By       models.Actor
	Writes   int
	Edits    int
	LastOp   models.DeliverableOp
	FirstAt  time.Time
	LastAt   time.Time
	URL      *string
	State    *models.DeliverableState
	Via      *models.Via
	HandedTo []models.Receiver
	Service  *models.Service
	// AutoOpen asks a front end to open the document beside the chat, because an agent's write has just created it. It
	// is set only in the event of the creation.
	AutoOpen bool

	row *models.Deliverable
}

// ConversationID is the conversation that the card is shown in.
func (c *Card) ConversationID() string { return c.row.ConversationID }

// KindWord names what kind of thing it is.
func (c *Card) KindWord(language Language) string { return KindWord(c.Kind, language) }

// MetaLine describes the row's state for a reader now.
func (c *Card) MetaLine(language Language) string { return MetaLine(c.row, language, models.Now()) }

// CardOf returns the card of a row; nil for code, for pages that were merely shown, and for rows that are not listed.
func CardOf(row *models.Deliverable) *Card {
	if row == nil || row.Kind == models.KindCode || isPresented(row) || !row.Listed() {
		return nil
	}
	return &Card{
		ID: CardID(row.ConversationID, row.CardKey), Key: row.Key, Host: row.Host, Path: row.Path, Name: row.Name,
		Kind: row.Kind, By: row.By, Writes: row.Writes, Edits: row.Edits(), LastOp: row.LastOp,
		FirstAt: row.FirstAt, LastAt: row.LastAt, URL: row.URL, State: row.State, Via: row.Via, HandedTo: row.HandedTo, Service: row.Service,
		AutoOpen: row.JustCreated && opensItself(row), row: row,
	}
}

// opensItself reports whether a row is a document that an agent's write has just created and nothing has changed
// since.
func opensItself(row *models.Deliverable) bool {
	return row.Kind == models.KindDoc && row.By == models.ActorAgent && row.LastOp == models.OpWrite &&
		row.Writes == 1 && row.Edits() == 0
}

// CardID makes the id of a card from its view and the key that its row was created with, and from nothing else, so
// that a live run and a replay make the same ids.
func CardID(view, key string) string { return cmp.Or(view, "view") + ":af:" + cardHash(key) }

// cardHash is a djb2 hash over the characters of the key, followed by the key's length in UTF-16 units, both in base
// 36.
func cardHash(key string) string {
	hash, units := uint32(5381), 0
	for _, char := range key {
		hash = hash*33 ^ uint32(char)
		units += utf16.RuneLen(char)
	}
	return strconv.FormatUint(uint64(hash), 36) + "-" + strconv.FormatInt(int64(units), 36)
}
