-- Id of this database: servers on the same message bus that use another database must not understand each other.
ALTER TABLE compatibility ADD COLUMN database_id UUID NOT NULL DEFAULT gen_random_uuid();
