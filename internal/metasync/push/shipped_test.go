package push_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/metasync"
	"vitrine/models"
)

var shippedNames = []string{
	"JSON", "XML", "CSV", "TSV", "PDF", "Word", "Excel", "PowerPoint", "OpenDocument Text", "OpenDocument Spreadsheet",
	"OpenDocument Presentation", "RTF", "HTML", "Markdown", "SVG", "YAML", "TOML", "NDJSON", "Notebook", "E-mail", "ZIP", "Tar",
	"Data", "Data Snapshot", "Search Result Set", "Image", "Audio", "Video", "Generic Text", "Generic Binary",
}

func (b *bench) shipped() []*models.ArtifactType {
	b.Helper()
	require.NoError(b, b.service.PushShipped(context.Background()))
	types, err := b.types.All(b.ctx)
	require.NoError(b, err)
	return types
}

func TestShippedTypes(t *testing.T) {
	b := newBench(t)
	types := b.shipped()
	var have []string
	for _, typ := range types {
		have = append(have, typ.Name)
		require.True(t, typ.SystemSupplied && typ.Enabled, typ.Name)
		require.Equal(t, typ.Name == "Generic Binary", typ.Priority < 0, typ.Name)
		inline := typ.Name == "Image" || typ.Name == "Audio" || typ.Name == "Video"
		require.Equal(t, inline, typ.DefaultDeliveryMode == models.DeliveryInline, typ.Name)
	}
	require.ElementsMatch(t, shippedNames, have)
	require.Empty(t, artifact.Conflicts(types))
	require.Equal(t, b.typeNamed("Data").ID, *b.typeNamed("Data Snapshot").ParentID)
	require.Equal(t, b.typeNamed("Data Snapshot").ID, *b.typeNamed("Search Result Set").ParentID)
}

func TestShippedTypesNameTheirTools(t *testing.T) {
	want := map[string]string{
		"JSON": "json", "NDJSON": "json", "Data": "json", "Data Snapshot": "data-snapshot", "Search Result Set": "search-result-set",
		"XML": "xml", "SVG": "xml", "HTML": "html", "YAML": "yaml", "TOML": "toml", "Notebook": "notebook", "CSV": "csv", "TSV": "csv",
		"PDF": "pdf", "Word": "word", "Excel": "excel", "PowerPoint": "powerpoint", "OpenDocument Text": "opendocument-text",
		"OpenDocument Spreadsheet": "opendocument-spreadsheet", "OpenDocument Presentation": "opendocument-presentation", "RTF": "rtf",
		"E-mail": "email", "ZIP": "archive", "Tar": "archive", "Image": "image", "Audio": "media", "Video": "media",
		"Markdown": "text", "Generic Text": "text", "Generic Binary": "binary",
	}
	for _, typ := range newBench(t).shipped() {
		require.NotNil(t, typ.ToolLibrary, typ.Name)
		require.Equal(t, want[typ.Name], *typ.ToolLibrary, typ.Name)
	}
}

func TestShippedTypesResolve(t *testing.T) {
	b := newBench(t)
	types := b.shipped()
	for _, c := range []struct{ mime, file, want string }{
		{"application/json", "a.json", "JSON"},
		{"Application/JSON; charset=utf-8", "a.json", "JSON"},
		{"text/csv", "a.csv", "CSV"},
		{"text/x-log", "a.log", "Generic Text"},
		{"text/markdown", "a.md", "Markdown"},
		{"image/avif", "a.avif", "Image"},
		{"image/svg+xml", "a.svg", "SVG"},
		{"message/rfc822", "a.eml", "E-mail"},
		{"application/vnd.openxmlformats-officedocument.presentationml.presentation", "a.pptx", "PowerPoint"},
		{"application/vnd.mj.search-result-set", "", "Search Result Set"},
		{"application/octet-stream", "a.csv", "CSV"},
		{"application/octet-stream", "a.ipynb", "Notebook"},
		{"application/octet-stream", "a.GO", "Generic Text"},
		{"application/octet-stream", "a.unheard-of", ""},
		{"application/x-unheard-of", "a.xyz", ""},
	} {
		r := artifact.Resolve(types, artifact.File{MIMEType: c.mime, Extension: artifact.Extension(c.file)})
		have := ""
		if r.Type != nil {
			have = r.Type.Name
		}
		require.Equal(t, c.want, have, c.mime+" "+c.file)
	}
}

func TestShippedExtensionsBelongToOneType(t *testing.T) {
	owner := map[string]string{}
	for _, typ := range newBench(t).shipped() {
		for _, e := range typ.FileExtensions {
			require.Emptyf(t, owner[e], "%s is of %s and %s", e, owner[e], typ.Name)
			owner[e] = typ.Name
		}
	}
}

func TestPushShipped(t *testing.T) {
	t.Run("again changes nothing", func(t *testing.T) {
		b := newBench(t)
		before := b.shipped()
		require.Equal(t, before, b.shipped())
	})
	t.Run("leaves an edited type as it is", func(t *testing.T) {
		b := newBench(t)
		b.shipped()
		b.edit("CSV", func(t *models.ArtifactType) { t.Priority = 7; t.Description = "ours" })
		b.shipped()
		require.Equal(t, 7, b.typeNamed("CSV").Priority)
		require.Equal(t, "ours", b.typeNamed("CSV").Description)
	})
	t.Run("leaves a type of your own with a shipped name as it is", func(t *testing.T) {
		b := newBench(t)
		b.push(artifactType("pdf", "application/x-ours"))
		require.Len(t, b.shipped(), len(shippedNames))
		require.Equal(t, "application/x-ours", b.typeNamed("PDF").ContentType)
		require.False(t, b.typeNamed("PDF").SystemSupplied)
	})
	t.Run("does not create deleted types again", func(t *testing.T) {
		b := newBench(t)
		b.shipped()
		for _, name := range []string{"Search Result Set", "Data Snapshot", "Data", "Tar"} {
			_, err := b.types.Delete(b.ctx, b.typeNamed(name).ID, nil)
			require.NoError(t, err)
		}
		require.Len(t, b.shipped(), len(shippedNames)-4)
	})
}

func TestShippedSourceIsReserved(t *testing.T) {
	b := newBench(t)
	b.refused("INVALID", metasync.Push{Source: metasync.ShippedSource})
}
