-- The position from which a game starts, as a line; NULL if it starts from its layout. ../postgres has the same.
ALTER TABLE games ADD COLUMN start_position TEXT;
