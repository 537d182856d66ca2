// Package artifact decides, for files and outputs: which type a file has, whether it is accepted, how it is named,
// and what an agent's output becomes. All of it is pure. It does not store anything (package artifact/store below it)
// and does not know deliverables; the acts join the two. The acts, the store, the resolvers and the admin's previews
// call it.
package artifact
