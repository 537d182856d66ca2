package turn_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/internal/turn"
	"vitrine/models"
)

var picture = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01")

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

func (w *witness) upload(name string, content []byte, change ...func(*turn.Upload)) (*turn.Uploaded, error) {
	u := turn.Upload{ConversationID: w.id, FileName: name, Content: bytes.NewReader(content)}
	for _, c := range change {
		c(&u)
	}
	return w.Receive(w.ctx, u)
}

func (w *witness) uploaded(name string, content []byte, change ...func(*turn.Upload)) *turn.Uploaded {
	done, err := w.upload(name, content, change...)
	require.NoError(w, err)
	return done
}

func (w *witness) versions() (n int64) {
	require.NoError(w, w.DB.From(w.ctx).Model(&models.ConversationArtifactVersion{}).Count(&n).Error)
	return n
}

func TestReceive(t *testing.T) {
	w := newWitness(t)
	done := w.uploaded("a.png", picture)
	require.Equal(t, sum(picture), done.Version.SHA256)
	require.EqualValues(t, len(picture), *done.Version.SizeBytes)
	require.Equal(t, models.KindUpload, done.Deliverable.Kind)
	require.Equal(t, models.ActorUser, done.Deliverable.By)
	o, err := w.Keeper.Open(w.ctx, done.Version.SHA256)
	require.NoError(t, err)
	back, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, picture, back)
}

func TestReceiveRefusesAndKeepsNothing(t *testing.T) {
	w := newWitness(t)
	other := w.uploaded("other.png", append(picture, 1))
	before := w.versions()
	foreign := models.NewID()
	for name, c := range map[string]struct {
		content []byte
		change  func(*turn.Upload)
		code    fault.Code
	}{
		"an empty file":                    {nil, func(*turn.Upload) {}, fault.CodeInvalid},
		"a file above the limit":           {bytes.Repeat([]byte("x"), 1<<20+1), func(*turn.Upload) {}, fault.CodeTooLarge},
		"a wrong checksum":                 {picture, func(u *turn.Upload) { u.SHA256 = strings.Repeat("0", 64) }, fault.CodeInvalid},
		"a checksum that is none":          {picture, func(u *turn.Upload) { u.SHA256 = "xyz" }, fault.CodeInvalid},
		"an unknown type":                  {[]byte{0, 1, 2, 250}, func(u *turn.Upload) { u.MIMEType = "application/x-odd" }, fault.CodeUnsupportedType},
		"a contradicting type":             {[]byte("<html></html>"), func(u *turn.Upload) { u.MIMEType = "image/png" }, fault.CodeUnsupportedType},
		"a conversation that is not there": {picture, func(u *turn.Upload) { u.ConversationID = foreign }, fault.CodeNotFound},
		"an id that is none":               {picture, func(u *turn.Upload) { u.ConversationID = "1' OR '1'='1" }, fault.CodeNotFound},
		"a message that is not there":      {picture, func(u *turn.Upload) { u.MessageID = &foreign }, fault.CodeNotFound},
		"an agent that is not there":       {picture, func(u *turn.Upload) { u.AgentID = &foreign }, fault.CodeNotFound},
		"an artifact of another type":      {[]byte("text"), func(u *turn.Upload) { u.ArtifactID = &other.Version.ArtifactID }, fault.CodeInvalid},
	} {
		_, err := w.upload("a", c.content, c.change)
		require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
	}
	require.Equal(t, before, w.versions())
	require.Equal(t, 1, w.objects.Len(), "only the accepted file is in the store")
}

func TestReceiveContinuesAnArtifact(t *testing.T) {
	w := newWitness(t)
	first := w.uploaded("a.txt", []byte("one"))
	second := w.uploaded("a.txt", []byte("two"), func(u *turn.Upload) { u.ArtifactID = &first.Version.ArtifactID })
	require.Equal(t, first.Version.ArtifactID, second.Version.ArtifactID)
	require.Equal(t, 2, second.Version.Number)
}

func TestReceiveKeepsEqualContentOnce(t *testing.T) {
	w := newWitness(t)
	big := append(bytes.Clone(picture), make([]byte, 5000)...)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() { _, _ = w.upload("a.png", big) })
	}
	all.Wait()
	require.EqualValues(t, 12, w.versions())
	require.Equal(t, 1, w.objects.Len(), "the losers of the race take their objects out again")
}

func TestReceiveTwiceWithOneKeyIsOneVersion(t *testing.T) {
	w := newWitness(t)
	keyed := func(u *turn.Upload) { u.IdempotencyKey = "k" }
	var mu sync.Mutex
	ids := map[string]bool{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			done, err := w.upload("a.png", picture, keyed)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				ids[done.Version.ID] = true
			}
		})
	}
	all.Wait()
	require.Len(t, ids, 1)
	require.EqualValues(t, 1, w.versions())
	_, err := w.upload("b.png", picture, keyed)
	require.True(t, fault.Is(err, fault.CodeConflict), "the same key with another input: %v", err)
}

func TestLettersFollowTheOrderOfBirth(t *testing.T) {
	w := newWitness(t)
	want := map[int]string{0: "A", 25: "Z", 26: "AA", 29: "AD"}
	for i := range 30 {
		done := w.uploaded("a.txt", []byte(strings.Repeat("x", i+1)))
		a, err := w.Keeper.Artifact(w.ctx, done.Version.ArtifactID)
		require.NoError(t, err)
		if letter, ok := want[i]; ok {
			require.Equal(t, letter, a.Letter)
		}
	}
}

func TestFilesAreLimitedByFamily(t *testing.T) {
	w := newWitness(t)
	w.Limits = artifact.Limits{Bytes: map[string]int64{"image": 100}, PerMessage: map[string]int64{"image": 2, "document": 1}}
	_, err := w.upload("a.png", film(101))
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	w.uploaded("a.txt", bytes.Repeat([]byte("x"), 200))

	m := &models.Message{ConversationID: w.id, Role: models.RoleUserMessage, Text: "look"}
	require.NoError(t, w.Conversations.AddMessage(w.ctx, m))
	with := func(u *turn.Upload) { u.MessageID = &m.ID }
	w.uploaded("1.png", append(film(50), 1), with)
	w.uploaded("2.png", append(film(50), 2), with)
	w.uploaded("a.txt", []byte("text"), with)
	_, err = w.upload("3.png", append(film(50), 3), with)
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	_, err = w.upload("b.txt", []byte("more"), with)
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
	w.uploaded("3.png", append(film(50), 3))
}

// TestUpload_keyWithOtherBytes never gives one file for another, whether the sender tells the checksum or not.
func TestUpload_keyWithOtherBytes(t *testing.T) {
	w := newWitness(t)
	keyed := func(u *turn.Upload) { u.IdempotencyKey = "k" }
	first := w.uploaded("a.txt", []byte("first"), keyed)
	require.Equal(t, first.Version.ID, w.uploaded("a.txt", []byte("first"), keyed).Version.ID)
	_, err := w.upload("a.txt", []byte("second"), keyed)
	require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
	require.EqualValues(t, 1, w.versions())
}

// TestMIMEIsBounded refuses by every door a MIME type that is none, or would make lists and prompts large or tear them.
func TestMIMEIsBounded(t *testing.T) {
	w := newWitness(t)
	for _, mime := range []string{"text/" + strings.Repeat("x", 300), "text/plain\r\nb: c", "*/*", "text/", "a/b/c"} {
		_, err := w.upload("a.txt", []byte("a"), func(u *turn.Upload) { u.MIMEType = mime })
		require.True(t, fault.Is(err, fault.CodeInvalid), "uploadArtifact: %v", err)
		_, err = w.StartUpload(w.ctx, turn.Announcement{Upload: turn.Upload{ConversationID: w.id, FileName: "a.txt", MIMEType: mime}})
		require.True(t, fault.Is(err, fault.CodeInvalid), "startUpload: %v", err)
		done := w.complete(`{"a":1}`, "", func(e *turn.Ending) {
			e.Files = []turn.OutputFile{{FileName: "a.txt", MIMEType: mime, Text: new("a")}}
		})
		require.Len(t, done.Files, 1)
		require.NotNil(t, done.Files[0].Fault)
		require.Equal(t, fault.CodeInvalid, done.Files[0].Fault.Code)
	}
}
