package resolvers

import (
	"vitrine/graph/model"
	"vitrine/internal/artifact"
	"vitrine/internal/turn"
	"vitrine/models"
	"vitrine/resolvers/routing"
)

func route(r routing.Route) *model.Route {
	delivery, refused := delivered(r)
	return &model.Route{Delivery: delivery, Reason: r.Reason, Annotation: filled(r.Annotation), Error: refused}
}

func delivered(r routing.Route) (*models.Delivery, *model.RouteError) {
	if r.Err != nil {
		return nil, &model.RouteError{Code: string(r.Err.Code), Message: r.Err.Message, Remedies: r.Err.Remedies}
	}
	return &r.Delivery, nil
}

func turnContext(t *turn.TurnContext) *model.TurnContext {
	out := &model.TurnContext{
		Decisions: []*model.TurnDecision{}, Manifest: []*model.ManifestEntry{}, ManifestText: t.ManifestText, Instructions: t.Instructions,
		ContentBlocks: models.ToJSON(t.ContentBlocks), Tools: models.ToJSON(t.Tools), Notes: t.Notes, EstimatedTokens: t.EstimatedTokens, Blocked: t.Blocked,
	}
	if t.ProviderRequest != nil {
		out.ProviderRequest = models.ToJSON(t.ProviderRequest)
	}
	for _, d := range t.Decisions {
		delivery, refused := delivered(d.Route)
		out.Decisions = append(out.Decisions, &model.TurnDecision{
			Version: d.Version, Delivery: delivery, Reason: d.Route.Reason, Annotation: filled(d.Route.Annotation), Error: refused,
		})
	}
	for _, e := range t.Manifest {
		out.Manifest = append(out.Manifest, manifestEntry(e))
	}
	return out
}

func manifestEntry(e turn.ManifestEntry) *model.ManifestEntry {
	return &model.ManifestEntry{
		Letter: e.Letter, Type: e.Type.Name, Name: e.Name, MimeType: e.MIMEType, SizeBytes: e.SizeBytes, Shape: filled(e.Shape),
		Annotation: filled(e.Annotation), ModalityWarning: filled(e.ModalityWarning), Version: e.Version,
	}
}

func completion(in model.CompleteTurnInput) turn.Completion {
	return turn.Completion{
		ConversationID: in.ConversationID, MessageID: in.MessageID, AgentID: in.AgentID, Succeeded: in.Succeeded, CreateArtifacts: in.CreateArtifacts,
		Payload: in.Payload, Directive: in.Directive, SourceArtifactID: deref(in.SourceArtifactID),
		InheritedPayload: in.InheritedPayload, PayloadChange: in.PayloadChange, ReplaceElements: in.ReplaceElements,
		HistoryFrom: in.HistoryFrom, Files: outputFiles(in.Files), IdempotencyKey: deref(in.IdempotencyKey),
	}
}

func outputFiles(in []*model.OutputFileInput) (out []turn.OutputFile) {
	for _, f := range in {
		out = append(out, turn.OutputFile{
			UploadID: f.UploadID, Text: f.Text, Base64: f.Base64, FileName: f.FileName, MIMEType: deref(f.MimeType), Visibility: deref(f.Visibility),
		})
	}
	return out
}

func completed(done *turn.Completed) *model.CompleteTurnPayload {
	out := &model.CompleteTurnPayload{
		Outcome: outcome(done.Outcome), Version: done.Version, Primary: done.Primary(), Message: done.Message, Files: []*model.OutputFileOutcome{},
	}
	for _, f := range done.Files {
		one := &model.OutputFileOutcome{FileName: f.FileName, Version: f.Version}
		if f.Fault != nil {
			one.Error = &model.RouteError{Code: string(f.Fault.Code), Message: f.Fault.Message, Remedies: f.Fault.Remedies}
		}
		out.Files = append(out.Files, one)
	}
	return out
}

func outcome(d artifact.Decision) *model.TurnOutcome {
	out := &model.TurnOutcome{Action: d.Action, Reason: d.Reason, Rejections: []*model.TurnRejection{}}
	for _, r := range d.Rejections {
		out.Rejections = append(out.Rejections, &model.TurnRejection{Rung: r.Rung, Value: r.Value, Reason: r.Reason})
	}
	return out
}
