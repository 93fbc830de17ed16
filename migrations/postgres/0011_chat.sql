-- What is said in rooms and lobbies. No part of a room's events: lines can be removed, and are after some time. ../sqlite has the same.

CREATE TABLE chat_lines (
    -- Ids grow with time: a channel's lines are in their order, and the oldest of all are found without an index of their own.
    id         UUID PRIMARY KEY,
    -- room:ID:players, room:ID:spectators, lobby:NAME.
    channel    TEXT NOT NULL,
    user_id    UUID NOT NULL REFERENCES users (id),
    at         BIGINT NOT NULL,
    -- Own words, or the word of a preset, which each reader sees in their language: one of the two.
    text       TEXT,
    preset     TEXT,
    -- What the author's client called the command: what is sent twice is said once.
    command_id TEXT
);

CREATE INDEX chat_lines_by_channel ON chat_lines (channel, id);
CREATE INDEX chat_lines_by_user ON chat_lines (user_id);

-- The line that a report is about, and what it said: that stays when the line is removed.
ALTER TABLE reports ADD COLUMN line_id UUID;
ALTER TABLE reports ADD COLUMN said TEXT;
