package upload_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/idempotency"
	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
	"vitrine/internal/upload"
	"vitrine/models"
	"vitrine/storage"
	"vitrine/storage/memory"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// partSize is the size of a part, which is named in the fault of pieces that are too small.
const partSize = 8 << 20

// depot is upload sessions of one conversation over a store that counts.
type depot struct {
	*actkit.Bench
	*upload.Sessions
	parts *counting
}

func newDepot(t *testing.T) *depot {
	b := actkit.New(t)
	parts := &counting{Store: b.Objects, unfinished: map[string]bool{}}
	return &depot{b, upload.NewSessions(b.DB, parts, b.Idempotency), parts}
}

// restarted is the sessions of another process over the same database and store.
func (d *depot) restarted() *upload.Sessions { return upload.NewSessions(d.DB, d.parts, d.Idempotency) }

func (d *depot) opened(size int64, change ...func(*models.PendingUpload)) *models.PendingUpload {
	d.Helper()
	u := &models.PendingUpload{Owner: "ada", ConversationID: d.ID, FileName: "film.png", SizeBytes: &size}
	for _, c := range change {
		c(u)
	}
	require.NoError(d, d.Sessions.Start(d.Ctx, u))
	return u
}

// found is a session as it is stored.
func (d *depot) found(id string) *models.PendingUpload {
	d.Helper()
	u, err := d.Find(d.Ctx, id)
	require.NoError(d, err)
	return u
}

// sent sends all bytes of a content.
func (d *depot) sent(u *models.PendingUpload, content []byte) {
	d.Helper()
	require.NoError(d, d.Receive(d.Ctx, u, 0, bytes.NewReader(content), admitted))
}

func admitted([]byte) error { return nil }

// content reads an object.
func (d *depot) content(key string) []byte {
	d.Helper()
	o, err := d.Objects.Open(d.Ctx, key)
	require.NoError(d, err)
	b, err := io.ReadAll(o)
	require.NoError(d, err)
	return b
}

// arrived completes what has arrived, as the acts do, and returns its checksum.
func (d *depot) arrived(u *models.PendingUpload) string {
	d.Helper()
	got, err := d.Arrived(d.Ctx, u)
	require.NoError(d, err)
	require.NoError(d, d.Settle(d.Ctx, u, got, "", false))
	return got.SHA256
}

// counting is a store that knows which objects are unfinished, and can fail to store a part.
type counting struct {
	*memory.Store
	mu         sync.Mutex
	unfinished map[string]bool
	stored     int
	fails      int // the number of the part that fails; 0 for none
	deaf       bool
}

var errStore = errors.New("the store is away")

func (c *counting) Begin(ctx context.Context, key string) (string, error) {
	id, err := c.Store.Begin(ctx, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unfinished[id] = true
	return id, err
}

func (c *counting) PutPart(ctx context.Context, key, id string, number int, r io.Reader, size int64) (models.UploadPart, error) {
	c.mu.Lock()
	fails := number == c.fails
	c.stored++
	c.mu.Unlock()
	if fails {
		return models.UploadPart{}, errStore
	}
	return c.Store.PutPart(ctx, key, id, number, r, size)
}

func (c *counting) Finish(ctx context.Context, key, id string, parts []models.UploadPart) error {
	err := c.Store.Finish(ctx, key, id, parts)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		delete(c.unfinished, id)
	}
	return err
}

func (c *counting) Abort(ctx context.Context, key, id string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deaf {
		return errStore
	}
	delete(c.unfinished, id)
	return c.Store.Abort(ctx, key, id)
}

// kept is how many objects are unfinished, finished, and how many parts were ever sent to the store.
func (c *counting) kept() [3]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return [3]int{len(c.unfinished), c.Len(), c.stored}
}

var _ storage.Parts = (*counting)(nil)

func keyed(key string, input any) idempotency.Request {
	return idempotency.Request{Owner: "ada", Operation: "startUpload", Key: key, Input: input}
}

func put(d *depot, u *models.PendingUpload, content string) {
	d.Helper()
	require.NoError(d, d.Objects.Put(d.Ctx, u.ObjectKey, strings.NewReader(content), int64(len(content))))
}
