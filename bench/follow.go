package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	followed   = 100              // number of timed writes
	patience   = 10 * time.Second // for one of them
	catchUpMiB = 512
)

// follow measures the latency of a write: from the byte appended to a transcript, through `vitrine observe --follow`
// and the server, to the message of a subscription. Then the command catches up with a large session.
func follow(ctx context.Context, s *stage) error {
	ids, err := s.conversations(ctx, 2)
	if err != nil {
		return err
	}
	if err := s.writeLatency(ctx, ids[0]); err != nil {
		return err
	}
	return s.catchUp(ctx, ids[1])
}

func (s *stage) writeLatency(ctx context.Context, id string) error {
	path := filepath.Join(s.dir, "followed.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	stop, err := s.observer(ctx, "--follow", "--conversation", id, "--harness", "claude", path)
	if err != nil {
		return err
	}
	defer stop()
	events, err := s.listen(ctx, id)
	if err != nil {
		return err
	}
	transcript, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = transcript.Close() }()
	var latencies []float64
	for i := range followed + 1 {
		began := time.Now()
		if _, err := transcript.WriteString(written("f"+strconv.Itoa(i), fmt.Sprintf("/w/f%d.go", i)) + "\n"); err != nil {
			return err
		}
		select {
		case at := <-events:
			latencies = append(latencies, at.Sub(began).Seconds()*1000)
		case <-time.After(patience):
			return errors.New("a write did not arrive")
		}
		time.Sleep(20 * time.Millisecond)
	}
	latencies = latencies[1:] // the first also waits for the command to start
	slices.Sort(latencies)
	fmt.Printf("from the byte to the subscriber: p50 %.0f ms, p99 %.0f ms, max %.0f ms\n", latencies[len(latencies)/2], latencies[len(latencies)*99/100-1], latencies[len(latencies)-1])
	return nil
}

// observer starts the command; stop interrupts it.
func (s *stage) observer(ctx context.Context, args ...string) (stop func(), err error) {
	cmd := exec.CommandContext(ctx, s.binary, append([]string{"observe", "--host", "bench"}, args...)...) //nolint:gosec // the binary under measurement
	cmd.Env = append(os.Environ(), "VITRINE_URL="+s.url, "VITRINE_KEY="+adminKey)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}, nil
}

// listen subscribes to a conversation and returns the times at which its new events arrive.
func (s *stage) listen(ctx context.Context, id string) (<-chan time.Time, error) {
	m := &members{order: crowdOrder{Key: adminKey}}
	one := &subscriber{conversation: id}
	one.seen.Store(1) // its creation
	ws, err := m.open(s.url, []*subscriber{one})
	if err != nil {
		return nil, err
	}
	arrived := make(chan time.Time, followed)
	go func() {
		for {
			_, data, err := ws.Read(ctx)
			if err != nil {
				return
			}
			if _, _, ok := eventOf(data); ok {
				arrived <- time.Now()
			}
		}
	}()
	return arrived, nil
}

// catchUp sends a large session and prints its speed and memory.
func (s *stage) catchUp(ctx context.Context, id string) error {
	path := filepath.Join(s.dir, "large.jsonl")
	session := transcript("claude", catchUpMiB<<20)
	if err := os.WriteFile(path, session, 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, s.binary, "observe", "--host", "bench", "--conversation", id, "--harness", "claude", path) //nolint:gosec // the binary under measurement
	cmd.Env = append(os.Environ(), "VITRINE_URL="+s.url, "VITRINE_KEY="+adminKey)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	peak, err := peakUntil(ended, cmd.Process.Pid)
	if err != nil {
		return err
	}
	took := time.Since(began).Seconds()
	fmt.Printf("a session of %d MB with a line of 50 MB: sent and processed in %.1f s (%.0f MB/s); the command took %.0f MB of memory\n",
		len(session)/1e6, took, float64(len(session))/1e6/took, peak)
	return nil
}

// peakUntil returns the peak memory of a process, in MB, when it has ended. The system's value for an ended child would
// include the memory of this program, from which it was forked.
func peakUntil(ended <-chan error, pid int) (peak float64, err error) {
	for {
		select {
		case err := <-ended:
			return peak, err
		case <-time.After(20 * time.Millisecond):
			peak = max(peak, highWater(pid))
		}
	}
}

func highWater(pid int) float64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	_, rest, found := strings.Cut(string(b), "VmHWM:")
	if err != nil || !found {
		return 0
	}
	kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kilobytes / 1e3
}
