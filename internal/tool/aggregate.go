package tool

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/format/csv"
	"vitrine/internal/tool/kit"
)

// cells holds the cells of one column, with numbers and other values counted separately.
type cells struct {
	number   func(string) (float64, bool)
	numbers  []float64
	distinct map[string]struct{}
	other    int
	empty    int
}

func newCells(number func(string) (float64, bool)) *cells {
	return &cells{number: number, distinct: map[string]struct{}{}}
}

func (c *cells) add(text string) {
	if strings.TrimSpace(text) == "" {
		c.empty++
		return
	}
	c.distinct[text] = struct{}{}
	if n, ok := c.number(text); ok {
		c.numbers = append(c.numbers, n)
	} else {
		c.other++
	}
}

// answer computes an operation and reports which cells it used.
func (c *cells) answer(column, operation string) (kit.Answer, error) {
	value, ok := c.compute(operation)
	if !ok {
		return nil, fault.Invalid("column", "No cell of the column %q is a number: %d have other values, %d are empty.", column, c.other, c.empty).
			Try("Use count or distinct, or another column.")
	}
	return kit.Whole{Value: kit.Fields{
		"column": column, "operation": operation, "value": value,
		"numericCells": len(c.numbers), "otherCells": c.other, "emptyCells": c.empty,
	}}, nil
}

// compute returns the value of an operation; false when it needs a number and there is none. count counts numeric
// cells.
func (c *cells) compute(operation string) (any, bool) {
	switch {
	case operation == "count":
		return len(c.numbers), true
	case operation == "distinct":
		return len(c.distinct), true
	case len(c.numbers) == 0:
		return nil, false
	}
	value := map[string]func([]float64) float64{
		"sum": sum, "avg": mean, "min": slices.Min[[]float64], "max": slices.Max[[]float64], "median": median, "stdev": stdev,
	}[operation](c.numbers)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return "out of range", true
	}
	return value, true
}

// sum adds with compensation for lost digits (Neumaier), so that the order of rows hardly matters.
func sum(numbers []float64) float64 {
	total, lost := 0.0, 0.0
	for _, n := range numbers {
		next := total + n
		if math.Abs(total) >= math.Abs(n) {
			lost += (total - next) + n
		} else {
			lost += (n - next) + total
		}
		total = next
	}
	return total + lost
}

func mean(numbers []float64) float64 { return sum(numbers) / float64(len(numbers)) }

func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// stdev returns the standard deviation of a sample, 0 for fewer than two values.
func stdev(numbers []float64) float64 {
	if len(numbers) < 2 {
		return 0
	}
	average, squares := mean(numbers), 0.0
	for _, n := range numbers {
		squares += (n - average) * (n - average)
	}
	return math.Sqrt(squares / float64(len(numbers)-1))
}

// rowGroup is the rows that share a value; Result is absent when no cell is a number.
type rowGroup struct {
	Value  string `json:"value"`
	Count  int    `json:"count"`
	Result any    `json:"result,omitempty"`
}

// groupRows groups rows by a column, largest group first, equal sizes by value. A negative value column counts rows
// only.
func groupRows(ctx context.Context, t *csv.Table, by, value int, operation string) ([]rowGroup, error) {
	found := map[string]*cells{}
	counts := map[string]int{}
	err := t.Scan(ctx, func(_ int, row []string) {
		key := csv.Cell(row, by)
		if counts[key]++; value < 0 {
			return
		}
		if found[key] == nil {
			found[key] = newCells(t.Number)
		}
		found[key].add(csv.Cell(row, value))
	})
	if err != nil {
		return nil, err
	}
	groups := make([]rowGroup, 0, len(counts))
	for key, n := range counts {
		g := rowGroup{Value: key, Count: n}
		if c := found[key]; c != nil {
			g.Result, _ = c.compute(operation)
		}
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b rowGroup) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value)) })
	return groups, nil
}
