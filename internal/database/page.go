package database

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"

	"vitrine/internal/fault"
	"vitrine/models"
)

// Order is the order of a list: by a column, then by id in the same direction. Value returns the column and id of a
// row.
type Order[T any] struct {
	Column string
	Desc   bool
	Value  func(*T) (value any, id string)
}

// ByID orders by creation: ids sort by time.
func ByID[T any](desc bool, id func(*T) string) Order[T] {
	return Order[T]{Column: "id", Desc: desc, Value: func(row *T) (any, string) { return id(row), id(row) }}
}

// window is a page's arguments after validation.
type window struct {
	size     int
	backward bool
	after    *cursor
	before   *cursor
}

// cursor is a position in a list: opaque to clients, and validated when it is parsed.
type cursor struct {
	Column string          `json:"c"`
	Value  json.RawMessage `json:"v"`
	ID     string          `json:"i"`
}

// Page reads one page of query, which must select whole rows of T. The total is counted when it is requested.
func Page[T any](ctx context.Context, query *gorm.DB, args models.PageArgs, order Order[T]) (*models.Connection[T], error) {
	w, err := windowOf(args, order.Column)
	if err != nil {
		return nil, err
	}
	query = query.WithContext(ctx)
	var rows []*T
	if err := within(query.Session(&gorm.Session{}), w, order).Order(order.by(w.backward)).Limit(w.size + 1).Find(&rows).Error; err != nil {
		return nil, Fault(err, "row")
	}
	c := connection(rows, w, order)
	c.Count = func(context.Context) (int, error) {
		var n int64
		err := query.Session(&gorm.Session{}).Count(&n).Error
		return int(n), Fault(err, "row")
	}
	return c, nil
}

// Pages reads the same page for many parents in one statement: query selects rows of T, parent is the column of the
// parent's id and parentOf returns it. Every parent gets a connection; totals are counted for all of them in one
// statement.
func Pages[T any](ctx context.Context, query *gorm.DB, parent string, parents []string, parentOf func(*T) string, args models.PageArgs, order Order[T]) (map[string]*models.Connection[T], error) {
	w, err := windowOf(args, order.Column)
	if err != nil {
		return nil, err
	}
	base := query.WithContext(ctx).Where(parent+" IN ?", parents)
	numbered := within(base.Session(&gorm.Session{}), w, order).Select(fmt.Sprintf("*, row_number() OVER (PARTITION BY %s ORDER BY %s) AS page_row", parent, order.by(w.backward)))
	var rows []*T
	err = query.Session(&gorm.Session{NewDB: true, Context: ctx}).Table("(?) AS page", numbered).
		Where("page_row <= ?", w.size+1).Order(parent + ", page_row").Find(&rows).Error
	if err != nil {
		return nil, Fault(err, "row")
	}
	return split(rows, parents, parentOf, w, order, totals(base, parent)), nil
}

func split[T any](rows []*T, parents []string, parentOf func(*T) string, w window, order Order[T], total func(parent string) (int, error)) map[string]*models.Connection[T] {
	groups := map[string][]*T{}
	for _, r := range rows {
		groups[parentOf(r)] = append(groups[parentOf(r)], r)
	}
	pages := make(map[string]*models.Connection[T], len(parents))
	for _, id := range parents {
		c := connection(groups[id], w, order)
		c.Count = func(context.Context) (int, error) { return total(id) }
		pages[id] = c
	}
	return pages
}

// totals counts the rows of all parents at the first call and caches the result.
func totals(base *gorm.DB, parent string) func(string) (int, error) {
	type count struct {
		Parent string
		N      int
	}
	read := sync.OnceValues(func() (map[string]int, error) {
		var counts []count
		err := base.Session(&gorm.Session{}).Select(parent + " AS parent, count(*) AS n").Group(parent).Find(&counts).Error
		m := make(map[string]int, len(counts))
		for _, c := range counts {
			m[c.Parent] = c.N
		}
		return m, Fault(err, "row")
	})
	return func(id string) (int, error) {
		m, err := read()
		return m[id], err
	}
}

// within adds the keyset conditions.
func within[T any](q *gorm.DB, w window, order Order[T]) *gorm.DB {
	for _, edge := range []struct {
		at   *cursor
		past bool // rows must be after it, in the order of the list
	}{{w.after, true}, {w.before, false}} {
		if edge.at == nil {
			continue
		}
		op := ">"
		if edge.past == order.Desc {
			op = "<"
		}
		q = q.Where(fmt.Sprintf("(%s, id) %s (?, ?)", order.Column, op), edge.at.value(), edge.at.ID)
	}
	return q
}

func (o Order[T]) by(backward bool) string {
	way := "ASC"
	if o.Desc != backward {
		way = "DESC"
	}
	return fmt.Sprintf("%s %s, id %s", o.Column, way, way)
}

func connection[T any](rows []*T, w window, order Order[T]) *models.Connection[T] {
	more := len(rows) > w.size
	if more {
		rows = rows[:w.size]
	}
	if w.backward {
		slices.Reverse(rows)
	}
	c := &models.Connection[T]{Edges: make([]*models.Edge[T], len(rows)), PageInfo: &models.PageInfo{
		HasNextPage: more && !w.backward || w.before != nil, HasPreviousPage: more && w.backward || w.after != nil,
	}}
	for i, r := range rows {
		c.Edges[i] = &models.Edge[T]{Node: r, Cursor: order.cursor(r)}
	}
	if n := len(rows); n > 0 {
		c.PageInfo.StartCursor, c.PageInfo.EndCursor = &c.Edges[0].Cursor, &c.Edges[n-1].Cursor
	}
	return c
}

func (o Order[T]) cursor(row *T) string {
	value, id := o.Value(row)
	v, _ := json.Marshal(value)
	b, _ := json.Marshal(cursor{o.Column, v, id})
	return base64.RawURLEncoding.EncodeToString(b)
}

func (c *cursor) value() any {
	var v any
	_ = json.Unmarshal(c.Value, &v)
	if s, ok := v.(string); ok && strings.HasSuffix(c.Column, "_at") {
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
			return at
		}
	}
	return v
}

func windowOf(a models.PageArgs, column string) (w window, err error) {
	if a.First != nil && a.Last != nil {
		return w, fault.Invalid("last", "Use first or last, not both.")
	}
	w.backward = a.Last != nil
	if w.size, err = models.PageSize("first", a.First); err != nil {
		return w, err
	}
	if w.backward {
		if w.size, err = models.PageSize("last", a.Last); err != nil {
			return w, err
		}
	}
	if w.after, err = parseCursor("after", a.After, column); err != nil {
		return w, err
	}
	w.before, err = parseCursor("before", a.Before, column)
	return w, err
}

func parseCursor(field string, s *string, column string) (*cursor, error) {
	if s == nil || *s == "" {
		return nil, nil
	}
	var c cursor
	b, err := base64.RawURLEncoding.DecodeString(*s)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err == nil {
		_, err = models.ParseID("row", c.ID)
	}
	if err != nil || c.Column != column || c.plain() != nil {
		return nil, fault.Invalid(field, "The cursor is not one of this list.").Try("Use a cursor of the same list in the same order.")
	}
	return &c, nil
}

// plain returns an error for cursors whose value is not a scalar.
func (c *cursor) plain() error {
	switch v := c.value().(type) {
	case string, float64, time.Time:
		return nil
	default:
		return fmt.Errorf("cursor contains %T", v)
	}
}
