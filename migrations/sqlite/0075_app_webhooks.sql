-- Webhooks of apps, which receive the events of all users who have allowed it. ../postgres has the same.
-- The app of a webhook; NULL if it receives the events of its owner.
ALTER TABLE webhooks ADD COLUMN app_id BLOB REFERENCES apps (id) ON DELETE CASCADE;
CREATE INDEX webhooks_by_app ON webhooks (app_id);
