-- What retention looks for. ../sqlite has the same.

CREATE INDEX rooms_waiting_by_age ON rooms (created_at) WHERE status = 'waiting';
CREATE INDEX sessions_by_use ON sessions (last_used_at);
CREATE INDEX reports_closed ON reports (closed_at) WHERE closed_at IS NOT NULL;
