package turn_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/turn"
	"vitrine/internal/upload"
	"vitrine/models"
)

// film is content of a size in bytes that begins like a PNG, so that the gate takes it.
func film(size int) []byte {
	b := bytes.Repeat([]byte("vitrine "), size/8+1)[:size]
	copy(b, picture)
	return b
}

func (w *witness) announce(content []byte, change ...func(*turn.Announcement)) *turn.Announced {
	n := turn.Announcement{Upload: turn.Upload{ConversationID: w.id, FileName: "film.png", MIMEType: "image/png"}, SizeBytes: new(int64(len(content)))}
	for _, c := range change {
		c(&n)
	}
	got, err := w.StartUpload(w.ctx, n)
	require.NoError(w, err)
	return got
}

func (w *witness) send(id string, offset int64, body io.Reader) (int64, error) {
	s, err := w.ReceivePart(w.ctx, id, offset, body)
	if s == nil {
		return 0, err
	}
	return s.ReceivedBytes, err
}

func TestResumableUpload(t *testing.T) {
	w, content := newWitness(t), film(20<<20+123)
	id := w.announce(content, func(n *turn.Announcement) { n.SHA256 = sum(content) }).Session.ID

	boom := errors.New("boom")
	got, err := w.send(id, 0, io.MultiReader(bytes.NewReader(content[:9<<20]), iotest.ErrReader(boom)))
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.EqualValues(t, 8<<20, got, "the whole part is kept, the torn one is not")

	_, err = w.CompleteUpload(w.ctx, id)
	require.True(t, fault.Is(err, fault.CodeInvalid), "not all has arrived: %v", err)
	require.EqualValues(t, 8<<20, fault.As(err).Details["offset"])

	_, err = w.send(id, 3, bytes.NewReader(content[3:]))
	require.True(t, fault.Is(err, fault.CodeConflict), "a wrong offset: %v", err)

	got, err = w.send(id, got, bytes.NewReader(content[got:]))
	require.NoError(t, err)
	require.EqualValues(t, len(content), got)

	var mu sync.Mutex
	ids := map[string]bool{}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if done, err := w.CompleteUpload(w.ctx, id); err == nil {
				mu.Lock()
				defer mu.Unlock()
				ids[done.Version.ID] = true
			}
		})
	}
	all.Wait()
	require.Len(t, ids, 1, "completed by several at once is one version")
	for versionID := range ids {
		v, err := w.Keeper.Version(w.ctx, versionID)
		require.NoError(t, err)
		require.Equal(t, sum(content), v.SHA256)
		o, err := w.Keeper.Open(w.ctx, v.SHA256)
		require.NoError(t, err)
		back, err := io.ReadAll(o)
		require.NoError(t, err)
		require.True(t, bytes.Equal(content, back))
	}
	again, err := w.CompleteUpload(w.ctx, id)
	require.NoError(t, err)
	require.True(t, ids[again.Version.ID])
}

func TestUploadsThatDoNotHoldLeaveNothing(t *testing.T) {
	content := film(6 << 20)
	for name, c := range map[string]struct {
		change func(*turn.Announcement)
		body   []byte
		send   fault.Code
		finish fault.Code
	}{
		"another checksum":    {func(n *turn.Announcement) { n.SHA256 = strings.Repeat("0", 64) }, content, "", fault.CodeInvalid},
		"more than announced": {func(*turn.Announcement) {}, append(bytes.Clone(content), 1), fault.CodeInvalid, fault.CodeInvalid},
		"another type":        {func(n *turn.Announcement) { n.SizeBytes = new(int64(7)) }, []byte("<html/>"), fault.CodeUnsupportedType, fault.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWitness(t)
			id := w.announce(content, c.change).Session.ID
			_, err := w.send(id, 0, bytes.NewReader(c.body))
			require.Equal(t, c.send == "", err == nil, "%v", err)
			_, err = w.CompleteUpload(w.ctx, id)
			require.True(t, fault.Is(err, c.finish), "%v", err)
			require.Zero(t, w.versions())
			require.Zero(t, w.objects.Len())
		})
	}
}

func TestSmallTextOfTheResumableDoorGoesIntoTheDatabase(t *testing.T) {
	w, content := newWitness(t), []byte("a short text")
	id := w.announce(content, func(n *turn.Announcement) { n.FileName, n.MIMEType = "a.txt", "text/plain" }).Session.ID
	_, err := w.send(id, 0, bytes.NewReader(content))
	require.NoError(t, err)
	done, err := w.CompleteUpload(w.ctx, id)
	require.NoError(t, err)
	require.Zero(t, w.objects.Len())
	back, err := w.Keeper.Read(w.ctx, done.Version.SHA256, 100)
	require.NoError(t, err)
	require.Equal(t, content, back)
}

func TestKnownContentIsLinkedOnlyForThoseWhoCanReadIt(t *testing.T) {
	w := newWitness(t)
	w.uploaded("a.png", picture)
	known := func(n *turn.Announcement) { n.SHA256 = sum(picture) }
	mine := w.announce(picture, known)
	require.NotNil(t, mine.Uploaded)
	require.Nil(t, mine.Session)

	stranger := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	c := &models.Conversation{}
	require.NoError(t, w.Conversations.Create(stranger, c))
	n := turn.Announcement{Upload: turn.Upload{ConversationID: c.ID, FileName: "a.png", SHA256: sum(picture)}, SizeBytes: new(int64(len(picture)))}
	theirs, err := w.StartUpload(stranger, n)
	require.NoError(t, err)
	require.NotNil(t, theirs.Session, "a stranger sends the bytes")
	_, err = w.ReceivePart(w.ctx, theirs.Session.ID, 0, bytes.NewReader(picture))
	require.True(t, fault.Is(err, fault.CodeNotFound), "and nobody else for them: %v", err)
}

func TestAbortAndExpire(t *testing.T) {
	w, content := newWitness(t), film(6<<20)
	given := w.announce(content).Session
	_, err := w.send(given.ID, 0, bytes.NewReader(content))
	require.NoError(t, err)
	_, err = w.AbortUpload(w.ctx, given.ID)
	require.NoError(t, err)
	_, err = w.CompleteUpload(w.ctx, given.ID)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)

	old := w.announce(content).Session
	require.NoError(t, w.DB.From(w.ctx).Model(old).Update("expires_at", models.Now().Add(-time.Hour)).Error)
	n, err := w.Uploads.Expire(w.ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = w.send(old.ID, 0, bytes.NewReader(content))
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
}

func TestDirectUploadsNeedWhatIsSigned(t *testing.T) {
	w := newWitness(t)
	direct := func(change func(*turn.Announcement)) error {
		n := turn.Announcement{
			Upload:    turn.Upload{ConversationID: w.id, FileName: "a.png", SHA256: sum(picture)},
			SizeBytes: new(int64(len(picture))), Direct: true, Local: true,
		}
		change(&n)
		_, err := w.StartUpload(w.ctx, n)
		return err
	}
	require.True(t, fault.Is(direct(func(n *turn.Announcement) { n.SHA256 = "" }), fault.CodeInvalid))
	require.True(t, fault.Is(direct(func(n *turn.Announcement) { n.SizeBytes = nil }), fault.CodeInvalid))
	w.PrivateStore = true
	err := direct(func(n *turn.Announcement) { n.Local = false })
	require.True(t, fault.Is(err, fault.CodeUnsupportedType), "%v", err)
	require.NotEmpty(t, fault.As(err).Remedies)
}

// TestSweepNeverTakesWhatIsUsed races the sweep with uploads of the very contents that it is after.
func TestSweepNeverTakesWhatIsUsed(t *testing.T) {
	w := newWitness(t)
	contents := make([][]byte, 8)
	for i := range contents {
		contents[i] = append(film(3000), byte(i))
		done := w.uploaded("a.png", contents[i])
		require.NoError(t, w.DB.From(w.ctx).Exec("DELETE FROM artifacts WHERE id = ?", done.Version.ArtifactID).Error)
	}
	old := func() {
		_ = w.DB.From(w.ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days' WHERE NOT EXISTS (SELECT 1 FROM artifact_versions v WHERE v.sha256 = blobs.sha256)").Error
	}
	var mu sync.Mutex
	var kept []*models.ConversationArtifactVersion
	var all sync.WaitGroup
	for _, c := range contents {
		all.Go(func() {
			for {
				done, err := w.upload("a.png", c)
				if fault.Is(err, fault.CodeConflict) { // swept at that very moment: sent again
					continue
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					kept = append(kept, done.Version)
				}
				return
			}
		})
	}
	all.Go(func() {
		for range 20 {
			old()
			_, _, _ = w.Keeper.Sweep(w.ctx)
		}
	})
	all.Wait()
	require.Len(t, kept, len(contents))
	for _, v := range kept {
		back, err := w.Keeper.Read(w.ctx, v.SHA256, 1<<20)
		require.NoError(t, err)
		require.Equal(t, v.SHA256, sum(back))
	}
}

func TestSweptContentGoesAfterAWeekAndCanComeBack(t *testing.T) {
	w := newWitness(t)
	done := w.uploaded("a.png", picture)
	require.NoError(t, w.DB.From(w.ctx).Exec("DELETE FROM artifacts").Error)
	require.NoError(t, w.DB.From(w.ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days'").Error)
	swept, deleted, err := w.Keeper.Sweep(w.ctx)
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, []int{swept, deleted})
	require.Equal(t, 1, w.objects.Len(), "the object waits")
	require.NoError(t, w.Keeper.Unsweep(w.ctx, done.Version.SHA256))
	_, err = w.Keeper.Read(w.ctx, done.Version.SHA256, 10)
	require.NoError(t, err)

	require.NoError(t, w.DB.From(w.ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days'").Error)
	_, _, err = w.Keeper.Sweep(w.ctx)
	require.NoError(t, err)
	require.NoError(t, w.DB.From(w.ctx).Exec("UPDATE swept_blobs SET swept_at = now() - interval '8 days'").Error)
	_, deleted, err = w.Keeper.Sweep(w.ctx)
	require.NoError(t, err)
	require.Equal(t, 1, deleted)
	require.Zero(t, w.objects.Len())
}

// TestResumableUpload_smallPieces tells a sender whose pieces can never be kept, where an answer of success would have them ask for ever.
func TestResumableUpload_smallPieces(t *testing.T) {
	w, content := newWitness(t), film(9<<20)
	id := w.announce(content).Session.ID
	got, err := w.send(id, 0, bytes.NewReader(content[:4<<20]))
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.Zero(t, got)
	require.EqualValues(t, 0, fault.As(err).Details["offset"])
	got, err = w.send(id, 0, bytes.NewReader(content[:8<<20]))
	require.NoError(t, err)
	got, err = w.send(id, got, bytes.NewReader(content[got:]))
	require.NoError(t, err)
	require.EqualValues(t, len(content), got, "the last piece may be small")
}

// TestResumableUpload_aSmallPieceIsTheLast walks files of unannounced size in all kinds of pieces: bytes behind a small piece
// are refused with the way out, and what has arrived still completes.
func TestResumableUpload_aSmallPieceIsTheLast(t *testing.T) {
	const mib = 1 << 20
	for name, pieces := range map[string][]int{
		"one byte first":       {100, 8 * mib},
		"small, small":         {mib, mib},
		"small in the middle":  {8 * mib, mib, 8 * mib},
		"a multiple and a bit": {9 * mib, 8 * mib},
		"just too small":       {5*mib - 1, 1},
		"odd but large":        {6 * mib, 5 * mib, 7, 1},
	} {
		for _, restarted := range []bool{false, true} {
			t.Run(name+map[bool]string{true: ", after a restart"}[restarted], func(t *testing.T) {
				w := newWitness(t)
				id := w.announce(nil, func(n *turn.Announcement) { n.SizeBytes = nil }).Session.ID
				var sent []byte
				for _, size := range pieces[:len(pieces)-1] {
					piece := film(size)
					got, err := w.send(id, int64(len(sent)), bytes.NewReader(piece))
					require.NoError(t, err)
					sent = append(sent, piece...)
					require.EqualValues(t, len(sent), got)
				}
				if restarted {
					w.Uploads = upload.NewSessions(w.DB, w.objects)
				}
				got, err := w.send(id, int64(len(sent)), bytes.NewReader(film(pieces[len(pieces)-1])))
				require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
				require.NotEmpty(t, fault.As(err).Remedies)
				require.EqualValues(t, len(sent), got)
				_, err = w.send(id, int64(len(sent)), bytes.NewReader(nil))
				require.NoError(t, err, "nothing may follow")
				done, err := w.CompleteUpload(w.ctx, id)
				require.NoError(t, err)
				require.Equal(t, sum(sent), done.Version.SHA256)
			})
		}
	}
}
