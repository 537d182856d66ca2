package registry_test

import (
	"github.com/stretchr/testify/require"
	"gorm.io/gorm"
)

type gormDB = gorm.DB

// watch calls a function after every statement of the bench's database.
func watch(b *bench, counted func(*gormDB)) {
	callbacks := b.db.From(b.Context()).Callback()
	require.NoError(b, callbacks.Create().After("gorm:create").Register("count:create", counted))
	require.NoError(b, callbacks.Query().After("gorm:query").Register("count:query", counted))
	require.NoError(b, callbacks.Update().After("gorm:update").Register("count:update", counted))
	require.NoError(b, callbacks.Delete().After("gorm:delete").Register("count:delete", counted))
}
