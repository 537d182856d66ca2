-- The deliverables of conversations: the rows, their history, calls without a result, and the position of each feed.

-- +goose Up
CREATE TABLE deliverables (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    key             text NOT NULL,
    host            text NOT NULL DEFAULT '',
    path            text NOT NULL DEFAULT '',
    name            text NOT NULL DEFAULT '',
    kind            text NOT NULL,
    by              text NOT NULL CHECK (by IN ('AGENT', 'USER')),
    writes          integer NOT NULL DEFAULT 0,
    agent_edits     integer NOT NULL DEFAULT 0,
    user_edits      integer NOT NULL DEFAULT 0,
    last_op         text NOT NULL,
    first_at        timestamptz NOT NULL,
    last_at         timestamptz NOT NULL,
    last_call_id    text NOT NULL DEFAULT '',
    birth_op        text NOT NULL,
    birth_call_id   text NOT NULL DEFAULT '',
    bytes           bigint CHECK (bytes >= 0),
    bytes_at        timestamptz NOT NULL,
    bytes_call_id   text NOT NULL DEFAULT '',
    url             text,
    state           text,
    via             jsonb,
    handed_to       jsonb,
    artifact_id     uuid REFERENCES artifacts (id) ON DELETE SET NULL,
    card_key        text NOT NULL,
    evicted         boolean NOT NULL DEFAULT false
);
-- Deferred, because one batch may swap the paths of two files.
ALTER TABLE deliverables ADD CONSTRAINT deliverables_key UNIQUE (conversation_id, key) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX deliverables_newest ON deliverables (conversation_id, (kind = 'CODE'), last_at DESC, key COLLATE "C");
CREATE INDEX deliverables_owner_of ON deliverables (key, last_at DESC);
CREATE INDEX deliverables_artifact ON deliverables (artifact_id) WHERE artifact_id IS NOT NULL;

CREATE TABLE deliverable_changes (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    deliverable_id  uuid NOT NULL REFERENCES deliverables (id) ON DELETE CASCADE,
    key             text NOT NULL,
    at              timestamptz NOT NULL,
    actor           text NOT NULL,
    op              text NOT NULL,
    call_id         text NOT NULL DEFAULT '',
    from_path       text NOT NULL DEFAULT '',
    bytes           bigint,
    added           integer,
    removed         integer,
    source          text NOT NULL DEFAULT '',
    position        text NOT NULL DEFAULT '',
    record_hash     bytea
);
CREATE INDEX deliverable_changes_history ON deliverable_changes (deliverable_id, at DESC, id DESC);
CREATE UNIQUE INDEX deliverable_changes_call ON deliverable_changes (conversation_id, call_id, key) WHERE call_id <> '';

CREATE TABLE deliverable_calls (
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    call_id         text NOT NULL,
    ordinal         integer NOT NULL,
    key             text NOT NULL DEFAULT '',
    write           bytea NOT NULL,
    host            text NOT NULL DEFAULT '',
    at              timestamptz NOT NULL,
    source          text NOT NULL DEFAULT '',
    position        text NOT NULL DEFAULT '',
    record_hash     bytea,
    PRIMARY KEY (conversation_id, call_id, ordinal)
);
CREATE INDEX deliverable_calls_key ON deliverable_calls (conversation_id, key) WHERE key <> '';

CREATE TABLE deliverable_feeds (
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    source          text NOT NULL,
    position        text NOT NULL,
    applied         integer NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, source, position)
);

CREATE INDEX deliverable_feeds_newest ON deliverable_feeds (conversation_id, source, created_at DESC);

CREATE TABLE deliverable_drafts (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    deliverable_id  uuid NOT NULL REFERENCES deliverables (id) ON DELETE CASCADE,
    write           bytea NOT NULL,
    made_by         text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL
);
CREATE INDEX deliverable_drafts_conversation ON deliverable_drafts (conversation_id, id);

CREATE TABLE deliverable_notes (
    id              uuid PRIMARY KEY,
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    text            text NOT NULL,
    created_at      timestamptz NOT NULL,
    taken_by        text
);
CREATE INDEX deliverable_notes_waiting ON deliverable_notes (conversation_id, id) WHERE taken_by IS NULL;
CREATE INDEX deliverable_notes_taken ON deliverable_notes (conversation_id, taken_by) WHERE taken_by IS NOT NULL;

CREATE TABLE deliverable_note_takes (
    conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    key             text NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, key)
);

-- +goose Down
DROP TABLE deliverable_note_takes, deliverable_notes, deliverable_drafts, deliverable_feeds, deliverable_calls, deliverable_changes, deliverables;
