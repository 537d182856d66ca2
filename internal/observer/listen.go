package observer

import (
	"slices"
	"strconv"
	"strings"
)

// socket is a TCP port on which a process of this machine listens.
type socket struct {
	Port  int
	Inode string
}

// listening is the state of such a socket in the kernel's table.
const listening = "0A"

// socketsIn reads the kernel's table of TCP sockets (/proc/net/tcp and tcp6) and returns those that listen.
func socketsIn(table string) []socket {
	var found []socket
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != listening {
			continue
		}
		_, port, _ := strings.Cut(fields[1], ":")
		if n, err := strconv.ParseUint(port, 16, 16); err == nil && n > 0 {
			found = append(found, socket{int(n), fields[9]})
		}
	}
	return found
}

// portsOf returns the ports on which the owner of the links listens, lowest first. Links are the targets of a process's
// file descriptors.
func portsOf(sockets []socket, links []string) []int {
	var ports []int
	for _, s := range sockets {
		if slices.Contains(links, "socket:["+s.Inode+"]") {
			ports = append(ports, s.Port)
		}
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}
