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

// How often files are checked without a notification, and folders searched for new ones. Where the system describes
// changes this is a safety net; where it does not, it is all there is.
const (
	lookEvery   = time.Second
	searchEvery = 10 * time.Second
)

// follow works on what is there, then on what comes, until the context ends.
func (r *run) follow(ctx context.Context) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		r.say(fmt.Sprintf("The system does not report changes (%v): files are checked every second.", err))
		watcher = &fsnotify.Watcher{} // its channels are nil: nothing ever comes
	} else {
		defer watcher.Close() //nolint:errcheck // it only listens
	}
	r.watcher = watcher
	r.known, r.folder = func(path string) bool { return r.byPath[path] != nil }, r.watch
	if err := r.search(); err != nil { // finds nothing new, but reports the folders
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

// drain takes what the system reported while a batch was on its way; those files go first.
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

// handle queues the feed of a file that changed, or looks at a file or folder that is new.
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

// prioritize puts a feed before all others.
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

// discover takes in the sessions of a new path.
func (r *run) discover(path string) {
	if len(r.Paths) > 0 && !r.named(path) {
		return // it lies beside a file that is followed
	}
	found, err := r.walk(path, nil)
	if err != nil {
		return // it is gone again
	}
	r.take(r.fresh(merge(found)))
	r.watchAll()
}

// named reports whether a path is one of the job's or lies below one.
func (r *run) named(path string) bool {
	for _, root := range r.Paths {
		root, err := filepath.Abs(root)
		if err == nil && (path == root || strings.HasPrefix(path, root+string(filepath.Separator))) {
			return true
		}
	}
	return false
}

// fresh leaves out what the run does not follow: sessions of unknown files may be no sessions.
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

// look queues the feeds whose files are not as they were.
func (r *run) look() {
	for _, f := range r.byPath {
		if f.changed() {
			r.enqueue(f)
		}
	}
}

// watchAll asks the system to watch every folder that holds a followed file.
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
			r.say(fmt.Sprintf("The system tells no more of changes (%v): the other files are looked at every second.", err))
		}
		r.watchFailed = true
		return
	}
	r.watched[folder] = true
}
