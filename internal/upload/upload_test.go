package upload_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/models"
	"vitrine/storage"
)

var errTorn = errors.New("the line is cut")

func TestAnUploadResumesAtItsLastWholePart(t *testing.T) {
	d, content := newDepot(t), actkit.Film(2*partSize+6<<20+123)
	u := d.opened(int64(len(content)))
	var head []byte
	err := d.Receive(d.Ctx, u, 0, io.MultiReader(bytes.NewReader(content[:partSize+1<<20]), iotest.ErrReader(errTorn)), func(b []byte) error {
		head = bytes.Clone(b)
		return nil
	})
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.ErrorIs(t, err, errTorn)
	require.EqualValues(t, partSize, fault.As(err).Details["offset"])
	require.Equal(t, content[:storage.HeadBytes], head)

	_, err = d.Arrived(d.Ctx, d.found(u.ID))
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
	require.EqualValues(t, partSize, fault.As(err).Details["offset"])
	stays := d.found(u.ID)
	require.Equal(t, models.UploadOpen, stays.State, "more may still arrive")
	require.EqualValues(t, partSize, stays.ReceivedBytes)
	require.Len(t, stays.Parts, 1, "the torn part is not kept")
	require.Empty(t, stays.LeaseID, "whoever comes next need not wait")

	again := d.restarted()
	require.NoError(t, again.Receive(d.Ctx, stays, partSize, bytes.NewReader(content[partSize:]), func([]byte) error {
		t.Error("the first bytes have been looked at already")
		return nil
	}))
	require.EqualValues(t, len(content), stays.ReceivedBytes)
	got, err := again.Arrived(d.Ctx, d.found(u.ID))
	require.NoError(t, err)
	require.Equal(t, actkit.Sum(content), got.SHA256, "the checksum goes on where it was")
	require.EqualValues(t, len(content), got.SizeBytes)
	require.True(t, got.Kept)
	require.Equal(t, content[:storage.HeadBytes], d.found(u.ID).Head)
	require.NoError(t, again.Settle(d.Ctx, stays, got, "", false))
	require.True(t, bytes.Equal(content, d.content(u.ObjectKey)))
}

func TestOnlyTheRightOffsetGoesOn(t *testing.T) {
	d, content := newDepot(t), actkit.Film(2*partSize)
	u := d.opened(int64(len(content)))
	require.NoError(t, d.Receive(d.Ctx, u, 0, bytes.NewReader(content[:partSize]), admitted))
	before := d.parts.kept()
	for _, offset := range []int64{0, partSize - 1, partSize + 1, 2 * partSize, -1} {
		err := d.Receive(d.Ctx, d.found(u.ID), offset, bytes.NewReader(content[partSize:]), admitted)
		require.True(t, fault.Is(err, fault.CodeConflict), "%d: %v", offset, err)
		require.EqualValues(t, partSize, fault.As(err).Details["offset"])
	}
	require.Equal(t, before, d.parts.kept())
	require.NoError(t, d.Receive(d.Ctx, u, partSize, bytes.NewReader(content[partSize:]), admitted))
	require.Equal(t, actkit.Sum(content), d.arrived(u))
}

// TestOneSenderAtATime checks that a second sender is rejected while the first has its lease, and can continue after
// the lease has ended.
func TestOneSenderAtATime(t *testing.T) {
	d, content := newDepot(t), actkit.Film(2*partSize+100)
	u := d.opened(int64(len(content)))
	body, first := io.Pipe()
	sent := make(chan error, 1)
	go func() { sent <- d.Receive(d.Ctx, d.found(u.ID), 0, body, admitted) }()
	_, err := first.Write(content[:partSize])
	require.NoError(t, err)
	testkit.Within(t, 20*time.Second, "the first part is noted", func() bool { return d.found(u.ID).ReceivedBytes == partSize })

	for _, stale := range []*models.PendingUpload{d.found(u.ID), u} {
		err = d.restarted().Receive(d.Ctx, stale, partSize, bytes.NewReader(content[partSize:]), admitted)
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
		require.Equal(t, "uploadId", fault.As(err).Field)
	}
	held := d.found(u.ID)
	require.True(t, held.LeaseUntil.After(models.Now()), "the lease is renewed while bytes come")

	require.NoError(t, d.DB.From(d.Ctx).Model(&models.PendingUpload{}).Where("id = ?", u.ID).Update("lease_until", models.Now().Add(-time.Second)).Error)
	require.NoError(t, d.restarted().Receive(d.Ctx, d.found(u.ID), partSize, bytes.NewReader(content[partSize:]), admitted))
	taken := d.found(u.ID)
	require.EqualValues(t, len(content), taken.ReceivedBytes)

	_, err = first.Write(content[partSize:])
	require.NoError(t, err)
	require.NoError(t, first.Close())
	err = <-sent
	require.True(t, fault.Is(err, fault.CodeConflict), "the first has lost its lease: %v", err)
	require.Equal(t, taken, d.found(u.ID), "and changes nothing any more")
	require.Equal(t, actkit.Sum(content), d.arrived(taken))
}

func TestAnAbortWhileSendingEndsTheSender(t *testing.T) {
	d, content := newDepot(t), actkit.Film(2*partSize)
	u := d.opened(int64(len(content)))
	body, first := io.Pipe()
	sent := make(chan error, 1)
	go func() { sent <- d.Receive(d.Ctx, d.found(u.ID), 0, body, admitted) }()
	_, err := first.Write(content[:partSize])
	require.NoError(t, err)
	testkit.Within(t, 20*time.Second, "the first part is noted", func() bool { return d.found(u.ID).ReceivedBytes == partSize })
	require.NoError(t, d.Abort(d.Ctx, d.found(u.ID)))
	_, err = first.Write(content[partSize:])
	require.NoError(t, err)
	require.NoError(t, first.Close())
	require.Error(t, <-sent)
	after := d.found(u.ID)
	require.Equal(t, models.UploadAborted, after.State)
	require.EqualValues(t, partSize, after.ReceivedBytes)
	require.Equal(t, 0, d.parts.kept()[0], "no part is left")
	require.Zero(t, d.Objects.Len())
}

func TestWhatIsNotAdmittedNeverReachesTheStore(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	u, refused := d.opened(int64(len(content))), fault.Invalid("file", "refused")
	err := d.Receive(d.Ctx, u, 0, bytes.NewReader(content), func([]byte) error { return refused })
	require.ErrorIs(t, err, refused)
	require.Equal(t, [3]int{}, d.parts.kept())
	require.Zero(t, d.found(u.ID).ReceivedBytes)

	err = d.Receive(d.Ctx, u, 0, bytes.NewReader(append(content, 1)), admitted)
	require.True(t, fault.Is(err, fault.CodeInvalid), "more than announced: %v", err)
	require.Equal(t, "sizeBytes", fault.As(err).Field)
	require.Zero(t, d.found(u.ID).ReceivedBytes)
	d.sent(u, content)
	require.Equal(t, actkit.Sum(content), d.arrived(u))
}

// TestAPartThatTheStoreLostEndsTheBeginning checks that the recorded parts are always a prefix of the file, although
// later parts were stored.
func TestAPartThatTheStoreLostEndsTheBeginning(t *testing.T) {
	d, content := newDepot(t), actkit.Film(4*partSize)
	u := d.opened(int64(len(content)))
	d.parts.fails = 2
	err := d.Receive(d.Ctx, u, 0, bytes.NewReader(content), admitted)
	require.ErrorIs(t, err, errStore)
	half := d.found(u.ID)
	require.EqualValues(t, partSize, half.ReceivedBytes)
	require.Len(t, half.Parts, 1)
	d.parts.fails = 0
	require.NoError(t, d.Receive(d.Ctx, half, partSize, bytes.NewReader(content[partSize:]), admitted))
	require.Equal(t, actkit.Sum(content), d.arrived(half))
	require.True(t, bytes.Equal(content, d.content(u.ObjectKey)))
}

func TestBytesAreKeptAlthoughTheirSenderIsGone(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	u := d.opened(int64(len(content)))
	ctx, cancel := context.WithCancel(d.Ctx)
	require.NoError(t, d.Receive(ctx, u, 0, bytes.NewReader(content), func([]byte) error { cancel(); return nil }))
	require.EqualValues(t, len(content), d.found(u.ID).ReceivedBytes)
}

func TestAbortDeletesThePartsAndEndsTheSession(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	u := d.opened(int64(len(content)))
	d.sent(u, content)
	require.Equal(t, 1, d.parts.kept()[0])
	d.parts.deaf = true
	require.ErrorIs(t, d.Abort(d.Ctx, d.found(u.ID)), errStore)
	d.parts.deaf = false

	u = d.opened(int64(len(content)))
	d.sent(u, content)
	require.Equal(t, 2, d.parts.kept()[0])
	require.NoError(t, d.Abort(d.Ctx, u))
	require.Equal(t, 1, d.parts.kept()[0])
	require.NoError(t, d.Abort(d.Ctx, u), "again is not an error")
	ended := d.found(u.ID)
	require.Equal(t, models.UploadAborted, ended.State)
	err := d.Receive(d.Ctx, ended, 0, bytes.NewReader(content), admitted)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	_, err = d.Arrived(d.Ctx, ended)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	_, err = d.Find(d.Ctx, "no id")
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
	_, err = d.Find(d.Ctx, models.NewID())
	require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
}

func TestACompletedUploadIsNeitherAbortedNorCompletedAgain(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	version := d.Uploaded("a.png", actkit.Picture).Version
	u := d.opened(int64(len(content)))
	d.sent(u, content)
	d.arrived(u)
	complete := func() error {
		return d.DB.Tx(d.Ctx, func(ctx context.Context) error { return d.Sessions.Complete(ctx, d.found(u.ID), version.ID) })
	}
	stale := d.found(u.ID)
	require.NoError(t, complete())
	err := complete()
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	for _, seen := range []*models.PendingUpload{stale, d.found(u.ID)} {
		require.NoError(t, d.Abort(d.Ctx, seen))
	}
	require.Equal(t, models.UploadCompleted, d.found(u.ID).State)
	require.Equal(t, version.ID, *d.found(u.ID).VersionID)
	require.True(t, bytes.Equal(content, d.content(u.ObjectKey)), "the object belongs to a version now")
	require.NoError(t, d.DB.From(d.Ctx).Model(&models.PendingUpload{}).Where("id = ?", u.ID).Update("expires_at", models.Now().Add(-time.Hour)).Error)
	n, err := d.Expire(d.Ctx)
	require.NoError(t, err)
	require.Zero(t, n)
	require.Equal(t, models.UploadCompleted, d.found(u.ID).State)
}

func TestExpireEndsWhatNothingHasArrivedFor(t *testing.T) {
	d, content := newDepot(t), actkit.Film(2*partSize)
	expire := func(u *models.PendingUpload) {
		require.NoError(t, d.DB.From(d.Ctx).Model(&models.PendingUpload{}).Where("id = ?", u.ID).Update("expires_at", models.Now().Add(-time.Second)).Error)
	}
	old, alive, revived := d.opened(int64(len(content))), d.opened(int64(len(content))), d.opened(int64(len(content)))
	for _, u := range []*models.PendingUpload{old, alive, revived} {
		require.NoError(t, d.Receive(d.Ctx, u, 0, bytes.NewReader(content[:partSize]), admitted))
	}
	expire(old)
	expire(revived)
	require.NoError(t, d.Receive(d.Ctx, d.found(revived.ID), partSize, bytes.NewReader(content[partSize:]), admitted))
	n, err := d.Expire(d.Ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	for u, want := range map[*models.PendingUpload]models.UploadState{old: models.UploadAborted, alive: models.UploadOpen, revived: models.UploadOpen} {
		require.Equal(t, want, d.found(u.ID).State)
	}
	require.Equal(t, 2, d.parts.kept()[0], "its parts are gone")
	n, err = d.Expire(d.Ctx)
	require.NoError(t, err)
	require.Zero(t, n)
}

func TestSettlingTwiceMakesOneObject(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	u := d.opened(int64(len(content)))
	d.sent(u, content)
	for range 2 {
		require.Equal(t, actkit.Sum(content), d.arrived(u))
		require.Equal(t, []int{0, 1}, []int{d.parts.kept()[0], d.Objects.Len()})
	}
	got, err := d.Arrived(d.Ctx, u)
	require.NoError(t, err)
	require.NoError(t, d.Settle(d.Ctx, u, got, u.ObjectKey, true))
	require.True(t, got.Known)
	require.Empty(t, got.ObjectKey)
	require.True(t, bytes.Equal(content, d.content(u.ObjectKey)), "the content is kept in this very object")
}

func TestSettlingAKnownContentDropsWhatHasArrived(t *testing.T) {
	d, content := newDepot(t), actkit.Film(1000)
	for name, keptAt := range map[string]string{"in another object": "blobs/other", "in the database": ""} {
		u := d.opened(int64(len(content)))
		d.sent(u, content)
		got, err := d.Arrived(d.Ctx, u)
		require.NoError(t, err)
		require.NoError(t, d.Settle(d.Ctx, u, got, keptAt, true))
		require.True(t, got.Known, name)
		require.Empty(t, got.ObjectKey, name)
		require.Equal(t, []int{0, 0}, []int{d.parts.kept()[0], d.Objects.Len()}, name)
	}
}

// TestWhatDoesNotMatchItsAnnouncementIsAborted checks the bytes themselves, whatever a sender announces.
func TestWhatDoesNotMatchItsAnnouncementIsAborted(t *testing.T) {
	const content = "a text that comes by the link"
	size, wrong := int64(len(content)), strings.Repeat("0", 64)
	for name, c := range map[string]struct {
		size   int64
		sum    string
		direct bool
		field  string // at fault; empty when it matches
	}{
		"all as announced":                   {size, actkit.Sum([]byte(content)), false, ""},
		"the checksum in capitals":           {size, strings.ToUpper(actkit.Sum([]byte(content))), false, ""},
		"without a checksum":                 {size, "", false, ""},
		"another checksum":                   {size, wrong, false, "sha256"},
		"directly, all as announced":         {size, actkit.Sum([]byte(content)), true, ""},
		"directly, the checksum in capitals": {size, strings.ToUpper(actkit.Sum([]byte(content))), true, ""},
		"directly, another checksum":         {size, wrong, true, "sha256"},
		"directly, a larger size":            {size + 1, "", true, "sizeBytes"},
		"directly, a smaller size":           {size - 1, "", true, "sizeBytes"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDepot(t)
			u := d.opened(c.size, func(u *models.PendingUpload) { u.SHA256, u.Direct = c.sum, c.direct })
			if c.direct {
				put(d, u, content)
			} else {
				d.sent(u, []byte(content))
			}
			got, err := d.Arrived(d.Ctx, u)
			if c.field == "" {
				require.NoError(t, err)
				require.Equal(t, actkit.Sum([]byte(content)), got.SHA256)
				require.Equal(t, size, got.SizeBytes)
				require.Equal(t, content, string(u.Head))
				require.NoError(t, d.Settle(d.Ctx, u, got, "", false))
				require.Equal(t, content, string(d.content(u.ObjectKey)))
				return
			}
			require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
			require.Equal(t, c.field, fault.As(err).Field)
			require.Equal(t, models.UploadAborted, d.found(u.ID).State)
			require.Equal(t, []int{0, 0}, []int{d.parts.kept()[0], d.Objects.Len()}, "nothing is kept")
		})
	}
}

func TestADirectUploadHasOneWayIn(t *testing.T) {
	d := newDepot(t)
	u := d.opened(5, func(u *models.PendingUpload) { u.Direct = true })
	err := d.Receive(d.Ctx, u, 0, strings.NewReader("hello"), admitted)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	_, err = d.Arrived(d.Ctx, u)
	require.True(t, fault.Is(err, fault.CodeInvalid), "nothing has arrived: %v", err)
	put(d, u, "")
	_, err = d.Arrived(d.Ctx, u)
	require.True(t, fault.Is(err, fault.CodeInvalid), "an empty file: %v", err)
	require.Equal(t, models.UploadOpen, d.found(u.ID).State, "the file may still come")
	u.SHA256 = "odd"
	_, err = d.Link(d.Ctx, u)
	require.True(t, fault.Is(err, fault.CodeInvalid), "%v", err)
}

func TestAKeyedUploadStartsOnce(t *testing.T) {
	d := newDepot(t)
	ids := make([]string, 8)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			u, err := d.StartOnce(d.Ctx, keyed("k", "a"), &models.PendingUpload{Owner: "ada", ConversationID: d.ID})
			if err != nil {
				ids[i] = err.Error()
				return
			}
			ids[i] = u.ID
		})
	}
	all.Wait()
	for _, id := range ids {
		require.Equal(t, ids[0], id)
	}
	first := d.found(ids[0])
	require.Equal(t, models.UploadOpen, first.State)
	require.True(t, first.ExpiresAt.After(models.Now()))
	_, err := d.StartOnce(d.Ctx, keyed("k", "b"), &models.PendingUpload{Owner: "ada", ConversationID: d.ID})
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	keys := map[string]bool{first.ObjectKey: true}
	for range 2 {
		u, err := d.StartOnce(d.Ctx, keyed("", "a"), &models.PendingUpload{Owner: "ada", ConversationID: d.ID})
		require.NoError(t, err)
		keys[u.ObjectKey] = true
	}
	require.Len(t, keys, 3, "every session has an object of its own")
}
