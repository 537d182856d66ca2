package models

import (
	"fmt"
	"io"
	"slices"
	"strconv"
)

// DeliveryMode is how the content of a type reaches a model by default.
type DeliveryMode string

// The delivery modes.
const (
	DeliveryInline    DeliveryMode = "INLINE"     // as a native content block of the message
	DeliveryToolsOnly DeliveryMode = "TOOLS_ONLY" // as a manifest entry with tools
)

// Delivery is how one version reaches one model turn.
type Delivery string

// The two ways to a model.
const (
	DeliveredInline Delivery = "INLINE"
	DeliveredTools  Delivery = "TOOLS"
)

// Direction is where a version came from.
type Direction string

// The directions.
const (
	DirectionInput  Direction = "INPUT"  // came with a user's message
	DirectionOutput Direction = "OUTPUT" // was made by an agent
)

// CreationMode is an agent's rule for output artifacts.
type CreationMode string

// The creation modes.
const (
	CreationAlways     CreationMode = "ALWAYS"
	CreationPrompt     CreationMode = "PROMPT"
	CreationNever      CreationMode = "NEVER"
	CreationSystemOnly CreationMode = "SYSTEM_ONLY"
)

// Visibility is who sees an artifact in the product.
type Visibility string

// The visibilities.
const (
	VisibilityAlways     Visibility = "ALWAYS"
	VisibilitySystemOnly Visibility = "SYSTEM_ONLY"
)

// Tier is the rule of MIME resolution that matched a type.
type Tier string

// The tiers, strongest first.
const (
	TierExact     Tier = "EXACT"
	TierExtension Tier = "EXTENSION"
	TierWildcard  Tier = "WILDCARD"
)

// MessageRole is who wrote a message.
type MessageRole string

// The message roles.
const (
	RoleUserMessage   MessageRole = "USER"
	RoleAgentMessage  MessageRole = "AGENT"
	RoleSystemMessage MessageRole = "SYSTEM"
)

// Role is what an API key (and the user behind it) may do.
type Role string

// The roles, see docs/architecture.md for the table of rights.
const (
	RoleAdmin   Role = "ADMIN"
	RoleEditor  Role = "EDITOR"
	RoleService Role = "SERVICE"
	RoleUser    Role = "USER"
	RoleViewer  Role = "VIEWER"
)

// DeliverableKind is the closed set of what a deliverable can be.
type DeliverableKind string

// The kinds, in the order of the view; code is folded behind its count.
const (
	KindDoc     DeliverableKind = "DOC"
	KindService DeliverableKind = "SERVICE"
	KindPage    DeliverableKind = "PAGE"
	KindDesign  DeliverableKind = "DESIGN"
	KindMedia   DeliverableKind = "MEDIA"
	KindUpload  DeliverableKind = "UPLOAD"
	KindOther   DeliverableKind = "OTHER"
	KindCode    DeliverableKind = "CODE"
)

// Actor is who changed a deliverable.
type Actor string

// The actors.
const (
	ActorAgent Actor = "AGENT"
	ActorUser  Actor = "USER"
)

// DeliverableOp is one kind of change of a deliverable.
type DeliverableOp string

// The operations: the first four are file operations, the rest come from stores and people.
const (
	OpWrite     DeliverableOp = "WRITE"
	OpEdit      DeliverableOp = "EDIT"
	OpDelete    DeliverableOp = "DELETE"
	OpMove      DeliverableOp = "MOVE"
	OpPublish   DeliverableOp = "PUBLISH"
	OpUnpublish DeliverableOp = "UNPUBLISH"
	OpOpen      DeliverableOp = "OPEN"
	OpUpload    DeliverableOp = "UPLOAD"
	OpHandover  DeliverableOp = "HANDOVER"
	OpPresent   DeliverableOp = "PRESENT"
	OpOutput    DeliverableOp = "OUTPUT"
	OpListen    DeliverableOp = "LISTEN"
)

// DeliverableState is the last reported state of a page or a service; absent for the rest.
type DeliverableState string

// The states.
const (
	StatePublished   DeliverableState = "PUBLISHED"
	StateUnpublished DeliverableState = "UNPUBLISHED"
	StateRunning     DeliverableState = "RUNNING"
	StateStopped     DeliverableState = "STOPPED"
	StateDeleted     DeliverableState = "DELETED" // a tombstone: kept in history, hidden from the chip
)

// ServiceLink is how the URL of a service reaches it.
type ServiceLink string

// The links, best first.
const (
	LinkPublished ServiceLink = "PUBLISHED" // through a forward with a public address
	LinkProxy     ServiceLink = "PROXY"     // through the front end's own proxy
	LinkLocal     ServiceLink = "LOCAL"     // on the machine itself only
)

// EventKind is the kind of one event of a conversation.
type EventKind string

// The event kinds.
const (
	EventConversation EventKind = "CONVERSATION"
	EventDeliverable  EventKind = "DELIVERABLE"
	EventRemoved      EventKind = "REMOVED"
	EventVersion      EventKind = "VERSION"
	EventMessage      EventKind = "MESSAGE"
	EventNote         EventKind = "NOTE"
	EventHidden       EventKind = "HIDDEN"
	EventResync       EventKind = "RESYNC"
)

// Capture selects which observed content is stored as versions.
type Capture string

// The capture settings.
const (
	CaptureDocuments Capture = "DOCUMENTS"
	CaptureAll       Capture = "ALL"
	CaptureOff       Capture = "OFF"
)

// Keeps reports whether the content of a kind is stored. Code, steering files and files of unknown kind (including
// .env and key files) are stored only when the agent's setting is ALL.
func (c Capture) Keeps(kind DeliverableKind) bool {
	switch c {
	case CaptureAll:
		return true
	case CaptureOff:
		return false
	}
	return kind == KindDoc || kind == KindPage || kind == KindMedia || kind == KindDesign
}

// TurnAction is what completeTurn did with the payload.
type TurnAction string

// The turn actions.
const (
	ActionCreated    TurnAction = "CREATED"
	ActionVersioned  TurnAction = "VERSIONED"
	ActionReused     TurnAction = "REUSED"
	ActionSuppressed TurnAction = "SUPPRESSED"
	ActionNone       TurnAction = "NONE"
)

// These list the members of each closed family, for validation in Go, GraphQL and metadata.
var (
	DeliveryModes    = []DeliveryMode{DeliveryInline, DeliveryToolsOnly}
	Deliveries       = []Delivery{DeliveredInline, DeliveredTools}
	Directions       = []Direction{DirectionInput, DirectionOutput}
	CreationModes    = []CreationMode{CreationAlways, CreationPrompt, CreationNever, CreationSystemOnly}
	Visibilities     = []Visibility{VisibilityAlways, VisibilitySystemOnly}
	Tiers            = []Tier{TierExact, TierExtension, TierWildcard}
	MessageRoles     = []MessageRole{RoleUserMessage, RoleAgentMessage, RoleSystemMessage}
	Roles            = []Role{RoleAdmin, RoleEditor, RoleService, RoleUser, RoleViewer}
	DeliverableKinds = []DeliverableKind{KindDoc, KindService, KindPage, KindDesign, KindMedia, KindUpload, KindOther, KindCode}
	Actors           = []Actor{ActorAgent, ActorUser}
	DeliverableOps   = []DeliverableOp{OpWrite, OpEdit, OpDelete, OpMove, OpPublish, OpUnpublish, OpOpen, OpUpload, OpHandover, OpPresent, OpOutput, OpListen}
	States           = []DeliverableState{StatePublished, StateUnpublished, StateRunning, StateStopped, StateDeleted}
	ServiceLinks     = []ServiceLink{LinkPublished, LinkProxy, LinkLocal}
	EventKinds       = []EventKind{EventConversation, EventDeliverable, EventRemoved, EventVersion, EventMessage, EventNote, EventHidden, EventResync}
	Captures         = []Capture{CaptureDocuments, CaptureAll, CaptureOff}
	TurnActions      = []TurnAction{ActionCreated, ActionVersioned, ActionReused, ActionSuppressed, ActionNone}
)

// enum is the constraint of every closed family: a string with a list of members.
type enum interface{ ~string }

func marshalEnum[E enum](w io.Writer, e E) { _, _ = io.WriteString(w, strconv.Quote(string(e))) }

func unmarshalEnum[E enum](into *E, v any, members []E) error {
	s, ok := v.(string)
	if !ok || !slices.Contains(members, E(s)) {
		return fmt.Errorf("must be one of %v", members)
	}
	*into = E(s)
	return nil
}

// MarshalGQL writes the member's name.
func (e DeliveryMode) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *DeliveryMode) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, DeliveryModes) }

// MarshalGQL writes the member's name.
func (e Delivery) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Delivery) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Deliveries) }

// MarshalGQL writes the member's name.
func (e Direction) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Direction) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Directions) }

// MarshalGQL writes the member's name.
func (e CreationMode) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *CreationMode) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, CreationModes) }

// MarshalGQL writes the member's name.
func (e Visibility) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Visibility) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Visibilities) }

// MarshalGQL writes the member's name.
func (e Tier) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Tier) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Tiers) }

// MarshalGQL writes the member's name.
func (e MessageRole) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *MessageRole) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, MessageRoles) }

// MarshalGQL writes the member's name.
func (e Role) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Role) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Roles) }

// MarshalGQL writes the member's name.
func (e DeliverableKind) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *DeliverableKind) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, DeliverableKinds) }

// MarshalGQL writes the member's name.
func (e Actor) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Actor) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Actors) }

// MarshalGQL writes the member's name.
func (e DeliverableOp) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *DeliverableOp) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, DeliverableOps) }

// MarshalGQL writes the member's name.
func (e DeliverableState) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *DeliverableState) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, States) }

// MarshalGQL writes the member's name.
func (e ServiceLink) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *ServiceLink) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, ServiceLinks) }

// MarshalGQL writes the member's name.
func (e EventKind) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *EventKind) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, EventKinds) }

// MarshalGQL writes the member's name.
func (e Capture) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *Capture) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, Captures) }

// MarshalGQL writes the member's name.
func (e TurnAction) MarshalGQL(w io.Writer) { marshalEnum(w, e) }

// UnmarshalGQL parses a member's name and rejects any other value.
func (e *TurnAction) UnmarshalGQL(v any) error { return unmarshalEnum(e, v, TurnActions) }
