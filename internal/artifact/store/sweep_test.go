package store_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact/store"
	"vitrine/internal/fault"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
	"vitrine/storage"
	"vitrine/storage/memory"
)

// age moves the last reference of a content back.
func (s *cellar) age(sha256 string, by time.Duration) {
	s.Helper()
	done := s.DB.From(s.Ctx).Model(&models.Blob{}).Where("sha256 = ?", sha256).Update("last_referenced_at", models.Now().Add(-by))
	require.NoError(s, done.Error)
	require.EqualValues(s, 1, done.RowsAffected)
}

func (s *cellar) ageSwept(by time.Duration) {
	s.Helper()
	require.NoError(s, s.DB.From(s.Ctx).Exec("UPDATE swept_blobs SET swept_at = ?", models.Now().Add(-by)).Error)
}

func (s *cellar) unused(v *models.ConversationArtifactVersion) {
	s.Helper()
	require.NoError(s, s.DB.From(s.Ctx).Exec("DELETE FROM artifacts WHERE id = ?", v.ArtifactID).Error)
}

func (s *cellar) swept(want ...int) {
	s.Helper()
	swept, deleted, err := s.Artifacts.Sweep(s.Ctx)
	require.NoError(s, err)
	require.Equal(s, want, []int{swept, deleted})
}

func (s *cellar) count(model any) (n int64) {
	s.Helper()
	require.NoError(s, s.DB.From(s.Ctx).Model(model).Count(&n).Error)
	return n
}

func TestASweepTakesOnlyWhatNothingHasUsedForADay(t *testing.T) {
	s := newCellar(t)
	used := s.Uploaded("used.png", append(bytes.Clone(actkit.Picture), 1)).Version
	recent := s.Uploaded("recent.png", append(bytes.Clone(actkit.Picture), 2)).Version
	old := s.Uploaded("old.png", append(bytes.Clone(actkit.Picture), 3)).Version
	text := s.Uploaded("old.txt", []byte("small text in the database")).Version
	for _, v := range []*models.ConversationArtifactVersion{recent, old, text} {
		s.unused(v)
	}
	s.age(used.SHA256, 365*24*time.Hour)
	s.age(recent.SHA256, 24*time.Hour-time.Minute)
	s.age(old.SHA256, 24*time.Hour+time.Minute)
	s.age(text.SHA256, 24*time.Hour+time.Minute)

	s.swept(2, 0)
	for _, v := range []*models.ConversationArtifactVersion{used, recent} {
		_, err := s.Artifacts.Read(s.Ctx, v.SHA256, 1<<20)
		require.NoError(t, err)
	}
	for _, v := range []*models.ConversationArtifactVersion{old, text} {
		_, err := s.Artifacts.Read(s.Ctx, v.SHA256, 1<<20)
		require.Equal(t, fault.CodeNotFound, code(err))
		known, err := s.Artifacts.Known(s.Ctx, v.SHA256)
		require.NoError(t, err)
		require.False(t, known)
	}
	require.Equal(t, 3, s.Objects.Len(), "the objects stay for a week")

	s.ageSwept(7*24*time.Hour - time.Minute)
	s.swept(0, 0)
	s.ageSwept(7*24*time.Hour + time.Minute)
	s.swept(0, 2)
	require.Equal(t, 2, s.Objects.Len())
	require.Zero(t, s.count(&models.SweptBlob{}))
	s.swept(0, 0)
}

func TestASweptContentComesBackWithinTheWeek(t *testing.T) {
	s := newCellar(t)
	for name, content := range map[string][]byte{"a.png": actkit.Picture, "a.txt": []byte("small text in the database")} {
		v := s.Uploaded(name, content).Version
		s.unused(v)
		s.age(v.SHA256, 48*time.Hour)
		s.swept(1, 0)
		require.NoError(t, s.Artifacts.Unsweep(s.Ctx, v.SHA256))
		back, err := s.Artifacts.Read(s.Ctx, v.SHA256, 1<<20)
		require.NoError(t, err)
		require.Equal(t, content, back)
		s.swept(0, 0) // its grace period starts again
		require.Equal(t, fault.CodeNotFound, code(s.Artifacts.Unsweep(s.Ctx, v.SHA256)))
	}
	require.Zero(t, s.count(&models.SweptBlob{}))
}

// TestANewCopyOfASweptContentSurvivesTheOldOnesEnd checks that the object of a later copy is not the swept one's.
// one's.
func TestANewCopyOfASweptContentSurvivesTheOldOnesEnd(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	s.unused(v)
	s.age(v.SHA256, 48*time.Hour)
	s.swept(1, 0)
	s.Uploaded("a.png", actkit.Picture)
	require.NoError(t, s.Artifacts.Unsweep(s.Ctx, v.SHA256), "a newer copy is in use: nothing to put back")
	s.ageSwept(8 * 24 * time.Hour)
	s.swept(0, 1)
	back, err := s.Artifacts.Read(s.Ctx, v.SHA256, 1<<20)
	require.NoError(t, err)
	require.Equal(t, actkit.Picture, back)
}

func TestADeletionThatFailsIsTriedAgain(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	s.unused(v)
	s.age(v.SHA256, 48*time.Hour)
	s.swept(1, 0)
	s.ageSwept(8 * 24 * time.Hour)
	away := &failing{Store: s.Objects}
	_, deleted, err := store.NewBlobs(s.DB, away).Sweep(s.Ctx)
	require.ErrorIs(t, err, errAway)
	require.Zero(t, deleted)
	require.EqualValues(t, 1, s.count(&models.SweptBlob{}), "the object is not lost from sight")
	s.swept(0, 1)
	require.Zero(t, s.Objects.Len())
}

var errAway = errors.New("the store is away")

// failing is a store that deletes nothing.
type failing struct{ *memory.Store }

func (*failing) Delete(context.Context, string) error { return errAway }

func TestEqualContentIsLinkedOnce(t *testing.T) {
	s := newCellar(t)
	first := s.Uploaded("a.png", actkit.Picture).Version
	s.age(first.SHA256, 48*time.Hour)
	second := s.Uploaded("b.png", actkit.Picture).Version
	require.NotEqual(t, first.ArtifactID, second.ArtifactID)
	require.Equal(t, first.SHA256, second.SHA256)
	require.EqualValues(t, 1, s.count(&models.Blob{}))
	require.Equal(t, 1, s.Objects.Len())
	var blob models.Blob
	require.NoError(t, s.DB.From(s.Ctx).Take(&blob).Error)
	require.WithinDuration(t, models.Now(), blob.LastReferencedAt, time.Minute, "a use renews it")
	key, known, err := s.Artifacts.KeptAt(s.Ctx, first.SHA256)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, blob.ObjectKey, key)
	_, known, err = s.Artifacts.KeptAt(s.Ctx, actkit.Sum([]byte("other")))
	require.NoError(t, err)
	require.False(t, known)

	s.unused(first)
	s.age(first.SHA256, 48*time.Hour)
	s.swept(0, 0)
	back, err := s.Artifacts.Read(s.Ctx, second.SHA256, 1<<20)
	require.NoError(t, err)
	require.Equal(t, actkit.Picture, back, "what one version still uses stays")
	part, err := s.Artifacts.Read(s.Ctx, second.SHA256, 4)
	require.NoError(t, err)
	require.Equal(t, actkit.Picture[:4], part)
}

// TestTheLoserOfTwoEqualContentsGivesItsObjectUp stores both before either is linked, as two uploads at once do.
func TestTheLoserOfTwoEqualContentsGivesItsObjectUp(t *testing.T) {
	s := newCellar(t)
	content := actkit.Film(5000)
	taken := func() *storage.Received {
		in, err := s.Artifacts.Take(s.Ctx, content, "image/png", nil)
		require.NoError(t, err)
		require.NotEmpty(t, in.ObjectKey)
		return in
	}
	winner, loser, spare := taken(), taken(), taken()
	require.Equal(t, 3, s.Objects.Len())
	like := s.Uploaded("a.png", actkit.Picture)
	parent, err := s.Artifacts.Artifact(s.Ctx, like.Version.ArtifactID)
	require.NoError(t, err)
	add := func(in *storage.Received, fail error) error {
		return s.Conversations.Locked(s.Ctx, s.ID, func(ctx context.Context, c *models.Conversation) error {
			n := store.VersionLike(like.Version, "ada")
			n.Artifact, n.Content = parent, in
			if _, err := s.Artifacts.Add(ctx, c, n); err != nil {
				return err
			}
			return fail
		})
	}
	require.NoError(t, add(winner, nil))
	require.ErrorIs(t, add(loser, errAway), errAway)
	require.Equal(t, 4, s.Objects.Len(), "rolled back: whoever gave it discards it")
	require.NoError(t, add(loser, nil))
	require.Equal(t, 3, s.Objects.Len())
	s.Artifacts.Discard(s.Ctx, spare)
	s.Artifacts.Discard(s.Ctx, nil)
	require.Equal(t, 2, s.Objects.Len())
	key, _, err := s.Artifacts.KeptAt(s.Ctx, winner.SHA256)
	require.NoError(t, err)
	require.Equal(t, winner.ObjectKey, key)
	back, err := s.Artifacts.Read(s.Ctx, winner.SHA256, 1<<20)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, back))

	spare.Kept = true
	require.NoError(t, s.Objects.Put(s.Ctx, spare.ObjectKey, bytes.NewReader(content), int64(len(content))))
	s.Artifacts.Discard(s.Ctx, spare)
	require.Equal(t, 3, s.Objects.Len(), "an object of an upload session is given up by the session")
}

func TestAKnownContentThatIsSweptMeanwhileMustBeSentAgain(t *testing.T) {
	s := newCellar(t)
	v := s.Uploaded("a.png", actkit.Picture).Version
	other := s.Uploaded("b.txt", []byte("text")).Version
	parent, err := s.Artifacts.Artifact(s.Ctx, other.ArtifactID)
	require.NoError(t, err)
	s.unused(v)
	s.age(v.SHA256, 48*time.Hour)
	s.swept(1, 0)
	n := store.VersionLike(v, "ada")
	n.Artifact = parent
	err = s.Conversations.Locked(s.Ctx, s.ID, func(ctx context.Context, c *models.Conversation) error {
		_, err := s.Artifacts.Add(ctx, c, n)
		return err
	})
	require.Equal(t, fault.CodeConflict, code(err))
	require.EqualValues(t, 1, s.Versions())
	_, err = s.Artifacts.Add(s.Ctx, &models.Conversation{ID: s.ID}, n)
	require.Error(t, err, "outside a transaction")
}

func TestVersionsAreNumberedWithoutGapsUnderConcurrentWriters(t *testing.T) {
	s := newCellar(t)
	first := s.Uploaded("a.txt", []byte("0")).Version
	errs := make(chan error, 16)
	for i := range cap(errs) {
		go func() {
			_, err := s.Intake.Receive(s.Ctx, incoming(s.ID, first.ArtifactID, i))
			errs <- err
		}()
	}
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
	var numbers, want []int
	require.NoError(t, s.DB.From(s.Ctx).Model(&models.ConversationArtifactVersion{}).Where("artifact_id = ?", first.ArtifactID).Order("number").Pluck("number", &numbers).Error)
	for i := range cap(errs) + 1 {
		want = append(want, i+1)
	}
	require.Equal(t, want, numbers)
	latest, err := s.Artifacts.Latest(s.Ctx, []string{first.ArtifactID})
	require.NoError(t, err)
	require.Equal(t, len(want), latest[first.ArtifactID].Number)
	below, err := s.Artifacts.Below(s.Ctx, first.ArtifactID, new(3), 10)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{below[0].Number, below[1].Number})
	_, err = s.Artifacts.Numbered(s.Ctx, first.ArtifactID, len(want)+1)
	require.Equal(t, fault.CodeNotFound, code(err))
}
