package csv

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/parse"
)

// A table with the most columns is read; a row of nothing but delimiters is rejected early.
func TestCSV_limits_columns(t *testing.T) {
	row := strings.Repeat("x,", parse.MaxColumns-1) + "x\n"
	parsed, err := Parse(t.Context(), []byte(row+row), "utf-8", "text/csv")
	require.NoError(t, err)
	require.Len(t, parsed.Columns, parse.MaxColumns)
	require.Equal(t, "x_16384", parsed.Columns[parse.MaxColumns-1])

	r := rowReader{data: []byte(strings.Repeat(",", 20<<20)), delimiter: ','}
	require.Len(t, r.row(), parse.MaxColumns+1, "reading stops at one field too many")
	_, err = Parse(t.Context(), r.data, "utf-8", "text/csv")
	require.ErrorContains(t, err, "more than 16384 columns")
}
