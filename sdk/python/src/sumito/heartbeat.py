"""Liveness of a connection, and the server's time."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Deque, List

LONGEST_WAIT_FOR_PONG = 20.0
"""A connection that carries messages but no answer to a ping for this long is dead: longer than the transfer of any message."""

LONG_PAUSE = 1.0
"""A program that does not wait for this long is busy: the time does not count as silence of the server."""

SAMPLES = 16


@dataclass(frozen=True)
class KeepAlive:
    """The timeouts of a connection, in seconds."""

    ping_every: float = 4.0
    silence: float = 7.0
    """A connection is dead if nothing has arrived for this long since an unanswered ping. Also the timeout of a new connection."""


@dataclass
class _Ping:
    number: int
    asked: float


class Heartbeat:
    """The pings of one connection. Times come from `time.monotonic`."""

    def __init__(self, keep_alive: KeepAlive, now: float) -> None:
        self._keep_alive = keep_alive
        self._unanswered: List[_Ping] = []
        self._numbers = 0
        self._heard = self._seen = self._next = now

    def awake(self, now: float) -> None:
        """Records that the program waits for messages. The time since the last wait counts only if it was short."""
        pause = now - self._seen
        self._seen = now
        if pause > LONG_PAUSE:
            self._heard += pause
            for ping in self._unanswered:
                ping.asked += pause

    def is_due(self, now: float) -> bool:
        """Returns whether the next ping is due."""
        return now >= self._next

    def ping(self, now: float) -> int:
        """Returns the number of a new ping."""
        self._numbers += 1
        self._next = now + self._keep_alive.ping_every
        self._unanswered.append(_Ping(self._numbers, now))
        return self._numbers

    def heard(self, now: float) -> None:
        """Records that a message arrived."""
        self._heard = now

    def answered(self, number: int) -> None:
        """Records the answer to a ping, which also covers all earlier ones."""
        self._unanswered = [ping for ping in self._unanswered if ping.number > number]

    def is_dead(self, now: float) -> bool:
        """Returns whether the server has been silent for too long."""
        return bool(self._unanswered) and now >= self._dead_at()

    def deadline(self) -> float:
        """Returns the time of the next due action."""
        return min(self._next, self._dead_at()) if self._unanswered else self._next

    def _dead_at(self) -> float:
        oldest, silence = self._unanswered[0].asked, self._keep_alive.silence
        return min(max(oldest, self._heard) + silence, oldest + max(LONGEST_WAIT_FOR_PONG, silence))


class ServerTime:
    """An estimate of the server's clock that is never ahead of it.

    A message with a time was sent before it arrived, so the server's clock is at least that far. Of the latest messages, the one with the
    shortest transit is the most exact.
    """

    def __init__(self) -> None:
        self._began = time.time_ns() // 1000 - time.monotonic_ns() // 1000
        self._offsets: Deque[int] = deque(maxlen=SAMPLES)

    def learn(self, now: int) -> None:
        """Records that the server's clock showed `now` when a message was sent."""
        self._offsets.append(now - self._local())

    def now(self) -> int:
        """Returns the server's time, in microseconds since the Unix epoch."""
        return self._local() + max(self._offsets, default=0)

    def _local(self) -> int:
        """The local time, which does not jump when the system's clock is set."""
        return self._began + time.monotonic_ns() // 1000
