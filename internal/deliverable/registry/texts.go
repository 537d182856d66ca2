package registry

import (
	"database/sql/driver"
	"strings"
)

// texts is one array parameter, so that a statement has the same number of parameters whatever the size of a batch.
type texts []string

var arrayQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Value writes the array as Postgres reads it.
func (t texts) Value() (driver.Value, error) {
	quoted := make([]string, len(t))
	for i, text := range t {
		quoted[i] = `"` + arrayQuotes.Replace(text) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}", nil
}
