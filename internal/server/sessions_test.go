package server

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManySessionsWatchMemory holds that the garbage collector is set once there are many streams, and back once they are gone.
func TestManySessionsWatchMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	before := percent()
	s, open := NewSessions(), []*Session{}
	for range manySessions {
		open = append(open, s.Open(context.Background()))
	}
	require.Equal(t, gcPercent, percent())
	open[0].Close()
	require.Equal(t, before, percent())
	t.Setenv("GOGC", "100")
	open = append(open, s.Open(context.Background()))
	require.Equal(t, before, percent(), "an operator's setting stands")
	for _, one := range open[1:] {
		one.Close()
	}
}
