package tool

import (
	"cmp"
	"context"
	"math"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/format/jsontree"
	"vitrine/internal/format/snapshot"
	"vitrine/internal/tool/kit"
)

const (
	exampleRows   = 10 // rows that are shown with a result
	exampleValues = 50 // values that are shown with a result
)

type aggregateInput struct {
	Table     string `json:"table,omitempty" about:"Name of the table; absent is the only one" max:"1000"`
	Field     string `json:"field" about:"The field to aggregate" max:"1000"`
	Operation string `json:"operation" about:"What to compute; stdev and variance are sample statistics, count counts the values that are not missing" enum:"sum,avg,mean,count,min,max,distinct_count,median,mode,stdev,variance"`
}

func aggregateRows(ctx context.Context, s *kit.Subject, in aggregateInput) (kit.Answer, error) {
	t, err := snapshotTableOf(ctx, s, in.Table)
	if err != nil {
		return nil, err
	}
	field, err := t.Field(in.Field)
	if err != nil {
		return nil, err
	}
	c := newColumn(t, field)
	facts, err := c.aggregate(in.Operation)
	if err != nil {
		return nil, err
	}
	facts["field"], facts["operation"], facts["rowCount"] = field, in.Operation, len(t.Rows)
	facts["numericValues"], facts["otherValues"], facts["gaps"] = len(c.numbers), c.other, c.gaps
	return kit.Whole{Value: facts}, nil
}

// column holds the values of one field, with numbers and other values counted separately.
type column struct {
	field       string
	rows        []map[string]any
	numbers     []float64
	texts       []string
	values      map[string]*occurrence
	order       []*occurrence
	other, gaps int
}

// occurrence is one value and how often it occurs.
type occurrence struct {
	value any
	count int
}

func newColumn(t *snapshot.Table, field string) *column {
	c := &column{field: field, rows: t.Rows, values: map[string]*occurrence{}}
	for _, row := range t.Rows {
		c.add(row[field])
	}
	return c
}

func (c *column) add(value any) {
	if value == nil {
		c.gaps++
		return
	}
	key, _ := kit.Encode(value) // of a decoded value: cannot fail
	if c.values[string(key)] == nil {
		c.values[string(key)] = &occurrence{value: value}
		c.order = append(c.order, c.values[string(key)])
	}
	c.values[string(key)].count++
	if n, ok := jsontree.NumberIn(value); ok {
		c.numbers = append(c.numbers, n)
		return
	}
	c.other++
	if text, ok := value.(string); ok {
		c.texts = append(c.texts, text)
	}
}

// aggregate computes one operation. Without any value the result is 0, and null for mode. It fails when the operation
// needs a number and there are only other values.
func (c *column) aggregate(operation string) (kit.Fields, error) {
	switch operation {
	case "count":
		return kit.Fields{"value": len(c.numbers) + c.other}, nil
	case "distinct_count":
		return c.distinct(), nil
	case "mode":
		return c.mode(), nil
	case "min", "max":
		return c.extreme(operation)
	}
	if len(c.numbers) == 0 {
		return kit.Fields{"value": 0}, c.noNumber()
	}
	compute := map[string]func([]float64) float64{
		"sum": sum, "avg": mean, "mean": mean, "median": median, "stdev": stdev,
		"variance": func(n []float64) float64 { return stdev(n) * stdev(n) },
	}[operation]
	return kit.Fields{"value": finite(compute(c.numbers))}, nil
}

// noNumber returns an error when there are values, none of which is a number.
func (c *column) noNumber() error {
	if c.other == 0 {
		return nil
	}
	return fault.Invalid("field", "No value of %q is a number: %d are other values, %d are missing.", c.field, c.other, c.gaps).
		Try("Use count, distinct_count or mode, or another field.")
}

// extreme returns the smallest or greatest number and the rows that have it. Without numbers it compares texts, which
// sorts ISO dates correctly.
func (c *column) extreme(operation string) (kit.Fields, error) {
	var value any = 0
	switch {
	case len(c.numbers) > 0 && operation == "min":
		value = slices.Min(c.numbers)
	case len(c.numbers) > 0:
		value = slices.Max(c.numbers)
	case len(c.texts) > 0 && operation == "min":
		value = slices.Min(c.texts)
	case len(c.texts) > 0:
		value = slices.Max(c.texts)
	default:
		return kit.Fields{"value": value}, c.noNumber()
	}
	facts := kit.Fields{"value": value}
	c.addExamples(facts, value)
	return facts, nil
}

// addExamples adds the rows that have a value, up to a limit.
func (c *column) addExamples(facts kit.Fields, value any) {
	shown, found := []map[string]any{}, 0
	for _, row := range c.rows {
		if !snapshot.Same(row[c.field], value) {
			continue
		}
		if found++; len(shown) < exampleRows {
			shown = append(shown, row)
		}
	}
	facts["rows"], facts["matchingRows"] = shown, found
	if found > len(shown) {
		facts["truncated"] = true
	}
}

func (c *column) distinct() kit.Fields {
	values := []any{}
	for _, o := range c.order[:min(len(c.order), exampleValues)] {
		values = append(values, o.value)
	}
	facts := kit.Fields{"value": len(c.order), "values": values}
	if len(c.order) > len(values) {
		facts["truncated"] = true
	}
	return facts
}

// mode returns the most frequent value, the first one when several tie.
func (c *column) mode() kit.Fields {
	if len(c.order) == 0 {
		return kit.Fields{"value": nil, "frequency": 0}
	}
	most := slices.MaxFunc(c.order, func(a, b *occurrence) int { return cmp.Compare(a.count, b.count) })
	facts, tied := kit.Fields{"value": most.value, "frequency": most.count}, []any{}
	all := 0
	for _, o := range c.order {
		if o.count < most.count {
			continue
		}
		if all++; len(tied) < exampleValues {
			tied = append(tied, o.value)
		}
	}
	c.addExamples(facts, most.value)
	if facts["modes"] = tied; all > len(tied) {
		facts["truncated"] = true
	}
	return facts
}

// finite returns a number that JSON can represent, or a text when it cannot.
func finite(n float64) any {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return "out of range"
	}
	return n
}
