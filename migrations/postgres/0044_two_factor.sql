-- Two-factor login: the secrets that users share with their authenticator apps. ../sqlite has the same.
CREATE TABLE two_factor (
    user_id   UUID PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret    BYTEA NOT NULL,
    -- False until the user has confirmed a first code.
    enabled   BOOLEAN NOT NULL,
    -- The time step of the last code used: each code works once.
    last_step BIGINT NOT NULL DEFAULT 0
);
