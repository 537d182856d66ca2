package harness

func init() { register(shell{}) }

// shell is a plain terminal. Its output is text for people, so its reader never returns a write.
type shell struct{ base }

func (shell) Name() string { return "shell" }

func (shell) About() string {
	return "A plain shell keeps no record of what it writes, so it never has a deliverable."
}

func (shell) Read([]byte) []Write { return nil }
