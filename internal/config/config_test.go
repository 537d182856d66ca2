package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/internal/config"
)

func load(values map[string]string) (*config.Config, error) {
	return config.Load(func(name string) string { return values[name] })
}

func TestDefaultsAreEnough(t *testing.T) {
	c, err := load(nil)
	require.NoError(t, err)
	require.Equal(t, ":8080", c.Addr)
	require.Equal(t, "http://localhost:8080", c.Public())
	require.True(t, filepath.IsAbs(c.DataDir))
	require.Empty(t, c.DatabaseURL)
	require.Empty(t, c.S3.Endpoint)
	require.Equal(t, 20*time.Second, c.DrainTimeout)
}

func TestEveryProblemIsListed(t *testing.T) {
	problems := map[string]string{
		"VITRINE_ADDR": "nowhere", "VITRINE_PUBLIC_URL": "ftp://x", "VITRINE_ADMIN_KEY": "short", "VITRINE_LOG_LEVEL": "loud",
		"VITRINE_LOG_FORMAT": "xml", "VITRINE_MAX_BODY_BYTES": "-1", "VITRINE_GRAPHIQL": "perhaps", "VITRINE_DRAIN_TIMEOUT": "soon",
		"DATABASE_URL": "mysql://x", "S3_ENDPOINT": "http://store:9000",
	}
	_, err := load(problems)
	for name := range problems {
		require.ErrorContains(t, err, name)
	}
	require.Len(t, strings.Split(err.Error(), "\n"), len(problems))
	require.NotContains(t, err.Error(), "mysql://x", "a URL may contain a password")
}

func TestSecretsFromFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(path, []byte("a-secret-of-sixteen\n"), 0o600))
	c, err := load(map[string]string{"VITRINE_ADMIN_KEY_FILE": path})
	require.NoError(t, err)
	require.Equal(t, "a-secret-of-sixteen", c.AdminKey)
	_, err = load(map[string]string{"DATABASE_URL_FILE": path + ".absent"})
	require.ErrorContains(t, err, "DATABASE_URL_FILE")
}

func TestPublicAddress(t *testing.T) {
	for addr, want := range map[string]string{
		":9000": "http://localhost:9000", "0.0.0.0:80": "http://localhost:80", "127.0.0.1:8080": "http://127.0.0.1:8080", "[::1]:80": "http://[::1]:80",
	} {
		c, err := load(map[string]string{"VITRINE_ADDR": addr})
		require.NoError(t, err)
		require.Equal(t, want, c.Public())
	}
	c, err := load(map[string]string{"VITRINE_PUBLIC_URL": "https://vitrine.example/"})
	require.NoError(t, err)
	require.Equal(t, "https://vitrine.example", c.Public())
}
