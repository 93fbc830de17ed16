-- Events get ids (UUIDs of version 7, as of when they happened) and name the one before: docs/adr/0012-events-name-the-one-before.md.
-- ../postgres does the same.

CREATE TABLE events_with_ids AS
    SELECT unhex(printf('%012x7%03x8%015x', at / 1000, seq % 4096, random() & 0xfffffffffffffff)) AS id,
           room_id, seq, at, payload, hash
    FROM room_events;

DROP TABLE room_events;

-- What has happened in every room: the only truth about it. Each event names the one before it in its room (the first one: the
-- bytes of 'room' and the room's id), and nothing else can come after that one: the fence against two writers. Ids grow with
-- time, so that what is written together stands together, which it would not by room.
-- No foreign key: rooms are never deleted, and to look one up with each event costs as much as to store it.
CREATE TABLE room_events (
    previous BLOB PRIMARY KEY,
    id       BLOB NOT NULL,
    room_id  TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    payload  TEXT NOT NULL,
    -- SHA-256 over the hash before, seq, at and payload.
    hash     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO room_events (previous, id, room_id, seq, at, payload, hash)
    SELECT coalesce(lag(id) OVER (PARTITION BY room_id ORDER BY seq), CAST('room' || room_id AS BLOB)),
           id, room_id, seq, at, payload, hash
    FROM events_with_ids;

DROP TABLE events_with_ids;
