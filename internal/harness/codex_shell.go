package harness

import (
	"bytes"
	"regexp"
	"strings"
)

// codexArgs are the arguments of the tools that can carry a patch.
type codexArgs struct {
	changes []byte
	input   string   // a patch, or a script
	command []string // of a shell: the arguments of a command, or one script
	cwd     string
}

func (a *codexArgs) member(s *scan, key []byte) {
	switch string(key) {
	case "changes":
		if s.next() == '[' {
			a.changes = s.raw()
		}
	case "input", "patch", "source", "code":
		a.input = first(a.input, s.str())
	case "command", "cmd":
		a.command = stringsOf(s)
	case "workdir", "working_directory":
		a.cwd = s.str()
	}
}

// stringsOf reads the next value: a list of strings, or one string.
func stringsOf(s *scan) []string {
	if s.next() != '[' {
		return []string{s.str()}
	}
	var list []string
	s.array(func() { list = append(list, s.str()) })
	return list
}

// patches returns the writes of the patches in a call.
func (it *codexItem) patches() []Write {
	switch strings.TrimPrefix(it.name, "functions.") {
	case "apply_patch":
		return it.patch()
	case "exec":
		if !bytes.Contains(it.arguments, []byte(patchBegin)) && !bytes.Contains(it.input, []byte(patchBegin)) {
			return nil
		}
		return scriptWrites(first(unquote(it.input), it.args().input))
	}
	if !it.isShell() {
		return nil
	}
	args := it.args()
	writes := args.shell()
	for i := range writes {
		writes[i].Cwd = joinFolder(args.cwd, writes[i].Cwd)
	}
	return writes
}

// codexShells are the tools that run a command, by their names in all versions.
var codexShells = map[string]bool{
	"shell": true, "container.exec": true, "local_shell": true, "shell_command": true, "exec_command": true, "unified_exec": true,
}

// isShell reports whether a call runs a command that may contain a patch.
func (it *codexItem) isShell() bool {
	if it.kind != "local_shell_call" && !codexShells[strings.TrimPrefix(it.name, "functions.")] {
		return false
	}
	return bytes.Contains(it.arguments, []byte(patchBegin)) || bytes.Contains(it.input, []byte(patchBegin)) || bytes.Contains(it.action, []byte(patchBegin))
}

// patch reads a call of apply_patch: its input is the patch, or JSON with the patch or a list of changes, which takes
// precedence.
func (it *codexItem) patch() []Write {
	if it.kind == "custom_tool_call" {
		return readPatch(unquote(it.input))
	}
	args := it.args()
	if args.changes == nil {
		return readPatch(args.input)
	}
	return codexChanges(args.changes, false)
}

// args reads the arguments of a call: JSON in a string, or the action of a local shell.
func (it *codexItem) args() *codexArgs {
	args := &codexArgs{}
	for _, text := range []string{unquote(it.arguments), unquote(it.input), string(it.action)} {
		if strings.HasPrefix(strings.TrimSpace(text), "{") && !walk([]byte(text), args.member) {
			return &codexArgs{} // a call with invalid JSON was never run
		}
	}
	return args
}

// shell returns the writes of the patches in a command: an argument of apply_patch, or inside a script.
func (a *codexArgs) shell() []Write {
	if len(a.command) == 2 && isPatchTool(a.command[0]) {
		return readPatch(a.command[1])
	}
	var writes []Write
	for _, word := range a.command {
		for _, w := range heredocWrites(word) {
			writes = mergeWrite(writes, w)
		}
	}
	return writes
}

func isPatchTool(word string) bool {
	return word == "apply_patch" || word == "applypatch"
}

// patchCommand matches a script's call of apply_patch, possibly after a cd, with a here-document or a quoted patch.
var patchCommand = regexp.MustCompile(`(?m)(?:^|[;&|({\s])(?:cd[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s;&|]+)[ \t]*(?:&&|;)\s*)?apply_?patch[ \t]+(?:<<-?[ \t]*["']?([A-Za-z_][A-Za-z0-9_]*)["']?[^\n]*\n|["'])`)

// heredocWrites returns the writes of the patches that a script applies. Patches that it only stores, prints or greps
// do not count.
func heredocWrites(script string) []Write {
	var writes []Write
	if !strings.Contains(script, patchBegin) {
		return nil
	}
	for _, at := range patchCommand.FindAllStringSubmatchIndex(script, -1) {
		body := script[at[1]:]
		if at[4] >= 0 {
			body = upTo(body, script[at[4]:at[5]])
		}
		if !strings.HasPrefix(strings.TrimSpace(body), patchBegin) {
			continue
		}
		for _, w := range readPatch(body) {
			if at[2] >= 0 {
				w.Cwd = strings.Trim(script[at[2]:at[3]], `"'`)
			}
			writes = append(writes, w)
		}
	}
	return writes
}

// upTo returns a here-document up to the line that ends it.
func upTo(body, end string) string {
	for at := 0; at < len(body); {
		line, _, _ := strings.Cut(body[at:], "\n")
		if strings.TrimSpace(line) == end {
			return body[:at]
		}
		at += len(line) + 1
	}
	return body
}

// joinFolder joins two folders; an absolute inner folder is returned unchanged.
func joinFolder(folder, inner string) string {
	if folder == "" || inner == "" || strings.HasPrefix(inner, "/") || strings.HasPrefix(inner, "~") {
		return first(inner, folder)
	}
	return folder + "/" + inner
}
