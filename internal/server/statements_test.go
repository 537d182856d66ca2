package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const wide = `{ conversations(first: %[1]d) { totalCount nodes { title project { name } agent { name } counts { items total }
	messages(first: 5) { totalCount nodes { text agent { name } versions { id } } }
	artifacts(first: 5) { totalCount nodes { name type { name } latestVersion { id fileName contentUrl message { id } } deliverable { id name } versions(first: 2) { totalCount nodes { id } } } }
	versions(first: 3) { nodes { id type { name } artifact { name } } }
} } }`

// TestStatementsDoNotDependOnTheLengthOfLists runs the same nested query for two and for many rows, and compares the
// number of SQL statements.
func TestStatementsDoNotDependOnTheLengthOfLists(t *testing.T) {
	s := newSite(t)
	s.root.BatchWait = 100 * time.Millisecond // a loaded machine is slow to collect the keys
	const many = 20
	for n := range many {
		id := s.conversation(s.admin)
		for m := range 3 {
			message := s.say(s.admin, id, "hello")
			a := s.upload(s.admin, vars{"conversationId": id, "messageId": message}, file{fmt.Sprintf("%d.txt", m), "text/plain", []byte(fmt.Sprint(n, m))})
			require.Empty(t, a.Errors)
		}
	}
	for name, query := range map[string]string{
		"nested lists of conversations": wide,
		"deliverables of conversations": `{ conversations(first: %[1]d) { nodes { deliverables(first: 5) { totalCount nodes { id artifact { id type { name } } conversation { title } } } } } }`,
		"changes of deliverables":       `{ conversations(first: %[1]d) { nodes { artifacts(first: 5) { nodes { deliverable { changes(first: 3) { totalCount nodes { op } } } } } } } }`,
		"tools of versions":             `{ conversations(first: %[1]d) { nodes { versions(first: 3) { nodes { tools { name } } } } } }`,
		"types":                         `{ artifactTypes(first: %[1]d) { totalCount nodes { name parent { name } } } }`,
	} {
		t.Run(name, func(t *testing.T) {
			few, all := s.must(s.admin, fmt.Sprintf(query, 2), nil), s.must(s.admin, fmt.Sprintf(query, many), nil)
			require.Greater(t, strings.Count(all.Body, "{"), strings.Count(few.Body, "{"), "more was returned")
			s.sameStatements(t, few, all, many-2)
		})
	}
	t.Run("one conversation with more and more in it", func(t *testing.T) {
		id := s.conversation(s.admin)
		const query = `query($id: ID!) { conversation(id: $id) { messages(first: 50) { nodes { versions { id artifact { name } } } } artifacts(first: 50) { nodes { latestVersion { id } deliverable { id } } } deliverables(first: 50) { nodes { artifact { id } } } counts { items } } }`
		upload := func(n int) {
			a := s.upload(s.admin, vars{"conversationId": id, "messageId": s.say(s.admin, id, "m")}, file{fmt.Sprintf("%d.txt", n), "text/plain", []byte(fmt.Sprint("more ", n))})
			require.Empty(t, a.Errors)
		}
		upload(0)
		few := s.must(s.admin, query, vars{"id": id})
		for n := range 15 {
			upload(n + 1)
		}
		s.sameStatements(t, few, s.must(s.admin, query, vars{"id": id}), 15)
	})
	t.Run("a turn of more and more versions", func(t *testing.T) {
		id := s.conversation(s.admin)
		model := s.declared()["model"]
		const query = `query($input: PrepareTurnInput!) { prepareTurn(input: $input) { decisions { version { id type { name } artifact { name } } } manifestText } }`
		prepare := func() answer {
			return s.must(s.admin, query, vars{"input": vars{"conversationId": id, "modelId": model}})
		}
		upload := func(n int) {
			require.Empty(t, s.upload(s.admin, vars{"conversationId": id}, file{fmt.Sprintf("%d.txt", n), "text/plain", []byte(fmt.Sprint("turn ", n))}).Errors)
		}
		upload(0)
		upload(1)
		few := prepare()
		for n := range 10 {
			upload(n + 2)
		}
		s.sameStatements(t, few, prepare(), 10)
	})
}

// sameStatements compares two answers of which one has more rows. Keys that reach a loader from different levels may or
// may not share one statement, so a few more or less mean nothing; one for every additional row does.
func (s *site) sameStatements(t *testing.T, few, all answer, more int) {
	t.Helper()
	require.NotZero(t, s.counts.of(few))
	require.InDelta(t, s.counts.of(few), s.counts.of(all), float64(more)/2)
}
