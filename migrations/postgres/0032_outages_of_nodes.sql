-- The node that could store nothing: clocks stood still in its rooms alone. NULL: in all rooms, because no server ran.
-- ../sqlite has the same columns, which stay empty: a file has one server.
ALTER TABLE outages ADD COLUMN node UUID;

CREATE INDEX outages_by_node ON outages (node, ended_at) WHERE node IS NOT NULL;

-- When its owner has given up the claim to whichever node takes it over: no clock of a room runs from then to the next claim.
ALTER TABLE claims ADD COLUMN left_at BIGINT;

CREATE INDEX claims_left ON claims (key) WHERE left_at IS NOT NULL;

-- When the node has lost its connection to the message bus; NULL while it has one.
ALTER TABLE nodes ADD COLUMN bus_lost_at BIGINT;
