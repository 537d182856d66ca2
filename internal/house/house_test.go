// Package house tests the layers: which packages must never import which, also through others. depguard in
// .golangci.yml checks the direct imports as well; this test sees whole paths. It has no other code.
package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listed is a package as go list describes it.
type listed struct {
	ImportPath string
	Imports    []string // direct
	Deps       []string // direct and through others
}

// floor is a rule: these packages must never import those. A pattern is an import path; one that ends in /... covers
// those below too.
type floor struct {
	name     string
	packages []string
	never    []string
	direct   bool // checks direct imports only
	sideways bool // the packages must not import each other either
}

var (
	database = []string{"gorm.io/...", "github.com/jackc/...", "vitrine/internal/database/..."}
	bytesS3  = []string{"github.com/minio/minio-go/...", "vitrine/storage/s3/..."}
	acts     = []string{"vitrine/internal/intake/...", "vitrine/internal/turn/...", "vitrine/internal/observation/...", "vitrine/internal/curation/...", "vitrine/internal/subscription/..."}
	api      = []string{"vitrine/graph/...", "vitrine/resolvers", "vitrine/internal/server/...", "vitrine/internal/mcp/..."}
	services = []string{
		"vitrine/internal/artifact/store", "vitrine/internal/deliverable/registry", "vitrine/internal/extension/store",
		"vitrine/internal/metasync/push", "vitrine/internal/conversation", "vitrine/internal/catalog",
	}
	live = []string{"vitrine/internal/live/..."}
)

var floors = []floor{
	{
		name: "the ground imports nothing of ours", packages: []string{"vitrine/internal/fault", "vitrine/internal/config"},
		never: []string{"vitrine/..."},
	},
	{
		name: "models know neither API nor database", packages: []string{"vitrine/models"},
		never: slices.Concat(database, bytesS3, api, acts, []string{"vitrine/storage/..."}),
	},
	{
		name: "families are data, without a database",
		packages: []string{
			"vitrine/internal/tool/...", "vitrine/internal/harness/...", "vitrine/internal/provider/...", "vitrine/internal/engine/...", "vitrine/internal/format/...",
		},
		never: slices.Concat(database, bytesS3, live, api, acts, services),
	},
	{
		name:     "cores are pure",
		packages: []string{"vitrine/internal/artifact", "vitrine/internal/deliverable", "vitrine/internal/metasync", "vitrine/internal/extension"},
		never:    slices.Concat(database, bytesS3, live, api, acts, services),
	},
	{
		name:     "the client side knows only the public API",
		packages: []string{"vitrine/internal/observer/...", "vitrine/internal/client/...", "vitrine/internal/metasync/remote/...", "vitrine/internal/metasync/folder/...", "vitrine/internal/demo/...", "vitrine/internal/materialize/..."},
		never:    slices.Concat(database, bytesS3, live, api, acts, services),
	},
	{
		name: "routing and dispatch are pure", packages: []string{"vitrine/resolvers/routing", "vitrine/resolvers/dispatch"},
		never: slices.Concat(database, bytesS3, live, api, acts, services),
	},
	{name: "services never import each other", packages: services, sideways: true, never: slices.Concat(api, acts)},
	{name: "acts hold no database handle", packages: acts, direct: true, never: database},
	{name: "acts never import each other and know no API", packages: acts, sideways: true, never: api},
	{name: "resolvers run no SQL", packages: []string{"vitrine/resolvers/..."}, direct: true, never: []string{"gorm.io/...", "github.com/jackc/..."}},
	{
		name: "the server does not link the private store", packages: []string{"vitrine/cmd/vitrine"},
		never: []string{
			"github.com/versity/...", "github.com/segmentio/kafka-go/...", "github.com/nats-io/...", "github.com/rabbitmq/...", "github.com/hashicorp/vault-client-go/...",
			"github.com/go-ldap/...",
		},
	},
}

// TestFloors fails with the path of imports that breaks a floor.
func TestFloors(t *testing.T) {
	packages := list(t)
	for _, f := range floors {
		t.Run(f.name, func(t *testing.T) {
			for _, pattern := range f.packages {
				if !slices.ContainsFunc(packages, func(p listed) bool { return covers(pattern, p.ImportPath) }) {
					t.Logf("no package matches %s yet", pattern)
				}
			}
			for _, broken := range f.broken(packages) {
				t.Error(broken)
			}
		})
	}
}

// TestFloorsHold checks that a wrong import, direct or through others, is reported.
func TestFloorsHold(t *testing.T) {
	packages := []listed{
		{"vitrine/internal/observer", []string{"fmt", "vitrine/internal/deliverable"}, []string{"fmt", "gorm.io/gorm", "vitrine/internal/database", "vitrine/internal/deliverable"}},
		{"vitrine/internal/deliverable", []string{"vitrine/internal/database"}, []string{"gorm.io/gorm", "vitrine/internal/database"}},
		{"vitrine/internal/database", []string{"gorm.io/gorm"}, []string{"gorm.io/gorm"}},
		{"vitrine/internal/databases", nil, nil},
	}
	below := floor{packages: []string{"vitrine/internal/observer/..."}, never: []string{"gorm.io/..."}}
	require.Equal(t, []string{"vitrine/internal/observer → vitrine/internal/deliverable → vitrine/internal/database → gorm.io/gorm"}, below.broken(packages))
	direct := floor{packages: []string{"vitrine/internal/observer"}, never: []string{"gorm.io/..."}, direct: true}
	require.Empty(t, direct.broken(packages))
	direct.never = []string{"vitrine/internal/deliverable"}
	require.Equal(t, []string{"vitrine/internal/observer → vitrine/internal/deliverable"}, direct.broken(packages))
	sideways := floor{packages: []string{"vitrine/internal/observer", "vitrine/internal/deliverable"}, sideways: true}
	require.Equal(t, []string{"vitrine/internal/observer → vitrine/internal/deliverable"}, sideways.broken(packages))
	ground := floor{packages: []string{"vitrine/internal/databases", "vitrine/internal/database"}, never: []string{"vitrine/..."}}
	require.Empty(t, ground.broken(packages))
}

// broken returns the import paths that break the floor: for each package and each pattern the first forbidden package
// that it reaches.
func (f floor) broken(packages []listed) []string {
	var paths []string
	for _, p := range packages {
		if !f.contains(p.ImportPath) {
			continue
		}
		reached := p.Deps
		if f.direct {
			reached = p.Imports
		}
		for _, pattern := range f.forbidden() {
			if path := f.first(packages, p.ImportPath, reached, pattern); path != nil {
				paths = append(paths, strings.Join(path, " → "))
			}
		}
	}
	return paths
}

// first returns the path to the first package that the pattern forbids, if possible one without a gap.
func (f floor) first(packages []listed, from string, reached []string, pattern string) (path []string) {
	for _, dep := range reached {
		if !covers(pattern, dep) || f.own(from, dep) {
			continue
		}
		if path = way(packages, from, dep); !slices.Contains(path, gap) {
			return path
		}
	}
	return path
}

func (f floor) forbidden() []string {
	if f.sideways {
		return slices.Concat(f.never, f.packages)
	}
	return f.never
}

func (f floor) contains(path string) bool {
	return slices.ContainsFunc(f.packages, func(pattern string) bool { return covers(pattern, path) })
}

// own reports whether two packages are the same or match one pattern of the floor: a family may be split into packages.
func (f floor) own(a, b string) bool {
	return a == b || slices.ContainsFunc(f.packages, func(pattern string) bool { return covers(pattern, a) && covers(pattern, b) })
}

// covers reports whether a pattern covers an import path.
func covers(pattern, path string) bool {
	below, tree := strings.CutSuffix(pattern, "/...")
	return path == below || tree && strings.HasPrefix(path, below+"/")
}

// gap marks packages of other modules, whose imports are not listed.
const gap = "…"

// way returns the shortest path of imports between two packages; the last step may leave the module.
func way(packages []listed, from, to string) []string {
	imports := map[string][]string{}
	for _, p := range packages {
		imports[p.ImportPath] = p.Imports
	}
	came, queue := map[string]string{from: ""}, []string{from}
	for len(queue) > 0 && came[to] == "" {
		next := queue[0]
		queue = queue[1:]
		for _, dep := range imports[next] {
			if _, seen := came[dep]; !seen {
				came[dep] = next
				queue = append(queue, dep)
			}
		}
	}
	if came[to] == "" { // through a package of others
		return []string{from, gap, to}
	}
	var steps []string
	for at := to; at != ""; at = came[at] {
		steps = append(steps, at)
	}
	slices.Reverse(steps)
	return steps
}

// list returns the packages of the module from go list.
func list(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "vitrine/...").Output()
	require.NoError(t, err)
	var packages []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
