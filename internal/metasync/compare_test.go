package metasync

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/models"
)

// exported is what the server exports in the tests of Compare.
var exported = []models.JSON{
	models.JSON(`{"collection":"artifact-types","primaryKey":{"ID":"0c39419d-de0c-4269-8d68-37fde9a2075e"},"fields":{"Name":"Base","ContentType":"a/base","SystemSupplied":true}}`),
	models.JSON(`{"collection":"artifact-types","primaryKey":{"ID":"0c39419d-de0c-4269-8d68-37fde9a2075f"},"fields":{"Name":"Child","ContentType":"a/child",
		"ParentID":"@lookup:MJ: Artifact Types.Name=Base","DefaultDeliveryMode":"Inline","Description":"@env:HOME","FileExtensions":["c"]}}`),
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, record string
		known        map[string]string
		want         []ComparedField
		missing      int
		unknown      int
	}{
		{
			name: "the same in another spelling", unknown: 1, record: `{"fields":{"name":"child","contentType":"A/Child","parent":"Base","DefaultDeliveryMode":"INLINE","FileExtensions":".c"}}`,
			want: []ComparedField{{Field: "name", Value: models.JSON(`"Child"`)}},
		},
		{
			name: "another value", unknown: 1, record: `{"fields":{"Name":"Child","DefaultDeliveryMode":"ToolsOnly"}}`,
			want: []ComparedField{{Field: "DefaultDeliveryMode", Value: models.JSON(`"Inline"`)}},
		},
		{
			name: "a value that would be read as a reference", unknown: 1, record: `{"fields":{"Name":"Child","Description":"x"}}`,
			want: []ComparedField{{Field: "Description", Value: models.JSON(`"@env:HOME"`), Misread: true}},
		},
		{
			name: "a look-up without a match", unknown: 1, record: `{"fields":{"Name":"Child","ParentID":"@lookup:Artifact Types.Name=Old"}}`,
			want: []ComparedField{{Field: "ParentID", Value: models.JSON(`"@lookup:MJ: Artifact Types.Name=Base"`), Referring: true}},
		},
		{name: "SystemSupplied is the server's", unknown: 1, record: `{"fields":{"Name":"Base","SystemSupplied":false}}`},
		{name: "a record that the server does not have", missing: 1, unknown: 2, record: `{"fields":{"Name":"Old","ContentType":"a/old"}}`},
		{
			name: "a record that the server knows under another name", unknown: 1, known: map[string]string{"records[0]": "0c39419d-de0c-4269-8d68-37fde9a2075e"},
			record: `{"fields":{"Name":"Old","ContentType":"a/base"}}`, want: []ComparedField{{Field: "Name", Value: models.JSON(`"Base"`)}},
		},
		{name: "a record to delete", unknown: 1, record: `{"fields":{"Name":"Child"},"deleteRecord":{"delete":true}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := models.JSON(`{"collection":"artifact-types",` + c.record[1:])
			have, err := Compare([]models.JSON{record}, exported, c.known)
			require.NoError(t, err)
			require.Len(t, have.Missing, c.missing)
			require.Len(t, have.New, c.unknown)
			var fields []ComparedField
			for _, r := range have.Records {
				fields = append(fields, r.Fields...)
			}
			require.Equal(t, c.want, fields)
		})
	}
}

func TestAdditions(t *testing.T) {
	shipped, err := shippedRows()
	require.NoError(t, err)
	as := append(Exported(shipped, nil), exported...)
	changed := shipped[0]
	changed.Fields["icon"] = models.JSON(`"ours"`)
	as = append(as, identityOf(shipped, nil).exported(changed))
	additions, withheld, err := Additions(as)
	require.NoError(t, err)
	require.Equal(t, []string{"artifact-types Child"}, withheld)
	require.Len(t, additions, 2)
	require.Equal(t, []string{"Base", changed.Name}, []string{additions[0].Name, additions[1].Name})
	written := additions[0].Written(func(field string) (models.JSON, bool) {
		return models.JSON("true"), field == "SystemSupplied"
	})
	require.Equal(t, `{"fields":{"Name":"Base","ContentType":"a/base"},"primaryKey":{"ID":"0c39419d-de0c-4269-8d68-37fde9a2075e"}}`, string(written))
}
