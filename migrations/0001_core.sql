-- The tables of the artifact core. Ids are UUIDv7 created in Go, sizes are in bytes, and times are UTC.

-- +goose Up
CREATE TABLE artifact_types (
    id                    uuid PRIMARY KEY,
    name                  text NOT NULL,
    description           text NOT NULL DEFAULT '',
    icon                  text NOT NULL DEFAULT '',
    parent_id             uuid REFERENCES artifact_types (id),
    content_type          text NOT NULL,
    file_extensions       jsonb,
    tool_library          text,
    default_delivery_mode text NOT NULL CHECK (default_delivery_mode IN ('INLINE', 'TOOLS_ONLY')),
    priority              integer NOT NULL DEFAULT 0,
    system_supplied       boolean NOT NULL DEFAULT false,
    enabled               boolean NOT NULL DEFAULT true,
    viewer                text NOT NULL DEFAULT '',
    extract_rules         jsonb,
    max_bytes             bigint CHECK (max_bytes > 0),
    inline_cap_bytes      bigint CHECK (inline_cap_bytes >= 0),
    revision              integer NOT NULL DEFAULT 1,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL
);
CREATE UNIQUE INDEX artifact_types_name ON artifact_types (lower(name));

CREATE TABLE models (
    id                     uuid PRIMARY KEY,
    name                   text NOT NULL,
    provider               text NOT NULL,
    input_mime_patterns    jsonb,
    max_inline_bytes_total bigint,
    max_inline_items       integer,
    inline_cap_bytes       bigint,
    context_tokens         integer,
    revision               integer NOT NULL DEFAULT 1,
    created_at             timestamptz NOT NULL,
    updated_at             timestamptz NOT NULL
);
CREATE UNIQUE INDEX models_name ON models (lower(name));

CREATE TABLE projects (
    id          uuid PRIMARY KEY,
    name        text NOT NULL,
    description text NOT NULL DEFAULT '',
    root_path   text NOT NULL DEFAULT '',
    revision    integer NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX projects_name ON projects (lower(name));

CREATE TABLE agents (
    id                             uuid PRIMARY KEY,
    name                           text NOT NULL,
    description                    text NOT NULL DEFAULT '',
    artifact_creation_mode         text NOT NULL DEFAULT 'ALWAYS'
        CHECK (artifact_creation_mode IN ('ALWAYS', 'PROMPT', 'NEVER', 'SYSTEM_ONLY')),
    accept_unregistered_files      boolean NOT NULL DEFAULT false,
    default_artifact_type_id       uuid REFERENCES artifact_types (id) ON DELETE SET NULL,
    producible_type_ids            jsonb,
    default_model_id               uuid REFERENCES models (id) ON DELETE SET NULL,
    history_window                 integer CHECK (history_window > 0),
    inline_storage_threshold_bytes bigint CHECK (inline_storage_threshold_bytes >= 0),
    capture                        text NOT NULL DEFAULT 'DOCUMENTS' CHECK (capture IN ('DOCUMENTS', 'ALL', 'OFF')),
    system_prompt                  text NOT NULL DEFAULT '',
    revision                       integer NOT NULL DEFAULT 1,
    created_at                     timestamptz NOT NULL,
    updated_at                     timestamptz NOT NULL
);
CREATE UNIQUE INDEX agents_name ON agents (lower(name));

CREATE TABLE conversations (
    id            uuid PRIMARY KEY,
    owner         text NOT NULL,
    title         text NOT NULL DEFAULT '',
    external_key  text,
    project_id    uuid REFERENCES projects (id) ON DELETE SET NULL,
    agent_id      uuid REFERENCES agents (id) ON DELETE SET NULL,
    harness       text NOT NULL DEFAULT '',
    host          text NOT NULL DEFAULT '',
    cwd           text NOT NULL DEFAULT '',
    last_sequence bigint NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);
CREATE UNIQUE INDEX conversations_external_key ON conversations (owner, external_key) WHERE external_key IS NOT NULL;
CREATE INDEX conversations_owner ON conversations (owner, id DESC);

CREATE TABLE messages (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    role            text NOT NULL CHECK (role IN ('USER', 'AGENT', 'SYSTEM')),
    agent_id        uuid REFERENCES agents (id) ON DELETE SET NULL,
    text            text NOT NULL DEFAULT '',
    sequence        bigint NOT NULL,
    created_at      timestamptz NOT NULL,
    UNIQUE (conversation_id, sequence)
);

CREATE TABLE conversation_events (
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    sequence        bigint NOT NULL,
    at              timestamptz NOT NULL,
    kind            text NOT NULL,
    subject_id      text NOT NULL DEFAULT '',
    note            text NOT NULL DEFAULT '',
    PRIMARY KEY (conversation_id, sequence)
);

CREATE TABLE blobs (
    sha256             text PRIMARY KEY CHECK (length(sha256) = 64),
    size_bytes         bigint NOT NULL CHECK (size_bytes >= 0),
    bytes              bytea,
    object_key         text NOT NULL DEFAULT '',
    last_referenced_at timestamptz NOT NULL,
    created_at         timestamptz NOT NULL,
    CHECK ((bytes IS NULL) <> (object_key = ''))
);

CREATE TABLE artifacts (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    type_id         uuid NOT NULL REFERENCES artifact_types (id),
    name            text NOT NULL,
    description     text NOT NULL DEFAULT '',
    visibility      text NOT NULL DEFAULT 'ALWAYS' CHECK (visibility IN ('ALWAYS', 'SYSTEM_ONLY')),
    owner           text NOT NULL,
    letter          text NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    UNIQUE (conversation_id, letter)
);
CREATE INDEX artifacts_type ON artifacts (type_id);

CREATE TABLE artifact_versions (
    id                 uuid PRIMARY KEY,
    artifact_id        uuid NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
    conversation_id    uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    number             integer NOT NULL CHECK (number > 0),
    direction          text NOT NULL CHECK (direction IN ('INPUT', 'OUTPUT')),
    message_id         uuid REFERENCES messages (id) ON DELETE SET NULL,
    name               text NOT NULL DEFAULT '',
    description        text NOT NULL DEFAULT '',
    mime_type          text NOT NULL DEFAULT '',
    detected_mime_type text NOT NULL DEFAULT '',
    file_name          text NOT NULL DEFAULT '',
    size_bytes         bigint,
    sha256             text NOT NULL REFERENCES blobs (sha256),
    force_tools_only   boolean NOT NULL DEFAULT false,
    attributes         jsonb,
    remark             text NOT NULL DEFAULT '',
    shape              text NOT NULL DEFAULT '',
    made_by            text NOT NULL DEFAULT '',
    created_at         timestamptz NOT NULL,
    UNIQUE (artifact_id, number)
);
CREATE INDEX artifact_versions_conversation ON artifact_versions (conversation_id, id);
CREATE INDEX artifact_versions_message ON artifact_versions (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX artifact_versions_sha256 ON artifact_versions (sha256);

-- Existing versions attached to a reply whose output has equal content, so that it is not stored again.
CREATE TABLE message_versions (
    message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    version_id uuid NOT NULL REFERENCES artifact_versions (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (message_id, version_id)
);

CREATE TABLE api_keys (
    id           uuid PRIMARY KEY,
    name         text NOT NULL,
    role         text NOT NULL CHECK (role IN ('ADMIN', 'EDITOR', 'SERVICE', 'USER', 'VIEWER')),
    user_name    text NOT NULL,
    prefix       text NOT NULL,
    hash         bytea NOT NULL UNIQUE,
    scopes       jsonb,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz,
    created_at   timestamptz NOT NULL
);

CREATE TABLE audit_entries (
    id              uuid PRIMARY KEY,
    at              timestamptz NOT NULL,
    actor           text NOT NULL,
    key_id          text NOT NULL DEFAULT '',
    action          text NOT NULL,
    target          text NOT NULL DEFAULT '',
    conversation_id uuid,
    request_id      text NOT NULL DEFAULT '',
    details         jsonb
);
CREATE INDEX audit_entries_conversation ON audit_entries (conversation_id, id) WHERE conversation_id IS NOT NULL;

CREATE TABLE tool_calls (
    id            uuid PRIMARY KEY,
    at            timestamptz NOT NULL,
    actor         text NOT NULL,
    version_id    uuid NOT NULL REFERENCES artifact_versions (id) ON DELETE CASCADE,
    tool          text NOT NULL,
    success       boolean NOT NULL,
    milliseconds  double precision NOT NULL,
    bytes_out     bigint NOT NULL,
    error_message text NOT NULL DEFAULT ''
);
CREATE INDEX tool_calls_version ON tool_calls (version_id, id);

CREATE TABLE idempotency_keys (
    owner      text NOT NULL,
    operation  text NOT NULL,
    key        text NOT NULL,
    input_hash bytea NOT NULL,
    result_id  text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (owner, operation, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Settings of this installation: the store's guard, the checksums of the shipped metadata, the signing key.
CREATE TABLE settings (
    name  text PRIMARY KEY,
    value jsonb NOT NULL
);

-- +goose Down
DROP TABLE settings, idempotency_keys, tool_calls, audit_entries, api_keys, message_versions, artifact_versions, artifacts, blobs,
    conversation_events, messages, conversations, agents, projects, models, artifact_types;
