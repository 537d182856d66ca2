package resolvers

import (
	"net/http"

	"vitrine/graph/model"
	"vitrine/internal/intake"
	"vitrine/models"
)

// announced returns how to send a file: to its link, or to the path of its session here.
func announced(a *intake.Announced) *model.StartUploadPayload {
	if a.Stored != nil {
		return &model.StartUploadPayload{Version: a.Stored.Version}
	}
	s := a.Session
	out := &model.UploadSession{
		ID: s.ID, Method: http.MethodPut, URL: "/v1/uploads/" + s.ID, Headers: models.ToJSON(map[string]string{}),
		ReceivedBytes: s.ReceivedBytes, ExpiresAt: s.ExpiresAt,
	}
	if a.Link != nil {
		out.Method, out.URL, out.Headers = a.Link.Method, a.Link.URL, models.ToJSON(a.Link.Headers)
	}
	return &model.StartUploadPayload{Upload: out}
}
