-- The oldest version of the tables whose programs can use these tables. A migration that takes something away from older programs, one
-- release after they have stopped using it, raises the number. ../sqlite has the same table.
CREATE TABLE compatibility (
    only_row    INTEGER PRIMARY KEY CHECK (only_row = 1),
    usable_from BIGINT NOT NULL
);

INSERT INTO compatibility (only_row, usable_from) VALUES (1, 22);
