// Package provider is the family of model providers: how each writes the artifacts of a turn as a fragment of its own
// request. A provider is one file that adds itself in init, and a golden request in testdata. It knows no database and
// reads no content; package turn fills a Turn and asks for the request.
package provider

import (
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// Provider writes requests.
type Provider interface {
	// Name is the provider's name in lower case, as models declare it.
	Name() string
	// Request writes a turn as a fragment of the provider's request: first what does not change from turn to turn, so that
	// it can be cached, then what does. Nil means that the provider has no form of its own.
	Request(t *Turn) any
}

// family is every provider by name. It is filled by init and only read afterwards.
var family = map[string]Provider{}

func register(p Provider) {
	if family[p.Name()] != nil {
		panic("two providers are called " + p.Name())
	}
	family[p.Name()] = p
}

// Names lists the providers, sorted.
func Names() []string {
	names := make([]string, 0, len(family))
	for name := range family {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Find returns the provider of a name, whatever its case; the fault names those that exist.
func Find(name string) (Provider, error) {
	p, ok := family[strings.ToLower(strings.TrimSpace(name))]
	if !ok {
		return nil, fault.Invalid("provider", "%q is not a known provider.", name).Try("Use one of: " + strings.Join(Names(), ", ") + ".")
	}
	return p, nil
}

// object is a JSON object of a request.
type object map[string]any
