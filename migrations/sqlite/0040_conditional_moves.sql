-- The conditional moves of the players of a room's game, in a form that only the room knows. ../postgres has the same.
ALTER TABLE rooms ADD COLUMN conditional_moves TEXT;
