-- Invitations to tournaments that wait for an answer. Derived from the events; here players find their own. ../sqlite has the same.
CREATE TABLE tournament_invitations (
    tournament_id UUID NOT NULL REFERENCES tournaments (id),
    user_id       UUID NOT NULL REFERENCES users (id),
    invited_by    UUID NOT NULL REFERENCES users (id),
    invited_at    BIGINT NOT NULL,
    PRIMARY KEY (user_id, tournament_id)
);

CREATE INDEX tournament_invitations_by_inviter ON tournament_invitations (invited_by);
