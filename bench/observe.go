package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/harness"
)

// observe reads a synthetic session of the real shapes on one core: through the Claude reader, and through encoding/json alone.
func observe(_ context.Context, _ *stage) error {
	session := transcript(256 << 20)
	reader, ok := harness.Find("claude")
	if !ok {
		return fmt.Errorf("no claude reader")
	}
	writes := 0
	ours := perSecond(session, func(line []byte) { writes += len(reader.Read(line)) })
	plain := perSecond(session[:len(session)/8], func(line []byte) {
		var v any
		_ = json.Unmarshal(line, &v)
	})
	fmt.Printf("claude reader  %4.0f MB/s (%d writes)   encoding/json alone %4.0f MB/s   %.1f ×\n", ours, writes, plain, ours/plain)
	return nil
}

func perSecond(b []byte, each func(line []byte)) float64 {
	started := time.Now()
	for line := range bytes.Lines(b) {
		each(line)
	}
	return float64(len(b)) / 1e6 / time.Since(started).Seconds()
}

// transcript makes a session of about n bytes: mostly talk and tool results, some writes, and one line of 50 MB.
func transcript(n int) []byte {
	talk := strings.Repeat("The agent thinks aloud about the quarterly figures and what they mean. ", 40)
	var b bytes.Buffer
	for i := 0; b.Len() < n-(50<<20); i++ {
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","timestamp":"2026-05-28T20:26:41.000Z","cwd":"/w/app","message":{"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", i, talk)
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","timestamp":"2026-05-28T20:26:42.000Z","cwd":"/w/app","message":{"role":"user","content":[{"type":"text","text":%q}]}}`+"\n", i, talk)
		if i%20 == 0 {
			fmt.Fprintf(&b, `{"type":"assistant","uuid":"w%d","timestamp":"2026-05-28T20:26:43.000Z","cwd":"/w/app","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Write","input":{"file_path":"/w/app/docs/%d.md","content":%q}}]}}`+"\n", i, i, i, talk)
			fmt.Fprintf(&b, `{"type":"user","uuid":"r%d","timestamp":"2026-05-28T20:26:44.000Z","cwd":"/w/app","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]}}`+"\n", i, i)
		}
	}
	b.WriteString(`{"type":"user","message":{"role":"user","content":"`)
	b.Write(bytes.Repeat([]byte("x"), 50<<20))
	b.WriteString("\"}}\n")
	return b.Bytes()
}
