package observer

import (
	"context"
	"errors"
	"fmt"

	"github.com/fsnotify/fsnotify"

	"vitrine/internal/fault"
	"vitrine/internal/harness"
	"vitrine/models"
)

// feedsAtOnce is the maximum number of feeds in one query.
const feedsAtOnce = 100

// conversation is one session on its way to a server.
type conversation struct {
	*Session
	id      string // of the server's conversation; empty while there is none
	asked   int    // number of feeds whose positions were fetched from the server
	feeds   []*feed
	failure error // why it was skipped
	sum     sum
}

// sum is the result of observing a session.
type sum struct {
	Files       int
	Bytes       int64
	Records     int
	Applied     int
	Unconfirmed int
	Skipped     int
	paths       map[string]bool
}

// run is the state of a running job: one goroutine reads and sends, batch by batch, the newest session first.
type run struct {
	*Job
	sessions    []*conversation
	byKey       map[string]*conversation
	byPath      map[string]*feed
	owner       map[*feed]*conversation
	queue       []*feed
	queued      map[*feed]bool
	watcher     *fsnotify.Watcher
	watched     map[string]bool // folders
	watchFailed bool            // the system failed to watch a folder
	scans       map[int]*scan   // by process
	lastSaid    string          // the last message about services
}

// Observe sends what the sessions' files contain and, with Follow, what is appended later. Its errors are faults:
// INVALID for invalid options, UNAVAILABLE when the server did not answer in time, and the server's errors that
// concern all sessions. A session that cannot be read, or that the server rejects, is reported and skipped; the others
// continue. The end of the context is not an error: the current batch is finished first.
func (j *Job) Observe(ctx context.Context) error {
	found, err := j.Find()
	if err != nil {
		return err
	}
	if j.ConversationID != "" && len(found) != 1 {
		return fault.Invalid("conversation", "A conversation receives the records of one session, but %d sessions were found.", len(found)).
			Try("Name the session's file.", "Omit --conversation, so that each session gets its own.")
	}
	r := newRun(j)
	r.take(found)
	if j.Follow {
		err = r.follow(ctx)
	} else {
		err = r.finish(ctx)
	}
	j.progress("")
	if err != nil {
		return err
	}
	return r.report()
}

func newRun(j *Job) *run {
	return &run{Job: j, byKey: map[string]*conversation{}, byPath: map[string]*feed{}, owner: map[*feed]*conversation{}, queued: map[*feed]bool{}, watched: map[string]bool{}}
}

// take adds sessions, or new files of known ones, and queues the new files.
func (r *run) take(sessions []Session) {
	for i := range sessions {
		s := &sessions[i]
		c := r.byKey[s.Key()]
		if c == nil {
			c = &conversation{Session: s, sum: sum{paths: map[string]bool{}}}
			r.byKey[s.Key()] = c
			r.sessions = append(r.sessions, c)
		}
		for _, file := range s.Files {
			r.addFile(c, file)
		}
	}
}

func (r *run) addFile(c *conversation, file File) {
	f := newFeed(c.Session, file, r.Host)
	name := f.name()
	if r.byPath[name] != nil {
		return
	}
	r.byPath[name], r.owner[f] = f, c
	c.feeds = append(c.feeds, f)
	c.sum.Files++
	f.stamp = f.stampOf() // before it is read, so that no change is missed
	r.enqueue(f)
}

func (r *run) enqueue(f *feed) {
	if !r.queued[f] {
		r.queued[f] = true
		r.queue = append(r.queue, f)
	}
}

// finish works until nothing is left or the context ends.
func (r *run) finish(ctx context.Context) error {
	for len(r.queue) > 0 && ctx.Err() == nil {
		if err := r.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// step reads and sends one batch of the first feed in the queue.
func (r *run) step(ctx context.Context) error {
	f := r.queue[0]
	r.queue, r.queued[f] = r.queue[1:], false
	c := r.owner[f]
	if c.failure != nil {
		return nil
	}
	more, err := r.batch(ctx, c, f)
	if more {
		r.queue, r.queued[f] = append([]*feed{f}, r.queue...), true
	}
	switch {
	case err == nil || ctx.Err() != nil && (isTransient(err) || errors.Is(err, context.Canceled)): // the job ends: the next one reads again what was not sent
		return nil
	case stops(err):
		return err
	}
	c.failure = err
	r.say(fmt.Sprintf("Skipped %s: %v", c.Key(), err))
	return nil
}

// stops reports whether a fault concerns all sessions, not only one.
func stops(err error) bool {
	f := fault.As(err)
	if f == nil {
		return false
	}
	return isTransient(err) || f.Code == fault.CodeUnauthenticated || f.Code == fault.CodeForbidden || f.Field == "url"
}

func (r *run) batch(ctx context.Context, c *conversation, f *feed) (more bool, err error) {
	if err := r.fetchStates(ctx, c); err != nil {
		return false, err
	}
	b, err := f.next(ctx)
	if err != nil {
		return false, r.readFailed(f, unreadable(f.file.Path, err))
	}
	f.lastError = ""
	for _, sentence := range f.source.skipped() {
		r.say(sentence)
	}
	c.sum.Records, c.sum.Bytes = c.sum.Records+b.records, c.sum.Bytes+b.read
	r.progress(fmt.Sprintf("%d files left, %s: %s", len(r.queue)+1, c.Key(), sizeText(c.sum.Bytes)))
	if len(b.receipts) == 0 {
		return b.more, nil
	}
	c.findFolder(f)
	t, err := r.send(ctx, f, b)
	if err != nil {
		return false, err
	}
	c.add(t)
	r.printBatch(c, t)
	return b.more, nil
}

// readFailed returns the error of reading a file. A job that follows reports it once and retries at the next look,
// because a missing permission or file descriptor may be temporary.
func (r *run) readFailed(f *feed, err error) error {
	if !r.Follow {
		return err
	}
	if f.stamp = ""; f.lastError != err.Error() {
		r.say(err.Error() + " Retrying.")
	}
	f.lastError = err.Error()
	return nil
}

// findFolder looks for the folder of a session again before its conversation starts, because its first records may not
// have named it.
func (c *conversation) findFolder(f *feed) {
	if c.id != "" || c.Cwd != "" || f.file.Form == harness.Table {
		return
	}
	if first, err := open(f.file.Path, f.file.Form); err == nil {
		c.Cwd = cwdOf(f.reader, f.file.Path, first)
	}
}

func (c *conversation) add(t *observeResult) {
	c.id = t.Conversation.ID
	c.sum.Applied += t.Applied
	c.sum.Unconfirmed, c.sum.Skipped = t.Unconfirmed, c.sum.Skipped+t.Skipped
	for _, d := range t.Deliverables {
		c.sum.paths[d.Path] = true
	}
}

// fetchStates asks the server for the positions of a session's new feeds.
func (r *run) fetchStates(ctx context.Context, c *conversation) error {
	for c.asked < len(c.feeds) {
		some := c.feeds[c.asked:min(len(c.feeds), c.asked+feedsAtOnce)]
		var names []string
		for _, f := range some {
			names = append(names, f.name())
		}
		known, err := r.ask(ctx, c.Session, names)
		if err != nil {
			return err
		}
		if err := c.applyState(known, some); err != nil {
			return err
		}
		c.asked += len(some)
	}
	return nil
}

func (c *conversation) applyState(known *serverState, feeds []*feed) error {
	if known == nil {
		return nil
	}
	c.id = known.ID
	positions := map[string]string{}
	for _, f := range known.Feeds {
		positions[f.Source] = f.Position
	}
	for _, f := range feeds {
		if known.Agent != nil {
			f.capture = known.Agent.Capture
		} else {
			f.capture = models.CaptureDocuments
		}
		if position := positions[f.name()]; position != "" {
			if err := f.resume(position); err != nil {
				return err
			}
		}
	}
	return nil
}
