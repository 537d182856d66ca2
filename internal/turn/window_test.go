package turn_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/internal/turn"
	"vitrine/models"
)

// TestPrepareForAMessage checks that the window ends at the message that is answered: later messages and their files
// are not part of the turn, files without a message are.
func TestPrepareForAMessage(t *testing.T) {
	w := newBench(t)
	var messages []*models.Message
	for i := range 4 {
		m := &models.Message{ConversationID: w.ID, Role: models.RoleUserMessage, Text: fmt.Sprint(i)}
		require.NoError(t, w.Conversations.AddMessage(w.Ctx, m))
		messages = append(messages, m)
		w.Uploaded(fmt.Sprintf("%d.json", i), fmt.Appendf(nil, `{"n":%d}`, i), func(u *artifact.Incoming) { u.MessageID = &m.ID })
		if i == 1 {
			w.Uploaded("loose.json", []byte(`{"loose":true}`))
		}
	}
	m, one, two := w.model(), 1, 2
	for name, c := range map[string]struct {
		message int
		window  *int
		want    []string
	}{
		"the first":                            {0, nil, []string{"0.json", "loose.json"}},
		"the third":                            {2, nil, []string{"0.json", "1.json", "loose.json", "2.json"}},
		"the third, with a window of one":      {2, &one, []string{"2.json"}},
		"the second, with a window of one":     {1, &one, []string{"1.json", "loose.json"}},
		"the third, with a window of two":      {2, &two, []string{"1.json", "loose.json", "2.json"}},
		"the last is like no message at all":   {3, nil, []string{"0.json", "1.json", "loose.json", "2.json", "3.json"}},
		"the last, with a window of two":       {3, &two, []string{"2.json", "3.json"}},
		"a window wider than the conversation": {1, new(50), []string{"0.json", "1.json", "loose.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := w.prepare(m, func(p *turn.Preparation) { p.MessageID, p.HistoryWindow = &messages[c.message].ID, c.window })
			var names []string
			for _, d := range got.Decisions {
				names = append(names, d.Version.FileName)
			}
			require.Equal(t, c.want, names)
		})
	}
	foreign := &models.Message{ConversationID: w.Start(&models.Conversation{}).ID, Role: models.RoleUserMessage, Text: "elsewhere"}
	require.NoError(t, w.Conversations.AddMessage(w.Ctx, foreign))
	_, err := w.Turns.Prepare(w.Ctx, turn.Preparation{ConversationID: w.ID, ModelID: &m.ID, MessageID: &foreign.ID})
	require.True(t, fault.Is(err, fault.CodeNotFound), "a message of another conversation: %v", err)
}
