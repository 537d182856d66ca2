package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vitrine/internal/fault"
	"vitrine/internal/turn"
	"vitrine/models"
)

// maxResource is the largest content that may be read as a resource, in bytes; tools read larger content page by page.
const maxResource = 4 << 20

// conversation serves one conversation to one caller.
type conversation struct {
	handler *Handler
	id      string
	as      func(context.Context) context.Context // returns a context with the caller
}

// addResource adds an artifact's newest version.
func (c *conversation) addResource(s *mcp.Server, e *turn.ManifestEntry) {
	r := &mcp.Resource{
		URI: fmt.Sprintf("vitrine://conversations/%s/artifacts/%s", c.id, url.PathEscape(e.Letter)), Name: e.Letter, Title: e.Name,
		Description: e.Type.Name + describe(e.Shape), MIMEType: e.MIMEType,
	}
	if e.SizeBytes != nil {
		r.Size = *e.SizeBytes
	}
	v := e.Version
	s.AddResource(r, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return c.read(c.as(ctx), req.Params.URI, v)
	})
}

func describe(shape string) string {
	if shape == "" {
		return ""
	}
	return ": " + shape
}

func (c *conversation) read(ctx context.Context, uri string, v *models.ConversationArtifactVersion) (*mcp.ReadResourceResult, error) {
	if v.SizeBytes == nil || *v.SizeBytes > maxResource {
		return nil, fmt.Errorf("the artifact has more than %d bytes; read it page by page with its tools", maxResource)
	}
	content, err := c.handler.curation.ReadContent(ctx, v, "mcp")
	if err != nil {
		return nil, err
	}
	out := &mcp.ResourceContents{URI: uri, MIMEType: v.MIMEType}
	if utf8.Valid(content) {
		out.Text = string(content)
	} else {
		out.Blob = content
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{out}}, nil
}

// addTool adds one tool with the letters of the artifacts that it reads.
func (c *conversation) addTool(s *mcp.Server, t *turn.TurnTool) {
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true}
	s.AddTool(&mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.InputSchema, Annotations: readOnly},
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return c.call(c.as(ctx), t.Tool, req.Params.Arguments)
		})
}

// call runs a tool. A mistake of the agent is a failed result that names it, so that the agent can correct it.
func (c *conversation) call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	letter, cursor, input, err := splitArguments(arguments)
	if err != nil {
		return failed(err), nil
	}
	answer, err := c.handler.turns.Invoke(ctx, turn.ToolCall{ConversationID: &c.id, Letter: &letter, Tool: tool, Input: input, Cursor: cursor})
	if f := fault.As(err); f != nil {
		return failed(f), nil
	}
	if err != nil {
		return nil, err
	}
	return result(answer), nil
}

// splitArguments separates the letter and the cursor from a call's arguments; the rest is the tool's own input.
func splitArguments(raw json.RawMessage) (letter, cursor string, input models.JSON, err error) {
	fields := map[string]json.RawMessage{}
	if len(raw) > 0 && json.Unmarshal(raw, &fields) != nil {
		return "", "", nil, fault.Invalid("arguments", "The arguments of a tool must be a JSON object.")
	}
	if json.Unmarshal(fields["artifact"], &letter) != nil || letter == "" {
		return "", "", nil, fault.Invalid("artifact", "The argument artifact must be the letter of an artifact, for example \"A\".")
	}
	_ = json.Unmarshal(fields["cursor"], &cursor) // a cursor that is not a string is ignored
	delete(fields, "artifact")
	delete(fields, "cursor")
	return letter, cursor, models.ToJSON(fields), nil
}

func result(answer *turn.ToolAnswer) *mcp.CallToolResult {
	r := answer.Result
	out := &mcp.CallToolResult{IsError: !r.Success}
	if !r.Success {
		out.Content = []mcp.Content{&mcp.TextContent{Text: r.ErrorMessage}}
		return out
	}
	if r.Image != nil {
		out.Content = append(out.Content, &mcp.ImageContent{MIMEType: r.Image.MIMEType, Data: r.Image.Bytes})
	}
	out.Content = append(out.Content, &mcp.TextContent{Text: string(models.ToJSON(r.Data))})
	if r.NextCursor != "" {
		out.Content = append(out.Content, &mcp.TextContent{Text: fmt.Sprintf("There is more: call again with the cursor %q.", r.NextCursor)})
	}
	return out
}

func failed(err error) *mcp.CallToolResult {
	text := err.Error()
	if f := fault.As(err); f != nil && len(f.Remedies) > 0 {
		text += " " + f.Remedies[0]
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
