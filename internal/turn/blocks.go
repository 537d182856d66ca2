package turn

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"vitrine/models"
)

// parallelReads bounds how many contents are read from the store at once for one turn.
const parallelReads = 8

// Block is native content in neutral form. Type is text, image_url, audio_url, video_url or file_url; the URL is a data URL.
type Block struct {
	Type      string `json:"type"`
	Text      string `json:"text,omitempty"`
	URL       string `json:"url,omitempty"`
	MIMEType  string `json:"mimeType"`
	Name      string `json:"name"`
	VersionID string `json:"versionId"`

	content []byte
}

// blocks reads the content of every inline version, a few at a time.
func (a *Turns) blocks(ctx context.Context, decisions []TurnDecision) ([]Block, error) {
	blocks := []Block{}
	for _, d := range decisions {
		if d.Route.Delivery == models.DeliveredInline {
			blocks = append(blocks, blockOf(d.Version))
		}
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelReads)
	shas := inlineHashes(decisions)
	for i := range blocks {
		group.Go(func() (err error) {
			blocks[i].content, err = a.Artifacts.Read(gctx, shas[i], a.InlineCapBytes+1)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range blocks {
		blocks[i].fill()
	}
	return blocks, nil
}

func inlineHashes(decisions []TurnDecision) (shas []string) {
	for _, d := range decisions {
		if d.Route.Delivery == models.DeliveredInline {
			shas = append(shas, d.Version.SHA256)
		}
	}
	return shas
}

func blockOf(v *models.ConversationArtifactVersion) Block {
	b := Block{Type: "file_url", MIMEType: v.MIMEType, Name: v.FileName, VersionID: v.ID}
	switch family, _, _ := strings.Cut(v.MIMEType, "/"); family {
	case "image", "audio", "video":
		b.Type = family + "_url"
	case "text":
		b.Type = "text"
	}
	return b
}

// fill writes the content into the block: text as it is, under its name; everything else as a data URL.
func (b *Block) fill() {
	if b.Type == "text" && utf8.Valid(b.content) {
		b.Text = fmt.Sprintf("%s:\n%s", oneLine(b.Name), defuse(string(b.content)))
		return
	}
	if b.Type == "text" {
		b.Type = "file_url"
	}
	b.URL = "data:" + b.MIMEType + ";base64," + base64.StdEncoding.EncodeToString(b.content)
}

// base64 gives the content the way providers take it.
func (b *Block) base64() string { return base64.StdEncoding.EncodeToString(b.content) }

// plain gives the content as text, when it is text.
func (b *Block) plain() (string, bool) {
	if !utf8.Valid(b.content) {
		return "", false
	}
	return defuse(string(b.content)), true
}

// unseen is what a provider is told of content that it cannot take.
func (b *Block) unseen() string {
	return oneLine(b.Name) + " (" + oneLine(b.MIMEType) + ") cannot be shown to this provider; read it with the artifact tools."
}
