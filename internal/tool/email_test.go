package tool

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/tool/kit"
)

// mailSample returns an e-mail with n lines of text, in plain and HTML, a text file, a picture and another e-mail.
func mailSample(t testing.TB, lines int) string {
	file := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("content of the file\n", lines)))
	picture := base64.StdEncoding.EncodeToString(pngOf(t, 20, 10))
	return strings.ReplaceAll(`From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>
To: a@example.org,
  b@example.org
Subject: =?iso-8859-1?B?R3L832U=?= =?utf-8?q?_aus_Wien?=
Date: Mon, 2 Jan 2006 15:04:05 -0700
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-15
Content-Transfer-Encoding: quoted-printable

`+strings.Repeat("Gr=FC=DFe f=FCr 5=A4, a line of text=\n and more\n", lines)+`
--inner
Content-Type: text/html; charset=utf-8

<p>the <b>HTML</b></p>
--inner--
--outer
Content-Type: text/plain; name="=?utf-8?q?Gr=C3=B6=C3=9Fe.txt?="
Content-Disposition: attachment
Content-Transfer-Encoding: base64

`+file+`
--outer
Content-Type: image/png
Content-Disposition: inline; filename*=utf-8''b%C3%BCd.png
Content-Transfer-Encoding: base64

`+picture+`
--outer
Content-Type: message/rfc822

Subject: inside

inner text
--outer--
`, "\n", "\r\n")
}

func TestEmail(t *testing.T) {
	sample := mailSample(t, 1)
	const simple = "From x@y Mon Jan  2\nSubject: s\nnonsense\nContent-Type: text/html\n\n<h1>Hi</h1><script>no</script><p>there</p>"
	for _, tt := range []struct{ name, content, tool, input, want string }{
		{"headers", sample, "get_headers", ``, `{"count":6,"headers":[{"name":"From","value":"Jürgen <j@example.org>"},{"name":"To","value":"a@example.org, b@example.org"},{"name":"Subject","value":"Grüße aus Wien"},`},
		{"plain before HTML", sample, "get_text", ``, `"text":"Grüße für 5€, a line of text and more","textIs":"plain"`},
		{"attachments", sample, "list_attachments", ``, `{"attachments":[{"index":0,"name":"Größe.txt","mimeType":"text/plain","sizeBytes":20},{"index":1,"name":"büd.png","mimeType":"image/png","sizeBytes":` + fmt.Sprint(len(pngOf(t, 20, 10))) + `,"inline":true},{"index":2,"name":"part-2","mimeType":"message/rfc822","sizeBytes":29}],"count":3}`},
		{"an attachment", sample, "read_attachment", `{"name":"Größe.txt"}`, `"content":"content of the file\n"`},
		{"an attached e-mail", sample, "read_attachment", `{"index":2}`, `"content":"Subject: inside\r\n\r\ninner text"`},
		{"only HTML, from a mailbox file", simple, "get_text", ``, `{"attachmentCount":0,"subject":"s","text":"Hi\nthere","textIs":"html"}`},
		{"no text", "Subject: s\n\n", "get_text", ``, `"text":"","textIs":"none"`},
		{"a boundary that does not occur", "Subject: s\nContent-Type: multipart/mixed; boundary=x\n\ntext", "get_text", ``, `"text":""`},
		{"an unknown charset", "Subject: s\nContent-Type: text/plain; charset=nothing\n\nGr\xfc\xdfe", "get_text", ``, `"text":"Grüße"`},
		{"broken base64 is decoded up to the error", "Subject: s\nContent-Transfer-Encoding: base64\n\naGVs bG8h!!!", "get_text", ``, `"text":"hello!"`},
		{"metadata", sample, "get_metadata", ``, `"attachmentCount":3`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, got := ask(t, "email", tt.content, tt.tool, tt.input)
			require.True(t, r.Success, r.ErrorMessage)
			require.Contains(t, got, tt.want)
		})
	}
	r, _ := ask(t, "email", sample, "read_attachment", `{"index":1}`)
	require.NotNil(t, r.Image, "a picture is shown")
}

func TestEmail_failures(t *testing.T) {
	for _, tt := range []struct{ name, content, tool, says string }{
		{"not an e-mail", "hello", "get_text", "not a readable e-mail"},
		{"encrypted", "Subject: s\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nxx", "get_text", "encrypted"},
		{"no attachments", "Subject: s\n\nx", "read_attachment", "no attachments"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := ask(t, "email", tt.content, tt.tool, ``)
			require.False(t, r.Success)
			require.Contains(t, r.ErrorMessage, tt.says)
		})
	}
}

func TestEmail_shows_too_large_HTML_as_an_attachment(t *testing.T) {
	_, got := ask(t, "email", "Subject: s\nContent-Type: text/html\n\n"+strings.Repeat("<p>x", 200_000), "get_text", ``)
	require.Contains(t, got, `"attachmentCount":1`)
	require.Contains(t, got, `"textIs":"none"`)
}

func TestEmail_with_many_parts_is_read(t *testing.T) {
	many := "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 50_000)
	deep := "Subject: s\nContent-Type: multipart/mixed; boundary=b0\n\n"
	for i := range 500 {
		deep += fmt.Sprintf("--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
	}
	for _, content := range []string{many, deep} {
		started := time.Now()
		r, _ := ask(t, "email", content, "list_attachments", ``)
		require.True(t, r.Success, r.ErrorMessage)
		require.Less(t, time.Since(started), 5*time.Second)
	}
}

func FuzzEmail(f *testing.F) {
	f.Add([]byte(mailSample(f, 1)))
	f.Fuzz(func(t *testing.T, content []byte) {
		rt := kit.NewRuntime(kit.Options{OutputCap: 600, ParseTime: 5 * time.Second})
		for _, tool := range []string{"get_headers", "get_text", "list_attachments", "read_attachment"} {
			kit.Find("email").Invoke(t.Context(), rt, documentOf("f", content), kit.Call{Tool: tool})
		}
	})
}
