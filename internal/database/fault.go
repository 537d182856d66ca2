package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"regexp"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"vitrine/internal/fault"
)

// Fault converts a driver error to a fault, where the query is; record names what was queried. Faults and nil are
// returned unchanged; so are unknown errors, which are logged and shown as INTERNAL.
func Fault(err error, record string) error {
	switch {
	case err == nil || fault.As(err) != nil:
		return err
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, pgx.ErrNoRows):
		return fault.NotFound(record).Because(err)
	case errors.Is(err, gorm.ErrDuplicatedKey) || state(err) == "23505":
		return fault.Conflict("%s with these values already exists.", article(record)).Because(err)
	case errors.Is(err, gorm.ErrForeignKeyViolated) || state(err) == "23503":
		return fault.Conflict("The %s is still referred to, or it refers to something that does not exist.", record).Because(err)
	case state(err) == "40001" || state(err) == "40P01":
		return fault.Conflict("The change conflicts with a concurrent one; nothing was changed.").Try("Send the request again.").Because(err)
	case away(err):
		return fault.Unavailable("database", err)
	case unfit(err):
		return fault.Invalid("", "The database cannot store one of the values: a string with a NUL character, a number or a string out of range, or JSON that is nested too deeply.").
			Try("Correct the values of the input and send it again.").
			Because(err)
	}
	return err
}

// IsDuplicate reports whether an error is a violated unique index.
func IsDuplicate(err error) bool {
	return errors.Is(err, gorm.ErrDuplicatedKey) || state(err) == "23505"
}

func state(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// unfit reports whether an error is a value that no column can store: class 22 (data exceptions) or 54 (limits of a row
// or expression).
func unfit(err error) bool {
	s := state(err)
	return len(s) == 5 && (s[:2] == "22" || s[:2] == "54")
}

// away reports whether an error means that the database is unreachable, starting, stopping, full or read-only.
func away(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) {
		return true
	}
	for _, lost := range []error{io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone} {
		if errors.Is(err, lost) {
			return true
		}
	}
	switch s := state(err); {
	case len(s) != 5:
		return pgconn.SafeToRetry(err) || errors.Is(err, io.EOF)
	case s[:2] == "08", s[:2] == "53", s[:3] == "57P", s == "25006":
		return true
	}
	return false
}

var addressPassword = regexp.MustCompile(`(?i)(://[^:@/\s]*:)[^@/\s]*@|(password=)('[^']*'|\S+)`)

func passwordFree(s string) string { return addressPassword.ReplaceAllString(s, "${1}${2}…@") }

func article(record string) string {
	if record == "" {
		return "A row"
	}
	return "Such a " + record
}
