package snapshot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/csv"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/parse"
)

// Snapshot is a document of tables.
type Snapshot struct {
	Tables []*Table
	root   map[string]any
}

// Table is one table. Its rows are objects; a field that a row does not have is a missing value.
type Table struct {
	Name    string
	Columns []Column
	Rows    []map[string]any
}

// Column is one column. Its type is the declared type, or else the types of its values.
type Column struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	DisplayName string `json:"displayName,omitempty"`
	Description string `json:"description,omitempty"`
}

// readTable reads one table; nil when the value is not a table.
func readTable(value any, index int) *Table {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	t := &Table{Name: jsontree.TextAt(object, "name", "title", "label")}
	if t.Name == "" {
		t.Name = fmt.Sprintf("table_%d", index+1)
	}
	columns, _ := object["columns"].([]any)
	for _, c := range columns {
		if column := readColumn(c); column.Name != "" {
			t.Columns = append(t.Columns, column)
		}
	}
	rows, _ := object["rows"].([]any)
	for _, r := range rows {
		t.addRow(r)
	}
	t.complete()
	return t
}

func readColumn(value any) Column {
	switch v := value.(type) {
	case string:
		return Column{Name: v}
	case map[string]any:
		return Column{
			Name: jsontree.TextAt(v, "name", "field", "key"), Type: jsontree.TextAt(v, "type", "dataType"),
			DisplayName: jsontree.TextAt(v, "displayName", "label", "headerName"), Description: jsontree.TextAt(v, "description"),
		}
	default:
		return Column{}
	}
}

// addRow adds a row, which is an object or a list of cells in the order of the columns.
func (t *Table) addRow(value any) {
	switch v := value.(type) {
	case map[string]any:
		t.Rows = append(t.Rows, v)
	case []any:
		row := map[string]any{}
		for i, cell := range v[:min(len(v), len(t.Columns))] {
			row[t.Columns[i].Name] = cell
		}
		t.Rows = append(t.Rows, row)
	}
}

// complete adds the columns that only rows have, and the types that are not declared.
func (t *Table) complete() {
	known, types := map[string]bool{}, map[string]map[string]bool{}
	for _, c := range t.Columns {
		known[c.Name] = true
	}
	for _, row := range t.Rows[:min(len(t.Rows), csv.TypedRows)] {
		for _, name := range jsontree.SortedKeys(row) {
			if !known[name] {
				known[name], t.Columns = true, append(t.Columns, Column{Name: name})
			}
			if types[name] == nil {
				types[name] = map[string]bool{}
			}
			if row[name] != nil {
				types[name][jsontree.TypeName(row[name])] = true
			}
		}
	}
	for i, c := range t.Columns {
		if c.Type == "" {
			t.Columns[i].Type = strings.Join(slices.Sorted(maps.Keys(types[c.Name])), "|")
		}
	}
}

// Names returns the names of the columns in order.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Field returns the exact name of a column, found by exact match first, then with case ignored.
func (t *Table) Field(name string) (string, error) {
	names := csv.Table{Columns: t.Names()}
	at, err := names.Column("field", name)
	if err != nil {
		return "", err
	}
	return names.Columns[at], nil
}

// Table returns a table by name, by exact match first, then with case ignored. An empty name is the only table.
func (d *Snapshot) Table(name string) (*Table, error) {
	if name == "" && len(d.Tables) == 1 {
		return d.Tables[0], nil
	}
	names := make([]string, len(d.Tables))
	for i, t := range d.Tables {
		if t.Name == name {
			return t, nil
		}
		names[i] = t.Name
	}
	for i := range names {
		if strings.EqualFold(names[i], strings.TrimSpace(name)) {
			return d.Tables[i], nil
		}
	}
	return nil, fault.Invalid("table", "There is no table %q.", name).Try("The tables are: " + parse.Clip(strings.Join(names, ", "), 1000) + ".")
}

// Read reads the tables of a JSON document: those under "tables", or the document itself as one table.
func Read(value any) (*Snapshot, error) {
	root, _ := value.(map[string]any)
	all, _ := root["tables"].([]any)
	if len(all) == 0 && root["rows"] != nil {
		all = []any{root}
	}
	out := &Snapshot{root: root}
	for i, one := range all {
		if t := readTable(one, i); t != nil {
			out.Tables = append(out.Tables, t)
		}
	}
	if len(out.Tables) == 0 {
		return nil, parse.Unreadable("data snapshot", errors.New(`it has no tables: neither "tables" nor "columns" with "rows"`))
	}
	return out, nil
}
