package deliverable_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

// load reads one file of cases.
func load[T any](t testing.TB, name string) T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	var cases T
	require.NoError(t, json.Unmarshal(text, &cases))
	return cases
}

// rowData are the facts of a row in the test data; times are in milliseconds, 0 when unknown.
type rowData struct {
	Key        string                  `json:"key"`
	CardKey    string                  `json:"cardKey"`
	Host       string                  `json:"host"`
	Path       string                  `json:"path"`
	Name       string                  `json:"name"`
	Kind       models.DeliverableKind  `json:"kind"`
	By         models.Actor            `json:"by"`
	Writes     int                     `json:"writes"`
	Edits      int                     `json:"edits"`
	LastOp     models.DeliverableOp    `json:"lastOp"`
	LastCallID string                  `json:"lastCallId"`
	FirstAt    int64                   `json:"firstAt"`
	LastAt     int64                   `json:"lastAt"`
	Bytes      *int64                  `json:"bytes"`
	URL        string                  `json:"url"`
	URLCleared bool                    `json:"urlCleared"` // a store reported that the address is gone
	State      models.DeliverableState `json:"state"`
	Via        *viaData                `json:"via"`
	HandedTo   []models.Receiver       `json:"handedTo"`
}

type viaData struct {
	Kind           string `json:"kind"`
	Name           string `json:"name"`
	ConversationID string `json:"conversationId"`
}

func (v *viaData) via() *models.Via {
	if v == nil {
		return nil
	}
	return &models.Via{Kind: v.Kind, Name: v.Name, ConversationID: v.ConversationID}
}

// row makes the row of the facts.
func (d rowData) row() *models.Deliverable {
	row := &models.Deliverable{
		Key: d.Key, Host: d.Host, Path: d.Path, Name: d.Name, Kind: d.Kind, By: d.By, Writes: d.Writes, AgentEdits: d.Edits,
		LastOp: d.LastOp, LastCallID: d.LastCallID, FirstAt: instant(d.FirstAt), LastAt: instant(d.LastAt), Bytes: d.Bytes, Via: d.Via.via(), HandedTo: d.HandedTo,
	}
	if d.State != "" {
		row.State = &d.State
	}
	if d.URL != "" || d.URLCleared {
		row.URL = &d.URL
	}
	return row
}

// factsOf returns the facts of a row.
func factsOf(row *models.Deliverable) rowData {
	d := rowData{
		CardKey: row.CardKey, Host: row.Host, Path: row.Path, Name: row.Name, Kind: row.Kind, By: row.By, Writes: row.Writes,
		Edits: row.Edits(), LastOp: row.LastOp, LastCallID: row.LastCallID, FirstAt: millis(row.FirstAt), LastAt: millis(row.LastAt),
		Bytes: row.Bytes, HandedTo: row.HandedTo,
	}
	if row.URL != nil {
		d.URL, d.URLCleared = *row.URL, *row.URL == ""
	}
	if row.State != nil {
		d.State = *row.State
	}
	if row.Via != nil {
		d.Via = &viaData{row.Via.Kind, row.Via.Name, row.Via.ConversationID}
	}
	return d
}

// opData is one operation in the test data.
type opData struct {
	Op     models.DeliverableOp    `json:"op"`
	Host   string                  `json:"host"`
	Cwd    string                  `json:"cwd"`
	Path   string                  `json:"path"`
	From   string                  `json:"from"`
	At     int64                   `json:"at"`
	CallID string                  `json:"callId"`
	By     models.Actor            `json:"by"`
	Kind   models.DeliverableKind  `json:"kind"`
	Name   string                  `json:"name"`
	URL    *string                 `json:"url"`
	State  models.DeliverableState `json:"state"`
	Bytes  *int64                  `json:"bytes"`
	Via    *viaData                `json:"via"`
}

func (d opData) op() deliverable.Op {
	place, _ := deliverable.Locate(d.Host, d.Cwd, d.Path)
	from, _ := deliverable.Locate(d.Host, d.Cwd, d.From)
	return deliverable.Op{
		Place: place, From: from, Op: d.Op, Actor: d.By, At: instant(d.At), CallID: d.CallID, Kind: d.Kind, Name: d.Name,
		URL: d.URL, State: d.State, Bytes: d.Bytes, Via: d.Via.via(),
	}
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func millis(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

func keysOf(rows []*models.Deliverable) []string {
	keys := []string{}
	for _, row := range rows {
		keys = append(keys, row.Key)
	}
	return keys
}
