package observer

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/testkit"
)

// listenVerb makes this test binary a program that listens until its standard input ends.
const listenVerb = "listen-for-the-test"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == listenVerb {
		listenUntilInput()
	}
	os.Exit(m.Run())
}

func listenUntilInput() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(l.Addr().(*net.TCPAddr).Port) //nolint:forcetypeassert // a TCP listener
	_, _ = os.Stdin.Read(make([]byte, 1))
	os.Exit(0)
}

type socketCases struct {
	Tables []struct {
		ID, Text string
		Expect   []struct {
			Port  int
			Inode string
		}
	} `json:"proc_net_tcp"`
	Trees []struct {
		ID      string
		Sockets []socket
		Links   map[string][]string `json:"fds_by_pid"`
		Expect  struct {
			Ports   []int
			RowPort int `json:"row_port"`
		}
	} `json:"ports_of_tree"`
}

func TestSockets(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "services.json"))
	require.NoError(t, err)
	var cases socketCases
	require.NoError(t, json.Unmarshal(text, &cases))
	for _, c := range cases.Tables {
		t.Run("table/"+c.ID, func(t *testing.T) {
			found := socketsIn(c.Text)
			require.Len(t, found, len(c.Expect))
			for i, want := range c.Expect {
				require.Equal(t, socket{want.Port, want.Inode}, found[i])
			}
		})
	}
	for _, c := range cases.Trees {
		t.Run("tree/"+c.ID, func(t *testing.T) {
			ports := portsOf(c.Sockets, slices.Concat(slices.Collect(maps.Values(c.Links))...))
			require.Equal(t, c.Expect.Ports, append([]int{}, ports...))
			if len(ports) > 0 {
				require.Equal(t, c.Expect.RowPort, ports[0])
			}
		})
	}
}

// fakeProc is a proc file system whose files a test writes.
type fakeProc struct {
	*testing.T
	dir string
}

func (f fakeProc) process(pid int, began string, children []int, inodes ...string) {
	f.Helper()
	dir := filepath.Join(f.dir, strconv.Itoa(pid))
	require.NoError(f, os.RemoveAll(dir))
	require.NoError(f, os.MkdirAll(filepath.Join(dir, "task", strconv.Itoa(pid)), 0o700))
	require.NoError(f, os.MkdirAll(filepath.Join(dir, "fd"), 0o700))
	list := strings.Trim(fmt.Sprint(children), "[]")
	f.write(filepath.Join(dir, "task", strconv.Itoa(pid), "children"), list)
	f.write(filepath.Join(dir, "stat"), strconv.Itoa(pid)+" (a (b) c) S "+strings.Repeat("0 ", 18)+began+" 0\n")
	f.write(filepath.Join(dir, "comm"), fmt.Sprint("program", pid, "\n"))
	for i, inode := range inodes {
		require.NoError(f, os.Symlink("socket:["+inode+"]", filepath.Join(dir, "fd", strconv.Itoa(i))))
	}
}

func (f fakeProc) ports(ports map[string]int) {
	text := "  sl  local_address\n"
	for inode, port := range ports {
		text += fmt.Sprintf("0: 0100007F:%04X 00000000:0000 0A 0:0 0:0 0 0 0 %s 1\n", port, inode)
	}
	f.write(filepath.Join(f.dir, "net", "tcp"), text)
}

func (f fakeProc) write(path, text string) {
	f.Helper()
	require.NoError(f, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(f, os.WriteFile(path, []byte(text), 0o600))
}

// changes returns the services that a look finds changed, and marks them as reported.
func changes(s *scan, roots ...int) (list []string) {
	for _, one := range s.look(roots) {
		list = append(list, fmt.Sprint(one.ID, " ", one.Name, " ", one.Port, " ", one.state()))
		one.Reported = true
	}
	return list
}

func TestScan(t *testing.T) {
	f := fakeProc{t, t.TempDir()}
	s := newScan(f.dir, "h")
	f.process(1, "5", []int{2, 3})
	f.process(2, "6", []int{4})
	f.process(3, "7", nil)
	f.process(4, "8", nil)
	f.ports(map[string]int{"100": 8080, "101": 3000, "102": 4000})
	require.Empty(t, changes(s, 1), "no process listens")

	f.process(4, "8", nil, "100")
	require.Equal(t, []string{"h:2@6 program4 8080 running"}, changes(s, 1), "the first listen of a child's tree")
	require.Empty(t, changes(s, 1), "the same port again")
	f.process(2, "6", []int{4}, "101")
	require.Equal(t, []string{"h:2@6 program4 3000 running"}, changes(s, 1), "the lowest port counts")
	f.process(3, "7", nil, "102")
	require.Equal(t, []string{"h:3@7 program3 4000 running"}, changes(s, 1), "another child is another service")
	f.process(2, "6", []int{4})
	f.process(4, "8", nil)
	require.Empty(t, changes(s, 1), "a port that closes while the program runs changes nothing")

	require.NoError(t, os.RemoveAll(filepath.Join(f.dir, "2")))
	require.Equal(t, []string{"h:2@6 program4 3000 stopped"}, changes(s, 1))
	f.process(3, "9", nil, "102")
	require.Equal(t, []string{"h:3@7 program3 4000 stopped", "h:3@9 program3 4000 running"}, changes(s, 1), "a later process with the same id is another service")
	s.forget()
	require.Len(t, s.services, 1, "stopped services are forgotten")
	f.process(1, "5", nil, "100")
	require.Contains(t, changes(s, 1), "h:1@5 program1 8080 running", "the process itself is a service too")
	require.Empty(t, newScan(filepath.Join(f.dir, "none"), "").look([]int{1}), "a system without a proc file system")
}

func TestScanIsBounded(t *testing.T) {
	f := fakeProc{t, t.TempDir()}
	var children []int
	for pid := 2; pid < 200; pid++ {
		children = append(children, pid)
		f.process(pid, "1", []int{1, pid}) // with a cycle
	}
	f.process(1, "1", children)
	members := 0
	for _, g := range (processes{f.dir}).groups(1) {
		members += len(g.Members)
	}
	require.Equal(t, maxProcesses, members)
	f.process(1, "1", nil, slices.Repeat([]string{"1"}, 30)...)
	left := 10
	require.Len(t, processes{f.dir}.links([]int{1, 2}, &left), 10)
}

// TestScanOfARealProcess scans a program that the test starts, until it has ended.
func TestScanOfARealProcess(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("no proc file system")
	}
	cmd := exec.Command(os.Args[0], listenVerb)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var port int
	_, err = fmt.Fscan(out, &port)
	require.NoError(t, err)

	s := newScan("/proc", "")
	var list []*service
	testkit.Within(t, 10*time.Second, "the child is found", func() bool {
		list = slices.DeleteFunc(s.look([]int{os.Getpid()}), func(one *service) bool { return one.Port != port })
		return len(list) == 1
	})
	require.True(t, list[0].Running)
	require.Equal(t, cmd.Process.Pid, list[0].Head)
	folder, err := os.Getwd()
	require.NoError(t, err)
	require.Equal(t, folder, s.cwd(cmd.Process.Pid))
	list[0].Reported = true
	require.NoError(t, in.Close())
	_ = cmd.Wait()
	require.Contains(t, s.look([]int{os.Getpid()}), list[0])
	require.False(t, list[0].Running)
}
