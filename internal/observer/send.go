package observer

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/models"
)

const observe = `mutation Observe($input: ObserveInput!) {
  observe(input: $input) {
    position applied unconfirmed skipped
    conversation { id }
    deliverables { path kind }
  }
}`

const feedsOf = `query FeedsOf($id: ID, $externalKey: String, $sources: [String!]!) {
  conversation(id: $id, externalKey: $externalKey) { id feeds(sources: $sources) { source position } agent { capture } }
}`

// The pauses between attempts to reach a server; each is twice the one before.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 30 * time.Second
)

// grace is how long a running request may take after the job's context has ended.
const grace = 10 * time.Second

// observeResult is the server's response to a batch.
type observeResult struct {
	Position     string
	Applied      int
	Unconfirmed  int
	Skipped      int
	Conversation struct{ ID string }
	Deliverables []struct{ Path, Kind string }
}

// serverState is what the server has stored about a session; nil when it has no conversation.
type serverState struct {
	ID    string
	Feeds []struct{ Source, Position string }
	Agent *struct{ Capture models.Capture }
}

// name returns the field and the value that identify the conversation of a session.
func (j *Job) name(s *Session) (field, value string) {
	if j.ConversationID != "" {
		return "conversationId", j.ConversationID
	}
	return "externalKey", s.Key()
}

// send sends a batch to the server and returns its response.
func (j *Job) send(ctx context.Context, f *feed, b *batch) (*observeResult, error) {
	field, value := j.name(f.session)
	input := map[string]any{
		field: value, "harness": f.session.Harness, "host": j.Host, "source": f.name(), "position": b.position,
		"asWrites": true, "recordsText": b.text.String(), "receipts": b.receipts,
	}
	if f.session.Cwd != "" {
		input["cwd"] = f.session.Cwd
	}
	if j.ProjectID != "" && j.ConversationID == "" {
		input["projectId"] = j.ProjectID
	}
	var t observeResult
	err := j.retry(ctx, func(ctx context.Context) error {
		return j.Client.Ask(ctx, observe, map[string]any{"input": input}, "observe", &t)
	})
	return &t, err
}

// ask returns the server's state of a session with the positions of its feeds; nil when it has no conversation yet.
func (j *Job) ask(ctx context.Context, s *Session, sources []string) (*serverState, error) {
	variables := map[string]any{"sources": sources}
	field, value := j.name(s)
	variables[strings.Replace(field, "conversationId", "id", 1)] = value
	var known *serverState
	err := j.retry(ctx, func(ctx context.Context) error {
		return j.Client.Ask(ctx, feedsOf, variables, "conversation", &known)
	})
	if fault.Is(err, fault.CodeNotFound) && j.ConversationID == "" {
		return nil, nil
	}
	return known, err
}

// retry repeats a request until the server answers, Patience is over or the context ends. It says once that it waits.
func (j *Job) retry(ctx context.Context, ask func(context.Context) error) error {
	since, pause := time.Now(), firstPause
	for {
		err := withGrace(ctx, ask)
		switch {
		case !isTransient(err):
			if err == nil && pause > firstPause {
				j.say("The server is available again.")
			}
			return err
		case j.Patience > 0 && time.Since(since)+pause > j.Patience:
			return err
		case pause == firstPause:
			j.say(err.Error() + " Waiting for it.")
		}
		if !sleep(ctx, pause) {
			return err
		}
		pause = min(2*pause, lastPause)
	}
}

// isTransient reports whether a retry may help.
func isTransient(err error) bool {
	return fault.Is(err, fault.CodeUnavailable) || fault.Is(err, fault.CodeRateLimited)
}

// withGrace runs a request that may continue for the grace period after its context has ended.
func withGrace(ctx context.Context, ask func(context.Context) error) error {
	long, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	defer stop()
	return ask(long)
}

// sleep waits for about a pause, randomly varied; it is false when the context ends first.
func sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause/2 + rand.N(pause)) //nolint:gosec // spreads the load, not security-relevant
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
