package harness_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/harness"
)

// fixture is the test data that each harness must have: records and the writes they confirm.
type fixture struct {
	Cases []struct {
		Name   string          `json:"name"`
		Note   string          `json:"note"`
		Record json.RawMessage `json:"record"`
		Writes []writeFacts    `json:"writes"`
	} `json:"cases"`
}

// writeFacts are the fields of a write that fixtures state; the outcome is required. A write without a path reports the
// outcome of a call, or defaults for other writes.
type writeFacts struct {
	Path         string `json:"path,omitempty"`
	Op           string `json:"op,omitempty"`
	From         string `json:"from,omitempty"`
	Bytes        *int64 `json:"bytes,omitempty"`
	CallID       string `json:"callId,omitempty"`
	Outcome      string `json:"outcome"`
	Whole        bool   `json:"whole,omitempty"`
	Starts       string `json:"starts,omitempty"` // the helper that the call starts
	FeedDefaults bool   `json:"feedDefaults,omitempty"`
}

func load(t testing.TB, name string) fixture {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err, "the harness %q has no fixture", name)
	var f fixture
	require.NoError(t, json.Unmarshal(text, &f))
	require.NotEmpty(t, f.Cases, "the fixture of %q has no case", name)
	return f
}

func facts(writes []harness.Write) []writeFacts {
	found := []writeFacts{}
	for _, w := range writes {
		one := writeFacts{
			Path: w.Path, Op: string(w.Op), From: w.From, Bytes: w.Bytes, CallID: w.CallID, Outcome: string(w.Outcome), Whole: w.Whole,
			FeedDefaults: w.FeedDefaults,
		}
		if w.Starts {
			one.Starts = w.Helper
		}
		found = append(found, one)
	}
	return found
}

func TestFamily(t *testing.T) {
	require.True(t, slices.IsSorted(harness.Names()))
	for _, name := range harness.Names() {
		t.Run(name, func(t *testing.T) { conform(t, name) })
	}
}

// conform is the suite that every reader must pass.
func conform(t *testing.T, name string) {
	reader, ok := harness.Find(name)
	require.True(t, ok)
	require.Equal(t, name, reader.Name())
	require.Equal(t, strings.ToLower(name), name)
	require.NotEmpty(t, reader.About())
	outcomes := map[string]bool{}
	for _, c := range load(t, name).Cases {
		for _, w := range c.Writes {
			require.NotEmpty(t, w.Outcome, "the fixture of %q does not state the outcome of every write: %s", name, c.Name)
			outcomes[w.Outcome] = true
		}
		if of := recognisers(c.Record); len(c.Writes) > 0 {
			require.Subset(t, []string{name}, of, "another harness recognises the record %q as its own", c.Name)
		}
		t.Run(c.Name, func(t *testing.T) {
			writes := reader.Read(c.Record)
			require.Equal(t, c.Writes, facts(writes), c.Note)
			require.Equal(t, writes, reader.Read(c.Record), "the same record twice")
			for cut := range c.Record {
				require.Empty(t, reader.Read(c.Record[:cut]), "truncated at byte %d", cut)
			}
		})
	}
	if len(outcomes) > 0 {
		require.True(t, outcomes["done"] && outcomes["failed"], "the fixture of %q needs a call that is done and one that failed", name)
	}
}

// recognisers returns the names of the harnesses that recognise a record as their own.
func recognisers(record []byte) (names []string) {
	for _, h := range harness.All() {
		if h.Recognises(record) {
			names = append(names, h.Name())
		}
	}
	return names
}

func TestUnknownHarness(t *testing.T) {
	_, ok := harness.Find("Claude")
	require.False(t, ok, "names are exact")
}
