package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"slices"
	"strings"
	"time"

	"vitrine/internal/audit"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/models"
)

// secretPrefix starts every secret, so that scanners recognise a leaked one.
const secretPrefix = "vt_"

// Keys creates, finds and revokes API keys.
type Keys struct {
	db *database.DB
	// Revoked is called after the commit with the id of a key that has lost its rights; live sockets of the key end
	// then.
	Revoked func(keyID string)
}

// NewKeys returns keys over a database.
func NewKeys(db *database.DB) *Keys { return &Keys{db: db, Revoked: func(string) {}} }

// NewKey describes a key to create.
type NewKey struct {
	Name      string
	Role      models.Role
	User      string // empty: the name of the key
	Scopes    []string
	ExpiresAt *time.Time
	Secret    string // preset; empty: a random one
}

// Create stores a key and returns its secret, which is not stored and cannot be returned again.
func (k *Keys) Create(ctx context.Context, n NewKey) (*models.APIKey, string, error) {
	n.Name = strings.TrimSpace(n.Name)
	if n.Name == "" || len(n.Name) > 255 {
		return nil, "", fault.Invalid("name", "The name of a key must have 1 to 255 bytes.")
	}
	if len(n.User) > 255 {
		return nil, "", fault.Invalid("user", "The name of a user must have at most 255 bytes.")
	}
	if n.ExpiresAt != nil && !n.ExpiresAt.After(models.Now()) {
		return nil, "", fault.Invalid("expiresAt", "The key would already have expired.")
	}
	scopes, err := scopesOf(n.Scopes)
	if err != nil {
		return nil, "", err
	}
	secret := n.Secret
	if secret == "" {
		secret = newSecret()
	}
	row := &models.APIKey{
		ID: models.NewID(), Name: n.Name, Role: n.Role, User: firstOf(strings.TrimSpace(n.User), n.Name),
		Prefix: secret[:min(len(secret), 8)], Hash: hash(secret), Scopes: scopes, ExpiresAt: n.ExpiresAt, CreatedAt: models.Now(),
	}
	err = k.db.Tx(ctx, func(ctx context.Context) error {
		if err := k.db.From(ctx).Create(row).Error; err != nil {
			return database.Fault(err, "API key")
		}
		return audit.Record(ctx, k.db, entry(ctx, "create.apiKey", row.ID, map[string]any{"name": row.Name, "role": row.Role, "user": row.User}))
	})
	return row, secret, err
}

// Revoke removes all rights from a key at once; revoking again changes nothing.
func (k *Keys) Revoke(ctx context.Context, id string) (*models.APIKey, error) {
	id, err := models.ParseID("API key", id)
	if err != nil {
		return nil, err
	}
	var row models.APIKey
	err = k.db.Tx(ctx, func(ctx context.Context) error {
		if err := k.db.From(ctx).First(&row, "id = ?", id).Error; err != nil {
			return database.Fault(err, "API key")
		}
		if row.RevokedAt != nil {
			return nil
		}
		now := models.Now()
		row.RevokedAt = &now
		if err := k.db.From(ctx).Model(&row).Update("revoked_at", now).Error; err != nil {
			return database.Fault(err, "API key")
		}
		database.AfterCommit(ctx, func() { k.Revoked(id) })
		return audit.Record(ctx, k.db, entry(ctx, "revoke.apiKey", id, map[string]any{"name": row.Name}))
	})
	return &row, err
}

// Authenticate finds the principal of a secret. The look-up is by hash, so its time does not show how much of a guess
// was right.
func (k *Keys) Authenticate(ctx context.Context, secret string) (*Principal, error) {
	var row models.APIKey
	err := k.db.From(ctx).Where("hash = ?", hash(secret)).Take(&row).Error
	if err = database.Fault(err, "API key"); fault.Is(err, fault.CodeNotFound) {
		return nil, unauthenticated()
	}
	if err != nil {
		return nil, err
	}
	now := models.Now()
	if row.RevokedAt != nil || row.ExpiresAt != nil && !row.ExpiresAt.After(now) {
		return nil, unauthenticated()
	}
	k.noteUse(ctx, &row, now)
	return &Principal{User: row.User, Role: row.Role, KeyID: row.ID, Scopes: row.Scopes, ExpiresAt: row.ExpiresAt}, nil
}

// Ended returns those of some keys that have lost their rights.
func (k *Keys) Ended(ctx context.Context, ids []string) ([]string, error) {
	var alive []string
	err := k.db.From(ctx).Model(&models.APIKey{}).
		Where("id IN ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", ids, models.Now()).Pluck("id", &alive).Error
	if err != nil {
		return nil, database.Fault(err, "API key")
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(alive, id) }), nil
}

// Any reports whether an admin key exists that is not revoked.
func (k *Keys) Any(ctx context.Context) (bool, error) {
	var n int64
	err := k.db.From(ctx).Model(&models.APIKey{}).Where("role = ? AND revoked_at IS NULL", models.RoleAdmin).
		Where("expires_at IS NULL OR expires_at > ?", models.Now()).Limit(1).Count(&n).Error
	return n > 0, database.Fault(err, "API key")
}

// Preset creates an admin key with a secret chosen by the operator, unless it exists.
func (k *Keys) Preset(ctx context.Context, secret string) error {
	err := k.db.From(ctx).Where("hash = ?", hash(secret)).Take(&models.APIKey{}).Error
	if err == nil {
		return nil
	}
	if err = database.Fault(err, "API key"); !fault.Is(err, fault.CodeNotFound) {
		return err
	}
	_, _, err = k.Create(ctx, NewKey{Name: "admin", Role: models.RoleAdmin, Secret: secret})
	if fault.Is(err, fault.CodeConflict) { // another replica was first
		return nil
	}
	return err
}

// List returns one page of keys, newest first.
func (k *Keys) List(ctx context.Context, args models.PageArgs) (*models.Connection[models.APIKey], error) {
	q := k.db.From(ctx).Model(&models.APIKey{})
	return database.Page(ctx, q, args, database.ByID(true, func(row *models.APIKey) string { return row.ID }))
}

// noteUse stores the time of the last use at most once a minute, and never delays or fails the request.
func (k *Keys) noteUse(ctx context.Context, row *models.APIKey, now time.Time) {
	if row.LastUsedAt != nil && now.Sub(*row.LastUsedAt) < time.Minute {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	go func() {
		defer cancel()
		if err := k.db.From(ctx).Model(row).Update("last_used_at", now).Error; err != nil {
			slog.WarnContext(ctx, "storing the last use of an API key failed", "key", row.ID, "error", err)
		}
	}()
}

func entry(ctx context.Context, action, id string, details map[string]any) audit.Entry {
	return Audited(ctx, action, "apiKey", id, "", details)
}

// Audited returns an audit entry with the caller of ctx as its actor.
func Audited(ctx context.Context, action, noun, id, conversationID string, details map[string]any) audit.Entry {
	e := audit.Entry{Action: action, Target: noun + ":" + id, ConversationID: conversationID, Details: details, Actor: "nobody"}
	if p := Who(ctx); p != nil {
		e.Actor, e.KeyID = p.User, p.KeyID
	}
	return e
}

func unauthenticated() error {
	return fault.Unauthenticated("This API key is unknown, expired or revoked.").Try("Ask an administrator for a new key.")
}

func newSecret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails, see crypto/rand
	return secretPrefix + base64.RawURLEncoding.EncodeToString(b)
}

// hash needs no salt and no stretching: secrets have 256 random bits, and a preset secret is the operator's own risk.
func hash(secret string) []byte {
	h := sha256.Sum256([]byte(secret))
	return h[:]
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
