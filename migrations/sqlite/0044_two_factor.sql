-- Two-factor login: the secrets that users share with their authenticator apps. ../postgres has the same.
CREATE TABLE two_factor (
    user_id   BLOB PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret    BLOB NOT NULL,
    -- False until the user has confirmed a first code.
    enabled   INTEGER NOT NULL,
    -- The time step of the last code used: each code works once.
    last_step INTEGER NOT NULL DEFAULT 0
) STRICT;
