package curation_test

import (
	"testing"

	"vitrine/internal/testkit"
	"vitrine/internal/testkit/actkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// bench is all services over a database of the test's own, called by one user.
type bench struct{ *actkit.Bench }

func newBench(t *testing.T) *bench { return &bench{actkit.New(t)} }
