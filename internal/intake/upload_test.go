package intake_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/internal/intake"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/turn"
	"vitrine/models"
)

func TestReceive(t *testing.T) {
	w := newBench(t)
	done := w.Uploaded("a.png", actkit.Picture)
	require.Equal(t, actkit.Sum(actkit.Picture), done.Version.SHA256)
	require.EqualValues(t, len(actkit.Picture), *done.Version.SizeBytes)
	require.Equal(t, models.KindUpload, done.Deliverable.Kind)
	require.Equal(t, models.ActorUser, done.Deliverable.By)
	o, err := w.Artifacts.Open(w.Ctx, done.Version.SHA256)
	require.NoError(t, err)
	back, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, actkit.Picture, back)
}

func TestReceiveRejectsAndStoresNothing(t *testing.T) {
	w := newBench(t)
	other := w.Uploaded("other.png", append(actkit.Picture, 1))
	before := w.Versions()
	foreign := models.NewID()
	for name, c := range map[string]struct {
		content []byte
		change  func(*artifact.Incoming)
		code    fault.Code
	}{
		"an empty file":               {nil, func(*artifact.Incoming) {}, fault.CodeInvalid},
		"a file above the limit":      {bytes.Repeat([]byte("x"), 1<<20+1), func(*artifact.Incoming) {}, fault.CodeTooLarge},
		"a wrong checksum":            {actkit.Picture, func(u *artifact.Incoming) { u.SHA256 = strings.Repeat("0", 64) }, fault.CodeInvalid},
		"an invalid checksum":         {actkit.Picture, func(u *artifact.Incoming) { u.SHA256 = "xyz" }, fault.CodeInvalid},
		"an unknown type":             {[]byte{0, 1, 2, 250}, func(u *artifact.Incoming) { u.MIMEType = "application/x-odd" }, fault.CodeUnsupportedType},
		"a contradicting type":        {[]byte("<html></html>"), func(u *artifact.Incoming) { u.MIMEType = "image/png" }, fault.CodeUnsupportedType},
		"an unknown conversation":     {actkit.Picture, func(u *artifact.Incoming) { u.ConversationID = foreign }, fault.CodeNotFound},
		"an invalid id":               {actkit.Picture, func(u *artifact.Incoming) { u.ConversationID = "1' OR '1'='1" }, fault.CodeNotFound},
		"an unknown message":          {actkit.Picture, func(u *artifact.Incoming) { u.MessageID = &foreign }, fault.CodeNotFound},
		"an unknown agent":            {actkit.Picture, func(u *artifact.Incoming) { u.AgentID = &foreign }, fault.CodeNotFound},
		"an artifact of another type": {[]byte("text"), func(u *artifact.Incoming) { u.ArtifactID = &other.Version.ArtifactID }, fault.CodeInvalid},
	} {
		_, err := w.Upload("a", c.content, c.change)
		require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
	}
	require.Equal(t, before, w.Versions())
	require.Equal(t, 1, w.Objects.Len(), "only the accepted file is in the store")
}

func TestReceiveContinuesAnArtifact(t *testing.T) {
	w := newBench(t)
	first := w.Uploaded("a.txt", []byte("one"))
	second := w.Uploaded("a.txt", []byte("two"), func(u *artifact.Incoming) { u.ArtifactID = &first.Version.ArtifactID })
	require.Equal(t, first.Version.ArtifactID, second.Version.ArtifactID)
	require.Equal(t, 2, second.Version.Number)
}

func TestReceiveKeepsEqualContentOnce(t *testing.T) {
	w := newBench(t)
	big := append(bytes.Clone(actkit.Picture), make([]byte, 5000)...)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() { _, _ = w.Upload("a.png", big) })
	}
	all.Wait()
	require.EqualValues(t, 12, w.Versions())
	require.Equal(t, 1, w.Objects.Len(), "the losers of the race delete their objects")
}

func TestReceiveTwiceWithOneKeyIsOneVersion(t *testing.T) {
	w := newBench(t)
	keyed := func(u *artifact.Incoming) { u.IdempotencyKey = "k" }
	var mu sync.Mutex
	ids := map[string]bool{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			done, err := w.Upload("a.png", actkit.Picture, keyed)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				ids[done.Version.ID] = true
			}
		})
	}
	all.Wait()
	require.Len(t, ids, 1)
	require.EqualValues(t, 1, w.Versions())
	_, err := w.Upload("b.png", actkit.Picture, keyed)
	require.True(t, fault.Is(err, fault.CodeConflict), "the same key with another input: %v", err)
}

func TestLettersFollowTheOrderOfCreation(t *testing.T) {
	w := newBench(t)
	want := map[int]string{0: "A", 25: "Z", 26: "AA", 29: "AD"}
	for i := range 30 {
		done := w.Uploaded("a.txt", []byte(strings.Repeat("x", i+1)))
		a, err := w.Artifacts.Artifact(w.Ctx, done.Version.ArtifactID)
		require.NoError(t, err)
		if letter, ok := want[i]; ok {
			require.Equal(t, letter, a.Letter)
		}
	}
}

func TestFilesAreLimitedByFamily(t *testing.T) {
	w := newBench(t)
	w.Intake.Settings.Limits = artifact.Limits{Bytes: map[string]int64{"image": 100}, PerMessage: map[string]int64{"image": 2, "document": 1}}
	_, err := w.Upload("a.png", actkit.Film(101))
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	w.Uploaded("a.txt", bytes.Repeat([]byte("x"), 200))

	m := &models.Message{ConversationID: w.ID, Role: models.RoleUserMessage, Text: "look"}
	require.NoError(t, w.Conversations.AddMessage(w.Ctx, m))
	with := func(u *artifact.Incoming) { u.MessageID = &m.ID }
	w.Uploaded("1.png", append(actkit.Film(50), 1), with)
	w.Uploaded("2.png", append(actkit.Film(50), 2), with)
	w.Uploaded("a.txt", []byte("text"), with)
	_, err = w.Upload("3.png", append(actkit.Film(50), 3), with)
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	_, err = w.Upload("b.txt", []byte("more"), with)
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	w.Uploaded("3.png", append(actkit.Film(50), 3))
}

// TestUpload_keyWithOtherBytes checks that a key never returns the version of another file, with or without a
// checksum.
func TestUpload_keyWithOtherBytes(t *testing.T) {
	w := newBench(t)
	keyed := func(u *artifact.Incoming) { u.IdempotencyKey = "k" }
	first := w.Uploaded("a.txt", []byte("first"), keyed)
	require.Equal(t, first.Version.ID, w.Uploaded("a.txt", []byte("first"), keyed).Version.ID)
	_, err := w.Upload("a.txt", []byte("second"), keyed)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	require.EqualValues(t, 1, w.Versions())
}

// TestMIMEIsBounded checks that every way of uploading rejects a MIME type that is not valid, or would make lists and
// prompts large or break them.
func TestMIMEIsBounded(t *testing.T) {
	w := newBench(t)
	for _, mime := range []string{"text/" + strings.Repeat("x", 300), "text/plain\r\nb: c", "*/*", "text/", "a/b/c"} {
		_, err := w.Upload("a.txt", []byte("a"), func(u *artifact.Incoming) { u.MIMEType = mime })
		require.True(t, fault.Is(err, fault.CodeInvalid), "uploadArtifact: %v", err)
		_, err = w.Intake.Start(w.Ctx, intake.Announcement{Incoming: artifact.Incoming{ConversationID: w.ID, FileName: "a.txt", MIMEType: mime}})
		require.True(t, fault.Is(err, fault.CodeInvalid), "startUpload: %v", err)
		done := w.Complete(`{"a":1}`, "", func(e *turn.Completion) {
			e.Files = []turn.OutputFile{{FileName: "a.txt", MIMEType: mime, Text: new("a")}}
		})
		require.Len(t, done.Files, 1)
		require.NotNil(t, done.Files[0].Fault)
		require.Equal(t, fault.CodeInvalid, done.Files[0].Fault.Code)
	}
}
