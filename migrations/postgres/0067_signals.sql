-- Signals of unfair play that the server has found in rated games, for moderators. ../sqlite has the same.
CREATE TABLE signals (
    id             UUID PRIMARY KEY,
    -- farming, sandbagging, engine.
    kind           TEXT NOT NULL,
    -- The user or the pair, with the pool of ratings if the kind is about one: one row for each.
    subject        TEXT NOT NULL,
    user_id        UUID NOT NULL,
    other_id       UUID,
    -- 1 to 100; orders the list.
    strength       BIGINT NOT NULL,
    -- Numbers and games, as JSON.
    evidence       TEXT NOT NULL,
    -- End of the last game of the evidence. After a dismissal only later games count.
    evidence_until BIGINT NOT NULL,
    found_at       BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    dismissed_at   BIGINT,
    UNIQUE (kind, subject)
);

CREATE INDEX signals_by_strength ON signals (strength, id) WHERE dismissed_at IS NULL;
CREATE INDEX signals_of_user ON signals (user_id);
CREATE INDEX signals_of_other ON signals (other_id) WHERE other_id IS NOT NULL;
CREATE INDEX signals_by_update ON signals (updated_at);
