package resolvers

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"vitrine/graph/model"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// deliverable returns a row that the caller may read; a row that they may not read is not found.
func (r *Resolver) deliverable(ctx context.Context, id string) (*models.Deliverable, error) {
	id, err := models.ParseID("deliverable", id)
	if err != nil {
		return nil, err
	}
	found, err := r.Stores.Deliverables.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	row := found[id]
	if row == nil {
		return nil, fault.NotFound("deliverable")
	}
	if _, err := r.Stores.Conversations.Read(ctx, row.ConversationID); fault.Is(err, fault.CodeNotFound) {
		return nil, fault.NotFound("deliverable")
	} else if err != nil {
		return nil, err
	}
	return row, nil
}

// deliverables returns a page of the list, which is computed as a whole; a cursor is a row's id.
func deliverables(list deliverable.List, first *int, after *string) (*model.DeliverableConnection, error) {
	size, err := models.PageSize("first", first)
	if err != nil {
		return nil, err
	}
	begin := 0
	if after != nil && *after != "" {
		if begin = 1 + slices.IndexFunc(list.Nodes, func(d *models.Deliverable) bool { return d.ID == *after }); begin == 0 {
			return nil, fault.Invalid("after", "The cursor is not one of this list.").Try("Load the list from its start.")
		}
	}
	end := min(begin+size, len(list.Nodes))
	out := &model.DeliverableConnection{
		List: &list, Nodes: list.Nodes[begin:end], Recent: list.Recent, Counts: &list.Counts, TotalCount: len(list.Nodes),
		Groups: []*model.DeliverableGroup{}, Edges: []*model.DeliverableEdge{},
		PageInfo: &models.PageInfo{HasPreviousPage: begin > 0, HasNextPage: end < len(list.Nodes)},
	}
	for _, d := range out.Nodes {
		out.Edges = append(out.Edges, &model.DeliverableEdge{Cursor: d.ID, Node: d})
	}
	if n := len(out.Nodes); n > 0 {
		out.PageInfo.StartCursor, out.PageInfo.EndCursor = &out.Nodes[0].ID, &out.Nodes[n-1].ID
	}
	for _, g := range list.Groups {
		out.Groups = append(out.Groups, &model.DeliverableGroup{Key: g.Key, Label: g.Label, Count: len(g.Rows), Ids: idsOf(g.Rows)})
	}
	return out, nil
}

func idsOf(rows []*models.Deliverable) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return ids
}

// changes returns one page of a deliverable's history, newest first; the same page of its siblings is loaded together.
func (r *Resolver) changes(ctx context.Context, deliverableID string, first *int, after *string) (*models.Connection[models.DeliverableChange], error) {
	args := page(first, after, nil, nil)
	return nested(ctx, "changes", deliverableID, args, r.Stores.Deliverables.ChangePages)
}

func receipt(c *models.DeliverableChange) *model.ChangeReceipt {
	if c.Source == "" {
		return nil
	}
	return &model.ChangeReceipt{Source: c.Source, Position: c.Position, RecordSha256: hex.EncodeToString(c.RecordHash), Offset: c.RecordOffset}
}

// zoneOf returns the time zone of day groups by its IANA name; none is UTC. The server's own zone is never used.
func zoneOf(name *string) (*time.Location, error) {
	if name == nil || *name == "" {
		return time.UTC, nil
	}
	zone, err := time.LoadLocation(*name)
	if err != nil || *name == "Local" {
		return nil, fault.Invalid("timeZone", "%q is not a known time zone.", *name).Try("Use an IANA name, for example Europe/Berlin.")
	}
	return zone, nil
}
