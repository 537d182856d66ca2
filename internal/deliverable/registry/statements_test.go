package registry_test

import (
	"github.com/stretchr/testify/require"
	"gorm.io/gorm"
)

type gormDB = gorm.DB

// watch calls told after every statement of the bench's database.
func watch(b *bench, told func(*gormDB)) {
	callbacks := b.db.From(b.Context()).Callback()
	require.NoError(b, callbacks.Create().After("gorm:create").Register("told:create", told))
	require.NoError(b, callbacks.Query().After("gorm:query").Register("told:query", told))
	require.NoError(b, callbacks.Update().After("gorm:update").Register("told:update", told))
	require.NoError(b, callbacks.Delete().After("gorm:delete").Register("told:delete", told))
}
