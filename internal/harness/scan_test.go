package harness

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func members(record []byte) (map[string]string, bool) {
	found := map[string]string{}
	whole := walk(record, func(s *scan, key []byte) { found[unquote([]byte(`"`+string(key)+`"`))] = string(s.raw()) })
	return found, whole
}

func TestWalk(t *testing.T) {
	for name, c := range map[string]struct {
		record string
		whole  bool
	}{
		"nothing": {"", false}, "white space": {" \r\n", false}, "an empty object": {" {} ", true}, "not an object": {"[1]", false},
		"members":       {`{"a":1,"b":[{"c":"]}"}],"d":{"e":"\\"},"f":"\\\"}","g":-1.5e3,"h":null,"i":true}`, true},
		"text after it": {`{} {}`, false}, "a NUL after it": {"{}\x00", false}, "no comma": {`{"a":1 "b":2}`, false},
		"an extra comma": {`{"a":1,}`, false}, "no colon": {`{"a" 1}`, false}, "no value": {`{"a":}`, false}, "a bare word": {`{"a":nil}`, false},
		"a bare key": {`{a:1}`, false}, "an unterminated text": {`{"a":"b`, false}, "an unterminated list": {`{"a":[[[]`, false}, "an escaped quote": {`{"a":"\"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, whole := members([]byte(c.record))
			require.Equal(t, c.whole, whole)
		})
	}
}

// TestWalkIsBounded checks that skipped values take no memory, however deep or long they are.
func TestWalkIsBounded(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 1<<22) + strings.Repeat("]", 1<<22) + `,"type":"user"}`
	long := `{"a":"` + strings.Repeat(`\"x`, 1<<22) + `","type":"user"}`
	for _, record := range []string{deep, long, `{"message":{"content":` + deep + `}}`, `{"toolUseResult":` + long + `}`, deep[:1<<22], `{"` + strings.Repeat(`\`, 1<<23) + `"`} {
		text := []byte(record)
		for _, name := range Names() {
			reader, _ := Find(name)
			if name == "acp" {
				continue // reads with encoding/json, which bounds depth itself
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.Empty(t, reader.Read(text))
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), name)
		}
	}
}

func FuzzWalk(f *testing.F) {
	for _, seed := range []string{`{"a":"\u00e9\ud83d\ude00\ud800"}`, `{"a":[1,{"b":"\\"}],"c":tru}`, "{\"a\":\"\xff\"}", `{"\u0061":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		var want map[string]json.RawMessage
		if json.Unmarshal(record, &want) != nil || want == nil {
			return // invalid JSON only must not crash a reader; FuzzCodex and the others check that
		}
		found, whole := members(record)
		require.True(t, whole)
		for key, value := range want {
			if strings.ContainsRune(key, '\uFFFD') {
				continue // invalid bytes may become a different number of U+FFFD
			}
			require.Equal(t, string(value), found[key])
			var text string
			if json.Unmarshal(value, &text) == nil && !bytes.ContainsRune([]byte(text), '\uFFFD') && value[0] == '"' {
				require.Equal(t, text, unquote(value))
			}
		}
	})
}

func TestIsWhole(t *testing.T) {
	for _, record := range []string{`{}`, `[1,{"a":"}"}]`, `"text \\"`, ` null `, `-1.5e3`, `{"deep":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`} {
		require.True(t, IsWhole([]byte(record)), "%.50s", record)
	}
	for _, record := range []string{``, ` `, `{`, `{"a":"`, `[1`, `hello`, `{} {}`, `"text`, `{}]`, "\x00", "{}\x00"} {
		require.False(t, IsWhole([]byte(record)), "%q", record)
	}
}
