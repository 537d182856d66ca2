package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	socketsPerProcess = 9_500 // below the usual limit of open files, of which the server needs two per socket
	audience          = 10_000
	wideAudience      = 20_000
	liveSeconds       = 20
)

// live measures subscriptions: one conversation with many subscribers, many with few each, their effect on writers, and
// outages of a server and the database.
func live(ctx context.Context, s *stage) error {
	for _, step := range []func(context.Context, *stage) error{oneForAll, manyForFew, manyEvents, writersBeside, outages} {
		if err := step(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func oneForAll(ctx context.Context, s *stage) error {
	return watched(ctx, s, 1, audience)
}

func manyForFew(ctx context.Context, s *stage) error {
	return watched(ctx, s, 200, wideAudience)
}

// manyEvents creates two thousand events a second, fifty in a transaction, and prints their latency.
func manyEvents(ctx context.Context, s *stage) error {
	const conversations, files = 40, 50
	ids, err := s.conversations(ctx, conversations)
	if err != nil {
		return err
	}
	crowds, err := s.gather(ctx, ids, 2*conversations, s.url)
	if err != nil {
		return err
	}
	defer disperse(crowds)
	if err := s.changes(ctx, ids, liveSeconds, time.Second, files); err != nil {
		return err
	}
	total, err := collect(crowds, liveSeconds*files+1, 20*time.Second)
	if err != nil {
		return err
	}
	fmt.Printf("%5d events a second, %d in a transaction: %d of %d delivered, %d out of order, %d missing; p50 %.0f ms, p99 %.0f ms, max %.0f ms\n",
		conversations*files, files, total.Events, 2*conversations*liveSeconds*files, total.Lost, total.Behind, total.P50, total.P99, total.Max)
	return nil
}

// watched subscribes to conversations that change once a second, and prints the latency of a change.
func watched(ctx context.Context, s *stage, conversations, subscribers int) error {
	ids, err := s.conversations(ctx, conversations)
	if err != nil {
		return err
	}
	idle := s.rss()
	crowds, err := s.gather(ctx, ids, subscribers, s.url)
	if err != nil {
		return err
	}
	defer disperse(crowds)
	quiet := s.rss()
	if err := s.changes(ctx, ids, liveSeconds, time.Second, 1); err != nil {
		return err
	}
	total, err := collect(crowds, liveSeconds+1, 20*time.Second)
	if err != nil {
		return err
	}
	fmt.Printf("%5d subscribers on %3d conversations, a change a second each: %d of %d delivered, %d out of order, %d missing; p50 %.0f ms, p99 %.0f ms, max %.0f ms\n",
		subscribers, conversations, total.Events, subscribers*liveSeconds, total.Lost, total.Behind, total.P50, total.P99, total.Max)
	fmt.Printf("      server memory: %.0f MB without them, %.0f with, %.0f after; %.1f KB a socket\n",
		idle, quiet, s.rss(), (s.rss()-idle)*1000/float64(min(subscribers, (subscribers+audience-1)/audience*socketsPerProcess)))
	return nil
}

// writersBeside compares writers without subscribers with the same writers beside ten thousand subscribers of other
// conversations, alternating.
func writersBeside(ctx context.Context, s *stage) error {
	watchedIDs, err := s.conversations(ctx, 100)
	if err != nil {
		return err
	}
	own, err := s.conversations(ctx, clients)
	if err != nil {
		return err
	}
	var alone, beside []float64
	for range 3 {
		n, err := s.throughput(ctx, own)
		if err != nil {
			return err
		}
		alone = append(alone, n)
		crowds, err := s.gather(ctx, watchedIDs, audience, s.url)
		if err != nil {
			return err
		}
		n, err = s.throughput(ctx, own)
		disperse(crowds)
		if err != nil {
			return err
		}
		beside = append(beside, n)
	}
	a, b := median(alone), median(beside)
	fmt.Printf("writers        alone %5.0f/s   beside %d subscribers %5.0f/s   %.0f %%\n", a, audience, b, 100*b/a)
	return nil
}

// outages kills one of two servers and restarts the database during changes, and checks that every subscriber gets all
// events.
func outages(ctx context.Context, s *stage) error {
	const subscribers, seconds = 2000, 30
	second, stop, err := s.replica(ctx)
	if err != nil {
		return err
	}
	defer stop()
	ids, err := s.conversations(ctx, 20)
	if err != nil {
		return err
	}
	crowds, err := s.gather(ctx, ids, subscribers, second, s.url)
	if err != nil {
		return err
	}
	defer disperse(crowds)
	time.AfterFunc(seconds/3*time.Second, stop)
	time.AfterFunc(seconds*2/3*time.Second, func() {
		if err := s.postgres.Restart(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "bench: restart of Postgres:", err)
		}
	})
	if err := s.changes(ctx, ids, seconds, time.Second, 1); err != nil {
		return err
	}
	total, err := collect(crowds, seconds+1, time.Minute)
	if err != nil {
		return err
	}
	fmt.Printf("%5d subscribers, one of two servers killed and Postgres restarted in the middle: %d of %d delivered, %d out of order, %d missing, %d reconnected\n",
		subscribers, total.Events, subscribers*seconds, total.Lost, total.Behind, total.Reconnects)
	return nil
}

// conversations creates conversations with one event each.
func (s *stage) conversations(ctx context.Context, n int) ([]string, error) {
	ids := make([]string, n)
	for i := range ids {
		var made struct {
			CreateConversation struct{ Conversation struct{ ID string } }
		}
		err := s.query(ctx, `mutation($i: CreateConversationInput!) { createConversation(input: $i) { conversation { id } } }`,
			map[string]any{"i": map[string]any{"title": "live", "harness": "claude", "host": "laptop", "cwd": "/w"}}, &made)
		if err != nil {
			return nil, err
		}
		ids[i] = made.CreateConversation.Conversation.ID
	}
	return ids, nil
}

// gather connects subscribers, in as many processes as the limit of open files requires.
func (s *stage) gather(ctx context.Context, ids []string, subscribers int, urls ...string) ([]*crowd, error) {
	processes := (subscribers + audience - 1) / audience
	var crowds []*crowd
	for range processes {
		c, err := startCrowd(ctx, crowdOrder{
			URLs: urls, Key: adminKey, Conversations: ids, Subscribers: subscribers / processes, Sockets: min(subscribers/processes, socketsPerProcess),
		})
		if err != nil {
			disperse(crowds)
			return nil, err
		}
		crowds = append(crowds, c)
	}
	_, err := collect(crowds, 1, time.Minute) // earlier events do not measure delivery
	return crowds, err
}

func disperse(crowds []*crowd) {
	for _, c := range crowds {
		c.stop()
	}
}

// collect sums the reports of all crowds; the percentiles are the worst of them.
func collect(crowds []*crowd, sequence int64, within time.Duration) (total crowdReport, err error) {
	for _, c := range crowds {
		r, err := c.report(sequence, within)
		if err != nil {
			return total, err
		}
		total.Events, total.Lost, total.Behind, total.Reconnects = total.Events+r.Events, total.Lost+r.Lost, total.Behind+r.Behind, total.Reconnects+r.Reconnects
		total.P50, total.P99, total.Max = max(total.P50, r.P50), max(total.P99, r.P99), max(total.Max, r.Max)
	}
	return total, nil
}

const observeMutation = `mutation($i: ObserveInput!) { observe(input: $i) { applied } }`

// written returns the record of one document that an agent has written.
func written(call, path string) string {
	return fmt.Sprintf(`{"type":"user","toolUseResult":{"type":"create","filePath":%q,"content":"text\n"},"message":{"content":[{"type":"tool_result","tool_use_id":%q}]}}`, path, call)
}

// changes makes one change of some files in every conversation each period, spread evenly over it, for a number of
// rounds.
func (s *stage) changes(ctx context.Context, ids []string, rounds int, period time.Duration, files int) error {
	var writers sync.WaitGroup
	var once sync.Once
	var failed error
	began := time.Now()
	for w := range clients {
		writers.Go(func() {
			for round := range rounds {
				for i := w; i < len(ids); i += clients {
					time.Sleep(time.Until(began.Add(time.Duration(round)*period + period*time.Duration(i)/time.Duration(len(ids)))))
					if err := s.change(ctx, ids[i], round, files); err != nil {
						once.Do(func() { failed = err })
					}
				}
			}
		})
	}
	writers.Wait()
	return failed
}

// change appends exactly one event for each file: the row of a code file, whose content is not stored. It retries on
// errors.
func (s *stage) change(ctx context.Context, id string, round, files int) (err error) {
	position := strconv.Itoa(round)
	records := make([]string, files)
	for i := range records {
		records[i] = written(fmt.Sprintf("c%s-%d", position, i), fmt.Sprintf("/w/f%d.go", i))
	}
	for range 100 {
		err = s.query(ctx, observeMutation, map[string]any{"i": map[string]any{
			"conversationId": id, "source": "bench", "position": position, "recordsText": strings.Join(records, "\n"),
		}}, nil)
		if err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// throughput returns how many changes a second the writers make, each in its own conversation.
func (s *stage) throughput(ctx context.Context, ids []string) (float64, error) {
	var writers sync.WaitGroup
	counts := make([]int, len(ids))
	began := time.Now()
	base := int(began.UnixMicro())
	for w, id := range ids {
		writers.Go(func() {
			for time.Since(began) < roundTime {
				if s.change(ctx, id, base+counts[w], 1) == nil {
					counts[w]++
				}
			}
		})
	}
	writers.Wait()
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(total) / time.Since(began).Seconds(), nil
}

// rss returns the server's resident memory in MB.
func (s *stage) rss() float64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(s.server.Process.Pid) + "/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.ParseFloat(strings.Fields(string(b))[1], 64)
	return pages * float64(os.Getpagesize()) / 1e6
}
