package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"unicode/utf8"
)

// goTexts returns comments and strings of a Go file. Import paths and tags of fields are not texts; a file that does
// not parse has none, because the compiler reports it.
func goTexts(content []byte) []text {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var texts []text
	add := func(k kind, pos token.Pos, s string) {
		p := files.Position(pos)
		start := p.Offset - (p.Column - 1)
		texts = append(texts, text{k, p.Line, 1 + utf8.RuneCount(content[start:p.Offset]), s})
	}
	for _, group := range file.Comments {
		for _, run := range runs(group) {
			add(comment, run.from, string(content[files.Position(run.from).Offset:files.Position(run.to).Offset]))
		}
	}
	tags := map[*ast.BasicLit]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				tags[n.Tag] = true
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && !tags[n] {
				add(literal, n.Pos(), n.Value)
			}
		}
		return true
	})
	return texts
}

// stretch is a piece of the source.
type stretch struct{ from, to token.Pos }

// runs joins the lines of a comment, so that a phrase is found over the break of a line. Directives such as //go:embed
// are not texts.
func runs(group *ast.CommentGroup) []stretch {
	var all []stretch
	joins := false
	for _, c := range group.List {
		switch {
		case isDirective(c.Text):
			joins = false
			continue
		case joins:
			all[len(all)-1].to = c.End()
		default:
			all = append(all, stretch{c.Pos(), c.End()})
		}
		joins = true
	}
	return all
}

// isDirective reports whether a comment is for tools: //go:embed, //nolint, and the like, which have no space behind
// the slashes.
func isDirective(s string) bool {
	return len(s) > 2 && s[1] == '/' && s[2] >= 'a' && s[2] <= 'z'
}
