// Package office reads the documents, presentations and workbooks of Office and OpenDocument.
package office

import (
	"vitrine/internal/parse"
)

// officeFacts returns the properties of an Office file that are set.
func officeFacts(p *Package) map[string]any {
	var core struct {
		Title    string `xml:"title"`
		Subject  string `xml:"subject"`
		Author   string `xml:"creator"`
		Keywords string `xml:"keywords"`
		Editor   string `xml:"lastModifiedBy"`
		Created  string `xml:"created"`
		Modified string `xml:"modified"`
	}
	p.decode("docProps/core.xml", &core)
	return parse.Facts(map[string]string{
		"title": core.Title, "subject": core.Subject, "author": core.Author, "keywords": core.Keywords, "lastModifiedBy": core.Editor,
		"creationDate": core.Created, "modificationDate": core.Modified,
	})
}
