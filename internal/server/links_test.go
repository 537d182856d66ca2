package server

import (
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

func TestLinksAreValidUntilTheyExpire(t *testing.T) {
	t.Parallel()
	l, id := NewLinks("http://x", []byte("key")), models.NewID()
	ending := func(at time.Time) url.Values {
		until := strconv.FormatInt(at.Unix(), 10)
		return url.Values{"until": {until}, "signature": {l.sign(id, until)}}
	}
	require.True(t, l.Valid(id, ending(models.Now().Add(time.Minute))))
	require.False(t, l.Valid(id, ending(models.Now().Add(-time.Minute))))
	require.False(t, NewLinks("http://x", []byte("another")).Valid(id, ending(models.Now().Add(time.Minute))))
}
