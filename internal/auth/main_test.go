package auth_test

import (
	"testing"

	"vitrine/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
