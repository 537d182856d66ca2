package resolvers

import (
	"github.com/99designs/gqlgen/graphql"

	"vitrine/internal/fault"
)

// set writes an omittable input to a field that cannot be null: absent leaves it unchanged, null is refused.
func set[T any](err *error, field *T, name string, in graphql.Omittable[*T]) {
	v, given := in.ValueOK()
	switch {
	case !given || *err != nil:
	case v == nil:
		*err = fault.Invalid(name, "%s cannot be null; leave it out to keep it.", name)
	default:
		*field = *v
	}
}

// setNullable writes an omittable input to a field that can be null: absent leaves it unchanged, null clears it.
func setNullable[T any](field **T, in graphql.Omittable[*T]) {
	if v, given := in.ValueOK(); given {
		*field = v
	}
}

// setList writes an omittable list: absent leaves it unchanged, null empties it.
func setList[T any](field *[]T, in graphql.Omittable[[]T]) {
	if v, given := in.ValueOK(); given {
		*field = v
	}
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// filled returns nil for an empty string.
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
