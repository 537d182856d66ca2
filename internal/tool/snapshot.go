package tool

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/snapshot"
	"vitrine/internal/tool/kit"
)

func init() {
	kit.Register(kit.Spec{
		Name: "data-snapshot", Aliases: []string{"DataSnapshotToolLibrary"},
		Operations: []kit.Operation{
			fullText(textOf),
			kit.Metadata(snapshotFacts),
			grep(textOf),
			kit.Op("get_tables", "The tables with their number of rows and their column names.", snapshotTables),
			kit.Op("get_schema", "The columns of a table: name, type, display name and description.", snapshotSchema),
			kit.Op("get_rows", "Rows of a table by 0-based index.", snapshotRows),
			kit.Op("search_rows", "Rows of a table whose field matches a value. eq and neq also compare the type; gt, lt, gte and lte compare numbers with numbers and texts with texts; contains and startsWith compare text and are case-sensitive.", searchRows),
			kit.Op("aggregate", "One aggregate of a field of a table, with the values or rows it comes from. Only numbers are used in calculations; texts and missing values are counted separately.", aggregateRows),
		},
	})
}

func snapshotFacts(ctx context.Context, s *kit.Subject) (kit.Fields, error) {
	d, err := snapshotOf(ctx, s)
	if err != nil {
		return nil, err
	}
	rows := 0
	for _, t := range d.Tables {
		rows += len(t.Rows)
	}
	return kit.Fields{"tableCount": len(d.Tables), "rowCount": rows}, nil
}

// tableInfo is the entry of one table in the list of tables.
type tableInfo struct {
	Name     string   `json:"name"`
	RowCount int      `json:"rowCount"`
	Columns  []string `json:"columns"`
}

func snapshotTables(ctx context.Context, s *kit.Subject, _ kit.None) (kit.Answer, error) {
	d, err := snapshotOf(ctx, s)
	if err != nil {
		return nil, err
	}
	all := make([]tableInfo, len(d.Tables))
	for i, t := range d.Tables {
		all[i] = tableInfo{t.Name, len(t.Rows), t.Names()}
	}
	return kit.Series{Facts: kit.Fields{"tableCount": len(all)}, Key: "tables", Each: kit.Items(all)}, nil
}

type schemaInput struct {
	Table string `json:"table,omitempty" about:"Name of the table; may be left out when there is only one" max:"1000"`
}

func snapshotSchema(ctx context.Context, s *kit.Subject, in schemaInput) (kit.Answer, error) {
	t, err := snapshotTableOf(ctx, s, in.Table)
	if err != nil {
		return nil, err
	}
	return kit.Series{Facts: kit.Fields{"table": t.Name, "rowCount": len(t.Rows)}, Key: "columns", Each: kit.Items(t.Columns)}, nil
}

type rowsInput struct {
	Table string `json:"table,omitempty" about:"Name of the table; may be left out when there is only one" max:"1000"`
	Start int    `json:"start,omitempty" about:"0-based index of the first row" min:"0" default:"0"`
	Count int    `json:"count,omitempty" about:"How many rows" min:"1" max:"100000" default:"50"`
}

func snapshotRows(ctx context.Context, s *kit.Subject, in rowsInput) (kit.Answer, error) {
	t, err := snapshotTableOf(ctx, s, in.Table)
	if err != nil {
		return nil, err
	}
	start := min(in.Start, len(t.Rows))
	return kit.Series{
		Facts: kit.Fields{"table": t.Name, "start": start, "total": len(t.Rows)}, Key: "rows",
		Each: kit.Items(t.Rows[start:min(len(t.Rows), start+in.Count)]),
	}, nil
}

// snapshotTableOf returns a table by name; an empty name is the only table.
func snapshotTableOf(ctx context.Context, s *kit.Subject, name string) (*snapshot.Table, error) {
	d, err := snapshotOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return d.Table(name)
}

// searchedRows is the number of rows that search_rows returns at most, over all pages.
const searchedRows = 500

type searchInput struct {
	Table    string `json:"table,omitempty" about:"Name of the table; may be left out when there is only one" max:"1000"`
	Field    string `json:"field" about:"The field to compare" max:"1000"`
	Operator string `json:"operator" about:"How to compare" enum:"eq,neq,gt,lt,gte,lte,contains,startsWith"`
	Value    any    `json:"value" about:"What to compare with: a text, a number, true, false or null"`
	Limit    int    `json:"limit,omitempty" about:"How many rows to show" min:"1" max:"500" default:"200"`
}

func searchRows(ctx context.Context, s *kit.Subject, in searchInput) (kit.Answer, error) {
	t, err := snapshotTableOf(ctx, s, in.Table)
	if err != nil {
		return nil, err
	}
	field, err := t.Field(in.Field)
	if err != nil {
		return nil, err
	}
	if _, ok := jsontree.ScalarText(snapshot.JSONValue(in.Value)); !ok && in.Value != nil {
		return nil, fault.Invalid("value", "The value must be a string, a number, true, false or null.")
	}
	meets, found := snapshot.Comparison(in.Operator, in.Value), []map[string]any{}
	for _, row := range t.Rows {
		if meets(row[field]) {
			found = append(found, row)
		}
	}
	limit := min(in.Limit, searchedRows)
	facts := kit.Fields{"table": t.Name, "totalMatches": len(found)}
	if len(found) > limit {
		facts["truncated"], facts["remark"] = true, "Only the first matches are shown, up to the limit. Narrow the search, or raise the limit (at most 500)."
	}
	return kit.Series{Facts: facts, Key: "rows", Each: kit.Items(found[:min(len(found), limit)])}, nil
}

// snapshotOf reads the tables of the document.
func snapshotOf(ctx context.Context, s *kit.Subject) (*snapshot.Snapshot, error) {
	return kit.Load(ctx, s, "snapshot", max(2*s.SizeBytes*jsontree.Cost, 1<<10), func(ctx context.Context, s *kit.Subject) (*snapshot.Snapshot, error) {
		d, err := jsonOf(ctx, s)
		if err != nil {
			return nil, err
		}
		return snapshot.Read(d.Root)
	})
}
