package artifact_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/models"
)

// mimeType is a row of the registries in testdata/mime.json.
type mimeType struct {
	ID, Name, ContentType string
	Priority              int
	SystemSupplied        bool
	FileExtensions        []string
	IsEnabled             *bool
}

func (r mimeType) row() *models.ArtifactType {
	return &models.ArtifactType{
		ID: r.ID, Name: r.Name, ContentType: r.ContentType, Priority: r.Priority, SystemSupplied: r.SystemSupplied,
		FileExtensions: r.FileExtensions, Enabled: r.IsEnabled == nil || *r.IsEnabled,
	}
}

func rows(in []mimeType) []*models.ArtifactType {
	out := make([]*models.ArtifactType, len(in))
	for i, r := range in {
		out[i] = r.row()
	}
	return out
}

type mimeCases struct {
	Registries map[string][]mimeType
	Resolve    []struct {
		ID, Registry, MIME, About string
		Extension, ExpectType     *string
	}
	Conflicts []struct {
		ID, About string
		Matchers  []mimeType
		Expect    []struct {
			ContentType    string
			Priority       int
			SystemSupplied bool
			IDs            []string
		}
	}
}

func readCases(t *testing.T, path string, into any) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, into))
}

// decidedOtherwise are cases where the design differs from the reference.
var decidedOtherwise = map[string]string{
	"d38": "B0000000-0000-0000-0000-000000000000", // ids compare as bytes
}

func TestResolve(t *testing.T) {
	var cases mimeCases
	readCases(t, "testdata/mime.json", &cases)
	require.NotEmpty(t, cases.Resolve)
	for _, c := range cases.Resolve {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			extension, want := "", ""
			if c.Extension != nil {
				extension = *c.Extension
			}
			if c.ExpectType != nil {
				want = *c.ExpectType
			}
			if other, ok := decidedOtherwise[c.ID]; ok {
				want = other
			}
			r := artifact.Resolve(rows(cases.Registries[c.Registry]), artifact.File{MIMEType: c.MIME, Extension: extension, AcceptUnregistered: isOctet(c.MIME)})
			require.NotEmpty(t, r.Reason)
			if want == "" {
				require.Nil(t, r.Type)
				return
			}
			require.NotNil(t, r.Type, r.Reason)
			require.Contains(t, []string{r.Type.ID, r.Type.Name}, want)
			require.Equal(t, r.Candidates[0].Type, r.Type)
			for _, candidate := range r.Candidates {
				require.NotEmpty(t, candidate.Reason)
			}
		})
	}
}

// isOctet makes the cases of the reference, which has no such condition, reach Generic Binary.
func isOctet(mime string) bool { return artifact.NormaliseMIME(mime) == "application/octet-stream" }

func TestConflicts(t *testing.T) {
	var cases mimeCases
	readCases(t, "testdata/mime.json", &cases)
	for _, c := range cases.Conflicts {
		t.Run(c.ID+" "+c.About, func(t *testing.T) {
			got := artifact.Conflicts(rows(c.Matchers))
			require.Len(t, got, len(c.Expect))
			for i, want := range c.Expect {
				require.Equal(t, want.ContentType, got[i].ContentType)
				require.Equal(t, want.Priority, got[i].Priority)
				require.Equal(t, want.SystemSupplied, got[i].SystemSupplied)
				ids := make([]string, len(got[i].Types))
				for j, ty := range got[i].Types {
					ids[j] = ty.ID
				}
				require.ElementsMatch(t, want.IDs, ids)
			}
		})
	}
}

func TestResolveOurOwnRules(t *testing.T) {
	binary := &models.ArtifactType{ID: "1", Name: "Generic Binary", ContentType: "application/octet-stream", SystemSupplied: true, Enabled: true, Priority: -1000}
	csv := &models.ArtifactType{ID: "2", Name: "CSV", ContentType: "text/csv", FileExtensions: []string{"csv"}, SystemSupplied: true, Enabled: true}
	types := []*models.ArtifactType{binary, csv}
	for name, c := range map[string]struct {
		file artifact.File
		want string
		tier models.Tier
	}{
		"a disabled type never matches":                      {artifact.File{MIMEType: "text/off"}, "", ""},
		"Generic Binary needs an agent that opted in":        {artifact.File{MIMEType: "application/octet-stream"}, "", ""},
		"an opted-in agent gets it for an unheard-of MIME":   {artifact.File{MIMEType: "application/x-odd", AcceptUnregistered: true}, "Generic Binary", models.TierWildcard},
		"an opted-in agent gets it for octet-stream":         {artifact.File{MIMEType: "application/octet-stream", AcceptUnregistered: true}, "Generic Binary", models.TierExact},
		"a listed extension beats it":                        {artifact.File{MIMEType: "application/octet-stream", Extension: ".CSV", AcceptUnregistered: true}, "CSV", models.TierExtension},
		"an extension does not count beside a declared MIME": {artifact.File{MIMEType: "application/x-odd", Extension: "csv"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			off := &models.ArtifactType{ID: "3", Name: "Off", ContentType: "text/off"}
			r := artifact.Resolve(append(types, off), c.file)
			if c.want == "" {
				require.Nil(t, r.Type, r.Reason)
				return
			}
			require.Equal(t, c.want, r.Type.Name)
			require.Equal(t, c.tier, r.Tier)
		})
	}
	r := artifact.Resolve(types, artifact.File{MIMEType: "application/octet-stream"})
	require.True(t, strings.Contains(r.Reason, "accepts unregistered files"), r.Reason)
}
