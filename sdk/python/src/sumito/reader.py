"""A reader of a topic, with its bounded queue."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Deque, Dict, Optional

from .errors import Closed
from .topics import Ended, Item, topic_key

if TYPE_CHECKING:
    from types import TracebackType

    from .client import Client

Message = Dict[str, Any]


class Reader:
    """A subscription to a topic. A program reads it with `next`, and ends it with `close` or a `with` block."""

    def __init__(self, client: Client, kind: str, subject: Any, queue: int) -> None:
        self.client = client
        self.topic = topic_key(kind, subject)
        self._kind, self._subject = kind, subject
        self._items: Deque[Item] = deque(maxlen=queue)
        self._has_lost_items = False
        self._end: Optional[Ended] = None
        self.is_closed = False

    @property
    def known(self) -> int:
        """The last event that the reader has; 0 for none."""
        return 0

    @property
    def queued(self) -> int:
        """The number of messages that wait for the reader."""
        return len(self._items)

    def begin(self) -> Message:
        """Returns the command that starts the subscription, or continues it after the last known event."""
        return {"type": "subscribe", self._kind: self._subject}

    def end(self) -> Message:
        """Returns the command that ends the subscription."""
        return {"type": "unsubscribe", self._kind: self._subject}

    def deliver(self, item: Item) -> None:
        """Queues an item. If the queue is full, the oldest is dropped: the next read requests the missing messages."""
        if isinstance(item, Ended):
            self._end = item
            return
        self._has_lost_items |= len(self._items) == self._items.maxlen
        self._items.append(item)

    def close(self) -> None:
        """Ends the subscription."""
        if not self.is_closed:
            self.is_closed = True
            self._items.clear()
            self.client._unsubscribe(self)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Optional[type], failure: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def _take(self, deadline: Optional[float]) -> Optional[Item]:
        """Returns the next item; `None` after the deadline."""

        def has_news() -> bool:
            return bool(self._items) or self.is_closed or self._end is not None

        if not self.client._wait_until(has_news, deadline):
            return None
        if self._items:
            return self._items.popleft()
        if self.is_closed or self._end is None:
            raise Closed
        raise self._end.failure


def deadline_after(timeout: Optional[float]) -> Optional[float]:
    """Returns the end of a timeout in seconds; `None` without a limit."""
    return None if timeout is None else time.monotonic() + timeout
