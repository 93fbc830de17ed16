-- Conversations of two accounts, as each of the two sees them: two rows for a conversation. Their lines are lines of the chat channel.
-- ../postgres has the same.
CREATE TABLE conversations (
    user_id     BLOB NOT NULL REFERENCES users (id),
    -- The other account.
    other_id    BLOB NOT NULL REFERENCES users (id),
    channel     TEXT NOT NULL,
    -- The last line of the channel when it was stored.
    last_line   BLOB NOT NULL,
    -- The user has read the lines up to this one.
    read_line   BLOB NOT NULL,
    -- The user has deleted the lines up to this one from their view.
    hidden_line BLOB NOT NULL,
    PRIMARY KEY (user_id, other_id)
) STRICT;

CREATE INDEX conversations_by_user ON conversations (user_id, last_line);
CREATE INDEX conversations_by_other ON conversations (other_id);
CREATE INDEX conversations_by_last_line ON conversations (last_line);
