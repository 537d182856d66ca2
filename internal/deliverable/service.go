package deliverable

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/models"
)

// ServicesKept is how long a stopped service stays in the list.
const ServicesKept = 24 * time.Hour

// Job is what a job engine, or a scan of processes, knows of one program.
type Job struct {
	ID    string // the engine's own, stable over restarts
	Name  string // empty means the id
	Host  string // the machine it runs on
	Port  int    // the lowest port it listens on; 0 while it listens on none
	State string // the engine's word, see Running
	// At is when this was seen; ListenedAt is when the port was first seen; StartedAt and EndedAt bound the program's
	// last run. Each is zero when unknown.
	At, ListenedAt, StartedAt, EndedAt time.Time
	// InstanceURL is the address of a front end that proxies ports at /proxy/<address>; empty makes the links relative,
	// nil means that there is no proxy.
	InstanceURL *string
	Forwards    []Forward
}

// Forward is a port of a machine that is reachable from elsewhere.
type Forward struct {
	ID         string
	Host       string
	RemotePort int    // the port on the machine
	LocalPort  int    // the port on the front end's own machine that leads there; 0 when none is open
	TargetHost string // set when it leads past the machine to another one
	PublicURL  string // empty while it is not published
	Label      string // who published it, or under which name; empty means the id
}

// running are a job engine's words for a program that is up.
var running = []string{"running", "up", "starting", "awaiting-user"}

// Running reports whether a job engine's word for a state means that the program runs. Unknown words mean that it
// does not.
func Running(state string) bool { return slices.Contains(running, strings.ToLower(state)) }

// JobKey returns the identity of a service: the program's, whatever port it listens on.
func JobKey(id string) string { return "job:" + id }

// ServiceOps makes the operations of a job, given what was known of its service, nil at its first listen. It makes
// one, or two when a program that already stopped was not known before: listen, then stop. It makes none for a job
// that has no id or never listened.
func ServiceOps(job Job, known *models.Service) []Op {
	service := serviceOf(&job, known)
	if job.ID == "" || service.Port == 0 {
		return nil
	}
	url, link := linkOf(&job, service.Port)
	service.Via, service.LocalURL, service.Target = link.Via, link.LocalURL, link.Target
	service.ForwardID, service.PublishedBy = link.ForwardID, link.PublishedBy
	op := Op{
		Key: JobKey(job.ID), Op: models.OpListen, Actor: models.ActorAgent, Kind: models.KindService, Name: cmp.Or(job.Name, job.ID),
		State: models.StateRunning, URL: &url, Service: &service, At: job.listenedAt(service.Port, known),
	}
	if Running(job.State) {
		return []Op{op}
	}
	stop := op
	stop.State, stop.At = models.StateStopped, latest(op.At, service.StoppedAt)
	if known != nil {
		return []Op{stop}
	}
	return []Op{op, stop}
}

// serviceOf makes the service of a job. It takes the port of a program that closed it, and the times that the job
// lacks, from what was known.
func serviceOf(job *Job, known *models.Service) models.Service {
	if known == nil {
		known = &models.Service{}
	}
	s := models.Service{JobID: job.ID, Port: job.Port, Since: firstKnown(job.StartedAt, known.Since, job.ListenedAt, job.At)}
	if s.Port == 0 {
		s.Port = known.Port
	}
	if !Running(job.State) {
		s.StoppedAt = firstKnown(job.EndedAt, known.StoppedAt, job.At)
	}
	if Running(job.State) && !known.StoppedAt.IsZero() && job.StartedAt.IsZero() {
		s.Since = job.At // it was started again at an unknown time
	}
	return s
}

// listenedAt returns when the current port was opened: now, when it is another one than before.
func (j *Job) listenedAt(port int, known *models.Service) time.Time {
	if known != nil && known.Port != port {
		return j.At
	}
	return firstKnown(j.ListenedAt, j.At)
}

// SameService reports whether a report changes nothing: port, state, link and name are the same.
func SameService(row *models.Deliverable, op *Op) bool {
	if row == nil || row.Service == nil || row.State == nil || *row.State != op.State || row.Name != cut(op.Name, maxName) {
		return false
	}
	was, is := *row.Service, *op.Service
	was.Since, was.StoppedAt, is.Since, is.StoppedAt = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	return was == is && valueOf(row.URL) == valueOf(op.URL) && row.Service.Since.Equal(op.Service.Since)
}

// Link is where a service can be visited.
type Link struct {
	Via         models.ServiceLink
	LocalURL    string
	Target      string
	ForwardID   string
	PublishedBy string
}

// linkOf returns the best link to a port: its published forward, else the front end's proxy, else the address on the
// machine itself. A program on another machine can be proxied only through an open forward.
func linkOf(job *Job, port int) (url string, link Link) {
	link.LocalURL = loopback(port)
	forward := ForwardFor(job.Forwards, job.Host, port)
	if forward != nil {
		link.ForwardID = forward.ID
	}
	switch target := targetOf(job, forward, port); {
	case forward != nil && forward.PublicURL != "":
		link.Via, link.PublishedBy = models.LinkPublished, cmp.Or(forward.Label, forward.ID)
		return forward.PublicURL, link
	case job.InstanceURL != nil && target != "":
		link.Via, link.Target = models.LinkProxy, target
		return strings.TrimRight(*job.InstanceURL, "/") + "/proxy/" + target, link
	}
	link.Via = models.LinkLocal
	return link.LocalURL, link
}

// targetOf returns the address that a proxy on the front end's machine can reach; empty when there is none.
func targetOf(job *Job, forward *Forward, port int) string {
	switch {
	case machine(job.Host) == "":
		return loopback(port)
	case forward != nil && forward.LocalPort != 0:
		return loopback(forward.LocalPort)
	}
	return ""
}

func loopback(port int) string { return "http://127.0.0.1:" + strconv.Itoa(port) + "/" }

// machine returns the canonical name of a host; job engines write __local__ for their own.
func machine(host string) string {
	if host = Host(host); host == "__local__" {
		return ""
	}
	return host
}

// ForwardFor returns the forward that leads to a port of a machine and not past it: a published one, else an open
// one, else any; nil when there is none.
func ForwardFor(forwards []Forward, host string, port int) *Forward {
	var best *Forward
	for i := range forwards {
		f := &forwards[i]
		if f.RemotePort != port || machine(f.Host) != machine(host) || f.TargetHost != "" {
			continue
		}
		if best == nil || forwardRank(f) > forwardRank(best) {
			best = f
		}
	}
	return best
}

func forwardRank(f *Forward) int {
	switch {
	case f.PublicURL != "":
		return 2
	case f.LocalPort != 0:
		return 1
	}
	return 0
}
