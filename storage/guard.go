package storage

import (
	"context"
	"io"
	"strings"

	"vitrine/internal/fault"
)

// GuardKey is the key of the object that names the database a bucket belongs to.
const GuardKey = "vitrine-guard"

// CheckGuard checks that a store is the one of the database: it has the guard with this id. An absent guard is
// written when the database has no objects yet; otherwise, and for another id, it returns an error.
func CheckGuard(ctx context.Context, s Store, id string, objectsKnown bool) error {
	have, err := readGuard(ctx, s)
	switch {
	case fault.Is(err, fault.CodeNotFound) && !objectsKnown:
		return s.Put(ctx, GuardKey, strings.NewReader(id), int64(len(id)))
	case err == nil && have == id:
		return nil
	case err == nil || fault.Is(err, fault.CodeNotFound):
		return fault.Conflict("The object store does not belong to this database.").
			Try("Check S3_ENDPOINT and S3_BUCKET.", "Restore the bucket that belongs to this database.")
	}
	return err
}

func readGuard(ctx context.Context, s Store) (string, error) {
	o, err := s.Open(ctx, GuardKey)
	if err != nil {
		return "", err
	}
	defer func() { _ = o.Close() }()
	b, err := io.ReadAll(io.LimitReader(o, 100))
	return string(b), err
}
