package intake_test

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

	"vitrine/internal/artifact"
	"vitrine/internal/auth"
	"vitrine/internal/fault"
	"vitrine/internal/intake"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/upload"
	"vitrine/models"
)

func TestResumableUpload(t *testing.T) {
	w, content := newBench(t), actkit.Film(20<<20+123)
	id := w.Announce(content, func(n *intake.Announcement) { n.SHA256 = actkit.Sum(content) }).Session.ID

	boom := errors.New("boom")
	got, err := w.Send(id, 0, io.MultiReader(bytes.NewReader(content[:9<<20]), iotest.ErrReader(boom)))
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.EqualValues(t, 8<<20, got, "the whole part is kept, the torn one is not")

	_, err = w.Intake.Complete(w.Ctx, id, nil)
	require.True(t, fault.Is(err, fault.CodeInvalid), "not all has arrived: %v", err)
	require.EqualValues(t, 8<<20, fault.As(err).Details["offset"])

	_, err = w.Send(id, 3, bytes.NewReader(content[3:]))
	require.True(t, fault.Is(err, fault.CodeConflict), "a wrong offset: %v", err)

	got, err = w.Send(id, got, bytes.NewReader(content[got:]))
	require.NoError(t, err)
	require.EqualValues(t, len(content), got)

	var mu sync.Mutex
	ids := map[string]bool{}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if done, err := w.Intake.Complete(w.Ctx, id, nil); err == nil {
				mu.Lock()
				defer mu.Unlock()
				ids[done.Version.ID] = true
			}
		})
	}
	all.Wait()
	require.Len(t, ids, 1, "completed by several at once is one version")
	for versionID := range ids {
		v, err := w.Artifacts.Version(w.Ctx, versionID)
		require.NoError(t, err)
		require.Equal(t, actkit.Sum(content), v.SHA256)
		o, err := w.Artifacts.Open(w.Ctx, v.SHA256)
		require.NoError(t, err)
		back, err := io.ReadAll(o)
		require.NoError(t, err)
		require.True(t, bytes.Equal(content, back))
	}
	again, err := w.Intake.Complete(w.Ctx, id, nil)
	require.NoError(t, err)
	require.True(t, ids[again.Version.ID])
}

func TestRejectedUploadsLeaveNothing(t *testing.T) {
	content := actkit.Film(6 << 20)
	for name, c := range map[string]struct {
		change func(*intake.Announcement)
		body   []byte
		send   fault.Code
		finish fault.Code
	}{
		"another checksum":    {func(n *intake.Announcement) { n.SHA256 = strings.Repeat("0", 64) }, content, "", fault.CodeInvalid},
		"more than announced": {func(*intake.Announcement) {}, append(bytes.Clone(content), 1), fault.CodeInvalid, fault.CodeInvalid},
		"another type":        {func(n *intake.Announcement) { n.SizeBytes = new(int64(7)) }, []byte("<html/>"), fault.CodeUnsupportedType, fault.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBench(t)
			id := w.Announce(content, c.change).Session.ID
			_, err := w.Send(id, 0, bytes.NewReader(c.body))
			require.Equal(t, c.send == "", err == nil, "%v", err)
			_, err = w.Intake.Complete(w.Ctx, id, nil)
			require.True(t, fault.Is(err, c.finish), "%v", err)
			require.Zero(t, w.Versions())
			require.Zero(t, w.Objects.Len())
		})
	}
}

func TestSmallTextOfResumableUploadsGoesIntoTheDatabase(t *testing.T) {
	w, content := newBench(t), []byte("a short text")
	id := w.Announce(content, func(n *intake.Announcement) { n.FileName, n.MIMEType = "a.txt", "text/plain" }).Session.ID
	_, err := w.Send(id, 0, bytes.NewReader(content))
	require.NoError(t, err)
	done, err := w.Intake.Complete(w.Ctx, id, nil)
	require.NoError(t, err)
	require.Zero(t, w.Objects.Len())
	back, err := w.Artifacts.Read(w.Ctx, done.Version.SHA256, 100)
	require.NoError(t, err)
	require.Equal(t, content, back)
}

func TestKnownContentIsLinkedOnlyForThoseWhoCanReadIt(t *testing.T) {
	w := newBench(t)
	w.Uploaded("a.png", actkit.Picture)
	known := func(n *intake.Announcement) { n.SHA256 = actkit.Sum(actkit.Picture) }
	mine := w.Announce(actkit.Picture, known)
	require.NotNil(t, mine.Stored)
	require.Nil(t, mine.Session)

	stranger := auth.With(t.Context(), &auth.Principal{User: "ben", Role: models.RoleUser})
	c := &models.Conversation{}
	require.NoError(t, w.Conversations.Create(stranger, c))
	n := intake.Announcement{Incoming: artifact.Incoming{ConversationID: c.ID, FileName: "a.png", SHA256: actkit.Sum(actkit.Picture)}, SizeBytes: new(int64(len(actkit.Picture)))}
	theirs, err := w.Intake.Start(stranger, n)
	require.NoError(t, err)
	require.NotNil(t, theirs.Session, "a stranger sends the bytes")
	_, err = w.Intake.ReceivePart(w.Ctx, theirs.Session.ID, 0, bytes.NewReader(actkit.Picture))
	require.True(t, fault.Is(err, fault.CodeNotFound), "and nobody else can send them: %v", err)
}

func TestAbortAndExpire(t *testing.T) {
	w, content := newBench(t), actkit.Film(6<<20)
	given := w.Announce(content).Session
	_, err := w.Send(given.ID, 0, bytes.NewReader(content))
	require.NoError(t, err)
	_, err = w.Intake.Abort(w.Ctx, given.ID)
	require.NoError(t, err)
	_, err = w.Intake.Complete(w.Ctx, given.ID, nil)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)

	old := w.Announce(content).Session
	require.NoError(t, w.DB.From(w.Ctx).Model(old).Update("expires_at", models.Now().Add(-time.Hour)).Error)
	n, err := w.Uploads.Expire(w.Ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = w.Send(old.ID, 0, bytes.NewReader(content))
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
}

func TestDirectUploadsNeedWhatIsSigned(t *testing.T) {
	w := newBench(t)
	direct := func(change func(*intake.Announcement)) error {
		n := intake.Announcement{
			Incoming:  artifact.Incoming{ConversationID: w.ID, FileName: "a.png", SHA256: actkit.Sum(actkit.Picture)},
			SizeBytes: new(int64(len(actkit.Picture))), Direct: true, Local: true,
		}
		change(&n)
		_, err := w.Intake.Start(w.Ctx, n)
		return err
	}
	require.True(t, fault.Is(direct(func(n *intake.Announcement) { n.SHA256 = "" }), fault.CodeInvalid))
	require.True(t, fault.Is(direct(func(n *intake.Announcement) { n.SizeBytes = nil }), fault.CodeInvalid))
	w.Intake.Settings.PrivateStore = true
	err := direct(func(n *intake.Announcement) { n.Local = false })
	require.True(t, fault.Is(err, fault.CodeUnsupportedType), "%v", err)
	require.NotEmpty(t, fault.As(err).Remedies)
}

// TestSweepNeverTakesWhatIsUsed races the sweep with uploads of the contents that it is about to delete.
func TestSweepNeverTakesWhatIsUsed(t *testing.T) {
	w := newBench(t)
	contents := make([][]byte, 8)
	for i := range contents {
		contents[i] = append(actkit.Film(3000), byte(i))
		done := w.Uploaded("a.png", contents[i])
		require.NoError(t, w.DB.From(w.Ctx).Exec("DELETE FROM artifacts WHERE id = ?", done.Version.ArtifactID).Error)
	}
	old := func() {
		_ = w.DB.From(w.Ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days' WHERE NOT EXISTS (SELECT 1 FROM artifact_versions v WHERE v.sha256 = blobs.sha256)").Error
	}
	var mu sync.Mutex
	var kept []*models.ConversationArtifactVersion
	var all sync.WaitGroup
	for _, c := range contents {
		all.Go(func() {
			for {
				done, err := w.Upload("a.png", c)
				if fault.Is(err, fault.CodeConflict) { // swept at the same time: sent again
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
			_, _, _ = w.Artifacts.Sweep(w.Ctx)
		}
	})
	all.Wait()
	require.Len(t, kept, len(contents))
	for _, v := range kept {
		back, err := w.Artifacts.Read(w.Ctx, v.SHA256, 1<<20)
		require.NoError(t, err)
		require.Equal(t, v.SHA256, actkit.Sum(back))
	}
}

func TestSweptContentGoesAfterAWeekAndCanComeBack(t *testing.T) {
	w := newBench(t)
	done := w.Uploaded("a.png", actkit.Picture)
	require.NoError(t, w.DB.From(w.Ctx).Exec("DELETE FROM artifacts").Error)
	require.NoError(t, w.DB.From(w.Ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days'").Error)
	swept, deleted, err := w.Artifacts.Sweep(w.Ctx)
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, []int{swept, deleted})
	require.Equal(t, 1, w.Objects.Len(), "the object is still there")
	require.NoError(t, w.Artifacts.Unsweep(w.Ctx, done.Version.SHA256))
	_, err = w.Artifacts.Read(w.Ctx, done.Version.SHA256, 10)
	require.NoError(t, err)

	require.NoError(t, w.DB.From(w.Ctx).Exec("UPDATE blobs SET last_referenced_at = now() - interval '2 days'").Error)
	_, _, err = w.Artifacts.Sweep(w.Ctx)
	require.NoError(t, err)
	require.NoError(t, w.DB.From(w.Ctx).Exec("UPDATE swept_blobs SET swept_at = now() - interval '8 days'").Error)
	_, deleted, err = w.Artifacts.Sweep(w.Ctx)
	require.NoError(t, err)
	require.Equal(t, 1, deleted)
	require.Zero(t, w.Objects.Len())
}

// TestResumableUpload_smallPieces checks that a sender whose pieces can never be stored gets an error; after a
// success they would try for ever.
func TestResumableUpload_smallPieces(t *testing.T) {
	w, content := newBench(t), actkit.Film(9<<20)
	id := w.Announce(content).Session.ID
	got, err := w.Send(id, 0, bytes.NewReader(content[:4<<20]))
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.Zero(t, got)
	require.EqualValues(t, 0, fault.As(err).Details["offset"])
	got, err = w.Send(id, 0, bytes.NewReader(content[:8<<20]))
	require.NoError(t, err)
	got, err = w.Send(id, got, bytes.NewReader(content[got:]))
	require.NoError(t, err)
	require.EqualValues(t, len(content), got, "the last piece can be small")
}

// TestResumableUpload_aSmallPieceIsTheLast sends files of unannounced size in all kinds of pieces: bytes after a
// small piece are rejected with a remedy, and what has arrived can still be completed.
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
				w := newBench(t)
				id := w.Announce(nil, func(n *intake.Announcement) { n.SizeBytes = nil }).Session.ID
				var sent []byte
				for _, size := range pieces[:len(pieces)-1] {
					piece := actkit.Film(size)
					got, err := w.Send(id, int64(len(sent)), bytes.NewReader(piece))
					require.NoError(t, err)
					sent = append(sent, piece...)
					require.EqualValues(t, len(sent), got)
				}
				if restarted {
					w.Intake.Uploads = upload.NewSessions(w.DB, w.Objects, w.Idempotency)
				}
				got, err := w.Send(id, int64(len(sent)), bytes.NewReader(actkit.Film(pieces[len(pieces)-1])))
				require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
				require.NotEmpty(t, fault.As(err).Remedies)
				require.EqualValues(t, len(sent), got)
				_, err = w.Send(id, int64(len(sent)), bytes.NewReader(nil))
				require.NoError(t, err, "no more bytes can follow")
				done, err := w.Intake.Complete(w.Ctx, id, nil)
				require.NoError(t, err)
				require.Equal(t, actkit.Sum(sent), done.Version.SHA256)
			})
		}
	}
}
