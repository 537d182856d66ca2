// Package artifact is the registry of types and the keeper of versions: which type a file is, whether it may come in,
// what an agent's output becomes. Decisions are pure functions (Resolve, Decide); the services around them fetch, call
// one and write. It does not know deliverables: what joins the two is an act of internal/turn.
package artifact
