package routing

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/fault"
	"vitrine/models"
)

// decideCase is one case of testdata/decide.json; a note says where the design differs from its origin.
type decideCase struct {
	Name string
	Type struct {
		Name     string
		Mode     models.DeliveryMode
		CapBytes *int64
	}
	Version struct {
		MIMEType, DetectedMIMEType string
		SizeBytes                  *int64
		ForceToolsOnly             bool
	}
	Model struct {
		Name     string
		Takes    []string
		CapBytes *int64
	}
	CapBytes int64
	Want     struct {
		Delivery  models.Delivery
		Annotated bool
		Code      fault.Code
		Mentions  []string
	}
}

func (c *decideCase) route() Route {
	return Decide(
		&models.ArtifactType{Name: c.Type.Name, DefaultDeliveryMode: c.Type.Mode, InlineCapBytes: c.Type.CapBytes},
		&models.ConversationArtifactVersion{
			MIMEType: c.Version.MIMEType, DetectedMIMEType: c.Version.DetectedMIMEType,
			SizeBytes: c.Version.SizeBytes, ForceToolsOnly: c.Version.ForceToolsOnly,
		},
		&models.Model{Name: c.Model.Name, InputMIMEPatterns: c.Model.Takes, InlineCapBytes: c.Model.CapBytes},
		c.CapBytes)
}

func TestDecide(t *testing.T) {
	raw, err := os.ReadFile("testdata/decide.json")
	require.NoError(t, err)
	var cases []decideCase
	require.NoError(t, json.Unmarshal(raw, &cases))
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got := c.route()
			require.Equal(t, c.Want.Delivery, got.Delivery)
			require.Equal(t, c.Want.Annotated, got.Annotation != "")
			require.Equal(t, c.Want.Annotated, got.Fallback)
			require.NotEmpty(t, got.Reason)
			said := got.Annotation
			if c.Want.Code != "" {
				require.NotNil(t, got.Err)
				require.Equal(t, c.Want.Code, got.Err.Code)
				require.GreaterOrEqual(t, len(got.Err.Remedies), 3)
				said = got.Err.Message + strings.Join(got.Err.Remedies, " ")
			} else {
				require.Nil(t, got.Err)
			}
			for _, word := range c.Want.Mentions {
				require.Contains(t, said, word)
			}
		})
	}
}

func TestPlan(t *testing.T) {
	const inline, tools = "INLINE", "TOOLS"
	tests := []struct {
		name     string
		sizes    []int64
		maxBytes int64 // below 0 means no bound
		maxItems int
		want     []string
	}{
		{"no files", nil, 0, 0, []string{}},
		{"no bounds", []int64{10, 20, 30}, -1, -1, []string{inline, inline, inline}},
		{"exactly the budget fits", []int64{10, 20, 30}, 60, 3, []string{inline, inline, inline}},
		{"one byte over sends the largest", []int64{10, 30, 20}, 59, -1, []string{inline, tools, inline}},
		{"the largest first until it fits", []int64{10, 30, 20}, 15, -1, []string{inline, tools, tools}},
		{"of equal sizes the older goes first", []int64{10, 10}, 10, -1, []string{tools, inline}},
		{"too many items", []int64{10, 30, 20}, -1, 1, []string{inline, tools, tools}},
		{"both bounds", []int64{10, 30, 20, 5}, 25, 2, []string{inline, tools, tools, inline}},
		{"no item may be inline", []int64{0}, -1, 0, []string{tools}},
		{"an empty file costs nothing", []int64{0, 7}, 0, -1, []string{inline, tools}},
		{"files above the cap do not count", []int64{102_400, 10}, 10, 1, []string{tools, inline}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &models.Model{Name: "TestModel", InputMIMEPatterns: []string{"image/*"}}
			if tt.maxBytes >= 0 {
				m.MaxInlineBytesTotal = &tt.maxBytes
			}
			if tt.maxItems >= 0 {
				m.MaxInlineItems = &tt.maxItems
			}
			got := []string{}
			for _, r := range Plan(images(tt.sizes), m, DefaultCapBytes) {
				got = append(got, string(r.Delivery))
				require.Equal(t, r.Delivery == models.DeliveredTools, r.Fallback)
				require.Equal(t, r.Fallback, r.Annotation != "")
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestPlan_keeps_blocked_versions_blocked(t *testing.T) {
	none := 0
	routes := Plan(images([]int64{10}), &models.Model{Name: "text-only", MaxInlineItems: &none}, DefaultCapBytes)
	require.Equal(t, fault.CodeModalityUnsupported, routes[0].Err.Code)
	require.Empty(t, routes[0].Delivery)
}

func images(sizes []int64) []Candidate {
	image := &models.ArtifactType{Name: "Image", DefaultDeliveryMode: models.DeliveryInline}
	var out []Candidate
	for _, n := range sizes {
		out = append(out, Candidate{image, &models.ConversationArtifactVersion{MIMEType: "image/png", SizeBytes: &n}})
	}
	return out
}
