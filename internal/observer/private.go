package observer

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/deliverable"
	"vitrine/internal/harness"
	"vitrine/models"
)

var (
	// secretFolders contain keys; nothing below one is sent.
	secretFolders = []string{".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store"}
	// secretNames matches files that contain keys or passwords, whatever their extension.
	secretNames = regexp.MustCompile(`(?i)^(\.env.*|.*\.env|\.netrc|\.npmrc|\.pypirc|\.pgpass|id_(rsa|dsa|ecdsa|ed25519).*|credentials?(\..*)?|secrets?(\..*)?|.*\.(pem|key|p12|pfx|keystore|jks|kdbx|asc|gpg))$`)
)

// isSecret reports whether a path is that of a key file, which is never sent, whatever the agent's setting.
func isSecret(file string) bool {
	segments := strings.Split(strings.ReplaceAll(file, `\`, "/"), "/")
	return secretNames.MatchString(segments[len(segments)-1]) ||
		slices.ContainsFunc(segments, func(s string) bool { return slices.Contains(secretFolders, s) })
}

// strip removes from the writes of a record all text that must not leave this machine: of code, of key files, of files
// of unknown kind, and all text when the agent's capture is off. Sizes and line counts are measured first.
func strip(writes []harness.Write, capture models.Capture, host, cwd string) []harness.Write {
	for i, w := range writes {
		writes[i] = deliverable.Trim(w, sendable(w, capture, host, cwd), deliverable.MaxText)
	}
	return writes
}

func sendable(w harness.Write, capture models.Capture, host, cwd string) bool {
	if capture == models.CaptureAll {
		capture = models.CaptureDocuments
	}
	place, ok := deliverable.Locate(host, cmp.Or(w.Cwd, cwd), w.Path)
	return ok && capture.Keeps(deliverable.KindOf(place.Path, models.OpWrite)) && !isSecret(place.Path) && !isSecret(path.Clean(w.From))
}
