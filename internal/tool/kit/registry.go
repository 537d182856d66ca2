package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// family holds every library; it is sealed by the first call of All.
var family struct {
	sync.Mutex
	sealed  bool
	members []Library
}

// Register adds a library to the family. Only init calls it; a duplicate name or a call after sealing is a programming
// error.
func Register(s Spec) {
	l := &library{s}
	family.Lock()
	defer family.Unlock()
	if family.sealed {
		panic("tool: library " + l.Name() + " was registered after the family was sealed")
	}
	for _, name := range append([]string{l.Name()}, l.Aliases()...) {
		if find(family.members, name) != nil {
			panic(fmt.Sprintf("tool: two libraries are named %q", name))
		}
	}
	family.members = append(family.members, l)
}

// All returns every library in name order.
func All() []Library {
	family.Lock()
	defer family.Unlock()
	if !family.sealed {
		slices.SortFunc(family.members, func(a, b Library) int { return cmp.Compare(a.Name(), b.Name()) })
		family.sealed = true
	}
	return slices.Clone(family.members)
}

// Find returns the library of a name or alias, case ignored; nil when there is none.
func Find(name string) Library { return find(All(), strings.TrimSpace(name)) }

func find(members []Library, name string) Library {
	for _, l := range members {
		if strings.EqualFold(l.Name(), name) || slices.ContainsFunc(l.Aliases(), func(a string) bool { return strings.EqualFold(a, name) }) {
			return l
		}
	}
	return nil
}
