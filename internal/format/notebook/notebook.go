// Package notebook reads Jupyter notebooks: cells and their outputs.
package notebook

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/format/jsontree"
	"vitrine/internal/parse"
)

// Notebook is a Jupyter notebook. It is immutable.
type Notebook struct {
	Language string
	Cells    []Cell
	raw      []map[string]any // the cells as in the file
}

// Cell is one cell.
type Cell struct {
	Index     int    `json:"index"` // from 0
	Kind      string `json:"kind"`  // code, markdown or raw
	Execution any    `json:"executionCount,omitempty"`
	Outputs   int    `json:"outputs"`
	Source    string `json:"source"`
}

func languageOf(root map[string]any) string {
	meta, _ := root["metadata"].(map[string]any)
	for _, at := range []string{"language_info", "kernelspec"} {
		if info, ok := meta[at].(map[string]any); ok {
			if name := jsontree.TextAt(info, "name", "language"); name != "" {
				return name
			}
		}
	}
	return ""
}

func (n *Notebook) addAll(cells any) {
	list, _ := cells.([]any)
	for _, one := range list {
		raw, ok := one.(map[string]any)
		if !ok {
			continue
		}
		outputs, _ := raw["outputs"].([]any)
		n.Cells = append(n.Cells, Cell{
			Index: len(n.Cells), Kind: jsontree.TextAt(raw, "cell_type"), Execution: raw["execution_count"], Outputs: len(outputs),
			Source: joined(firstValue(raw["source"], raw["input"])),
		})
		n.raw = append(n.raw, raw)
	}
}

func firstValue(values ...any) any {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

// joined returns a text that notebooks store as one string or as a list of lines.
func joined(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []any:
		var out strings.Builder
		for _, line := range v {
			if text, ok := line.(string); ok {
				out.WriteString(text)
			}
		}
		return out.String()
	default:
		return ""
	}
}

// cellOutput is one output of a cell. Picture is the index of a picture among the cell's pictures.
type cellOutput struct {
	Kind     string `json:"kind"` // stream, result, display, error
	MIMEType string `json:"mimeType,omitempty"`
	Text     string `json:"text,omitempty"`
	Picture  *int   `json:"picture,omitempty"`
}

// Outputs returns the outputs of a cell, and its pictures in base64.
func (n *Notebook) Outputs(cell int) (outputs []cellOutput, pictures []string) {
	list, _ := n.raw[cell]["outputs"].([]any)
	for _, one := range list {
		raw, ok := one.(map[string]any)
		if !ok {
			continue
		}
		switch kind := jsontree.TextAt(raw, "output_type"); kind {
		case "stream":
			outputs = append(outputs, cellOutput{Kind: "stream", Text: plainTerminal(joined(raw["text"]))})
		case "error", "pyerr":
			outputs = append(outputs, cellOutput{Kind: "error", Text: errorText(raw)})
		default:
			shown, more := displayed(shownKind(kind), raw, len(pictures))
			outputs, pictures = append(outputs, shown...), append(pictures, more...)
		}
	}
	return outputs, pictures
}

func shownKind(kind string) string {
	if kind == "display_data" {
		return "display"
	}
	return "result" // execute_result, and pyout of format 3
}

// displayed returns the pictures of a result, and the plainest of its alternative texts.
func displayed(kind string, raw map[string]any, pictures int) (outputs []cellOutput, more []string) {
	data, ok := raw["data"].(map[string]any)
	if !ok {
		data = raw // format 3 has them next to the kind
	}
	for _, mime := range slices.Sorted(maps.Keys(data)) {
		if content := joined(data[mime]); content != "" && pictureMIME[mime] {
			number := pictures + len(more)
			outputs, more = append(outputs, cellOutput{Kind: kind, MIMEType: mime, Picture: &number}), append(more, content)
		}
	}
	for _, mime := range []string{"text/plain", "text", "text/markdown", "text/latex", "text/html", "application/json", "image/svg+xml"} {
		if content := joined(data[mime]); content != "" {
			return append(outputs, cellOutput{Kind: kind, MIMEType: mime, Text: plainTerminal(content)}), more
		}
	}
	return outputs, more
}

var pictureMIME = parse.Set("image/png", "image/jpeg", "image/gif", "png", "jpeg")

func errorText(raw map[string]any) string {
	var lines []string
	trace, _ := raw["traceback"].([]any)
	for _, line := range trace {
		if text, ok := line.(string); ok {
			lines = append(lines, plainTerminal(text))
		}
	}
	return strings.Join(append([]string{jsontree.TextAt(raw, "ename") + ": " + jsontree.TextAt(raw, "evalue")}, lines...), "\n")
}

var terminalCodes = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

// plainTerminal removes terminal escape codes, such as colors.
func plainTerminal(text string) string { return terminalCodes.ReplaceAllString(text, "") }

// Read reads a notebook from a JSON document: format 4, or format 3 with its worksheets.
func Read(value any) (*Notebook, error) {
	root, _ := value.(map[string]any)
	n := &Notebook{Language: languageOf(root)}
	n.addAll(root["cells"])
	sheets, _ := root["worksheets"].([]any)
	for _, sheet := range sheets {
		object, _ := sheet.(map[string]any)
		n.addAll(object["cells"])
	}
	if len(n.Cells) == 0 && root["nbformat"] == nil {
		return nil, parse.Unreadable("notebook", errors.New("it has no cells"))
	}
	return n, nil
}
