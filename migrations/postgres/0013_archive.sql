-- What has happened in games that are long finished, packed: a row for each game. What is here is not in `room_events` any more.
-- ../sqlite has the same.
CREATE TABLE archived_events (
    room_id   TEXT COLLATE "C" NOT NULL,
    -- The numbers of the first and the last event in the row. A room's rows follow each other without gaps.
    first_seq BIGINT NOT NULL,
    last_seq  BIGINT NOT NULL,
    -- Compressed: crates/server/src/store/archive.rs.
    packed    BYTEA NOT NULL,
    PRIMARY KEY (room_id, last_seq)
);

-- It is compressed already.
ALTER TABLE archived_events ALTER COLUMN packed SET STORAGE EXTERNAL;
