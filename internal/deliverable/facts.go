package deliverable

import (
	"cmp"
	"fmt"

	"vitrine/models"
)

// Changes counts the changes of a row after its first write.
func Changes(row *models.Deliverable) int { return max(0, row.Writes-1) + row.Edits() }

// Facts returns the parts of a row's meta line in their order, as tokens; a front end has its own words for them.
func Facts(row *models.Deliverable) []string {
	if row.Kind == models.KindService {
		return serviceFacts(row)
	}
	parts := []string{}
	if row.Via != nil && row.Via.Kind == "handover" {
		parts = append(parts, "handed-over-by:"+cmp.Or(row.Via.Name, row.Via.ConversationID))
	}
	state := stateFact(row)
	parts = append(parts, state)
	if !timeOf(row).IsZero() {
		parts = append(parts, "ago")
	}
	if row.By == models.ActorUser && state != "attached-by-you" {
		parts = append(parts, "last-by-you")
	}
	if row.Via != nil && row.Via.Kind == "subagent" {
		parts = append(parts, "by-subagent:"+row.Via.Name)
	}
	return append(parts, receiverFacts(row.HandedTo)...)
}

// stateFact returns the token for a row's state, else for its changes, else for who made it.
func stateFact(row *models.Deliverable) string {
	n := Changes(row)
	switch {
	case row.State != nil && stateFacts[*row.State] != "":
		return stateFacts[*row.State]
	case row.Kind == models.KindUpload && row.By == models.ActorUser && n == 0:
		return "attached-by-you"
	case n > 0:
		return fmt.Sprintf("changed:%d", n)
	}
	return "written-by-agent"
}

// stateFacts are the tokens of the states that a meta line shows instead of the changes.
var stateFacts = map[models.DeliverableState]string{
	models.StatePublished: "published", models.StateUnpublished: "unpublished",
}

// serviceFacts returns the tokens for since when a program runs, or when it stopped.
func serviceFacts(row *models.Deliverable) []string {
	if row.State != nil && *row.State == models.StateStopped {
		return []string{"stopped-at"}
	}
	return []string{"running", "since"}
}

func receiverFacts(receivers []models.Receiver) []string {
	for _, r := range receivers {
		if r.Name != "" {
			return []string{"handed-to:" + namesOf(receivers)}
		}
	}
	return nil
}

// namesOf joins the names of the receivers that have one.
func namesOf(receivers []models.Receiver) string {
	names := ""
	for _, r := range receivers {
		switch {
		case r.Name == "":
		case names == "":
			names = r.Name
		default:
			names += ", " + r.Name
		}
	}
	return names
}
