-- The offset of a record in its source, so that a change can be checked against the transcript.

-- +goose Up
ALTER TABLE deliverable_changes ADD COLUMN record_offset bigint CHECK (record_offset >= 0);
ALTER TABLE deliverable_calls ADD COLUMN record_offset bigint CHECK (record_offset >= 0);

-- +goose Down
ALTER TABLE deliverable_calls DROP COLUMN record_offset;
ALTER TABLE deliverable_changes DROP COLUMN record_offset;
