-- A command that begins a seek leads to one game, whatever two servers believe.
UPDATE own_rooms SET seek_command = NULL WHERE seek_command IS NOT NULL AND EXISTS (
    SELECT 1 FROM own_rooms AS later
    WHERE later.user_id = own_rooms.user_id AND later.seek_command = own_rooms.seek_command
        AND later.seek_id > own_rooms.seek_id
);

CREATE UNIQUE INDEX own_rooms_by_seek_command ON own_rooms (user_id, seek_command) WHERE seek_command IS NOT NULL;
