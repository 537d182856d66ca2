// Package metadata holds the declared data that ships with Vitrine, in the reference's file format: the artifact types
// that every installation starts with. It is a folder like any other that `vitrine sync push` takes, and a good one to
// copy from.
package metadata

import "embed"

// Files is this folder: .mj-sync.json and one directory per collection.
//
//go:embed all:artifact-types .mj-sync.json
var Files embed.FS
