-- The pages and services that front ends report, with the time of each report.

-- +goose Up
ALTER TABLE deliverables
    ADD COLUMN told_at timestamptz NOT NULL DEFAULT '0001-01-01 00:00:00+00',
    ADD COLUMN page    jsonb,
    ADD COLUMN service jsonb;
CREATE INDEX deliverables_page ON deliverables ((page ->> 'id')) WHERE page IS NOT NULL;

-- +goose Down
DROP INDEX deliverables_page;
ALTER TABLE deliverables DROP COLUMN told_at, DROP COLUMN page, DROP COLUMN service;
