// Package demo plays a conversation against a running server, with real files and the records of a realistic session,
// so that a new user sees the admin in use within a minute. It uses the public API only. The command `vitrine demo`
// calls it.
package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"vitrine/internal/client"
	"vitrine/models"
)

// Play is one run of the demo.
type Play struct {
	Client *client.Client
	Out    io.Writer
	// Pace is how long to wait between two steps, so that it can be watched; 0 does not wait.
	Pace time.Duration
	// Admin is the URL of the web admin, for the printed links.
	Admin string
}

// step is one step with the line that describes it.
type step struct {
	line string
	do   func(ctx context.Context, s *stage) error
}

// stage is the state that the steps share: the client, and the ids of what earlier steps created.
type stage struct {
	*client.Client
	conversation string // of the report
	desk         string // of the helper that hands over a design
	position     int    // of the feed
}

// Run plays all steps. It creates new conversations, owned by the key's user.
func (p *Play) Run(ctx context.Context) error {
	s := &stage{Client: p.Client}
	for i, step := range story {
		if i > 0 && !wait(ctx, p.Pace) {
			return ctx.Err()
		}
		if err := step.do(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", step.line, err)
		}
		p.print("  %s\n", step.line)
		if i == 0 {
			p.print("    watch it at %s/conversations/%s\n", p.Admin, s.conversation)
		}
	}
	p.print("Done: %s/conversations/%s\n", p.Admin, s.conversation)
	return nil
}

func (p *Play) print(format string, args ...any) { _, _ = fmt.Fprintf(p.Out, format, args...) }

// wait waits for pace, and returns false when ctx has ended.
func wait(ctx context.Context, pace time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pace):
		return true
	}
}

// start creates a conversation and returns its id.
func (s *stage) start(ctx context.Context, title, cwd string) (string, error) {
	var made struct {
		Conversation struct {
			ID string `json:"id"`
		} `json:"conversation"`
	}
	err := s.mutate(ctx, "createConversation", "CreateConversationInput", "conversation { id }", map[string]any{
		"title": title, "externalKey": "demo:" + models.NewID(), "harness": "claude", "host": host, "cwd": cwd,
	}, &made)
	return made.Conversation.ID, err
}

// mutate runs one mutation of the API's uniform shape.
func (s *stage) mutate(ctx context.Context, name, inputType, selection string, input map[string]any, into any) error {
	query := fmt.Sprintf("mutation($input: %s!) { %s(input: $input) { %s } }", inputType, name, selection)
	if into == nil {
		into = &struct{}{}
	}
	return s.Ask(ctx, query, map[string]any{"input": input}, name, into)
}
