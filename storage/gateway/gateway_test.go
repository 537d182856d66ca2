package gateway_test

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/internal/testkit"
	"vitrine/storage"
	"vitrine/storage/gateway"
	"vitrine/storage/memory"
	"vitrine/storage/s3"
	"vitrine/storage/storagetest"
)

func open(t *testing.T, g *gateway.Gateway) *s3.Store {
	o := g.Options
	o.Bucket = "vitrine"
	s, err := s3.New(o)
	require.NoError(t, err)
	require.NoError(t, s.EnsureBucket(t.Context()))
	return s
}

func start(t *testing.T, dir string) *gateway.Gateway {
	g, err := gateway.Start(t.Context(), testkit.Store(t), dir)
	require.NoError(t, err)
	return g
}

func TestStores(t *testing.T) {
	g := start(t, testkit.TempDir(t))
	t.Cleanup(g.Stop)
	for name, s := range map[string]storage.Parts{"memory": &memory.Store{}, "s3": open(t, g)} {
		t.Run(name, func(t *testing.T) { storagetest.Run(t, s); storagetest.RunParts(t, s) })
	}
}

func TestPresignedPutAcceptsExactlyTheAnnouncedContent(t *testing.T) {
	g := start(t, testkit.TempDir(t))
	t.Cleanup(g.Stop)
	s, content := open(t, g), []byte("announced")
	sum := sha256.Sum256(content)
	put := func(body string, change func(*http.Request)) int {
		link, err := s.PresignPut(t.Context(), storage.NewKey(), int64(len(content)), sum[:], time.Minute)
		require.NoError(t, err)
		req, err := http.NewRequestWithContext(t.Context(), link.Method, link.URL, strings.NewReader(body))
		require.NoError(t, err)
		for name, value := range link.Headers {
			req.Header.Set(name, value)
		}
		change(req)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	same := func(*http.Request) {}
	require.Equal(t, http.StatusOK, put("announced", same))
	require.GreaterOrEqual(t, put("altered!!", same), 400, "other bytes of the same size")
	require.GreaterOrEqual(t, put("much longer than announced", same), 400, "another size")
	require.GreaterOrEqual(t, put("announced", func(r *http.Request) { r.Header.Del("x-amz-checksum-sha256") }), 400, "without the checksum")
}

func TestGatewayKeepsObjectsAndKeysOverARestart(t *testing.T) {
	dir := testkit.TempDir(t)
	var access, secret string
	for round := range 2 {
		g := start(t, dir)
		s := open(t, g)
		if round == 0 {
			access, secret = g.Options.AccessKey, g.Options.SecretKey
		} else {
			require.Equal(t, []string{access, secret}, []string{g.Options.AccessKey, g.Options.SecretKey})
			info, err := s.Stat(t.Context(), "blobs/kept")
			require.NoError(t, err)
			require.EqualValues(t, 4, info.SizeBytes)
		}
		require.NoError(t, s.Put(t.Context(), "blobs/kept", strings.NewReader("kept"), 4))
		g.Stop()
	}
}

func TestS3ThatIsGoneIsUnavailable(t *testing.T) {
	g := start(t, testkit.TempDir(t))
	s := open(t, g)
	g.Stop()
	require.True(t, fault.Is(s.Ping(t.Context()), fault.CodeUnavailable))
}
