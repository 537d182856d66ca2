package conversation_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/testkit/actkit"
	"vitrine/models"
)

// fixed are the fields that a change never sets: the identity, and what the event log counts.
var fixed = []string{"ID", "LastSequence", "TrimmedSequence", "ProjectID", "AgentID", "CreatedAt", "UpdatedAt"}

// TestUpdateStoresEveryField sets each field of a conversation by itself, so that one that is added later is covered
// too.
func TestUpdateStoresEveryField(t *testing.T) {
	b := actkit.New(t)
	noun := reflect.TypeFor[models.Conversation]()
	for i := range noun.NumField() {
		name := noun.Field(i).Name
		if slices.Contains(fixed, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			id := b.Start(&models.Conversation{}).ID
			before, err := b.Conversations.Seen(b.Ctx, id)
			require.NoError(t, err)
			_, err = b.Conversations.Update(b.Ctx, id, func(c *models.Conversation) error {
				set(t, reflect.ValueOf(c).Elem().Field(i))
				return nil
			})
			require.NoError(t, err)
			var after models.Conversation
			require.NoError(t, b.DB.From(b.Ctx).Take(&after, "id = ?", id).Error)
			require.NotEqual(t, reflect.ValueOf(*before).Field(i).Interface(), reflect.ValueOf(after).Field(i).Interface(), "the change of %s is stored", name)
		})
	}
}

// set changes a field to another value.
func set(t *testing.T, f reflect.Value) {
	t.Helper()
	switch f.Interface().(type) {
	case string:
		f.SetString("changed")
	case *string:
		f.Set(reflect.ValueOf(new("changed")))
	case int64:
		f.SetInt(f.Int() + 7)
	case bool:
		f.SetBool(!f.Bool())
	case time.Time, *time.Time:
		now := models.Now()
		if f.Kind() == reflect.Pointer {
			f.Set(reflect.ValueOf(&now))
			return
		}
		f.Set(reflect.ValueOf(now))
	default:
		require.Fail(t, "a field of a new type", "%s: teach this test to set it", f.Type())
	}
}
