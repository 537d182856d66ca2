package observer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// How often files are checked without a notification, and folders searched for new ones. This is a fallback where the
// system reports changes, and the only way where it does not.
const (
	lookEvery   = time.Second
	searchEvery = 10 * time.Second
)

// follow sends what the files contain, then what is added to them, until the context ends.
func (r *run) follow(ctx context.Context) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		r.say(fmt.Sprintf("The system does not report file changes (%v); checking the files every second.", err))
		watcher = &fsnotify.Watcher{} // its channels are nil: they never receive
	} else {
		defer watcher.Close() //nolint:errcheck // nothing is written
	}
	r.watcher = watcher
	r.known, r.folder = func(path string) bool { return r.byPath[path] != nil }, r.watch
	if err := r.search(); err != nil { // finds no new files, but visits the folders
		return err
	}
	look, search, scan := time.NewTicker(lookEvery), time.NewTicker(searchEvery), time.NewTicker(sweepEvery)
	defer look.Stop()
	defer search.Stop()
	defer scan.Stop()
	for ctx.Err() == nil {
		if r.drain(); len(r.queue) > 0 {
			if err := r.step(ctx); err != nil {
				return err
			}
			continue
		}
		r.progress("")
		select {
		case event := <-watcher.Events:
			r.handle(event)
		case <-look.C:
			r.look()
		case <-search.C:
			if err := r.search(); err != nil {
				return err
			}
		case <-scan.C:
			r.sweep(ctx)
		case <-ctx.Done():
		}
	}
	return nil
}

// drain handles what the system reported while a batch was sent; those files come first.
func (r *run) drain() {
	for r.watcher.Events != nil {
		select {
		case event := <-r.watcher.Events:
			r.handle(event)
		default:
			return
		}
	}
}

// handle queues the feeds of a file that changed, or searches a file or folder that is new.
func (r *run) handle(event fsnotify.Event) {
	feeds := r.feedsAt(event.Name)
	for _, f := range feeds {
		r.prioritize(f)
	}
	info, err := os.Stat(event.Name)
	switch {
	case err != nil:
	case info.IsDir():
		r.watch(event.Name)
		r.discover(event.Name)
	case len(feeds) == 0:
		r.discover(event.Name)
	}
}

// prioritize moves a feed to the front of the queue.
func (r *run) prioritize(f *feed) {
	rest := r.queue[:0:0]
	for _, other := range r.queue {
		if other != f {
			rest = append(rest, other)
		}
	}
	r.queue, r.queued[f] = append([]*feed{f}, rest...), true
}

// feedsAt returns the feeds that a file belongs to: its own, that of a session of parts, those of a database.
func (r *run) feedsAt(path string) (feeds []*feed) {
	if f := r.byPath[path]; f != nil {
		return []*feed{f}
	}
	for _, f := range r.byPath {
		if f.owns(path) {
			feeds = append(feeds, f)
		}
	}
	return feeds
}

// discover adds the sessions in a new path.
func (r *run) discover(path string) {
	if len(r.Paths) > 0 && !r.named(path) {
		return // it is only in the same folder as a followed file
	}
	found, err := r.walk(path, nil)
	if err != nil {
		return // it was removed again
	}
	r.take(r.fresh(merge(found)))
	r.watchAll()
}

// named reports whether a path is one of the job's paths or below one.
func (r *run) named(path string) bool {
	for _, root := range r.Paths {
		root, err := filepath.Abs(root)
		if err == nil && (path == root || strings.HasPrefix(path, root+string(filepath.Separator))) {
			return true
		}
	}
	return false
}

// fresh returns the sessions that the run follows: all, or only the known one when the job names a conversation.
func (r *run) fresh(found []Session) (fresh []Session) {
	for _, s := range found {
		if r.ConversationID == "" || r.byKey[s.Key()] != nil {
			fresh = append(fresh, s)
		}
	}
	return fresh
}

// search looks for files that no notification named.
func (r *run) search() error {
	found, err := r.Find()
	if err != nil && len(r.sessions) == 0 {
		return err
	}
	r.take(r.fresh(found))
	r.watchAll()
	return nil
}

// look queues the feeds whose files have changed.
func (r *run) look() {
	for _, f := range r.byPath {
		if f.changed() {
			r.enqueue(f)
		}
	}
}

// watchAll asks the system to watch the folders of all feeds.
func (r *run) watchAll() {
	for _, f := range r.byPath {
		for _, folder := range f.folders() {
			r.watch(folder)
		}
	}
}

func (r *run) watch(folder string) {
	if r.watched[folder] || r.watcher.Events == nil {
		return
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return
	}
	if err := r.watcher.Add(folder); err != nil {
		if !r.watchFailed {
			r.say(fmt.Sprintf("The system cannot watch more folders (%v); checking the other files every second.", err))
		}
		r.watchFailed = true
		return
	}
	r.watched[folder] = true
}
