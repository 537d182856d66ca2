# Vitrine. `make` lists all targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
UI_SOURCES := $(shell find admin-ui/src admin-ui/index.html admin-ui/*.ts admin-ui/*.json -type f -not -path '*/node_modules/*' 2>/dev/null) $(wildcard graph/schema/*.graphqls)
FUZZTIME ?= 30s
GOLANGCI := v2.15.0

help: ## Print this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Build everything and serve it at http://localhost:8080
	@scripts/need postgres
	bin/vitrine serve

build: admin-ui/dist/index.html ## Build the admin, bin/vitrine and bin/vitrine-store
	go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o bin/ ./cmd/vitrine ./cmd/vitrine-store

admin-ui/node_modules/.package-lock.json: admin-ui/package-lock.json
	cd admin-ui && npm ci --no-audit --no-fund

admin-ui/dist/index.html: admin-ui/node_modules/.package-lock.json $(UI_SOURCES)
	cd admin-ui && npm run --silent build

test: test-go test-ui test-protocol test-e2e ## Run every test, and install what the tests need

test-go: ## Run the Go tests with the race detector, in random order, against a private Postgres and a private S3 server
	@scripts/need postgres
	go vet ./...
	go test -race -shuffle=on -timeout 15m ./...

test-ui: admin-ui/node_modules/.package-lock.json ## Check types, lint, unused code and unit tests of the admin
	cd admin-ui && npm run --silent codegen && npx tsc --noEmit && npm run --silent lint && npm run --silent unused && npm test --silent

test-protocol: build internal/server/clients/node_modules/.package-lock.json ## Test HTTP and the npm clients against the real binary
	@scripts/need postgres
	cd internal/server/clients && npm test --silent

internal/server/clients/node_modules/.package-lock.json: internal/server/clients/package-lock.json
	cd internal/server/clients && npm ci --no-audit --no-fund

test-e2e: build ## Test the admin in a browser against the real binary
	@scripts/need postgres chromium
	cd admin-ui && npm run --silent e2e

check: generated lint lint-language deadcode govulncheck test ## Run what CI runs: generated code is current, the linters are clean, and every test passes

generate: ## Regenerate gqlgen's output from the schema
	go tool gqlgen generate

generated: ## Fail if the generated code does not match the schema
	go tool gqlgen generate
	@git diff --exit-code --stat -- graph resolvers || { echo "The generated code is outdated. Run make generate and commit the result."; exit 1; }

lint-language: ## Look for phrases that the project does not use (scripts/language)
	go run ./scripts/language

lint: bin/golangci-lint-$(GOLANGCI) ## Run golangci-lint (built on first use, which takes minutes)
	bin/golangci-lint-$(GOLANGCI) run

bin/golangci-lint-$(GOLANGCI):
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI)
	mv bin/golangci-lint $@

deadcode: ## Fail on functions that only tests reach (scripts/deadcode.allow)
	scripts/deadcode

govulncheck: ## Fail on known vulnerabilities that a program reaches; says so where the data cannot be reached
	scripts/govulncheck

release: admin-ui/dist/index.html ## Build the archives of VERSION with their checksums into dist/
	scripts/release $(VERSION)

tag: ## Tag the newest version of CHANGELOG.md, with its section as the message
	scripts/tag

fuzz: ## Fuzz every parser for FUZZTIME each
	scripts/fuzz $(FUZZTIME)

chaos: build ## Kill the server during uploads and check that nothing is lost
	node internal/server/clients/chaos.mjs

bench: build ## Compare with other programs, in ratios
	@scripts/need postgres bench
	go run ./bench

clean: ## Remove build output, but not data
	rm -rf bin dist admin-ui/dist/assets admin-ui/dist/index.html

.PHONY: deadcode govulncheck help run build test test-go test-ui test-protocol test-e2e check generate generated lint lint-language release tag fuzz chaos bench clean
