// Package deliverable derives what a conversation has made so far from what was witnessed, never from what an agent claims.
//
// Its first half is pure: Locate gives a path its identity, KindOf its kind, Pairing joins calls with their results, Ledger
// folds operations into one row per thing, Budget judges what fits, View, Card and List say what surfaces show. The fold
// gives the same rows for any split into batches, any duplication and any interleaving of feeds. Its second half, Registry,
// keeps those rows in Postgres, one transaction per batch.
//
// It does not read records (package harness does), keeps no content (package artifact does) and joins neither (package turn
// does). Resolvers, turn and the command line call it.
package deliverable
