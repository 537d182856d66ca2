package artifact_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/models"
)

func shippedTypes() []*models.ArtifactType {
	return []*models.ArtifactType{
		{ID: "1", Name: "Image", ContentType: "image/*", Enabled: true, SystemSupplied: true},
		{ID: "2", Name: "Generic Text", ContentType: "text/*", Enabled: true, SystemSupplied: true},
		{ID: "3", Name: "CSV", ContentType: "text/csv", FileExtensions: []string{"csv"}, Enabled: true, SystemSupplied: true},
		{ID: "4", Name: "PDF", ContentType: "application/pdf", FileExtensions: []string{"pdf"}, Enabled: true, SystemSupplied: true},
		{ID: "5", Name: "Generic Binary", ContentType: "application/octet-stream", Enabled: true, SystemSupplied: true},
		{ID: "6", Name: "ZIP", ContentType: "application/zip", Enabled: true, SystemSupplied: true},
	}
}

var (
	png  = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	exe  = append([]byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff"), make([]byte, 200)...)
	html = []byte("<html><script>alert(1)</script></html>")
)

func TestAdmit(t *testing.T) {
	open := &models.Agent{AcceptUnregisteredFiles: true}
	for name, c := range map[string]struct {
		claim artifact.Claim
		head  []byte
		agent *models.Agent
		want  string // the type's name, or empty when rejected
		code  fault.Code
	}{
		"a picture is a picture":                         {artifact.Claim{FileName: "a.png", MIMEType: "image/png"}, png, nil, "Image", ""},
		"a jpeg called png is still a picture":           {artifact.Claim{FileName: "a.png", MIMEType: "image/png"}, []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), nil, "Image", ""},
		"HTML called a picture is rejected":              {artifact.Claim{FileName: "a.png", MIMEType: "image/png"}, html, nil, "", fault.CodeUnsupportedType},
		"a program called a picture is rejected":         {artifact.Claim{FileName: "a.png", MIMEType: "image/png"}, exe, nil, "", fault.CodeUnsupportedType},
		"a program called CSV by extension is rejected":  {artifact.Claim{FileName: "a.csv", MIMEType: "application/octet-stream"}, exe, nil, "", fault.CodeUnsupportedType},
		"text called PDF is rejected":                    {artifact.Claim{FileName: "a.pdf", MIMEType: "application/pdf"}, []byte("hello"), nil, "", fault.CodeUnsupportedType},
		"an absent MIME is reported from the content":    {artifact.Claim{FileName: "a"}, png, nil, "Image", ""},
		"octet-stream with an extension is its type":     {artifact.Claim{FileName: "a.CSV", MIMEType: "application/octet-stream"}, []byte("a,b\n1,2\n"), nil, "CSV", ""},
		"an unheard-of MIME falls back to the content":   {artifact.Claim{FileName: "a.x", MIMEType: "application/x-odd"}, []byte("some text"), nil, "Generic Text", ""},
		"parameters and case do not matter":              {artifact.Claim{FileName: "a.csv", MIMEType: " Text/CSV; charset=utf-8"}, []byte("a,b"), nil, "CSV", ""},
		"an unknown binary is rejected":                  {artifact.Claim{FileName: "a.xyz", MIMEType: "application/x-odd"}, []byte{0, 1, 2, 250}, nil, "", fault.CodeUnsupportedType},
		"an open agent takes it":                         {artifact.Claim{FileName: "a.xyz", MIMEType: "application/x-odd"}, []byte{0, 1, 2, 250}, open, "Generic Binary", ""},
		"octet-stream without a hint is rejected":        {artifact.Claim{FileName: "a.bin", MIMEType: "application/octet-stream"}, []byte{0, 1, 2, 250}, nil, "", fault.CodeUnsupportedType},
		"UTF-16 text called CSV is admitted":             {artifact.Claim{FileName: "a.csv", MIMEType: "text/csv"}, []byte("\xff\xfea\x00,\x00b\x00"), nil, "CSV", ""},
		"a program called text is rejected":              {artifact.Claim{FileName: "a.txt", MIMEType: "text/plain"}, exe, nil, "", fault.CodeUnsupportedType},
		"a ZIP of office content called ZIP is admitted": {artifact.Claim{FileName: "a.zip", MIMEType: "application/zip"}, []byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"), nil, "ZIP", ""},
		"HTML called plain text stays text":              {artifact.Claim{FileName: "a.txt", MIMEType: "text/plain"}, html, nil, "Generic Text", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := artifact.Admit(shippedTypes(), c.agent, c.claim, c.head, int64(len(c.head)))
			if c.want == "" {
				require.True(t, fault.Is(err, c.code), "%v", err)
				require.NotEmpty(t, fault.As(err).Remedies)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got.Type.Name)
			require.NotEmpty(t, got.MIMEType)
			require.NotEmpty(t, got.Detected)
		})
	}
}

// TestCheckMIME accepts what RFC 6838 calls a type, in any case and with parameters, and an empty text; it rejects
// patterns and the rest.
func TestCheckMIME(t *testing.T) {
	for _, sound := range []string{
		"", "  ", "; charset=utf-8", "text/plain", " Text/Plain ; charset=utf-8", "application/vnd.ms-excel.sheet.macroEnabled.12", "image/svg+xml", "application/x-7z-compressed", "a/b",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "model/3mf", "application/prs.a!b#c$d&e^f_g",
	} {
		require.NoError(t, artifact.CheckMIME(sound), sound)
	}
	for _, none := range []string{
		"*/*", "*", "text/*", "image/x-*", "*/png", "text/", "/plain", "/", "text", "a/b/c", "text//plain", "text /plain", "text/ plain", "text/plain,text/html", "text/plän", "text/<b>",
		"text/\"", "text\\plain", "-/a", "text/+", "text/plain\r\nb: c", "text/" + strings.Repeat("x", 300),
	} {
		err := artifact.CheckMIME(none)
		require.True(t, fault.Is(err, fault.CodeInvalid), "%q: %v", none, err)
		require.NotEmpty(t, fault.As(err).Remedies)
		_, err = artifact.Admit(shippedTypes(), &models.Agent{AcceptUnregisteredFiles: true}, artifact.Claim{FileName: "a.txt", MIMEType: none}, []byte("text"), 4)
		require.True(t, fault.Is(err, fault.CodeInvalid), "%q: %v", none, err)
	}
}

func TestAdmitNamesTheSupportedTypesOfTheRegistry(t *testing.T) {
	_, err := artifact.Admit(shippedTypes(), nil, artifact.Claim{FileName: "a.xyz", MIMEType: "application/x-odd"}, []byte{0, 1, 2}, 3)
	require.ErrorContains(t, err, "PDF (application/pdf)")
	require.NotContains(t, err.Error(), "Generic Binary")
}

func TestAdmitKeepsTheTypesOwnLimit(t *testing.T) {
	types, limit := shippedTypes(), int64(4)
	types[0].MaxBytes = &limit
	_, err := artifact.Admit(types, nil, artifact.Claim{FileName: "a.png", MIMEType: "image/png"}, png, int64(len(png)))
	require.True(t, fault.Is(err, fault.CodeTooLarge), "%v", err)
}

func TestCleanFileName(t *testing.T) {
	for in, want := range map[string]string{
		"report.pdf":                    "report.pdf",
		"../../etc/passwd":              "passwd",
		`C:\Users\anna\plan.docx`:       "plan.docx",
		"../../etc/пароль\x00 file.png": "пароль file.png",
		"a\r\nSet-Cookie: x.txt":        "a  Set-Cookie: x.txt",
		"evil\u202egnp.exe":             "evilgnp.exe",
		"":                              "file",
		"...":                           "file",
		"/":                             "file",
		"e\u0301.txt":                   "é.txt",
	} {
		require.Equal(t, want, artifact.CleanFileName(in), "%q", in)
	}
	long := artifact.CleanFileName(strings.Repeat("ä", 200) + ".tar.gz")
	require.LessOrEqual(t, len(long), artifact.MaxName)
	require.True(t, utf8.ValidString(long) && strings.HasSuffix(long, ".gz"), long)
}

func TestLetter(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", 18277: "ZZZ"} {
		require.Equal(t, want, artifact.Letter(n))
		require.Equal(t, n, artifact.LetterIndex(strings.ToLower(want)))
	}
	require.Equal(t, -1, artifact.LetterIndex("a1"))
}

func FuzzAdmit(f *testing.F) {
	f.Add("a.png", "image/png", png)
	f.Add("../x\x00", "text/html; x", html)
	f.Fuzz(func(t *testing.T, name, mime string, head []byte) {
		a, err := artifact.Admit(shippedTypes(), nil, artifact.Claim{FileName: name, MIMEType: mime}, head, int64(len(head)))
		if err != nil {
			return
		}
		if a.FileName == "" || len(a.FileName) > artifact.MaxName || strings.ContainsAny(a.FileName, "/\\\x00\r\n") || bytes.ContainsRune([]byte(a.FileName), '\u202e') {
			t.Fatalf("%q", a.FileName)
		}
	})
}
