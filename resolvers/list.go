package resolvers

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"vitrine/graph/model"
	"vitrine/internal/auth"
	"vitrine/internal/database"
	"vitrine/models"
)

// orders name the column behind each order field of the schema.
var (
	typeColumns = map[model.ArtifactTypeOrderField]string{
		model.ArtifactTypeOrderFieldName: "name", model.ArtifactTypeOrderFieldPriority: "priority", model.ArtifactTypeOrderFieldUpdatedAt: "updated_at",
	}
	conversationColumns = map[model.ConversationOrderField]string{
		model.ConversationOrderFieldCreatedAt: "created_at", model.ConversationOrderFieldUpdatedAt: "updated_at", model.ConversationOrderFieldTitle: "title",
	}
)

func page(first *int, after *string, last *int, before *string) database.PageArgs {
	return database.PageArgs{First: first, After: after, Last: last, Before: before}
}

func typeOrder(by *model.ArtifactTypeOrder) database.Order[models.ArtifactType] {
	o := database.Order[models.ArtifactType]{Column: "name"}
	if by != nil {
		o.Column, o.Desc = typeColumns[by.Field], by.Direction == model.OrderDirectionDesc
	}
	o.Value = func(t *models.ArtifactType) (any, string) {
		return map[string]any{"name": t.Name, "priority": t.Priority, "updated_at": t.UpdatedAt}[o.Column], t.ID
	}
	return o
}

func conversationOrder(by *model.ConversationOrder) database.Order[models.Conversation] {
	o := database.Order[models.Conversation]{Column: "created_at", Desc: true}
	if by != nil {
		o.Column, o.Desc = conversationColumns[by.Field], by.Direction == model.OrderDirectionDesc
	}
	o.Value = func(c *models.Conversation) (any, string) {
		return map[string]any{"created_at": c.CreatedAt, "updated_at": c.UpdatedAt, "title": c.Title}[o.Column], c.ID
	}
	return o
}

// named is the order of the nouns that are listed by name or last change.
func named[T any, P interface {
	*T
	models.Declared
}](updated, desc bool) database.Order[T] {
	o := database.Order[T]{Column: "name", Desc: desc}
	if updated {
		o.Column = "updated_at"
	}
	o.Value = func(row *T) (any, string) {
		h := P(row).Head()
		if updated {
			return *h.UpdatedAt, *h.ID
		}
		return *h.Name, *h.ID
	}
	return o
}

// born is the order of birth: ids sort by it, so the id is the column too.
func born[T any](desc bool, id func(*T) string) database.Order[T] {
	return database.Order[T]{Column: "id", Desc: desc, Value: func(row *T) (any, string) { return id(row), id(row) }}
}

func containing(q *gorm.DB, text *string, columns ...string) *gorm.DB {
	if text == nil || strings.TrimSpace(*text) == "" {
		return q
	}
	pattern := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.TrimSpace(*text)) + "%"
	conditions := make([]string, len(columns))
	args := make([]any, len(columns))
	for i, c := range columns {
		conditions[i], args[i] = c+" ILIKE ?", pattern
	}
	return q.Where("("+strings.Join(conditions, " OR ")+")", args...)
}

func equal[T any](q *gorm.DB, column string, v *T) *gorm.DB {
	if v == nil {
		return q
	}
	return q.Where(column+" = ?", *v)
}

// metadata asks whether the caller may read metadata, then goes on.
func metadata(ctx context.Context) error {
	_, err := auth.Require(ctx, auth.ReadMetadata)
	return err
}

// editing asks whether the caller may change metadata.
func editing(ctx context.Context) error {
	_, err := auth.Require(ctx, auth.EditMetadata)
	return err
}

// shownOnly leaves out what only the system sees, for callers who are not the system.
func shownOnly(ctx context.Context, q *gorm.DB, artifact string) *gorm.DB {
	if auth.Who(ctx).May(auth.ReadAll) {
		return q
	}
	return q.Where(artifact+" NOT IN (SELECT id FROM artifacts WHERE visibility = ?)", models.VisibilitySystemOnly)
}
