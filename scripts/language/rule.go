package main

import "regexp"

// rule is a phrase that the project does not use.
type rule struct {
	name       string // as exceptions name it
	pattern    *regexp.Regexp
	unless     *regexp.Regexp // over the words around the match: what is good English after all; nil: nothing
	suggestion string
	only       []kind // nil: all of them
}

// longRule is the name of the rule about long lines of comments.
const longRule = "long comment"

// match is one place in a text.
type match struct {
	at    int
	words string
}

func phrase(name, pattern, suggestion string) rule {
	return rule{name: name, pattern: regexp.MustCompile(pattern), suggestion: suggestion}
}

func (r rule) but(pattern string) rule {
	r.unless = regexp.MustCompile(pattern)
	return r
}

func (r rule) in(kinds ...kind) rule {
	r.only = kinds
	return r
}

// around is how many bytes before and behind a match the exception of a rule sees.
const around = 24

// find returns the places where the text breaks the rule.
func (r rule) find(t text) []match {
	if !r.covers(t.kind) {
		return nil
	}
	var found []match
	for _, m := range r.pattern.FindAllStringIndex(t.content, -1) {
		context := t.content[max(0, m[0]-around):min(len(t.content), m[1]+around)]
		if r.unless != nil && r.unless.MatchString(context) {
			continue
		}
		found = append(found, match{m[0], t.content[m[0]:m[1]]})
	}
	return found
}

func (r rule) covers(k kind) bool {
	for _, one := range r.only {
		if one == k {
			return true
		}
	}
	return r.only == nil
}

// rules are checked in this order. A pattern may span a line break within a comment, hence `\s(//\s)?`, written gap.
var rules = []rule{
	phrase("is no", `\b([Ii]s|[Aa]re|was|were)`+gap+`no`+gap, `write "is not a …", "is not valid …" or "has no …"`).
		but(`(?i)\bthere (is|are|was|were)\b|\bno longer\b|\bno (more|less|fewer|later|earlier|larger|smaller) than\b|\bwhether there\b`),
	phrase("gives", `\bgives`+gap+`(the|an?|its|their|how|where|what|whether|when|back)\b`, `write "returns …", or the verb of what it does: parses, counts, locks`),
	phrase("gives", `^(//|/\*\*?)\s*\w+ gives\b`, `write "X returns …", or the verb of what it does`).in(comment).
		but(`\bgives` + gap + `(the|an?|its|their|how|where|what|whether|when|back)\b`),
	phrase("tells", `\btells`+gap+`(the|an?|of|how|where|what|which|whether|when|its|it|them|apart)\b|\btell`+gap+`of\b`, `write "reports whether …", "says …", "distinguishes …" or "sends … to …"`),
	phrase("tells", `^(//|/\*\*?)\s*\w+ tells\b`, `write "X reports whether …" or "X returns …"`).in(comment).
		but(`\btells` + gap + `(the|an?|of|how|where|what|which|whether|when|its|it|them|apart)\b`),
	phrase("told", `\b[Tt]old\b`, `write "reported", "receives" or "is asked to"`),
	phrase("door", `\b[Dd]oors?\b`, `write "upload", "endpoint" or "way of uploading"`),
	phrase("gate", `\b[Gg]ates?\b`, `write "admission" (of uploads), or "check" (of CI)`),
	phrase("hopeless", `\b[Hh]opeless(ly)?\b`, `write "unrecoverable"`),
	phrase("farewell", `\b[Ff]arewells?\b`, `write "close"`),
	phrase("breath", `\b[Bb]reaths?\b`, `write "interval"`),
	phrase("bury", `\b([Bb]ury|[Bb]uries|[Bb]uried|[Bb]urial)\b`, `write "delete"`),
	phrase("birth", `\b(is|are|was|were|be)`+gap+`born\b|\b[Bb]irths?\b`, `write "created" or "creation"`),
	phrase("bear", `\b[Bb]ears?\b|\bborne\b`, `write "create", "carry" or "have"`),
	phrase("moment", `\b[Mm]oments?\b`, `write "time"`).but(`\b[Ii]n a moment\b|\ba moment\b`),
	phrase("instant", `\binstants?\b`, `write "time" ("instant" names types only)`),
	phrase("let in", `\b[Ll]et(s|ting)?`+gap+`(it |them |one |him |nobody |anybody )?in\b`, `write "accept" or "admit"`),
	phrase("witness", `\b[Ww]itness(es|ed)?\b`, `write "confirmed" (of a write) or "observed" (of content)`),
	phrase("shelf", `\b([Ss]helf|[Ss]helves)\b`, `write what it holds`),
	phrase("scene", `\b[Ss]cenes?\b`, `write what it holds: "request", "state"`).but(`(?i)behind the scenes`),
	phrase("world", `\b[Ww]orlds?\b`, `write what it holds: "state", "everything that …"`).but(`(?i)hello,? world`),
	phrase("or nothing", `\bor`+gap+`nothing\b`, `write "or null", or say what happens otherwise`).in(literal, description, prose).
		but(`\b[Aa]ll or nothing\b|\bor nothing (to|else)\b`),
	phrase("already", `\b(refused|rejected|there|known|kept)`+gap+`already\b`, `put "already" before the verb: "already rejected", "already exists"`),
	phrase("holds that", `^(//|/\*\*?)\s*\w+ holds that\b`, `write "X checks that …"`).in(comment),
	phrase("says whether", `\bsays`+gap+`(whether|how far|who may)\b`, `write "reports whether …" or "returns …"`),
	phrase("goes on", `\b[Gg]oes`+gap+`on\b`, `write "continues"`).but(`\bgoes on to\b`),
	phrase("anew", `\banew\b`, `write "again"`),
	phrase("way out", `\bways?`+gap+`out\b`, `write "remedy"`),
	phrase("the very", `\bthe very`+gap+`(instant|time|same|one|moment)\b`, `write "exactly the …" or "the same …"`),
	phrase("stands", `\bstands?`+gap+`(in|at|behind|where|below|elsewhere|nowhere)\b`, `write "is in …", "is at …" or "the position of …"`),
	phrase("noun", `\b[Nn]ouns?\b`, `write "record", "entity" or the name of what is meant`).in(comment, literal, description),
}

// gap is what may be between two words of a text: spaces, or the break of a line with the marks of a comment.
const gap = `(?:[ \t]+|[ \t]*\n[ \t]*(?://|\*)?[ \t]*)`
