package tool

import (
	"vitrine/internal/parse"
	"vitrine/internal/tool/kit"
)

// officeFacts is what an Office file says about itself; only what is set.
func officeFacts(p *pack) kit.Fields {
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
	return known(map[string]string{
		"title": core.Title, "subject": core.Subject, "author": core.Author, "keywords": core.Keywords, "lastModifiedBy": core.Editor,
		"creationDate": core.Created, "modificationDate": core.Modified,
	})
}

// known keeps the facts that say something, each cut to what an answer bears.
func known(facts map[string]string) kit.Fields {
	out := kit.Fields{}
	for name, value := range facts {
		if value != "" {
			out[name] = parse.Clip(value, 300)
		}
	}
	return out
}
