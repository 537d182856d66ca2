-- The sessions of resumable and direct uploads, and contents that a sweep has removed from use.

-- +goose Up
CREATE TABLE uploads (
    id              uuid PRIMARY KEY,
    owner           text NOT NULL,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    artifact_id     uuid,
    message_id      uuid,
    agent_id        uuid,
    file_name       text NOT NULL DEFAULT '',
    mime_type       text NOT NULL DEFAULT '',
    size_bytes      bigint CHECK (size_bytes > 0),
    sha256          text NOT NULL DEFAULT '',
    direct          boolean NOT NULL DEFAULT false,
    object_key      text NOT NULL,
    multipart_id    text NOT NULL DEFAULT '',
    parts           jsonb,
    received_bytes  bigint NOT NULL DEFAULT 0,
    hash_state      bytea,
    head            bytea,
    state           text NOT NULL CHECK (state IN ('OPEN', 'COMPLETED', 'ABORTED')),
    version_id      uuid REFERENCES artifact_versions (id) ON DELETE SET NULL,
    lease_id        text NOT NULL DEFAULT '',
    lease_until     timestamptz,
    expires_at      timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL
);
CREATE INDEX uploads_open ON uploads (expires_at) WHERE state = 'OPEN';

-- Swept contents. Their objects are deleted after a week; until then they can be restored.
CREATE TABLE swept_blobs (
    sha256     text NOT NULL,
    size_bytes bigint NOT NULL,
    bytes      bytea,
    object_key text NOT NULL,
    swept_at   timestamptz NOT NULL,
    PRIMARY KEY (sha256, swept_at)
);

-- +goose Down
DROP TABLE swept_blobs, uploads;
