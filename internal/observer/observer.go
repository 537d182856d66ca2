// Package observer is the command's half of observing: it finds the sessions that harnesses keep on this machine, reads
// what they recorded, and sends the writes to a server, or derives the rows itself when there is none to ask.
//
// It is a client: it opens no database and knows no flags (cmd/vitrine fills in a Job). What records mean is known by
// package harness, what writes come to by the pure half of package deliverable; this package adds where session files
// are, how far each has been read, and what never leaves the machine. A record is never sent: only the writes that its
// reader finds in it, without the text that is not to be kept, and with a receipt (offset and sha256) by which the line
// can be found again.
package observer

import (
	"io"
	"time"

	"vitrine/internal/client"
)

// Job is what the command does with some sessions.
type Job struct {
	// Paths are files and folders; none means the folders where each harness keeps its sessions.
	Paths []string
	// Harness overrides what files are recognised as; empty recognises them.
	Harness string
	Since   time.Time // only files that changed since then; zero means all
	// Host names this machine in the identity of files; empty is the server's own.
	Host           string
	ProjectID      string // of the conversations that are started
	ConversationID string // takes the records of the one session found; empty: each session its own
	Follow         bool   // goes on until its context ends
	// Patience is how long a server that does not answer is waited for; zero waits for ever.
	Patience time.Duration
	// Services are processes whose listening ports are reported, with the conversation of the session that they belong to.
	Services []int
	Client   *client.Client
	Format   Format
	Out      io.Writer
	// Say takes what a person should know while the job goes on.
	Say func(sentence string)
	// Progress receives what is being done, and nothing once it is over; nil: nobody wants to know.
	Progress func(what string)
	// Env and Home say where harnesses keep their sessions.
	Env  func(name string) string
	Home string

	known  func(path string) bool // files that need not be looked at again; nil: none
	folder func(path string)      // receives every folder that may hold sessions; nil: nobody wants to know
}

// Format is how a job reports what it did.
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
