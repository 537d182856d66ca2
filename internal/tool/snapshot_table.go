package tool

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/parse"
)

// snapshot is a document of tables.
type snapshot struct {
	tables []*snapshotTable
	root   map[string]any
}

// snapshotTable is one table. Its rows are objects; what a row does not have is a gap.
type snapshotTable struct {
	name    string
	columns []snapshotColumn
	rows    []map[string]any
}

// snapshotColumn is one column. Its type is the declared one, else that of its values.
type snapshotColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	DisplayName string `json:"displayName,omitempty"`
	Description string `json:"description,omitempty"`
}

// readTable reads one table; nil when the value is none.
func readTable(value any, index int) *snapshotTable {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	t := &snapshotTable{name: textAt(object, "name", "title", "label")}
	if t.name == "" {
		t.name = fmt.Sprintf("table_%d", index+1)
	}
	columns, _ := object["columns"].([]any)
	for _, c := range columns {
		if column := readColumn(c); column.Name != "" {
			t.columns = append(t.columns, column)
		}
	}
	rows, _ := object["rows"].([]any)
	for _, r := range rows {
		t.addRow(r)
	}
	t.complete()
	return t
}

func readColumn(value any) snapshotColumn {
	switch v := value.(type) {
	case string:
		return snapshotColumn{Name: v}
	case map[string]any:
		return snapshotColumn{
			Name: textAt(v, "name", "field", "key"), Type: textAt(v, "type", "dataType"),
			DisplayName: textAt(v, "displayName", "label", "headerName"), Description: textAt(v, "description"),
		}
	default:
		return snapshotColumn{}
	}
}

// addRow takes a row as an object, or as a list of cells in the order of the columns.
func (t *snapshotTable) addRow(value any) {
	switch v := value.(type) {
	case map[string]any:
		t.rows = append(t.rows, v)
	case []any:
		row := map[string]any{}
		for i, cell := range v[:min(len(v), len(t.columns))] {
			row[t.columns[i].Name] = cell
		}
		t.rows = append(t.rows, row)
	}
}

// complete adds the columns that only rows have, and the types that nobody declared.
func (t *snapshotTable) complete() {
	known, types := map[string]bool{}, map[string]map[string]bool{}
	for _, c := range t.columns {
		known[c.Name] = true
	}
	for _, row := range t.rows[:min(len(t.rows), typedRows)] {
		for _, name := range sortedKeys(row) {
			if !known[name] {
				known[name], t.columns = true, append(t.columns, snapshotColumn{Name: name})
			}
			if types[name] == nil {
				types[name] = map[string]bool{}
			}
			if row[name] != nil {
				types[name][typeName(row[name])] = true
			}
		}
	}
	for i, c := range t.columns {
		if c.Type == "" {
			t.columns[i].Type = strings.Join(slices.Sorted(maps.Keys(types[c.Name])), "|")
		}
	}
}

// textAt gives the first of some fields that is a text.
func textAt(object map[string]any, names ...string) string {
	for _, name := range names {
		if text, ok := object[name].(string); ok && text != "" {
			return text
		}
	}
	return ""
}

func (t *snapshotTable) names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.Name
	}
	return names
}

// field finds a column by name, first exactly, then with case ignored.
func (t *snapshotTable) field(name string) (string, error) {
	names := table{columns: t.names()}
	at, err := names.column("field", name)
	if err != nil {
		return "", err
	}
	return names.columns[at], nil
}

func (d *snapshot) table(name string) (*snapshotTable, error) {
	if name == "" && len(d.tables) == 1 {
		return d.tables[0], nil
	}
	names := make([]string, len(d.tables))
	for i, t := range d.tables {
		if t.name == name {
			return t, nil
		}
		names[i] = t.name
	}
	for i := range names {
		if strings.EqualFold(names[i], strings.TrimSpace(name)) {
			return d.tables[i], nil
		}
	}
	return nil, fault.Invalid("table", "There is no table %q.", name).Try("The tables are: " + parse.Clip(strings.Join(names, ", "), 1000) + ".")
}

// readSnapshot reads the tables in the value of a JSON document: those under "tables", or the one that the document itself is.
func readSnapshot(value any) (*snapshot, error) {
	root, _ := value.(map[string]any)
	all, _ := root["tables"].([]any)
	if len(all) == 0 && root["rows"] != nil {
		all = []any{root}
	}
	out := &snapshot{root: root}
	for i, one := range all {
		if t := readTable(one, i); t != nil {
			out.tables = append(out.tables, t)
		}
	}
	if len(out.tables) == 0 {
		return nil, parse.Unreadable("data snapshot", errors.New(`it has no tables: neither "tables" nor "columns" with "rows"`))
	}
	return out, nil
}
