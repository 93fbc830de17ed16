-- Invitations to tournaments that wait for an answer. Derived from the events; here players find their own. ../postgres has the same.
CREATE TABLE tournament_invitations (
    tournament_id BLOB NOT NULL REFERENCES tournaments (id),
    user_id       BLOB NOT NULL REFERENCES users (id),
    invited_by    BLOB NOT NULL REFERENCES users (id),
    invited_at    INTEGER NOT NULL,
    PRIMARY KEY (user_id, tournament_id)
) STRICT;

CREATE INDEX tournament_invitations_by_inviter ON tournament_invitations (invited_by);
