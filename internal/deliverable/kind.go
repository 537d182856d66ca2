package deliverable

import (
	"regexp"
	"slices"
	"strings"

	"vitrine/models"
)

// extensions maps file extensions to kinds; all others are OTHER.
var extensions = byExtension(map[models.DeliverableKind]string{
	models.KindDoc: "md markdown rst txt log pdf eml docx doc xlsx xls pptx ppt csv tsv " +
		"ipynb tex epub odt ods odp rtf drawio parquet",
	models.KindMedia: "png jpg jpeg gif webp svg bmp ico mp4 webm mov avi mp3 wav ogg flac aac m4a opus wma",
	models.KindPage:  "html htm",
	models.KindCode: "js jsx ts tsx mjs cjs py go rs css scss less json yaml yml toml xml sh bash zsh " +
		"c cpp h java rb php swift",
	models.KindOther: "zip tar tgz gz tbz2 bz2 txz xz 7z rar",
})

var (
	// steering names the files that instruct an agent; they are its configuration, not its work.
	steering = []string{"claude.md", "agents.md", "gemini.md", "skill.md", "memory.md", "claude.local.md"}
	// steeringFolders hold such files; everything below them is configuration.
	steeringFolders = []string{".claude", ".codex", ".cursor", ".gemini", ".opencode"}
	// scaffold matches the files that every repository has: to edit one is maintenance, to write one is work.
	scaffold = regexp.MustCompile(`(?i)^(readme|changelog|changes|contributing|license|licence|code_of_conduct|security|authors|notice)(\.[a-z0-9]+)?$`)
)

// KindOf returns the kind of a path by its name, its folders, the operation that created the row and its extension,
// in this order.
func KindOf(file string, birth models.DeliverableOp) models.DeliverableKind {
	segments := segmentsOf(file)
	if len(segments) == 0 {
		return models.KindOther
	}
	folders, base := outsideWorktree(segments[:len(segments)-1]), segments[len(segments)-1]
	switch {
	case slices.Contains(steering, strings.ToLower(base)),
		slices.ContainsFunc(folders, isSteeringFolder),
		birth == models.OpEdit && scaffold.MatchString(base):
		return models.KindCode
	}
	return kindOfExtension(base)
}

func isSteeringFolder(folder string) bool { return slices.Contains(steeringFolders, folder) }

// outsideWorktree drops the folders above a worktree that lies below .claude: its files are judged by their own
// folders.
func outsideWorktree(folders []string) []string {
	for i := len(folders) - 3; i >= 0; i-- {
		if folders[i] == ".claude" && folders[i+1] == "worktrees" {
			return folders[i+3:]
		}
	}
	return folders
}

// kindOfExtension judges by what follows the last dot; the dot of a hidden file starts no extension.
func kindOfExtension(base string) models.DeliverableKind {
	dot := strings.LastIndexByte(base, '.')
	if kind, ok := extensions[strings.ToLower(base[dot+1:])]; ok && dot > 0 {
		return kind
	}
	return models.KindOther
}

func byExtension(lists map[models.DeliverableKind]string) map[string]models.DeliverableKind {
	table := map[string]models.DeliverableKind{}
	for kind, list := range lists {
		for _, extension := range strings.Fields(list) {
			table[extension] = kind
		}
	}
	return table
}
