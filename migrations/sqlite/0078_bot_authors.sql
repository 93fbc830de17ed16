-- The author of a bot, for the list of bots. ../postgres has the same.
ALTER TABLE bots ADD COLUMN author TEXT NOT NULL DEFAULT '';
