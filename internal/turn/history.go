package turn

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"vitrine/internal/artifact"
	"vitrine/internal/fault"
	"vitrine/internal/tool"
	"vitrine/models"
)

// The tools that read earlier versions of an artifact, whatever its type. They belong to the acts, because libraries
// have one document and no database.
const (
	toolListVersions = "list_versions"
	toolReadVersion  = "read_version"
	toolDiffVersions = "diff_versions"
)

// Bounds of their results.
const (
	maxListed    = 100 // versions
	maxDiffLines = 300 // lines of a difference
)

// historyTools are their descriptions for an agent.
var historyTools = []tool.Definition{
	{
		Name: toolListVersions, Description: "The versions of this artifact, newest first: number, when, by whom, size and what changed.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"before":{"type":"integer","minimum":2,"description":"List versions below this number."}},"additionalProperties":false}`),
	},
	{
		Name: toolReadVersion, Description: "The whole content of an earlier version, page by page like get_full.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"number":{"type":"integer","minimum":1,"description":"The version's number."},"cursor":{"type":"string","description":"The nextCursor of the previous answer, to read on."}},"required":["number"],"additionalProperties":false}`),
	},
	{
		Name: toolDiffVersions, Description: "What changed between two versions, line by line in unified form.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"from":{"type":"integer","minimum":1,"description":"The earlier version's number."},"to":{"type":"integer","minimum":1,"description":"The later one's; the newest when absent."},"startLine":{"type":"integer","minimum":0,"description":"Read on from this line of the difference."}},"required":["from"],"additionalProperties":false}`),
	},
}

// historyInput is the input of all three.
type historyInput struct {
	Before    *int    `json:"before"`
	Number    *int    `json:"number"`
	From      *int    `json:"from"`
	To        *int    `json:"to"`
	StartLine int     `json:"startLine"`
	Cursor    *string `json:"cursor"`
}

// lookBack calls a history tool; ok is false for any other tool.
func (a *Turns) lookBack(ctx context.Context, chain []*models.ArtifactType, v *models.ConversationArtifactVersion, call ToolCall) (result tool.Result, ok bool) {
	answer := map[string]func(context.Context, historyInput) (tool.Result, error){
		toolListVersions: func(ctx context.Context, in historyInput) (tool.Result, error) {
			return a.listVersions(ctx, v.ArtifactID, in)
		},
		toolReadVersion: func(ctx context.Context, in historyInput) (tool.Result, error) {
			return a.readVersion(ctx, chain, v, call, in)
		},
		toolDiffVersions: func(ctx context.Context, in historyInput) (tool.Result, error) { return a.diffVersions(ctx, v, in) },
	}[call.Tool]
	if answer == nil {
		return tool.Result{}, false
	}
	in, err := parseHistory(call.Input)
	if err == nil {
		result, err = answer(ctx, in)
	}
	if err != nil {
		return tool.Failed(err), true
	}
	return result, true
}

func parseHistory(raw models.JSON) (in historyInput, err error) {
	if raw.IsNull() {
		return in, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return in, fault.Invalid("input", "The input is not valid for the tool: %s. Versions and lines are whole numbers.", strings.TrimPrefix(err.Error(), "json: ")).Because(err)
	}
	return in, nil
}

func (a *Turns) listVersions(ctx context.Context, artifactID string, in historyInput) (tool.Result, error) {
	rows, err := a.Artifacts.Below(ctx, artifactID, in.Before, maxListed)
	if err != nil {
		return tool.Result{}, err
	}
	listed := make([]map[string]any, len(rows))
	for i, v := range rows {
		listed[i] = map[string]any{
			"number": v.Number, "createdAt": v.CreatedAt, "madeBy": v.MadeBy, "sizeBytes": v.SizeBytes, "description": v.Description, "remark": v.Remark,
		}
	}
	data := map[string]any{"versions": listed}
	if n := len(rows); n == maxListed && rows[n-1].Number > 1 {
		data["more"] = map[string]any{"before": rows[n-1].Number}
	}
	return tool.Result{Success: true, Data: data}, nil
}

func (a *Turns) readVersion(ctx context.Context, chain []*models.ArtifactType, v *models.ConversationArtifactVersion, call ToolCall, in historyInput) (tool.Result, error) {
	old, err := a.numbered(ctx, v.ArtifactID, "number", in.Number)
	if err != nil {
		return tool.Result{}, err
	}
	cursor := call.Cursor
	if in.Cursor != nil && cursor == "" {
		cursor = *in.Cursor
	}
	return a.Dispatcher.Invoke(ctx, chain, a.document(old), tool.Call{Tool: "get_full", Cursor: cursor}), nil
}

func (a *Turns) diffVersions(ctx context.Context, v *models.ConversationArtifactVersion, in historyInput) (tool.Result, error) {
	from, err := a.numbered(ctx, v.ArtifactID, "from", in.From)
	if err != nil {
		return tool.Result{}, err
	}
	to := v
	if in.To != nil {
		if to, err = a.numbered(ctx, v.ArtifactID, "to", in.To); err != nil {
			return tool.Result{}, err
		}
	}
	d, err := a.Artifacts.Diff(ctx, from, to)
	if err != nil {
		return tool.Result{}, err
	}
	return tool.Result{Success: true, Data: pageOfDiff(d, in.StartLine)}, nil
}

// pageOfDiff returns some lines of a difference and where it continues.
func pageOfDiff(d *artifact.Difference, start int) map[string]any {
	lines := strings.SplitAfter(d.Unified, "\n")
	start = min(max(start, 0), len(lines))
	end := min(start+maxDiffLines, len(lines))
	data := map[string]any{"added": d.Added, "removed": d.Removed, "unified": strings.Join(lines[start:end], "")}
	if end < len(lines) {
		data["more"] = map[string]any{"startLine": end, "lines": len(lines) - end}
	}
	return data
}

func (a *Turns) numbered(ctx context.Context, artifactID, field string, number *int) (*models.ConversationArtifactVersion, error) {
	if number == nil {
		return nil, fault.Invalid(field, "Set %s to the number of the version.", field)
	}
	v, err := a.Artifacts.Numbered(ctx, artifactID, *number)
	if fault.Is(err, fault.CodeNotFound) {
		return nil, fault.NotFound("version").At(field).Try("Call list_versions for the numbers that exist.")
	}
	return v, err
}
