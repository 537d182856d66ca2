package tool

import (
	"context"

	"vitrine/internal/format/office"
	"vitrine/internal/format/richtext"
	"vitrine/internal/tool/kit"
)

func openTextOf(ctx context.Context, s *kit.Subject) (*richtext.Document, error) {
	return loadPackage(ctx, s, "odt", "OpenDocument text", office.OpenText)
}

func openSlidesOf(ctx context.Context, s *kit.Subject) (*richtext.Slideshow, error) {
	return loadPackage(ctx, s, "odp", "OpenDocument presentation", office.OpenSlides)
}

func openSheetsOf(ctx context.Context, s *kit.Subject) (*office.Workbook, error) {
	return loadPackage(ctx, s, "ods", "OpenDocument spreadsheet", office.OpenSheets)
}

// There is one library for each of the three OpenDocument kinds, so that an agent gets only the tools that apply.
func init() {
	kit.Register(kit.Spec{
		Name: "opendocument-text", Aliases: []string{"opendocument", "OpenDocumentToolLibrary"},
		Operations: documentSource(openTextOf).operations(),
	})
	kit.Register(kit.Spec{
		Name: "opendocument-presentation", Aliases: []string{"OpenDocumentPresentationToolLibrary"},
		Operations: slideSource(openSlidesOf).operations(),
	})
}

func init() {
	kit.Register(kit.Spec{
		Name: "opendocument-spreadsheet", Aliases: []string{"OpenDocumentSpreadsheetToolLibrary"},
		Operations: workbookSource(openSheetsOf).operations(),
	})
}
