package deliverable

import (
	"slices"
	"time"
)

// Placement is where the card of a row is shown among the messages of a chat.
type Placement string

// The placements.
const (
	PlacedNowhere Placement = "NOWHERE" // older than what is loaded, or of unknown age: shown in the list only
	PlacedAmong   Placement = "AMONG"   // before the first message that is later than the row's creation
	PlacedTail    Placement = "TAIL"    // after the last message
)

// Stretch is the part of a chat that a front end has loaded: the times of its first and last message that have one,
// zero for none. Live means that the reader follows the chat live.
type Stretch struct {
	Live        bool
	First, Last time.Time
}

// Place returns where the card of a row belongs in a stretch of a chat, by the time of the row's creation. In a live
// chat, a new card belongs at the end.
func (s Stretch) Place(created time.Time) Placement {
	switch {
	case s.Live:
		return PlacedTail
	case created.IsZero():
		return PlacedNowhere
	case s.First.IsZero():
		return PlacedTail
	case created.Before(s.First):
		return PlacedNowhere
	case !s.Last.IsZero() && !created.After(s.Last):
		return PlacedAmong
	case s.Last.IsZero() && created.Equal(s.First):
		return PlacedAmong
	}
	return PlacedTail
}

// Slot returns the index of the first message that is later than a time, or the number of messages when there is
// none. A message without a time is never later.
func Slot(messages []time.Time, at time.Time) int {
	if i := slices.IndexFunc(messages, func(m time.Time) bool { return m.After(at) }); i >= 0 {
		return i
	}
	return len(messages)
}

// StretchOf returns the stretch of some messages, given the times of the messages in their order.
func StretchOf(messages []time.Time) Stretch {
	var s Stretch
	for _, at := range messages {
		if at.IsZero() {
			continue
		}
		if s.First.IsZero() {
			s.First = at
		}
		s.Last = at
	}
	return s
}
