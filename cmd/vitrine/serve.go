package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
)

func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Run the server", Args: cobra.NoArgs,
		Long: `Run the server. Settings come from the environment (see the README).

Without DATABASE_URL it runs a private Postgres, without S3_ENDPOINT a private S3 store, both below VITRINE_DATA_DIR.
The first start creates an admin key and prints it once.`,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := config.FromEnv()
			if err != nil {
				return fmt.Errorf("the settings are not valid:\n%w", err)
			}
			setLogger(cfg)
			app, err := New(c.Context(), cfg)
			if err != nil {
				return err
			}
			defer app.Close()
			app.announce(c.OutOrStdout())
			return app.Run(c.Context())
		},
	}
}

func setLogger(cfg *config.Config) {
	opts := &slog.HandlerOptions{Level: cfg.LogLevel}
	if cfg.LogFormat == "text" {
		slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, opts)))
		return
	}
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, opts)))
}

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "migrate", Short: "Migrate the database to this binary's schema, before a deployment", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := config.FromEnv()
			if err != nil {
				return fmt.Errorf("the settings are not valid:\n%w", err)
			}
			setLogger(cfg)
			app := &App{cfg: cfg}
			defer app.Close()
			applied, err := app.openDatabase(c.Context())
			if err != nil {
				return err
			}
			for _, name := range applied {
				_, _ = fmt.Fprintln(c.OutOrStdout(), "applied", name)
			}
			_, _ = fmt.Fprintln(c.OutOrStdout(), "the schema is up to date")
			return nil
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		Run: func(c *cobra.Command, _ []string) { _, _ = fmt.Fprintln(c.OutOrStdout(), version) },
	}
}
