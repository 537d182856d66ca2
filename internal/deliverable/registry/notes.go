package registry

import (
	"cmp"
	"context"

	"vitrine/internal/database"
	"vitrine/internal/live"
	"vitrine/models"
)

// addNote adds a note to a locked conversation. It starts no turn.
func (r *Registry) addNote(ctx context.Context, c *models.Conversation, text string) error {
	note := &models.Note{ID: models.NewID(), ConversationID: c.ID, Text: text, CreatedAt: models.Now()}
	if err := r.db.From(ctx).Create(note).Error; err != nil {
		return database.Fault(err, "note")
	}
	return r.log.Append(ctx, c, live.Event{Kind: models.EventNote, SubjectID: note.ID, Note: text})
}

// Notes returns the texts that wait for the agent's next turn, oldest first, and leaves them waiting.
func (r *Registry) Notes(ctx context.Context, conversationID string) ([]string, error) {
	return r.notesWhere(ctx, conversationID, "taken_by IS NULL")
}

// TakeNotes returns the waiting notes of a locked conversation, oldest first, and marks them as taken. The same key
// returns the same notes again; an empty key is a new one each time.
func (r *Registry) TakeNotes(ctx context.Context, c *models.Conversation, key string) ([]string, error) {
	key = cmp.Or(key, models.NewID())
	db := r.db.From(ctx)
	var taken int64
	if err := db.Model(&models.NoteTake{}).Where("conversation_id = ? AND key = ?", c.ID, key).Count(&taken).Error; err != nil {
		return nil, database.Fault(err, "note")
	}
	if taken == 0 {
		if err := r.handOut(ctx, c, key); err != nil {
			return nil, err
		}
	}
	return r.notesWhere(ctx, c.ID, "taken_by = ?", key)
}

func (r *Registry) handOut(ctx context.Context, c *models.Conversation, key string) error {
	db := r.db.From(ctx)
	if err := db.Create(&models.NoteTake{ConversationID: c.ID, Key: key, CreatedAt: models.Now()}).Error; err != nil {
		return database.Fault(err, "note")
	}
	update := db.Model(&models.Note{}).Where("conversation_id = ? AND taken_by IS NULL", c.ID).UpdateColumn("taken_by", key)
	if update.Error != nil || update.RowsAffected == 0 {
		return database.Fault(update.Error, "note")
	}
	return r.log.Append(ctx, c, live.Event{Kind: models.EventNote})
}

func (r *Registry) notesWhere(ctx context.Context, conversationID, condition string, args ...any) ([]string, error) {
	texts := []string{}
	err := r.db.From(ctx).Model(&models.Note{}).Where("conversation_id = ?", conversationID).Where(condition, args...).
		Order("id").Pluck("text", &texts).Error
	return texts, database.Fault(err, "note")
}
