-- The seek with which a player was paired for a room. No seek leads to two rooms, whatever two servers believe.
ALTER TABLE own_rooms ADD COLUMN seek_id UUID;

CREATE UNIQUE INDEX own_rooms_by_seek ON own_rooms (seek_id) WHERE seek_id IS NOT NULL;
