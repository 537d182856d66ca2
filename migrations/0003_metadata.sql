-- The pushed fields of each metadata record and a revision that every change of metadata increases. A push compares with
-- them to find what somebody changed since the last push.

-- +goose Up
CREATE TABLE metadata_revision (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    revision bigint NOT NULL
);
INSERT INTO metadata_revision (revision) VALUES (0);

-- +goose StatementBegin
CREATE FUNCTION metadata_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE metadata_revision SET revision = revision + 1;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER metadata_changed AFTER INSERT OR UPDATE OR DELETE ON artifact_types EXECUTE FUNCTION metadata_changed();
CREATE TRIGGER metadata_changed AFTER INSERT OR UPDATE OR DELETE ON models EXECUTE FUNCTION metadata_changed();
CREATE TRIGGER metadata_changed AFTER INSERT OR UPDATE OR DELETE ON agents EXECUTE FUNCTION metadata_changed();
CREATE TRIGGER metadata_changed AFTER INSERT OR UPDATE OR DELETE ON projects EXECUTE FUNCTION metadata_changed();

-- record_id has no foreign key, because a push must know that a pushed record was deleted.
CREATE TABLE metadata_pushes (
    source     text NOT NULL,
    collection text NOT NULL,
    record_id  uuid NOT NULL,
    fields     jsonb NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (source, collection, record_id)
);
CREATE INDEX metadata_pushes_record ON metadata_pushes (collection, record_id);

CREATE INDEX audit_entries_target ON audit_entries (target, id);

-- +goose Down
DROP INDEX audit_entries_target;
DROP TRIGGER metadata_changed ON artifact_types;
DROP TRIGGER metadata_changed ON models;
DROP TRIGGER metadata_changed ON agents;
DROP TRIGGER metadata_changed ON projects;
DROP FUNCTION metadata_changed;
DROP TABLE metadata_pushes, metadata_revision;
