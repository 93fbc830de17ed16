-- Reminders of turns in this room, as the player has chosen. ../postgres has the same.
ALTER TABLE own_rooms ADD COLUMN push_turns INTEGER NOT NULL DEFAULT 1;
-- Language of emails about turns; NULL for none.
ALTER TABLE own_rooms ADD COLUMN mail_turns TEXT;
