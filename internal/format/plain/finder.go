package plain

import (
	"bytes"
	"context"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode/utf8"

	"vitrine/internal/parse"
)

// finder returns the next offset where a match may be; -1 when there is none from an offset on.
type finder func(data []byte, from int) int

// finderOf derives from an expression what every match contains: a text, or a byte of a class. Searching for that
// alone lets grep skip most lines, mostly at memory speed. It returns nil when nothing is certain, or when it is too
// frequent in the text.
func finderOf(re *regexp.Regexp, data []byte) finder {
	seen := histogramOf(data)
	if text := requiredText(re); len(text) > 1 {
		return seen.literal([]byte(text))
	}
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return nil
	}
	if set := seen.requiredBytes(tree.Simplify()); set != nil && seen.weight(set) < maxWeight {
		return set.find
	}
	return nil
}

// maxWeight is the percentage of a text from which on searching for a byte is slower than trying each line.
const maxWeight = 3

// histogram counts how often each byte occurs in a sample of a text.
type histogram struct {
	counts [256]int
	total  int
}

const sampleBytes = 64 << 10

func histogramOf(data []byte) *histogram {
	h := &histogram{}
	middle := max(sampleBytes, len(data)/2)
	for _, part := range [][]byte{data[:min(len(data), sampleBytes)], data[min(len(data), middle):min(len(data), middle+sampleBytes)]} {
		h.total += len(part)
		for _, b := range part {
			h.counts[b]++
		}
	}
	return h
}

// literal finds a text by its rarest byte, unless that byte is too frequent.
func (h *histogram) literal(text []byte) finder {
	rarest := 0
	for i := range text {
		if h.counts[text[i]] < h.counts[text[rarest]] {
			rarest = i
		}
	}
	if h.weight(text[rarest:rarest+1]) > 0 {
		return func(data []byte, from int) int { return after(from, bytes.Index(data[from:], text)) }
	}
	return func(data []byte, from int) int {
		for at := from + rarest; at < len(data); at++ {
			hop := bytes.IndexByte(data[at:], text[rarest])
			if hop < 0 {
				return -1
			}
			if at += hop; bytes.HasPrefix(data[at-rarest:], text) {
				return at - rarest
			}
		}
		return -1
	}
}

// byteSet is a set of bytes of which every match contains one.
type byteSet []byte

func (s byteSet) find(data []byte, from int) int {
	if len(s) == 1 {
		return after(from, bytes.IndexByte(data[from:], s[0]))
	}
	return after(from, bytes.IndexAny(data[from:], string(s)))
}

func after(from, hop int) int {
	if hop < 0 {
		return -1
	}
	return from + hop
}

// weight returns how often the bytes occur, in percent.
func (h *histogram) weight(s byteSet) int {
	n := 0
	for _, b := range s {
		n += h.counts[b]
	}
	return n * 100 / max(h.total, 1)
}

// requiredBytes returns the rarest bytes of which every match of a node contains one; nil when none are certain.
func (h *histogram) requiredBytes(node *syntax.Regexp) byteSet {
	switch node.Op {
	case syntax.OpLiteral:
		return h.rarest(literalSets(node))
	case syntax.OpCharClass:
		return classSet(node.Rune)
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		var sets []byteSet
		for _, sub := range node.Sub {
			sets = append(sets, h.requiredBytes(sub))
		}
		return h.rarest(sets)
	case syntax.OpAlternate:
		return h.either(node.Sub)
	}
	return nil
}

func (h *histogram) rarest(sets []byteSet) (best byteSet) {
	for _, s := range sets {
		if s != nil && (best == nil || h.weight(s) < h.weight(best)) {
			best = s
		}
	}
	return best
}

// either joins the sets of alternatives; nil when one alternative requires nothing.
func (h *histogram) either(ways []*syntax.Regexp) (joined byteSet) {
	for _, way := range ways {
		s := h.requiredBytes(way)
		if s == nil {
			return nil
		}
		joined = append(joined, s...)
	}
	slices.Sort(joined)
	return slices.Compact(joined)
}

// literalSets returns the sets of the single-byte characters of a text; with case ignored, letters are left out,
// because their other case may have more bytes.
func literalSets(node *syntax.Regexp) (sets []byteSet) {
	for _, r := range node.Rune {
		if r < utf8.RuneSelf && node.Flags&syntax.FoldCase == 0 {
			sets = append(sets, byteSet{byte(r)})
		}
	}
	return sets
}

// classSet returns the bytes of a class that consists of single bytes.
func classSet(ranges []rune) (set byteSet) {
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i+1] >= utf8.RuneSelf {
			return nil
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			set = append(set, byte(r))
		}
	}
	return set
}

// Grep visits the matching lines from a line number on, with the position of the first match. When little time is left
// it visits the line where the next call continues, with a nil position, and stops.
func (t *Text) Grep(ctx context.Context, re *regexp.Regexp, first int, visit func(n int, line []byte, at []int) bool) error {
	if find := finderOf(re, t.Data); find != nil {
		return t.grepAt(ctx, re, find, first, visit)
	}
	goOn := true
	return t.Each(ctx, first, t.LineCount, func(n int, line []byte) bool {
		if n > first && n%parse.CheckInterval == 0 && parse.EndsSoon(ctx) {
			visit(n, line, nil)
			return false
		}
		if at := re.FindIndex(line); at != nil {
			goOn = visit(n, line, at)
		}
		return goOn
	})
}

// grepAt jumps from one possible match to the next and tries the expression only there.
func (t *Text) grepAt(ctx context.Context, re *regexp.Regexp, find finder, first int, visit func(int, []byte, []int) bool) error {
	if first >= t.LineCount {
		return nil
	}
	for n, at := first, t.start(first); ctx.Err() == nil; {
		found := find(t.Data, at)
		if found < 0 {
			return nil
		}
		n += bytes.Count(t.Data[at:found], []byte("\n"))
		start := bytes.LastIndexByte(t.Data[:found], '\n') + 1
		line, _, _ := bytes.Cut(t.Data[start:], []byte("\n"))
		shown := bytes.TrimSuffix(line, []byte("\r"))
		if match := re.FindIndex(shown); match != nil && !visit(n, shown, match) {
			return nil
		}
		if n, at = n+1, start+len(line)+1; at >= len(t.Data) {
			return nil
		}
	}
	return ctx.Err()
}

// Excerpts returns the lines from first up to end that exist, with long ones clipped.
func (t *Text) Excerpts(first, end int) (out []string) {
	_ = t.Each(context.Background(), max(0, first), end, func(_ int, line []byte) bool { // at most 20 short steps
		out = append(out, parse.Clip(parse.Valid(line[:min(len(line), 4*MaxShownLine)]), MaxShownLine))
		return true
	})
	return out
}

// Around returns a line, or the part of a long line around a match, marked where it is cut.
func Around(line []byte, at []int, limit int) string {
	if len(line) <= limit {
		return parse.Valid(line)
	}
	from := max(0, at[0]-limit/4)
	to := min(len(line), from+limit)
	shown := string(bytes.ToValidUTF8(line[from:to], nil))
	if from > 0 {
		shown = "… " + shown
	}
	if to < len(line) {
		shown += " …"
	}
	return shown
}

// MaxShownLine is how many bytes of a matching line are shown.
const MaxShownLine = 600
