package observer

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The bounds of one scan.
const (
	maxProcesses = 64
	maxThreads   = 32   // of a process, whose children are listed
	maxLinks     = 2000 // file descriptors in total
)

// processes reads the processes of this machine from a proc file system.
type processes struct{ proc string }

// group is one child of a process with all its descendants, or the process itself alone.
type group struct {
	Head    int
	Members []int
}

// groups returns a process and each of its children with their trees, breadth first and within the bounds.
func (p processes) groups(root int) []group {
	list := []group{{Head: root, Members: []int{root}}}
	of := map[int]int{}
	queue, seen := []int{root}, map[int]bool{root: true}
	for len(queue) > 0 {
		pid := queue[0]
		queue = queue[1:]
		for _, child := range p.children(pid) {
			if seen[child] || len(seen) >= maxProcesses {
				continue
			}
			if seen[child] = true; pid == root {
				of[child] = len(list)
				list = append(list, group{Head: child})
			} else {
				of[child] = of[pid]
			}
			list[of[child]].Members = append(list[of[child]].Members, child)
			queue = append(queue, child)
		}
	}
	return list
}

func (p processes) children(pid int) (children []int) {
	threads, _ := os.ReadDir(p.path(pid, "task")) // a process that has ended has none
	for _, thread := range threads[:min(len(threads), maxThreads)] {
		list, _ := os.ReadFile(p.path(pid, "task", thread.Name(), "children"))
		for _, text := range strings.Fields(string(list)) {
			if child, err := strconv.Atoi(text); err == nil {
				children = append(children, child)
			}
		}
	}
	slices.Sort(children)
	return slices.Compact(children)
}

// links returns the targets of the file descriptors of processes, at most left of them, and lowers left.
func (p processes) links(pids []int, left *int) (links []string) {
	for _, pid := range pids {
		descriptors, _ := os.ReadDir(p.path(pid, "fd")) // unreadable when it is another user's or has ended
		for _, d := range descriptors {
			if *left--; *left < 0 {
				return links
			}
			if link, err := os.Readlink(p.path(pid, "fd", d.Name())); err == nil {
				links = append(links, link)
			}
		}
	}
	return links
}

// sockets returns the listening ports of all processes.
func (p processes) sockets() (found []socket) {
	for _, table := range []string{"tcp", "tcp6"} {
		text, _ := os.ReadFile(filepath.Join(p.proc, "net", table)) //nolint:gosec // a table of the kernel; missing when the network protocol is not available
		found = append(found, socketsIn(string(text))...)
	}
	return found
}

// started returns the start time of a process, which distinguishes it from a later one with the same id; empty when it
// has ended.
func (p processes) started(pid int) string {
	stat, err := os.ReadFile(p.path(pid, "stat"))
	if err != nil {
		return ""
	}
	fields := strings.Fields(string(stat)[strings.LastIndexByte(string(stat), ')')+1:])
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[19]
}

// program returns the short name of a process. Its arguments are not read: they may contain keys.
func (p processes) program(pid int) string {
	name, _ := os.ReadFile(p.path(pid, "comm"))
	return strings.TrimSpace(string(name))
}

// cwd returns the working directory of a process; empty when it cannot be read.
func (p processes) cwd(pid int) string {
	folder, _ := os.Readlink(p.path(pid, "cwd"))
	return folder
}

func (p processes) path(pid int, parts ...string) string {
	return filepath.Join(append([]string{p.proc, strconv.Itoa(pid)}, parts...)...)
}
