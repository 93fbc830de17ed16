-- The node that could store nothing: clocks stood still in its rooms alone. NULL: in all rooms, because no server ran.
-- ../postgres has the same columns. They stay empty here: a file has one server.
ALTER TABLE outages ADD COLUMN node BLOB;

-- When its owner has given up the claim to whichever node takes it over: no clock of a room runs from then to the next claim.
ALTER TABLE claims ADD COLUMN left_at INTEGER;

-- When the node has lost its connection to the message bus; NULL while it has one.
ALTER TABLE nodes ADD COLUMN bus_lost_at INTEGER;
