package harness

import "bytes"

// scan reads the bytes of one JSON value once, from start to end. It makes readers fast: most of a session is messages
// and tool output that no reader needs. A scan skips them by quotes and brackets alone and allocates nothing, however
// long or deep the record is. The caller reads the members it knows; the rest is skipped.
type scan struct {
	text []byte
	at   int
	torn bool // the text is truncated or not valid JSON
	done bool // set by the caller to stop reading
}

// walk visits the members of a record. It returns false when the record is truncated or not an object, or when a
// visitor has set done.
func walk(record []byte, member func(s *scan, key []byte)) bool {
	s := &scan{text: record}
	if s.next() != '{' {
		return false
	}
	s.object(func(key []byte) { member(s, key) })
	rest := s.next()
	return rest == 0 && !s.torn && !s.done
}

// IsWhole reports whether a record is exactly one JSON value, judged by its quotes, brackets and literals alone. It is
// false for a truncated line and for text that is not JSON. It scans the bytes once and allocates nothing.
func IsWhole(record []byte) bool {
	s := &scan{text: record}
	s.skip()
	return !s.torn && s.next() == 0 && !s.torn
}

// next skips white space and returns the byte after it, 0 at the end.
func (s *scan) next() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
		case 0:
			s.torn = true
			return 0
		default:
			return c
		}
	}
	return 0
}

// object visits the members of the next value; a value that is not an object is skipped. A member that the visitor does
// not read is skipped too.
func (s *scan) object(member func(key []byte)) {
	s.list('{', '}', func() {
		key := s.key()
		if s.torn {
			return
		}
		s.each(func() { member(key) })
	})
}

// array visits the elements of the next value; a value that is not an array is skipped.
func (s *scan) array(element func()) {
	s.list('[', ']', func() { s.each(element) })
}

// each visits one value and skips it when the visitor has not read it.
func (s *scan) each(visit func()) {
	s.next()
	from := s.at
	visit()
	if s.at == from && !s.done {
		s.skip()
	}
}

// list reads the entries between two brackets, separated by commas.
func (s *scan) list(open, shut byte, entry func()) {
	if s.next() != open {
		s.skip()
		return
	}
	s.at++
	for first := true; !s.torn && !s.done; first = false {
		switch c := s.next(); {
		case c == shut:
			s.at++
			return
		case !first && c != ',', c == 0:
			s.torn = true
			return
		case !first:
			s.at++
			s.next()
		}
		entry()
	}
}

// key reads a member's name and the colon, and returns the name as raw JSON without quotes.
func (s *scan) key() []byte {
	if s.next() != '"' {
		s.torn = true
		return nil
	}
	name := s.raw()
	if s.torn || s.next() != ':' {
		s.torn = true
		return nil
	}
	s.at++
	return name[1 : len(name)-1]
}

// raw reads the next value and returns its raw JSON.
func (s *scan) raw() []byte {
	s.next()
	from := s.at
	s.skip()
	if s.torn {
		return nil
	}
	return s.text[from:s.at]
}

// str reads the next value and returns its text; "" when it is not a string.
func (s *scan) str() string { return unquote(s.raw()) }

// optional reads the next value and returns its text; nil when it is not a string.
func (s *scan) optional() *string {
	raw := s.raw()
	if len(raw) == 0 || raw[0] != '"' {
		return nil
	}
	text := unquote(raw)
	return &text
}

// flag reads the next value and reports whether it is true.
func (s *scan) flag() bool { return string(s.raw()) == "true" }

// skip skips one value.
func (s *scan) skip() {
	switch c := s.next(); c {
	case '"':
		s.quoted()
	case '{', '[':
		s.nested()
	default:
		s.literal()
	}
}

// quoted skips a string, including the quotes in it that an odd number of backslashes escapes.
func (s *scan) quoted() {
	for i := s.at + 1; ; i++ {
		n := bytes.IndexByte(s.text[i:], '"')
		if n < 0 {
			s.torn = true
			return
		}
		i += n
		slashes := 0
		for s.text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			s.at = i + 1
			return
		}
	}
}

// nested skips an object or an array by counting brackets. It needs no stack, so that memory does not grow with depth.
func (s *scan) nested() {
	for depth := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '"':
			s.quoted()
			if s.torn {
				return
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return
		}
	}
	s.torn = true
}

// literal skips a number, true, false or null.
func (s *scan) literal() {
	from := s.at
	for s.at < len(s.text) && !ends[s.text[s.at]] {
		s.at++
	}
	switch word := s.text[from:s.at]; {
	case len(word) > 0 && (word[0] == '-' || word[0] >= '0' && word[0] <= '9'):
	case string(word) == "true", string(word) == "false", string(word) == "null":
	default:
		s.torn = true
	}
}

// ends are the bytes that end a literal.
var ends = [256]bool{',': true, ']': true, '}': true, ':': true, '"': true, ' ': true, '\t': true, '\r': true, '\n': true}
