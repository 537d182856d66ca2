package deliverable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

func TestKindOf(t *testing.T) {
	type kindCase struct {
		Path string                 `json:"path"`
		Op   models.DeliverableOp   `json:"op"`
		Kind models.DeliverableKind `json:"kind"`
		Note string                 `json:"note"`
	}
	for _, c := range load[[]kindCase](t, "kinds") {
		require.Equal(t, c.Kind, deliverable.KindOf(c.Path, c.Op), "%s %s %s", c.Op, c.Path, c.Note)
	}
}
