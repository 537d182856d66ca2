// Package observer is the command's half of observing: it finds the sessions that harnesses store on this machine,
// reads their records, and sends the writes to a server, or derives the deliverables itself without a server.
//
// It is a client: it does not open Vitrine's database or parse flags (cmd/vitrine fills in a Job). Package harness
// knows what records mean, the pure half of package deliverable what writes result in; this package knows where
// session files are, how far each has been read, and what never leaves the machine. A record is never sent: only the
// writes that its reader finds in it, without the text that is not to be stored, and with a receipt (offset and
// sha256) by which the line can be found again.
package observer

import (
	"io"
	"time"

	"vitrine/internal/client"
)

// Job is what the command does with some sessions.
type Job struct {
	// Paths are files and folders; none means the folders where each harness stores its sessions.
	Paths []string
	// Harness is the harness of all files; empty recognises it by each file.
	Harness string
	Since   time.Time // only files that changed since then; zero means all
	// Host names this machine in the identity of files; empty is the server's host.
	Host           string
	ProjectID      string // of the conversations that are started
	ConversationID string // receives the records of the only session found; empty: one conversation per session
	Follow         bool   // continue until the context ends
	// Patience is how long to wait for a server that does not answer; zero waits forever.
	Patience time.Duration
	// Services are processes whose listening ports are reported, with the conversation of the session that they belong to.
	Services []int
	Client   *client.Client
	Format   Format
	Out      io.Writer
	// Say receives messages for the user while the job runs.
	Say func(sentence string)
	// Progress receives the current step, and "" when it is over; it may be nil.
	Progress func(what string)
	// Env and Home locate the folders where harnesses store their sessions.
	Env  func(name string) string
	Home string

	known  func(path string) bool // files to skip when searching; nil: none
	folder func(path string)      // receives every folder that may contain sessions; may be nil
}

// Format is the format of a job's report.
type Format string

// The formats.
const (
	Text     Format = "text"
	JSON     Format = "json"
	Markdown Format = "markdown"
)

// Formats lists the formats.
var Formats = []Format{Text, JSON, Markdown}

func (j *Job) say(sentence string) {
	if j.Say != nil {
		j.Say(plain(sentence))
	}
}

func (j *Job) progress(what string) {
	if j.Progress != nil {
		j.Progress(plain(what))
	}
}
