package observer

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/fault"
)

// sweepEvery is how often the processes are checked.
const sweepEvery = 5 * time.Second

const reportService = `mutation ReportService($input: ReportServiceInput!) {
  reportService(input: $input) { deliverable { id } }
}`

// sweep looks for ports below the job's processes and reports changes. What cannot be reported is retried at the next
// sweep.
func (r *run) sweep(ctx context.Context) {
	if len(r.Services) == 0 {
		return
	}
	if r.scans == nil {
		r.scans = map[int]*scan{}
	}
	for _, pid := range r.Services {
		if r.scans[pid] == nil {
			r.scans[pid] = newScan("/proc", r.Host)
		}
		r.sweepBelow(ctx, pid, r.scans[pid])
	}
}

func (r *run) sweepBelow(ctx context.Context, pid int, s *scan) {
	if folder := s.cwd(pid); folder != "" {
		s.folder = folder // remembered, because it cannot be read when the process has ended
	}
	c := newestIn(r.sessions, s.folder)
	if c == nil || c.id == "" {
		return // no session yet, or none that has a conversation
	}
	for _, one := range s.look([]int{pid}) {
		if err := r.sendService(ctx, c, one); err != nil {
			r.sayOnce(fmt.Sprintf("Reporting port %d of %s failed: %v", one.Port, one.Name, err))
			return
		}
	}
	s.forget()
}

func (r *run) sendService(ctx context.Context, c *conversation, one *service) error {
	input := map[string]any{
		"conversationId": c.id, "jobId": one.ID, "name": one.Name, "host": r.Host, "port": one.Port, "state": one.state(),
		"at": one.Seen.UTC().Format(time.RFC3339Nano),
	}
	if !one.Running {
		input["endedAt"] = input["at"]
	}
	var done struct{}
	err := withGrace(ctx, func(ctx context.Context) error {
		return r.Client.Ask(ctx, reportService, map[string]any{"input": input}, "reportService", &done)
	})
	if err == nil {
		one.Reported = true
		r.printService(c, one)
	}
	if fault.Is(err, fault.CodeNotFound) {
		c.id = "" // the conversation was deleted
	}
	return err
}

// sayOnce says a sentence unless it was the last one.
func (r *run) sayOnce(sentence string) {
	if r.lastSaid != sentence {
		r.say(sentence)
	}
	r.lastSaid = sentence
}
