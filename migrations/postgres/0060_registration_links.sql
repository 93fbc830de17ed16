-- Links with which visitors create accounts where registration is by invitation. ../sqlite has the same.
CREATE TABLE registration_links (
    id         UUID PRIMARY KEY,
    -- SHA-256 of the code in the link.
    code_hash  BYTEA NOT NULL UNIQUE,
    -- The administrator who made it; null if it was made on the command line.
    made_by    UUID REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    uses_left  BIGINT NOT NULL
);

CREATE INDEX registration_links_by_user ON registration_links (made_by);

-- Lists of accounts, the newest first: ids grow with time.
CREATE INDEX accounts_by_id ON users (id) WHERE name_key IS NOT NULL;
