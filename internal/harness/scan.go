package harness

import "bytes"

// scan walks the bytes of one JSON value from its start to its end, once. It is what makes readers fast: most of a
// session is talk and tool output that nobody asks for, and a scan passes over it by its quotes and brackets alone,
// builds nothing and needs no memory, however long or deep the record is. The caller asks for the members it knows; the
// rest is skipped.
type scan struct {
	text []byte
	at   int
	torn bool // the text ended early or is not valid JSON
	done bool // the caller has seen enough: nothing more is read
}

// walk visits the members of a record. It is false when the record is torn or no object, or when a visitor has set
// done.
func walk(record []byte, member func(s *scan, key []byte)) bool {
	s := &scan{text: record}
	if s.next() != '{' {
		return false
	}
	s.object(func(key []byte) { member(s, key) })
	behind := s.next()
	return behind == 0 && !s.torn && !s.done
}

// IsWhole reports whether a record is one value from its start to its end, by its quotes and brackets alone: a line
// that was torn, and one that is not valid JSON at all, are none. It costs no more than passing over the bytes.
func IsWhole(record []byte) bool {
	s := &scan{text: record}
	s.skip()
	return !s.torn && s.next() == 0 && !s.torn
}

// next passes over white space and returns the byte behind it, 0 at the end.
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

// object visits the members of the value that comes next; any other value is skipped. A member that the visitor leaves
// alone is skipped too.
func (s *scan) object(member func(key []byte)) {
	s.list('{', '}', func() {
		key := s.key()
		if s.torn {
			return
		}
		s.each(func() { member(key) })
	})
}

// array visits the elements of the value that comes next; any other value is skipped.
func (s *scan) array(element func()) {
	s.list('[', ']', func() { s.each(element) })
}

// each visits one value and skips what the visitor left of it.
func (s *scan) each(visit func()) {
	s.next()
	from := s.at
	visit()
	if s.at == from && !s.done {
		s.skip()
	}
}

// list takes the entries between two brackets, with a comma between each two.
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

// key takes a member's name, as it is spelled, and its colon.
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

// raw takes the next value as it is spelled.
func (s *scan) raw() []byte {
	s.next()
	from := s.at
	s.skip()
	if s.torn {
		return nil
	}
	return s.text[from:s.at]
}

// str takes the next value when it is a text, "" for any other.
func (s *scan) str() string { return unquote(s.raw()) }

// optional takes the next value when it is a text, nil for any other.
func (s *scan) optional() *string {
	raw := s.raw()
	if len(raw) == 0 || raw[0] != '"' {
		return nil
	}
	text := unquote(raw)
	return &text
}

// flag takes the next value and reports whether it is true.
func (s *scan) flag() bool { return string(s.raw()) == "true" }

// skip passes over one value.
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

// quoted passes over a text: from quote to quote, leaping over those that an odd number of backslashes escapes.
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

// nested passes over an object or an array by counting brackets; it needs no stack, so that depth costs nothing.
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

// literal passes over a number, true, false or null.
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
