// Package deliverable derives what a conversation has made so far from what its harness recorded, never from what an
// agent claims.
//
// It is pure. Locate turns a path into an identity, KindOf a path into a kind, Pairing joins calls with their
// results, Ledger folds operations into one row per deliverable, Budget decides which rows are listed, and View, Card
// and List shape what a front end shows. The fold makes the same rows for any split into batches, any duplication and
// any interleaving of feeds.
//
// It does not read records (package harness), store rows (package registry below it) or store content (package
// artifact/store). The registry, the acts, the resolvers and the command call it.
package deliverable
