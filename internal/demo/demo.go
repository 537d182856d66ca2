// Package demo plays a conversation against a running server, with real files and the records of a real kind of
// session, so that a newcomer sees the admin alive within a minute. It is a client like any other: it uses the public
// API only. The command `vitrine demo` calls it.
package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"vitrine/internal/client"
	"vitrine/models"
)

// Play is one performance.
type Play struct {
	Client *client.Client
	Out    io.Writer
	// Pace is how long to wait between two steps, so that somebody can watch; 0 plays at once.
	Pace time.Duration
	// Admin is the address of the web admin, for the links that are printed.
	Admin string
}

// step is one thing that happens, with the line that describes it.
type step struct {
	line string
	do   func(ctx context.Context, s *stage) error
}

// stage is what the steps share: the server, and the ids they need of each other.
type stage struct {
	*client.Client
	conversation string // of the report
	desk         string // of the helper that hands over a design
	position     int    // of the feed
}

// Run plays all steps. The conversations it makes are new ones, owned by the key's user.
func (p *Play) Run(ctx context.Context) error {
	s := &stage{Client: p.Client}
	for i, step := range story {
		if i > 0 && !wait(ctx, p.Pace) {
			return ctx.Err()
		}
		if err := step.do(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", step.line, err)
		}
		p.tell("  %s\n", step.line)
		if i == 0 {
			p.tell("    watch it at %s/conversations/%s\n", p.Admin, s.conversation)
		}
	}
	p.tell("Done: %s/conversations/%s\n", p.Admin, s.conversation)
	return nil
}

func (p *Play) tell(format string, args ...any) { _, _ = fmt.Fprintf(p.Out, format, args...) }

// wait is false when the play is called off.
func wait(ctx context.Context, pace time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pace):
		return true
	}
}

// start makes a conversation and returns its id.
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
