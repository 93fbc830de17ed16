-- The same column as ../postgres has. It stays empty: a file has one server.
ALTER TABLE compatibility ADD COLUMN database_id BLOB;
