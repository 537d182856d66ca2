package resolvers

import (
	"context"
	"encoding/hex"
	"slices"

	"vitrine/graph/model"
	"vitrine/internal/database"
	"vitrine/internal/deliverable"
	"vitrine/internal/fault"
	"vitrine/models"
)

// deliverable finds a row that the caller may read; what they may not read reads like what does not exist.
func (r *Resolver) deliverable(ctx context.Context, id string) (*models.Deliverable, error) {
	id, err := models.ParseID("deliverable", id)
	if err != nil {
		return nil, err
	}
	found, err := r.Acts.Deliverables.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	row := found[id]
	if row == nil {
		return nil, fault.NotFound("deliverable")
	}
	if _, err := r.Acts.Conversations.Read(ctx, row.ConversationID); fault.Is(err, fault.CodeNotFound) {
		return nil, fault.NotFound("deliverable")
	} else if err != nil {
		return nil, err
	}
	return row, nil
}

// deliverables cuts a page out of the list model, which is computed whole; a cursor is a row's key.
func deliverables(list deliverable.List, first *int, after *string) (*model.DeliverableConnection, error) {
	size, err := database.PageSize("first", first)
	if err != nil {
		return nil, err
	}
	begin := 0
	if after != nil && *after != "" {
		if begin = 1 + slices.IndexFunc(list.Nodes, func(d *models.Deliverable) bool { return d.ID == *after }); begin == 0 {
			return nil, fault.Invalid("after", "This is no position in this list.").Try("Load the list from its start.")
		}
	}
	end := min(begin+size, len(list.Nodes))
	out := &model.DeliverableConnection{
		Nodes: list.Nodes[begin:end], Recent: list.Recent, Counts: &list.Counts, TotalCount: len(list.Nodes),
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
		out.Groups = append(out.Groups, &model.DeliverableGroup{Key: g.Key, Label: g.Label, Count: len(g.Rows)})
	}
	return out, nil
}

func (r *Resolver) changes(ctx context.Context, deliverableID string, first *int, after *string) (*models.Connection[models.DeliverableChange], error) {
	size, err := database.PageSize("first", first)
	if err != nil {
		return nil, err
	}
	if after != nil {
		if _, err := models.ParseID("position", *after); err != nil {
			return nil, fault.Invalid("after", "This is no position in this list.")
		}
	}
	found, total, err := r.Acts.Deliverables.History(ctx, deliverableID, deref(after), size+1)
	if err != nil {
		return nil, err
	}
	out := &models.Connection[models.DeliverableChange]{
		PageInfo: &models.PageInfo{HasNextPage: len(found) > size, HasPreviousPage: after != nil},
		Count:    func(context.Context) (int, error) { return total, nil },
	}
	for _, c := range found[:min(size, len(found))] {
		out.Edges = append(out.Edges, &models.Edge[models.DeliverableChange]{Cursor: c.ID, Node: c})
	}
	if n := len(out.Edges); n > 0 {
		out.PageInfo.StartCursor, out.PageInfo.EndCursor = &out.Edges[0].Cursor, &out.Edges[n-1].Cursor
	}
	return out, nil
}

func receipt(c *models.DeliverableChange) *model.ChangeReceipt {
	if c.Source == "" {
		return nil
	}
	return &model.ChangeReceipt{Source: c.Source, Position: c.Position, RecordSha256: hex.EncodeToString(c.RecordHash)}
}
