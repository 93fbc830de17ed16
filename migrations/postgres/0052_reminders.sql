-- Reminders of turns in this room, as the player has chosen. ../sqlite has the same.
ALTER TABLE own_rooms ADD COLUMN push_turns BOOLEAN NOT NULL DEFAULT TRUE;
-- Language of emails about turns; NULL for none.
ALTER TABLE own_rooms ADD COLUMN mail_turns TEXT;
