package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// memory prints the server's memory after all earlier parts.
func memory(_ context.Context, s *stage) error {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(s.server.Process.Pid) + "/status")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
			fmt.Print("server ", line)
		}
	}
	return nil
}
