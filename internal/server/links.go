package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/models"
)

// linkLife is how long a signed link to content is valid.
const linkLife = 5 * time.Minute

// Links signs links to content, for <img> and downloads. They are made at each read and never stored.
type Links struct {
	base string // the address people use
	key  []byte // shared by all replicas
}

// NewLinks returns links below a public address, signed with a key.
func NewLinks(base string, key []byte) *Links { return &Links{base: base, key: key} }

// Content returns a link to a version's bytes that is valid without an API key for five minutes.
func (l *Links) Content(versionID string) string {
	until := strconv.FormatInt(models.Now().Add(linkLife).Unix(), 10)
	q := url.Values{"until": {until}, "signature": {l.sign(versionID, until)}}
	return fmt.Sprintf("%s/v1/content/%s?%s", l.base, versionID, q.Encode())
}

// Valid reports whether a link's query permits reading a version now.
func (l *Links) Valid(versionID string, q url.Values) bool {
	until, err := strconv.ParseInt(q.Get("until"), 10, 64)
	if err != nil || models.Now().Unix() > until {
		return false
	}
	return hmac.Equal([]byte(l.sign(versionID, q.Get("until"))), []byte(q.Get("signature")))
}

func (l *Links) sign(versionID, until string) string {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte(strings.ToLower(versionID) + "\n" + until))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
