package server

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManySessionsLowerTheGCPercent checks that the percentage is lowered with many streams, and restored afterwards.
func TestManySessionsLowerTheGCPercent(t *testing.T) {
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
	require.Equal(t, before, percent(), "an operator's setting is kept")
	for _, one := range open[1:] {
		one.Close()
	}
}

// TestSessions_Wait returns when the last stream has closed, or when its context ends earlier.
func TestSessions_Wait(t *testing.T) {
	s := NewSessions()
	s.Wait(t.Context()) // none is open
	first, second := s.Open(t.Context()), s.Open(t.Context())
	s.Drain()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	s.Wait(over)
	waited := make(chan struct{})
	go func() {
		defer close(waited)
		s.Wait(t.Context())
	}()
	first.Close()
	select {
	case <-waited:
		require.Fail(t, "it waits for the second one")
	default:
	}
	second.Close()
	<-waited
}
