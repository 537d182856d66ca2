package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"time"

	"vitrine/internal/harness"
)

// observe reads synthetic sessions of realistic shape in processor time: with the readers, and with encoding/json
// alone.
func observe(_ context.Context, _ *stage) error {
	for _, name := range []string{"claude", "codex"} {
		reader, ok := harness.Find(name)
		if !ok {
			return fmt.Errorf("no %s reader", name)
		}
		session, writes := transcript(name, 256<<20), 0
		ours := perSecond(session, func(line []byte) { writes += len(reader.Read(line)) })
		plain := perSecond(session[:len(session)/8], func(line []byte) {
			var v any
			_ = json.Unmarshal(line, &v)
		})
		fmt.Printf("%s reader  %4.0f MB/s (%d writes)   encoding/json alone %4.0f MB/s   %.1f ×\n", name, ours, writes, plain, ours/plain)
	}
	return nil
}

// perSecond returns megabytes per second of processor time, which excludes other programs on the machine.
func perSecond(b []byte, each func(line []byte)) float64 {
	started := processorTime()
	for line := range bytes.Lines(b) {
		each(line)
	}
	return float64(len(b)) / 1e6 / (processorTime() - started).Seconds()
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// shapes are the lines of a harness's session: a message, a tool's answer, a write and its result. The last is the
// start of a line with 50 MB of text.
var shapes = map[string][]string{
	"claude": {
		`{"parentUuid":"p%[1]d","isSidechain":false,"cwd":"/w/app","sessionId":"s","type":"assistant","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"text","text":%[2]q}]},"uuid":"a%[1]d","timestamp":"2026-05-28T20:26:41.000Z"}`,
		`{"parentUuid":"p%[1]d","isSidechain":false,"cwd":"/w/app","sessionId":"s","type":"user","message":{"role":"user","content":[{"tool_use_id":"r%[1]d","type":"tool_result","content":%[3]q}]},"uuid":"u%[1]d","timestamp":"2026-05-28T20:26:42.000Z","toolUseResult":{"type":"text","file":{"filePath":"/w/app/%[1]d.go","content":%[3]q,"numLines":40}}}`,
		`{"type":"assistant","uuid":"w%[1]d","timestamp":"2026-05-28T20:26:43.000Z","cwd":"/w/app","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Write","input":{"file_path":"/w/app/docs/%[1]d.md","content":%[2]q}}]}}`,
		`{"type":"user","uuid":"r%[1]d","timestamp":"2026-05-28T20:26:44.000Z","cwd":"/w/app","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"ok"}]},"toolUseResult":{"type":"create","filePath":"/w/app/docs/%[1]d.md","content":%[2]q,"structuredPatch":[]}}`,
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"long","content":"%s"}]}}`,
	},
	"codex": {
		`{"timestamp":"2026-05-28T20:26:41.000Z","type":"response_item","payload":{"type":"message","id":"m%[1]d","role":"assistant","content":[{"type":"output_text","text":%[2]q}]}}`,
		`{"timestamp":"2026-05-28T20:26:42.000Z","type":"response_item","payload":{"type":"function_call_output","id":"o%[1]d","call_id":"r%[1]d","output":%[3]q}}`,
		`{"timestamp":"2026-05-28T20:26:43.000Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"t%[1]d","name":"apply_patch","input":"*** Begin Patch\n*** Add File: docs/%[1]d.md\n+%[4]s\n*** End Patch"}}`,
		`{"timestamp":"2026-05-28T20:26:44.000Z","type":"event_msg","payload":{"type":"patch_apply_end","call_id":"t%[1]d","success":true,"status":"completed","stdout":"","stderr":"","changes":{"/w/app/docs/%[1]d.md":{"type":"add","content":%[2]q}}}}`,
		`{"timestamp":"2026-05-28T20:26:45.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"long","output":"%s"}}`,
	},
}

// transcript returns a session of about n bytes: mostly messages and tool results, some writes, every hundredth line
// cut, and one line of 50 MB.
func transcript(name string, n int) []byte {
	const long = 50 << 20
	lines := shapes[name]
	said := strings.Repeat("The agent thinks aloud about the quarterly figures and what they mean. ", 40)
	tool := strings.Repeat("func add(a, b int) string {\n\treturn \"sum\" + strconv.Itoa(a+b)\n}\n", 40)
	var b bytes.Buffer
	for i := 0; b.Len() < n-long; i++ {
		for at, line := range lines[:4] {
			if at >= 2 && i%10 != 0 {
				break
			}
			text := fmt.Sprintf(line+"%[5]s", i, said, tool, said, "")
			if i%100 == 99 {
				text = text[:len(text)/2]
			}
			b.WriteString(text + "\n")
		}
	}
	fmt.Fprintf(&b, lines[4]+"\n", strings.Repeat("x", long))
	return b.Bytes()
}
