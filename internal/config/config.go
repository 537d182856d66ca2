// Package config reads Vitrine's settings from the environment into one struct and lists every problem at once.
// It imports nothing of Vitrine; `app.go` passes each package what it needs.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Config is everything an operator can set.
type Config struct {
	Addr      string // VITRINE_ADDR, host:port to listen on
	PublicURL string // VITRINE_PUBLIC_URL, the address people use; derived from Addr when absent
	DataDir   string // VITRINE_DATA_DIR, absolute: private Postgres, private store, caches
	AdminKey  string // VITRINE_ADMIN_KEY, presets the first admin key
	LogLevel  slog.Level
	LogFormat string // VITRINE_LOG_FORMAT, "json" or "text"

	DatabaseURL     string // DATABASE_URL; empty means a private Postgres
	DatabaseMaxConn int    // VITRINE_DATABASE_MAX_CONNECTIONS
	PostgresBin     string // VITRINE_POSTGRES_BIN, folder with initdb and postgres; searched for when empty

	S3       S3
	StoreBin string // VITRINE_STORE_BIN, path of vitrine-store; searched for when empty

	MaxUploadBytes    int64            // VITRINE_MAX_UPLOAD_BYTES, one file of a GraphQL multipart request
	MaxFileBytes      int64            // VITRINE_MAX_FILE_BYTES, one file of a resumable or direct upload
	FamilyBytes       map[string]int64 // VITRINE_MAX_<FAMILY>_BYTES, one file of a family; absent or 0: no limit for the family
	FamilyPerMessage  map[string]int64 // VITRINE_MAX_<FAMILY>_PER_MESSAGE, files of a family with one message
	InlineCapBytes    int64            // VITRINE_INLINE_CAP_BYTES, from this size on inline content goes to tools
	InlineStoreBytes  int64            // VITRINE_INLINE_STORE_BYTES, text up to this size is stored in Postgres
	ToolOutputChars   int              // VITRINE_TOOL_OUTPUT_CHARS, characters of one tool answer
	MaxBodyBytes      int64            // VITRINE_MAX_BODY_BYTES, one GraphQL request without files
	Introspection     bool             // VITRINE_INTROSPECTION
	GraphiQL          bool             // VITRINE_GRAPHIQL
	RequestsPerMinute int              // VITRINE_REQUESTS_PER_MINUTE, per USER or VIEWER key; ten times that for the other roles
	AllowedOrigins    []string
	DrainTimeout      time.Duration // VITRINE_DRAIN_TIMEOUT, how long SIGTERM waits for requests
	EventRetention    time.Duration // VITRINE_EVENT_RETENTION, how long events are kept for subscribers that reconnect; at least a minute
}

// S3 is the object store; an empty Endpoint means a private gateway over the data folder.
type S3 struct {
	Endpoint         string // S3_ENDPOINT, URL or host:port
	Bucket           string // S3_BUCKET
	AccessKey        string // S3_ACCESS_KEY
	SecretKey        string // S3_SECRET_KEY
	Region           string // S3_REGION
	ExternalEndpoint string // S3_EXTERNAL_ENDPOINT, signs links that clients follow; Endpoint when empty
}

// FromEnv reads the process environment.
func FromEnv() (*Config, error) { return Load(os.Getenv) }

// Load reads settings from a lookup function. The error lists every problem, one per line.
func Load(get func(string) string) (*Config, error) {
	r := &reader{get: get}
	c := &Config{
		Addr:              r.text("VITRINE_ADDR", ":8080"),
		PublicURL:         strings.TrimSuffix(r.url("VITRINE_PUBLIC_URL"), "/"),
		DataDir:           r.folder("VITRINE_DATA_DIR", "data"),
		AdminKey:          r.secret("VITRINE_ADMIN_KEY"),
		LogLevel:          r.level("VITRINE_LOG_LEVEL"),
		LogFormat:         r.oneOf("VITRINE_LOG_FORMAT", "json", "text"),
		DatabaseURL:       r.secret("DATABASE_URL"),
		DatabaseMaxConn:   int(r.number("VITRINE_DATABASE_MAX_CONNECTIONS", 20, 2, 1000)),
		PostgresBin:       r.text("VITRINE_POSTGRES_BIN", ""),
		MaxUploadBytes:    r.number("VITRINE_MAX_UPLOAD_BYTES", 32<<20, 1, 1<<30),
		MaxFileBytes:      r.number("VITRINE_MAX_FILE_BYTES", 10<<30, 1, 80<<30),
		InlineCapBytes:    r.number("VITRINE_INLINE_CAP_BYTES", 102_400, 0, 1<<30),
		InlineStoreBytes:  r.number("VITRINE_INLINE_STORE_BYTES", 64<<10, 0, 16<<20),
		ToolOutputChars:   int(r.number("VITRINE_TOOL_OUTPUT_CHARS", 15_000, 100, 1_000_000)),
		MaxBodyBytes:      r.number("VITRINE_MAX_BODY_BYTES", 16<<20, 1<<10, 1<<30),
		Introspection:     r.flag("VITRINE_INTROSPECTION", true),
		GraphiQL:          r.flag("VITRINE_GRAPHIQL", true),
		RequestsPerMinute: int(r.number("VITRINE_REQUESTS_PER_MINUTE", 1200, 1, 1_000_000)),
		AllowedOrigins:    r.list("VITRINE_ALLOWED_ORIGINS"),
		DrainTimeout:      r.duration("VITRINE_DRAIN_TIMEOUT", 20*time.Second),
		EventRetention:    max(time.Minute, r.duration("VITRINE_EVENT_RETENTION", 30*24*time.Hour)),
	}
	c.StoreBin = r.text("VITRINE_STORE_BIN", "")
	c.FamilyBytes, c.FamilyPerMessage = r.families("BYTES"), r.families("PER_MESSAGE")
	c.S3 = S3{
		Endpoint: r.text("S3_ENDPOINT", ""), Bucket: r.text("S3_BUCKET", "vitrine"), Region: r.text("S3_REGION", "us-east-1"),
		AccessKey: r.secret("S3_ACCESS_KEY"), SecretKey: r.secret("S3_SECRET_KEY"), ExternalEndpoint: r.text("S3_EXTERNAL_ENDPOINT", ""),
	}
	r.check(c)
	return c, errors.Join(r.problems...)
}

// Listen splits Addr; it is valid after Load.
func (c *Config) Listen() (host, port string) {
	host, port, _ = net.SplitHostPort(c.Addr)
	return host, port
}

// Public returns the address people use, without a trailing slash.
func (c *Config) Public() string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	host, port := c.Listen()
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

type reader struct {
	get      func(string) string
	problems []error
}

func (r *reader) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf(format, args...))
}

func (r *reader) text(name, otherwise string) string {
	if v := strings.TrimSpace(r.get(name)); v != "" {
		return v
	}
	return otherwise
}

// secret returns NAME, or the content of the file in NAME_FILE.
func (r *reader) secret(name string) string {
	path := r.text(name+"_FILE", "")
	if path == "" {
		return r.text(name, "")
	}
	b, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		r.problem("%s_FILE: cannot be read", name)
	}
	return strings.TrimSpace(string(b))
}

func (r *reader) url(name string) string {
	v := r.text(name, "")
	if u, err := url.Parse(v); v != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		r.problem("%s: %q is not an http or https URL", name, v)
	}
	return v
}

func (r *reader) folder(name, otherwise string) string {
	abs, err := filepath.Abs(r.text(name, otherwise))
	if err != nil {
		r.problem("%s: %w", name, err)
	}
	return abs
}

func (r *reader) oneOf(name string, allowed ...string) string {
	v := r.text(name, allowed[0])
	for _, a := range allowed {
		if v == a {
			return v
		}
	}
	r.problem("%s: %q is not one of %s", name, v, strings.Join(allowed, ", "))
	return allowed[0]
}

func (r *reader) level(name string) (l slog.Level) {
	if err := l.UnmarshalText([]byte(r.text(name, "info"))); err != nil {
		r.problem("%s: %q is not one of debug, info, warn, error", name, r.get(name))
	}
	return l
}

func (r *reader) number(name string, otherwise, least, most int64) int64 {
	v := r.text(name, "")
	if v == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < least || n > most {
		r.problem("%s: %q is not a number from %d to %d", name, v, least, most)
		return otherwise
	}
	return n
}

// families reads one number for each family of files.
func (r *reader) families(what string) map[string]int64 {
	limits := map[string]int64{}
	for _, family := range []string{"image", "audio", "video", "document"} {
		limits[family] = r.number("VITRINE_MAX_"+strings.ToUpper(family)+"_"+what, 0, 0, 80<<30)
	}
	return limits
}

func (r *reader) flag(name string, otherwise bool) bool {
	v := r.text(name, "")
	if v == "" {
		return otherwise
	}
	b, err := strconv.ParseBool(v)
	if err != nil {
		r.problem("%s: %q is neither true nor false", name, v)
	}
	return b
}

func (r *reader) duration(name string, otherwise time.Duration) time.Duration {
	v := r.text(name, "")
	if v == "" {
		return otherwise
	}
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 {
		r.problem("%s: %q is not a duration such as 20s", name, v)
	}
	return d
}

func (r *reader) list(name string) []string {
	return strings.FieldsFunc(r.text(name, ""), func(c rune) bool { return c == ',' || c == ' ' })
}

// check checks rules between settings.
func (r *reader) check(c *Config) {
	if _, port, err := net.SplitHostPort(c.Addr); err != nil || port == "" {
		r.problem("VITRINE_ADDR: %q is not host:port such as :8080", c.Addr)
	}
	if c.AdminKey != "" && len(c.AdminKey) < 16 {
		r.problem("VITRINE_ADMIN_KEY: needs at least 16 characters")
	}
	if c.DatabaseURL != "" && !strings.Contains(c.DatabaseURL, "=") && !strings.HasPrefix(c.DatabaseURL, "postgres") {
		r.problem("DATABASE_URL: not a Postgres URL such as postgres://user:password@host/database")
	}
	if c.S3.Endpoint != "" && (c.S3.AccessKey == "" || c.S3.SecretKey == "") {
		r.problem("S3_ENDPOINT: needs S3_ACCESS_KEY and S3_SECRET_KEY too")
	}
}
