package deliverable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/internal/deliverable"
	"vitrine/models"
)

type forwardData struct {
	ID, Host, TargetHost, PublicURL, Label string
	RemotePort, LocalPort                  int
}

type serviceRow struct {
	Key, Name, URL, Target, LocalURL, ForwardID, PublishedBy string
	Kind                                                     models.DeliverableKind
	State                                                    models.DeliverableState
	Via                                                      models.ServiceLink
	Port                                                     int
	Since, StoppedAt, FirstAt, LastAt                        int64
}

type servicesData struct {
	Rows []struct {
		Name string
		Job  struct {
			ID, Name, State, InstanceURL       string
			Port                               int
			ListenedAt, At, StartedAt, EndedAt int64
			Forwards                           []forwardData
		}
		Row *serviceRow
	}
	Links []struct {
		Name, Host, InstanceURL string
		Port                    int
		Forwards                []forwardData
		Link                    struct {
			URL, Target, LocalURL, ForwardID, PublishedBy string
			Via                                           models.ServiceLink
		}
	}
	Forwards []struct {
		Host, ID string
		Port     int
		Forwards []forwardData
	}
}

func forwards(data []forwardData) []deliverable.Forward {
	var list []deliverable.Forward
	for _, f := range data {
		list = append(list, deliverable.Forward{
			ID: f.ID, Host: f.Host, RemotePort: f.RemotePort, LocalPort: f.LocalPort, TargetHost: f.TargetHost, PublicURL: f.PublicURL, Label: f.Label,
		})
	}
	return list
}

// TestServiceOps reports each job twice: at its first listen, and in its present state.
func TestServiceOps(t *testing.T) {
	for _, c := range load[servicesData](t, "services").Rows {
		t.Run(c.Name, func(t *testing.T) {
			now := deliverable.Job{
				ID: c.Job.ID, Name: c.Job.Name, State: c.Job.State, Port: c.Job.Port, At: instant(c.Job.At), ListenedAt: instant(c.Job.ListenedAt),
				StartedAt: instant(c.Job.StartedAt), EndedAt: instant(c.Job.EndedAt), InstanceURL: &c.Job.InstanceURL, Forwards: forwards(c.Job.Forwards),
			}
			ledger := deliverable.NewLedger(nil, nil)
			born := now
			if born.At = born.ListenedAt; c.Job.At != c.Job.ListenedAt {
				born.Port-- // it has moved since
			}
			var known *models.Service
			for _, job := range []deliverable.Job{born, now, now} {
				for _, op := range deliverable.ServiceOps(job, known) {
					known = ledger.Apply(op).Row.Service
				}
			}
			require.Equal(t, c.Row, serviceRowOf(ledger.Rows()))
		})
	}
}

func serviceRowOf(rows []*models.Deliverable) *serviceRow {
	if len(rows) == 0 {
		return nil
	}
	row, s := rows[0], rows[0].Service
	return &serviceRow{
		Key: row.Key, Name: row.Name, URL: *row.URL, Kind: row.Kind, State: *row.State, Port: s.Port, Via: s.Via, Target: s.Target,
		LocalURL: s.LocalURL, ForwardID: s.ForwardID, PublishedBy: s.PublishedBy, Since: millis(s.Since), StoppedAt: millis(s.StoppedAt),
		FirstAt: millis(row.FirstAt), LastAt: millis(row.LastAt),
	}
}

func TestServiceLink(t *testing.T) {
	for _, c := range load[servicesData](t, "services").Links {
		t.Run(c.Name, func(t *testing.T) {
			job := deliverable.Job{ID: "j", State: "up", Port: c.Port, Host: c.Host, InstanceURL: &c.InstanceURL, Forwards: forwards(c.Forwards)}
			op := deliverable.ServiceOps(job, nil)[0]
			require.Equal(t, c.Link.URL, *op.URL)
			require.Equal(t, c.Link.Via, op.Service.Via)
			require.Equal(t, c.Link.Target, op.Service.Target)
			require.Equal(t, c.Link.LocalURL, op.Service.LocalURL)
			require.Equal(t, c.Link.ForwardID, op.Service.ForwardID)
			require.Equal(t, c.Link.PublishedBy, op.Service.PublishedBy)
		})
	}
	t.Run("without a proxy", func(t *testing.T) {
		require.Equal(t, models.LinkLocal, deliverable.ServiceOps(deliverable.Job{ID: "j", State: "up", Port: 80}, nil)[0].Service.Via)
	})
}

func TestForwardFor(t *testing.T) {
	for _, c := range load[servicesData](t, "services").Forwards {
		found := deliverable.ForwardFor(forwards(c.Forwards), c.Host, c.Port)
		if c.ID == "" {
			require.Nil(t, found)
			continue
		}
		require.Equal(t, c.ID, found.ID)
	}
}
