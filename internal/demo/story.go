package demo

import (
	"context"
	"strconv"
	"strings"
)

// The host and the folders of the story.
const (
	host     = "laptop"
	folder   = "/home/ada/quarter"
	deskRoom = "/home/ada/desk"
)

// story lists the steps: it has every kind of deliverable and every way of uploading and reporting.
var story = []step{
	{"Ada starts a conversation and asks for a report.", func(ctx context.Context, s *stage) (err error) {
		if s.conversation, err = s.start(ctx, "Quarterly report", folder); err != nil {
			return err
		}
		return s.say(ctx, "USER", "Here are the figures of the quarter. Please write a report with a chart, and publish it.")
	}},
	{"She uploads the figures, an invoice and last year's chart.", func(ctx context.Context, s *stage) error {
		for _, create := range []func() (file, error){figures, workbook, invoice, chart} {
			f, err := create()
			if err == nil {
				err = s.upload(ctx, f)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}},
	{"The agent writes a first draft; a write outside its folder is refused and stays out of the list.", func(ctx context.Context, s *stage) error {
		return s.observe(ctx,
			call{tool: "Write", path: "report.md", text: draft}.done("w1"),
			call{tool: "Write", path: "/etc/report.md", text: draft}.failed("w2"))
	}},
	{"It edits the draft twice and writes the script of the chart, which is code and collapsed.", func(ctx context.Context, s *stage) error {
		return s.observe(ctx,
			call{tool: "Edit", path: "report.md", old: "## Outlook\n", text: "## Outlook\n\nWe expect the same again.\n"}.done("e1"),
			call{tool: "Edit", path: "report.md", old: "rose", text: "rose by a fifth"}.done("e2"),
			call{tool: "Write", path: "plot.py", text: script}.done("w3"))
	}},
	{"A subagent draws the chart.", func(ctx context.Context, s *stage) error {
		return s.observe(ctx, call{tool: "Write", path: "chart.svg", text: drawing, helper: "chart artist"}.done("w4"))
	}},
	{"The report becomes a page and is published.", func(ctx context.Context, s *stage) error {
		if err := s.observe(ctx, call{tool: "Write", path: "site/index.html", text: site}.done("w5")); err != nil {
			return err
		}
		return s.mutate(ctx, "reportPage", "ReportPageInput", "deliverable { id }", map[string]any{
			"conversationId": s.conversation, "pageId": "pgquarter001", "path": "site/index.html", "title": "The quarter", "public": true,
		}, nil)
	}},
	{"A preview listens on a port …", func(ctx context.Context, s *stage) error { return s.service(ctx, "running") }},
	{"… and stops.", func(ctx context.Context, s *stage) error { return s.service(ctx, "stopped") }},
	{"Ada corrects the report herself: one note waits for the agent's next turn.", func(ctx context.Context, s *stage) error {
		return s.mutate(ctx, "touchDeliverable", "TouchDeliverableInput", "note", map[string]any{
			"conversationId": s.conversation, "host": host, "path": folder + "/report.md", "added": 1, "removed": 1, "summary": "corrected the outlook",
			"content": strings.ReplaceAll(draft, "rose", "rose by a fifth") + "\nWe expect a little more.\n",
		}, nil)
	}},
	{"Another agent designs a cover and hands it over.", func(ctx context.Context, s *stage) (err error) {
		if s.desk, err = s.start(ctx, "Layout desk", deskRoom); err != nil {
			return err
		}
		err = s.mutate(ctx, "reportDesign", "ReportDesignInput", "deliverable { id }", map[string]any{
			"conversationId": s.desk, "designId": "dgcover00001", "path": "cover", "title": "Cover",
		}, nil)
		if err != nil {
			return err
		}
		return s.mutate(ctx, "handOver", "HandOverInput", "handed { id }", map[string]any{
			"fromConversationId": s.desk, "toConversationId": s.conversation, "items": []string{deskRoom + "/cover"},
		}, nil)
	}},
	{"The agent answers; its turn leaves a summary as structured data.", func(ctx context.Context, s *stage) error {
		if err := s.say(ctx, "AGENT", "The report is written and published: /p/pgquarter001. Sales rose by a fifth, mostly in the north."); err != nil {
			return err
		}
		return s.mutate(ctx, "completeTurn", "CompleteTurnInput", "outcome { action }", map[string]any{
			"conversationId": s.conversation, "payload": map[string]any{"quarter": "Q3", "sales": 1_284_000, "change": 0.2, "best": "north"},
			"directive": map[string]any{"behavior": "create-new", "name": "Summary of the quarter"},
		}, nil)
	}},
}

func (s *stage) say(ctx context.Context, role, text string) error {
	return s.mutate(ctx, "addMessage", "AddMessageInput", "message { id }", map[string]any{"conversationId": s.conversation, "role": role, "text": text}, nil)
}

func (s *stage) service(ctx context.Context, state string) error {
	return s.mutate(ctx, "reportService", "ReportServiceInput", "deliverable { id }", map[string]any{
		"conversationId": s.conversation, "jobId": "preview", "name": "Preview of the report", "port": 4173, "state": state,
	}, nil)
}

// observe sends the records of the harness as one batch of the feed.
func (s *stage) observe(ctx context.Context, calls ...[]string) error {
	var lines []string
	for _, c := range calls {
		lines = append(lines, c...)
	}
	s.position++
	return s.mutate(ctx, "observe", "ObserveInput", "applied", map[string]any{
		"conversationId": s.conversation, "source": "demo.jsonl", "position": strconv.Itoa(s.position), "recordsText": strings.Join(lines, "\n"),
	}, nil)
}
