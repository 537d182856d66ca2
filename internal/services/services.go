// Package services wires the stores over one database and one object store, and joins them in the acts. It makes no
// decisions. The server's App and the tests call Join; resolvers, the HTTP endpoints and the MCP endpoint receive
// what it returns.
package services

import (
	"vitrine/internal/artifact"
	"vitrine/internal/artifact/store"
	"vitrine/internal/auth"
	"vitrine/internal/catalog"
	"vitrine/internal/conversation"
	"vitrine/internal/curation"
	"vitrine/internal/database"
	"vitrine/internal/deliverable/registry"
	"vitrine/internal/idempotency"
	"vitrine/internal/intake"
	"vitrine/internal/live"
	"vitrine/internal/metasync/push"
	"vitrine/internal/observation"
	"vitrine/internal/subscription"
	"vitrine/internal/tool"
	"vitrine/internal/turn"
	"vitrine/internal/upload"
	"vitrine/resolvers/dispatch"
	"vitrine/storage"
)

// Services are all stores and acts of one server.
type Services struct {
	Stores        Stores
	Acts          Acts
	Metadata      *push.Service
	Subscriptions *subscription.Subscription
}

// Stores are all stores. Queries read them, and changes of a single noun go to its store.
type Stores struct {
	Conversations *conversation.Store
	Types         *catalog.Types
	Models        *catalog.Models
	Agents        *catalog.Agents
	Projects      *catalog.Projects
	Artifacts     *store.Store
	Deliverables  *registry.Registry
	Uploads       *upload.Sessions
	Idempotency   *idempotency.Keys
	Keys          *auth.Keys
	Trail         *auth.Trail
	Log           *live.Log
}

// Acts join stores; each changes several of them in one transaction.
type Acts struct {
	Intake       *intake.Intake
	Turns        *turn.Turns
	Observations *observation.Observations
	Curation     *curation.Curation
	Dispatcher   *dispatch.Dispatcher
}

// Ground is what the stores are built on.
type Ground struct {
	DB      *database.DB
	Bus     live.Bus
	Objects storage.Parts
	// PublicURL is the server's own address. A link to an unknown page below it is a link to a page that is gone.
	PublicURL string
}

// Settings bound what the server receives and sends.
type Settings struct {
	Store          store.Settings
	MaxFileBytes   int64 // the largest file of a resumable or direct upload
	Limits         artifact.Limits
	PrivateStore   bool  // the object store cannot be reached from other machines
	InlineCapBytes int64 // the size from which inline content goes to tools
	Tools          tool.Options
}

// Join opens the stores and joins them. Close Acts.Dispatcher when the server ends.
func Join(g Ground, s Settings) *Services {
	stores := open(g, s)
	return &Services{
		Stores: stores, Acts: join(stores, s), Metadata: push.New(g.DB, push.Stores{Types: stores.Types, Models: stores.Models, Agents: stores.Agents, Projects: stores.Projects}),
		Subscriptions: &subscription.Subscription{Conversations: stores.Conversations, Artifacts: stores.Artifacts, Deliverables: stores.Deliverables},
	}
}

func open(g Ground, s Settings) Stores {
	log, types, drivers := live.NewLog(g.DB, g.Bus), catalog.NewTypes(g.DB), catalog.NewModels(g.DB)
	conversations, remembered, keys := conversation.NewStore(g.DB, log), idempotency.New(g.DB), auth.NewKeys(g.DB)
	keys.Revoked = func(id string) { g.Bus.Hint(live.KeyTopic(id)) }
	return Stores{
		Conversations: conversations, Types: types, Models: drivers, Agents: catalog.NewAgents(g.DB, types, drivers),
		Projects: catalog.NewProjects(g.DB), Artifacts: store.New(g.DB, g.Objects, conversations, s.Store),
		Deliverables: registry.New(g.DB, log, g.PublicURL), Uploads: upload.NewSessions(g.DB, g.Objects, remembered),
		Idempotency: remembered, Keys: keys, Trail: auth.NewTrail(g.DB), Log: log,
	}
}

func join(s Stores, o Settings) Acts {
	files := &intake.Intake{
		Conversations: s.Conversations, Types: s.Types, Agents: s.Agents, Artifacts: s.Artifacts, Deliverables: s.Deliverables,
		Uploads: s.Uploads, Idempotency: s.Idempotency, Log: s.Log, Trail: s.Trail,
		Settings: intake.Settings{
			MaxUploadBytes: o.Store.MaxUploadBytes, MaxFileBytes: o.MaxFileBytes, Limits: o.Limits, PrivateStore: o.PrivateStore,
		},
	}
	tools := dispatch.New(dispatch.Options{Options: o.Tools})
	return Acts{
		Intake: files, Dispatcher: tools,
		Turns: &turn.Turns{
			Conversations: s.Conversations, Types: s.Types, Models: s.Models, Agents: s.Agents, Artifacts: s.Artifacts,
			Deliverables: s.Deliverables, Intake: files, Idempotency: s.Idempotency, Dispatcher: tools, Log: s.Log, Trail: s.Trail,
			InlineCapBytes: o.InlineCapBytes,
		},
		Observations: &observation.Observations{
			Conversations: s.Conversations, Types: s.Types, Agents: s.Agents, Artifacts: s.Artifacts, Deliverables: s.Deliverables,
			Log: s.Log, Trail: s.Trail,
		},
		Curation: &curation.Curation{
			Conversations: s.Conversations, Artifacts: s.Artifacts, Deliverables: s.Deliverables, Log: s.Log, Trail: s.Trail,
			MaxFileBytes: o.MaxFileBytes,
		},
	}
}
