package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUploadOffsets sends bytes with every way of stating their offset: two statements must agree.
func TestUploadOffsets(t *testing.T) {
	const whole = "twelve bytes"
	for name, c := range map[string]struct {
		headers map[string]string
		code    string
	}{
		"no offset":                          {nil, ""},
		"an offset":                          {map[string]string{"Upload-Offset": "0"}, ""},
		"a range":                            {map[string]string{"Content-Range": "bytes 0-11/12"}, ""},
		"a range of an unknown total":        {map[string]string{"Content-Range": "bytes 0-11/*"}, ""},
		"both, equal":                        {map[string]string{"Upload-Offset": "0", "Content-Range": "bytes 0-11/12"}, ""},
		"both, different":                    {map[string]string{"Upload-Offset": "0", "Content-Range": "bytes 5-16/17"}, "INVALID"},
		"a range from the middle":            {map[string]string{"Content-Range": "bytes 5-16/*"}, "CONFLICT"},
		"an offset from the middle":          {map[string]string{"Upload-Offset": "5"}, "CONFLICT"},
		"a range longer than its bytes":      {map[string]string{"Content-Range": "bytes 0-12/13"}, "INVALID"},
		"a range shorter than its bytes":     {map[string]string{"Content-Range": "bytes 0-10/12"}, "INVALID"},
		"a range of another total":           {map[string]string{"Content-Range": "bytes 0-11/13"}, "INVALID"},
		"a range that ends before its start": {map[string]string{"Content-Range": "bytes 11-0/12"}, "INVALID"},
		"a range after its total":            {map[string]string{"Content-Range": "bytes 0-11/11"}, "INVALID"},
		"a range without bytes":              {map[string]string{"Content-Range": "bytes */12"}, "INVALID"},
		"a range of lines":                   {map[string]string{"Content-Range": "lines 0-11/12"}, "INVALID"},
		"a range with a number too large":    {map[string]string{"Content-Range": "bytes 0-99999999999999999999/*"}, "INVALID"},
		"nonsense":                           {map[string]string{"Content-Range": "x"}, "INVALID"},
		"a negative offset":                  {map[string]string{"Upload-Offset": "-1"}, "INVALID"},
		"an invalid offset":                  {map[string]string{"Upload-Offset": "x", "Content-Range": "bytes 0-11/12"}, "INVALID"},
		"an offset too large":                {map[string]string{"Upload-Offset": "99999999999999999999"}, "INVALID"},
		"an offset after the end":            {map[string]string{"Upload-Offset": "100"}, "CONFLICT"},
		"a long range without numbers":       {map[string]string{"Content-Range": "bytes " + strings.Repeat("9", 5000)}, "INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			path := "/v1/uploads/" + s.must(s.admin, `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id } } }`,
				vars{"input": vars{"conversationId": s.conversation(s.admin), "fileName": "a.txt", "sizeBytes": len(whole)}}).get("startUpload", "upload", "id")
			a := s.send(http.MethodPut, path, s.admin, strings.NewReader(whole), c.headers)
			require.Equal(t, c.code, a.code(), a.Body)
			want := map[bool]string{true: "12", false: "0"}[c.code == ""]
			require.Equal(t, want, s.send(http.MethodHead, path, s.admin, nil, nil).Header.Get("Upload-Offset"), "a refused request writes nothing")
		})
	}
}

// TestMethodsOfV1 sends every method to every path below /v1: the answer is a fault, never a page of the admin.
func TestMethodsOfV1(t *testing.T) {
	s := newSite(t)
	mine := s.belongings(s.admin)
	allowed := map[string]string{"/v1/content/" + mine["version"]: "GET, HEAD", "/v1/uploads/" + mine["upload"]: "GET, HEAD, PUT"}
	for _, method := range []string{"GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
		for path, allow := range allowed {
			a := s.send(method, path, s.admin, nil, nil)
			if strings.Contains(allow, method) {
				require.NotEqual(t, http.StatusMethodNotAllowed, a.Status, "%s %s", method, path)
				continue
			}
			require.Equal(t, http.StatusMethodNotAllowed, a.Status, "%s %s", method, path)
			require.Equal(t, allow, a.Header.Get("Allow"))
			require.Equal(t, "INVALID", a.code(), a.Body)
		}
		for _, path := range []string{"/v1/", "/v1/nothing", "/v1/content/", "/v1/content/a/b", "/v1/uploads/a/b"} {
			a := s.send(method, path, s.admin, nil, nil)
			require.Equal(t, http.StatusNotFound, a.Status, "%s %s", method, path)
			require.Contains(t, a.Header.Get("Content-Type"), "application/json")
			require.True(t, method == http.MethodHead || a.code() == "NOT_FOUND", a.Body)
		}
	}
}
