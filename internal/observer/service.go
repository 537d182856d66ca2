package observer

import (
	"fmt"
	"strings"
	"time"
)

// service is a program that was started below a process and listens, or has listened, on a port.
type service struct {
	ID       string // unique, and stable while the program runs
	Name     string
	Port     int
	Running  bool
	Head     int
	Began    string // what distinguishes the process from a later one with its id
	Seen     time.Time
	Reported bool // the server knows this state
}

// scan finds services in the process trees below some processes. It stores one service per child that has listened.
type scan struct {
	processes
	host     string
	services map[string]*service
	order    []string
	now      func() time.Time
	folder   string // the working directory of the process
}

func newScan(proc, host string) *scan {
	return &scan{processes: processes{proc}, host: host, services: map[string]*service{}, now: time.Now}
}

// look reads the trees once and returns the services whose state the server does not know, in the order in which they
// were found.
func (s *scan) look(roots []int) (changed []*service) {
	sockets, left := s.sockets(), maxLinks
	for _, root := range roots {
		for _, g := range s.groups(root) {
			s.record(g, sockets, &left)
		}
	}
	for _, id := range s.order {
		one := s.services[id]
		s.close(one)
		if !one.Reported {
			changed = append(changed, one)
		}
	}
	return changed
}

// record stores the lowest port of a group. A port that closes while the program runs changes nothing.
func (s *scan) record(g group, sockets []socket, left *int) {
	ports := portsOf(sockets, s.links(g.Members, left))
	began := s.started(g.Head)
	if len(ports) == 0 || began == "" {
		return
	}
	id := fmt.Sprintf("%s:%d@%s", s.host, g.Head, began)
	one := s.services[id]
	if one == nil {
		one = &service{ID: id, Name: s.nameOf(g, sockets, ports[0]), Head: g.Head, Began: began, Running: true}
		s.services[id], s.order = one, append(s.order, id)
	}
	if one.Port != ports[0] {
		one.Port, one.Seen, one.Reported = ports[0], s.now(), false
	}
}

// nameOf returns the name of the program in a group that listens on the port.
func (s *scan) nameOf(g group, sockets []socket, port int) string {
	for _, pid := range g.Members {
		left := maxLinks
		if ports := portsOf(sockets, s.links([]int{pid}, &left)); len(ports) > 0 && ports[0] == port {
			return s.program(pid)
		}
	}
	return s.program(g.Head)
}

// close marks a service as stopped when its program has ended.
func (s *scan) close(one *service) {
	if one.Running && s.started(one.Head) != one.Began {
		one.Running, one.Seen, one.Reported = false, s.now(), false
	}
}

func (one *service) state() string {
	if one.Running {
		return "running"
	}
	return "stopped"
}

// forget drops the services that have stopped and were reported, so that memory does not grow in a long run.
func (s *scan) forget() {
	kept := s.order[:0]
	for _, id := range s.order {
		if one := s.services[id]; one.Running || !one.Reported {
			kept = append(kept, id)
		} else {
			delete(s.services, id)
		}
	}
	s.order = kept
}

// newestIn returns the session with this working directory that changed last; nil when there is none. A single session
// is returned whatever its folder.
func newestIn(sessions []*conversation, folder string) *conversation {
	if len(sessions) == 1 {
		return sessions[0]
	}
	var found *conversation
	for _, c := range sessions {
		if c.Cwd != "" && strings.TrimSuffix(c.Cwd, "/") == folder && (found == nil || c.changed().After(found.changed())) {
			found = c
		}
	}
	return found
}
