-- Addresses to which a forgotten password can be answered. ../sqlite has the same.

-- Only addresses that were confirmed. Several accounts may have the same one.
CREATE TABLE mail_addresses (
    user_id      UUID PRIMARY KEY REFERENCES users (id),
    -- As it was typed.
    address      TEXT NOT NULL,
    -- As it is compared.
    address_key  TEXT COLLATE "C" NOT NULL,
    confirmed_at BIGINT NOT NULL
);

CREATE INDEX mail_addresses_by_key ON mail_addresses (address_key);

-- Addresses that wait until whoever reads what comes there has shown the code whose SHA-256 is this.
CREATE TABLE mail_confirmations (
    user_id     UUID PRIMARY KEY REFERENCES users (id),
    code_hash   BYTEA NOT NULL,
    address     TEXT NOT NULL,
    address_key TEXT COLLATE "C" NOT NULL,
    expires_at  BIGINT NOT NULL
);
