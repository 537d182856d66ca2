package resolvers

import (
	"encoding/base64"

	"vitrine/graph/model"
	"vitrine/internal/tool"
	"vitrine/models"
)

func libraries() (out []*model.ToolLibrary) {
	for _, l := range tool.All() {
		out = append(out, &model.ToolLibrary{Name: l.Name(), Tools: tools(l.Definitions())})
	}
	return out
}

func tools(definitions []tool.Definition) []*model.Tool {
	out := make([]*model.Tool, len(definitions))
	for i, d := range definitions {
		out[i] = &model.Tool{Name: d.Name, Description: d.Description, InputSchema: models.JSON(d.InputSchema)}
	}
	return out
}

func toolResult(r tool.Result) *model.ToolResult {
	out := &model.ToolResult{Success: r.Success, ErrorMessage: filled(r.ErrorMessage), NextCursor: filled(r.NextCursor)}
	if r.Data != nil {
		out.Data = models.ToJSON(r.Data)
	}
	if r.Image != nil {
		out.Image = &model.ToolImage{MimeType: r.Image.MIMEType, Base64: base64.StdEncoding.EncodeToString(r.Image.Bytes)}
	}
	return out
}
