package database

import (
	"strings"

	"gorm.io/gorm"
)

var likeQuotes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing narrows a query to rows in which one of the columns contains a string, ignoring case; nil or blank matches
// all.
func Containing(q *gorm.DB, text *string, columns ...string) *gorm.DB {
	if text == nil || strings.TrimSpace(*text) == "" {
		return q
	}
	pattern := "%" + likeQuotes.Replace(strings.TrimSpace(*text)) + "%"
	conditions := make([]string, len(columns))
	args := make([]any, len(columns))
	for i, c := range columns {
		conditions[i], args[i] = c+" ILIKE ?", pattern
	}
	return q.Where("("+strings.Join(conditions, " OR ")+")", args...)
}

// Equal narrows a query to rows whose column has a value; nil matches all.
func Equal[T any](q *gorm.DB, column string, v *T) *gorm.DB {
	if v == nil {
		return q
	}
	return q.Where(column+" = ?", *v)
}
