-- The command that began the seek of a player. The same command finds its game, whichever server pairs by then.
ALTER TABLE own_rooms ADD COLUMN seek_command TEXT;

CREATE INDEX own_rooms_by_user_and_seek ON own_rooms (user_id, seek_id) WHERE seek_id IS NOT NULL;
