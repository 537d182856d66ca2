package auth_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/models"
)

// ring is the keys of a database of the test's own, asked by an administrator.
type ring struct {
	*testing.T
	*auth.Keys
	db  *database.DB
	ctx context.Context //nolint:containedctx // of one test
}

func newRing(t *testing.T) *ring {
	t.Parallel()
	db := testkit.DB(t)
	return &ring{t, auth.NewKeys(db), db, auth.With(t.Context(), &auth.Principal{User: "eve", Role: models.RoleAdmin, KeyID: "k1"})}
}

func (r *ring) created(n auth.NewKey) (*models.APIKey, string) {
	r.Helper()
	row, secret, err := r.Create(r.ctx, n)
	require.NoError(r, err)
	return row, secret
}

func (r *ring) lines(action string) (rows []models.AuditEntry) {
	r.Helper()
	require.NoError(r, r.db.From(r.ctx).Where("action = ?", action).Order("id").Find(&rows).Error)
	return rows
}

func (r *ring) count() (n int64) {
	r.Helper()
	require.NoError(r, r.db.From(r.ctx).Model(&models.APIKey{}).Count(&n).Error)
	return n
}

func (r *ring) set(id, column string, value any) {
	r.Helper()
	require.NoError(r, r.db.From(r.ctx).Model(&models.APIKey{}).Where("id = ?", id).Update(column, value).Error)
}

func (r *ring) lastUse(id string) *time.Time {
	var row models.APIKey
	require.NoError(r, r.db.From(r.ctx).Take(&row, "id = ?", id).Error)
	return row.LastUsedAt
}

func TestASecretIsRandomAndStoredAsItsHashOnly(t *testing.T) {
	r := newRing(t)
	row, secret := r.created(auth.NewKey{Name: " ci ", Role: models.RoleUser})
	_, another := r.created(auth.NewKey{Name: "ci", Role: models.RoleUser})
	require.NotEqual(t, secret, another)
	random, ok := strings.CutPrefix(secret, "vt_")
	require.True(t, ok, "scanners know a leaked secret by its prefix")
	raw, err := base64.RawURLEncoding.DecodeString(random)
	require.NoError(t, err)
	require.Len(t, raw, 32)

	sum := sha256.Sum256([]byte(secret))
	require.Equal(t, sum[:], row.Hash)
	require.Equal(t, secret[:8], row.Prefix)
	require.Equal(t, []string{"ci", "ci"}, []string{row.Name, row.User}, "without a user the key acts for its own name")
	for _, table := range []string{"api_keys", "audit_entries"} {
		var holding int64
		require.NoError(t, r.db.From(r.ctx).Raw("SELECT count(*) FROM "+table+" x WHERE x::text LIKE ?", "%"+secret[8:]+"%").Scan(&holding).Error)
		require.Zero(t, holding, "the secret is nowhere in %s", table)
	}

	lines := r.lines("create.apiKey")
	require.Len(t, lines, 2)
	require.Equal(t, []string{"eve", "k1", "apiKey:" + row.ID}, []string{lines[0].Actor, lines[0].KeyID, lines[0].Target})
}

func TestCreateRefusesAndKeepsNothing(t *testing.T) {
	r := newRing(t)
	past, id := models.Now().Add(-time.Second), models.NewID()
	many := make([]string, 501)
	for i := range many {
		many[i] = "conversation:" + id
	}
	for name, c := range map[string]struct {
		key   auth.NewKey
		field string
	}{
		"no name":                    {auth.NewKey{Name: "  "}, "name"},
		"a long name":                {auth.NewKey{Name: strings.Repeat("x", 256)}, "name"},
		"a long user":                {auth.NewKey{Name: "a", User: strings.Repeat("x", 256)}, "user"},
		"an end in the past":         {auth.NewKey{Name: "a", ExpiresAt: &past}, "expiresAt"},
		"an unknown scope":           {auth.NewKey{Name: "a", Scopes: []string{"project:" + id}}, "scopes"},
		"a scope of no id":           {auth.NewKey{Name: "a", Scopes: []string{"conversation:all"}}, "scopes"},
		"an empty scope":             {auth.NewKey{Name: "a", Scopes: []string{""}}, "scopes"},
		"a good scope and a bad":     {auth.NewKey{Name: "a", Scopes: []string{"conversation:" + id, "x"}}, "scopes"},
		"more scopes than a key has": {auth.NewKey{Name: "a", Scopes: many}, "scopes"},
	} {
		c.key.Role = models.RoleUser
		_, secret, err := r.Create(r.ctx, c.key)
		require.True(t, fault.Is(err, fault.CodeInvalid), "%s: %v", name, err)
		require.Equal(t, c.field, fault.As(err).Field, name)
		require.Empty(t, secret, name)
	}
	_, _, err := r.Create(r.ctx, auth.NewKey{Name: "a", Role: "ROOT"})
	require.Error(t, err, "a role that is none")
	require.Zero(t, r.count())
	require.Empty(t, r.lines("create.apiKey"))
}

func TestScopesAreKeptInOneSpelling(t *testing.T) {
	r := newRing(t)
	one, two := models.NewID(), models.NewID() // ids sort by creation
	row, secret := r.created(auth.NewKey{Name: "a", Role: models.RoleService, Scopes: []string{
		"conversation:" + two, " conversation:" + strings.ToUpper(one) + " ", "conversation:" + one,
	}})
	require.Equal(t, []string{"conversation:" + one, "conversation:" + two}, row.Scopes)
	p, err := r.Authenticate(r.ctx, secret)
	require.NoError(t, err)
	require.Equal(t, []string{one, two}, p.ConversationScope())
	require.False(t, p.MayRead(&models.Conversation{ID: models.NewID()}))
}

func TestAuthenticateFindsWhoHoldsASecret(t *testing.T) {
	r := newRing(t)
	end := models.Now().Add(time.Hour)
	row, secret := r.created(auth.NewKey{Name: "ci", User: "ada", Role: models.RoleViewer, ExpiresAt: &end})
	p, err := r.Authenticate(r.ctx, secret)
	require.NoError(t, err)
	require.Equal(t, []string{"ada", row.ID, string(models.RoleViewer)}, []string{p.User, p.KeyID, string(p.Role)})
	require.True(t, end.Equal(*p.ExpiresAt))
	require.Empty(t, p.Scopes)
	require.False(t, p.Local)
}

// TestUnknownExpiredAndRevokedKeysReadTheSame checks that the error does not show whether a secret was ever valid.
func TestUnknownExpiredAndRevokedKeysReadTheSame(t *testing.T) {
	r := newRing(t)
	_, good := r.created(auth.NewKey{Name: "good", Role: models.RoleAdmin})
	expired, expiredSecret := r.created(auth.NewKey{Name: "expired", Role: models.RoleAdmin})
	r.set(expired.ID, "expires_at", models.Now())
	revoked, revokedSecret := r.created(auth.NewKey{Name: "revoked", Role: models.RoleAdmin})
	_, err := r.Revoke(r.ctx, revoked.ID)
	require.NoError(t, err)

	_, err = r.Authenticate(r.ctx, "vt_unknown")
	unknown := fault.As(err)
	require.NotNil(t, unknown)
	require.Equal(t, fault.CodeUnauthenticated, unknown.Code)
	for name, secret := range map[string]string{
		"expired": expiredSecret, "revoked": revokedSecret, "empty": "", "the prefix only": good[:8], "cut": good[:len(good)-1],
		"longer": good + "x", "of other case": strings.ToUpper(good), "with a space": good + " ", "with NUL": good + "\x00", "SQL": "' OR ''='",
	} {
		p, err := r.Authenticate(r.ctx, secret)
		require.Nil(t, p, name)
		require.Equal(t, unknown, fault.As(err), name)
	}
	_, err = r.Authenticate(r.ctx, good)
	require.NoError(t, err)
	require.Nil(t, r.lastUse(expired.ID), "a refused use is not noted")
	require.Nil(t, r.lastUse(revoked.ID), "a refused use is not noted")
}

func TestUseIsNotedAtMostOnceAMinute(t *testing.T) {
	r := newRing(t)
	row, secret := r.created(auth.NewKey{Name: "a", Role: models.RoleUser})
	require.Nil(t, row.LastUsedAt)
	ctx, cancel := context.WithCancel(r.ctx)
	_, err := r.Authenticate(ctx, secret)
	cancel()
	require.NoError(t, err)
	testkit.Within(t, 5*time.Second, "the first use is noted, although its request is over", func() bool { return r.lastUse(row.ID) != nil })

	recent := models.Now().Add(-30 * time.Second)
	r.set(row.ID, "last_used_at", recent)
	for range 30 {
		_, err := r.Authenticate(r.ctx, secret)
		require.NoError(t, err)
	}
	require.True(t, recent.Equal(*r.lastUse(row.ID)), "a use within the minute is not noted again")

	r.set(row.ID, "last_used_at", models.Now().Add(-61*time.Second))
	_, err = r.Authenticate(r.ctx, secret)
	require.NoError(t, err)
	testkit.Within(t, 5*time.Second, "a use after a minute is noted", func() bool { return r.lastUse(row.ID).After(recent) })
}

func TestRevokeCallsTheHookOnceAndAfterTheCommit(t *testing.T) {
	r := newRing(t)
	row, secret := r.created(auth.NewKey{Name: "a", Role: models.RoleUser})
	var told []string
	r.Revoked = func(id string) {
		told = append(told, id)
		_, err := r.Authenticate(t.Context(), secret) // outside any transaction: sees what is committed
		require.True(t, fault.Is(err, fault.CodeUnauthenticated), "%v", err)
	}
	boom := errors.New("boom")
	err := r.db.Tx(r.ctx, func(ctx context.Context) error {
		_, err := r.Revoke(ctx, row.ID)
		require.NoError(t, err)
		return boom
	})
	require.ErrorIs(t, err, boom)
	require.Empty(t, told, "rolled back: the hook is not called")
	require.Empty(t, r.lines("revoke.apiKey"))
	_, err = r.Authenticate(r.ctx, secret)
	require.NoError(t, err, "rolled back: the key is good")

	first, err := r.Revoke(r.ctx, strings.ToUpper(row.ID))
	require.NoError(t, err)
	require.NotNil(t, first.RevokedAt)
	again, err := r.Revoke(r.ctx, row.ID)
	require.NoError(t, err)
	require.True(t, first.RevokedAt.Equal(*again.RevokedAt), "revoking again changes nothing")
	require.Equal(t, []string{row.ID}, told)
	require.Len(t, r.lines("revoke.apiKey"), 1)
	require.Equal(t, "apiKey:"+row.ID, r.lines("revoke.apiKey")[0].Target)

	for _, id := range []string{models.NewID(), "1' OR '1'='1", ""} {
		_, err := r.Revoke(r.ctx, id)
		require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	}
}

func TestEndedNamesTheKeysThatHaveLostTheirRights(t *testing.T) {
	r := newRing(t)
	soon := models.Now().Add(time.Hour)
	good, _ := r.created(auth.NewKey{Name: "good", Role: models.RoleUser})
	lasting, _ := r.created(auth.NewKey{Name: "lasting", Role: models.RoleUser, ExpiresAt: &soon})
	expired, _ := r.created(auth.NewKey{Name: "expired", Role: models.RoleUser})
	r.set(expired.ID, "expires_at", models.Now().Add(-time.Second))
	revoked, _ := r.created(auth.NewKey{Name: "revoked", Role: models.RoleUser})
	_, err := r.Revoke(r.ctx, revoked.ID)
	require.NoError(t, err)
	absent := models.NewID()

	asked := []string{good.ID, expired.ID, absent, lasting.ID, revoked.ID}
	ended, err := r.Ended(r.ctx, asked)
	require.NoError(t, err)
	require.Equal(t, []string{expired.ID, absent, revoked.ID}, ended)
	require.Equal(t, good.ID, asked[0], "what was asked is left as it was")
	ended, err = r.Ended(r.ctx, nil)
	require.NoError(t, err)
	require.Empty(t, ended)
}

func TestAnyLooksForAnAdministratorWhoIsNotRevoked(t *testing.T) {
	r := newRing(t)
	is := func(want bool) {
		t.Helper()
		usable, err := r.Any(r.ctx)
		require.NoError(t, err)
		require.Equal(t, want, usable)
	}
	is(false)
	r.created(auth.NewKey{Name: "service", Role: models.RoleService})
	is(false)
	admin, _ := r.created(auth.NewKey{Name: "admin", Role: models.RoleAdmin})
	is(true)
	_, err := r.Revoke(r.ctx, admin.ID)
	require.NoError(t, err)
	is(false)
}

// TestAnyTakesNoExpiredAdministrator checks that Any ignores expired keys.
func TestAnyTakesNoExpiredAdministrator(t *testing.T) {
	r := newRing(t)
	admin, _ := r.created(auth.NewKey{Name: "admin", Role: models.RoleAdmin})
	r.set(admin.ID, "expires_at", models.Now().Add(-time.Second))
	usable, err := r.Any(r.ctx)
	require.NoError(t, err)
	require.False(t, usable)
}

func TestAPresetSecretIsOneAdministratorHoweverOftenAndAtOnce(t *testing.T) {
	r := newRing(t)
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() { errs[i] = r.Preset(r.ctx, "correct horse") })
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	require.EqualValues(t, 1, r.count())
	p, err := r.Authenticate(r.ctx, "correct horse")
	require.NoError(t, err)
	require.Equal(t, models.RoleAdmin, p.Role)

	_, err = r.Revoke(r.ctx, p.KeyID)
	require.NoError(t, err)
	require.NoError(t, r.Preset(r.ctx, "correct horse"))
	_, err = r.Authenticate(r.ctx, "correct horse")
	require.True(t, fault.Is(err, fault.CodeUnauthenticated), "a revoked preset does not come back by a restart: %v", err)
	_, _, err = r.Create(r.ctx, auth.NewKey{Name: "b", Role: models.RoleUser, Secret: "correct horse"})
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
}

func TestKeysAreListedNewestFirst(t *testing.T) {
	r := newRing(t)
	for _, name := range []string{"one", "two", "three"} {
		r.created(auth.NewKey{Name: name, Role: models.RoleUser})
	}
	page, err := r.List(r.ctx, models.PageArgs{First: new(2)})
	require.NoError(t, err)
	require.Equal(t, []string{"three", "two"}, names(page))
	require.True(t, page.PageInfo.HasNextPage)
	rest, err := r.List(r.ctx, models.PageArgs{After: page.PageInfo.EndCursor})
	require.NoError(t, err)
	require.Equal(t, []string{"one"}, names(rest))
	total, err := rest.TotalCount(r.ctx)
	require.NoError(t, err)
	require.Equal(t, 3, total)
}

func names(page *models.Connection[models.APIKey]) (names []string) {
	for _, k := range page.Nodes() {
		names = append(names, k.Name)
	}
	return names
}
