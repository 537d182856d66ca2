package metasync

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

// brief returns a plan in short: + creates, ~ updates with their fields, - deletes, = unchanged, ! conflicts with their
// fields.
func (p Plan) brief() (words []string) {
	words = []string{}
	group := func(sign string, changes []Change) {
		for _, c := range changes {
			word := sign + c.Name
			for _, f := range c.Fields {
				word += " " + f.Field
			}
			words = append(words, word)
		}
	}
	group("+", p.Creates)
	group("~", p.Updates)
	group("-", p.Deletes)
	group("=", p.Unchanged)
	for _, c := range p.Conflicts {
		words = append(words, "!"+c.Name+" "+c.Field)
	}
	return words
}

// set returns the fields name and icon; an empty icon is omitted.
func set(name, icon string) map[string]models.JSON {
	fields := map[string]models.JSON{"name": models.ToJSON(name)}
	if icon != "" {
		fields["icon"] = models.ToJSON(icon)
	}
	return fields
}

func row(id, name, icon string) Row {
	return Row{Collection: "artifact-types", ID: id, Name: name, Fields: set(name, icon)}
}

func want(id, name, icon string) Wanted { return Wanted{Row: row(id, name, icon)} }

func gone(id, name string) Wanted { return Wanted{Row: row(id, name, ""), Delete: true} }

func pushed(id, name, icon string) Pushed {
	return Pushed{Collection: "artifact-types", RecordID: id, Fields: set(name, icon), At: time.Unix(1, 0)}
}

func TestPlanOf(t *testing.T) {
	for _, c := range []struct {
		name     string
		existing []Row
		wanted   []Wanted
		last     []Pushed
		plan     []string
	}{
		{"nothing wanted deletes nothing", []Row{row("1", "A", "x")}, nil, []Pushed{pushed("1", "A", "x")}, []string{}},
		{"new", nil, []Wanted{want("1", "A", "x")}, nil, []string{"+A icon name"}},
		{"the same", []Row{row("1", "A", "x")}, []Wanted{want("1", "A", "x")}, nil, []string{"=A"}},
		{"other value", []Row{row("1", "A", "x")}, []Wanted{want("1", "A", "y")}, nil, []string{"~A icon"}},
		{"value not mentioned", []Row{row("1", "A", "x")}, []Wanted{want("1", "A", "")}, nil, []string{"=A"}},
		{"other spelling of the name", []Row{row("1", "A", "x")}, []Wanted{want("1", "a", "x")}, nil, []string{"~a name"}},
		{"adopted without a conflict", []Row{row("1", "A", "admin")}, []Wanted{want("1", "A", "git")}, nil, []string{"~A icon"}},
		{"changed in git", []Row{row("1", "A", "old")}, []Wanted{want("1", "A", "new")}, []Pushed{pushed("1", "A", "old")}, []string{"~A icon"}},
		{"changed in the admin", []Row{row("1", "A", "admin")}, []Wanted{want("1", "A", "git")}, []Pushed{pushed("1", "A", "git")}, []string{"~A icon", "!A icon"}},
		{"changed in both", []Row{row("1", "A", "admin")}, []Wanted{want("1", "A", "new")}, []Pushed{pushed("1", "A", "old")}, []string{"~A icon", "!A icon"}},
		{"changed in both to the same value", []Row{row("1", "A", "new")}, []Wanted{want("1", "A", "new")}, []Pushed{pushed("1", "A", "old")}, []string{"=A"}},
		{"admin's change of a field no longer mentioned", []Row{row("1", "A", "admin")}, []Wanted{want("1", "B", "")}, []Pushed{pushed("1", "A", "old")}, []string{"~B name"}},
		{"deleted", []Row{row("1", "A", "x")}, []Wanted{gone("1", "A")}, []Pushed{pushed("1", "A", "x")}, []string{"-A"}},
		{"deleted although changed in the admin", []Row{row("1", "A", "admin")}, []Wanted{gone("1", "A")}, []Pushed{pushed("1", "A", "x")}, []string{"-A", "!A icon"}},
		{"deleted before", nil, []Wanted{gone("1", "A")}, nil, []string{"=A"}},
		{"deleted in the admin", nil, []Wanted{want("2", "A", "x")}, []Pushed{pushed("1", "A", "x")}, []string{"+A icon name", "!A name"}},
		{"deleted in the admin, and here", nil, []Wanted{gone("2", "A")}, []Pushed{pushed("1", "A", "x")}, []string{"=A"}},
		{"renamed in the admin", []Row{row("1", "B", "x")}, []Wanted{want("1", "A", "x")}, []Pushed{pushed("1", "A", "x")}, []string{"~A name", "!B name"}},
		{"created again in the admin", []Row{row("2", "A", "x")}, []Wanted{want("2", "A", "x")}, []Pushed{pushed("1", "A", "x")}, []string{"=A"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.plan, PlanOf(c.existing, c.wanted, c.last).brief())
		})
	}
}

func TestInOrder(t *testing.T) {
	agent := Wanted{Row: Row{Collection: "agents", ID: "9", Name: "agent"}}
	model := Wanted{Row: Row{Collection: "models", ID: "8", Name: "model"}}
	ordered := inOrder([]Wanted{agent, want("3", "leaf", ""), want("2", "twig", ""), want("1", "root", ""), model}, map[string]string{"3": "2", "2": "1"})
	names := ""
	for _, w := range ordered {
		names += w.Name + " "
	}
	require.Equal(t, "model root twig leaf agent ", names)
}

func TestChangerOf(t *testing.T) {
	at := func(s int64) time.Time { return time.Unix(s, 0).UTC() }
	line := func(s int64, who, before, after string) models.AuditEntry {
		return models.AuditEntry{At: at(s), Actor: who, Target: "project:1", Details: models.JSON(`{"before":` + before + `,"after":` + after + `}`)}
	}
	log := []models.AuditEntry{ // newest first
		line(9, "carol", `{"Name":"A","RootPath":"x"}`, `{"Name":"A","RootPath":"y"}`),
		line(8, "bob", `{"Name":"A","Description":"one"}`, `{"Name":"A","Description":"two"}`),
		line(3, "ada", `{"Name":"A","Description":"none"}`, `{"Name":"A","Description":"one"}`),
	}
	conflict := Conflict{Collection: "projects", Field: "description", Present: models.JSON(`"two"`), since: at(5)}
	who, when := changerOf(conflict, "project:1", log)
	require.Equal(t, "bob", who)
	require.Equal(t, at(8), when)
	conflict.Field = "name"
	who, _ = changerOf(conflict, "project:1", log)
	require.Equal(t, "carol", who, "the newest line of the record, without one about the field")
	who, when = changerOf(conflict, "project:2", log)
	require.Empty(t, who)
	require.Equal(t, at(5), when)
}
