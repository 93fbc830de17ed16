-- Games that an organizer has paired: challenges that are accepted from the beginning, by the tokens of both players. ../postgres has the same.
ALTER TABLE challenges ADD COLUMN pairing_id BLOB;
-- The organizer, and the message to the players.
ALTER TABLE challenges ADD COLUMN organizer_id BLOB REFERENCES users (id);
ALTER TABLE challenges ADD COLUMN message TEXT;
-- The tokens of both players: the game is not made if one of them has ended.
ALTER TABLE challenges ADD COLUMN challenger_token BLOB;
ALTER TABLE challenges ADD COLUMN challenged_token BLOB;
-- When the game begins; NULL for a challenge, whose game begins when it is accepted.
ALTER TABLE challenges ADD COLUMN start_at INTEGER;

CREATE INDEX challenges_by_organizer ON challenges (organizer_id, pairing_id) WHERE organizer_id IS NOT NULL;
