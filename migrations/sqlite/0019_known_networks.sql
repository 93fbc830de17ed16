-- Networks from which an account was logged in to. Wrong passwords from elsewhere do not keep its user out there. ../postgres has the same.
CREATE TABLE known_networks (
    user_id      BLOB NOT NULL REFERENCES users (id),
    -- An IPv4 address, or the /64 network of an IPv6 address.
    network      TEXT NOT NULL,
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, network)
) STRICT;

CREATE INDEX known_networks_by_use ON known_networks (last_used_at);

-- Where accounts are logged in to now.
INSERT INTO known_networks (user_id, network, last_used_at)
SELECT sessions.user_id, sessions.network, max(sessions.last_used_at)
FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.network IS NOT NULL AND sessions.scopes IS NULL AND users.password_hash IS NOT NULL
GROUP BY sessions.user_id, sessions.network;
