-- Terms of use that users have accepted, and when. ../postgres has the same.

-- Every version that a user has accepted. A version is never changed.
CREATE TABLE terms (
    -- SHA-256 of `texts`.
    hash  BLOB PRIMARY KEY,
    -- The texts of the site by language, as a JSON object.
    texts TEXT NOT NULL
) STRICT;

-- The last version that a user has accepted.
CREATE TABLE terms_acceptances (
    user_id     BLOB PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    terms_hash  BLOB NOT NULL REFERENCES terms (hash),
    accepted_at INTEGER NOT NULL
) STRICT;
