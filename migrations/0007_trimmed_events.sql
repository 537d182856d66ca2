-- The last sequence of the deleted old events of a conversation.

-- +goose Up
ALTER TABLE conversations ADD COLUMN trimmed_sequence bigint NOT NULL DEFAULT 0;
CREATE INDEX conversation_events_at ON conversation_events USING brin (at);

-- +goose Down
DROP INDEX conversation_events_at;
ALTER TABLE conversations DROP COLUMN trimmed_sequence;
