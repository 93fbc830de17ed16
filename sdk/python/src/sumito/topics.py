"""Subscriptions of one connection: renewed on each connection, and repeated while the server is in trouble."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Deque, Dict, List, Optional, Union

from .errors import Error, Refused
from .policy import before_asking

if TYPE_CHECKING:
    from .reader import Reader

Message = Dict[str, Any]

CONCURRENT_REQUESTS = 4
"""Topics that are requested at the same time: their messages wait on the server until this client reads them."""

QUEUE_MESSAGES = 256
"""The usual length of a reader's queue. A move is one message, or two if it changes the presence."""

FEWEST_QUEUE_MESSAGES = 16
"""Space for an answer and its messages: with less, a slow reader would repeat its requests without end."""


@dataclass(frozen=True)
class Begun:
    """The server has confirmed the subscription: later messages are up to date."""


@dataclass(frozen=True)
class Ended:
    """The subscription was rejected, or has ended."""

    failure: Error


Item = Union[Message, Begun, Ended]


def topic_of(message: Message) -> Optional[str]:
    """Returns the topic of a message from the server; `None` if it has none."""
    kind = message["type"]
    if kind in ("snapshot", "event", "presence", "ratings", "clock", "control", "conditional_moves", "notice"):
        return topic_key("room", message.get("room"))
    if kind == "my_games":
        return topic_key("my_games", True)
    if kind == "tournament":
        return topic_key(kind, message["state"]["id"])
    names = {"lobby": "lobby", "boards": "of", "analysis": "game", "chat": "channel"}
    return topic_key(kind, message[names[kind]]) if kind in names else None


def topic_key(kind: str, subject: Any) -> str:
    """Returns the name of a topic: equal for equal subjects."""
    return json.dumps([kind, subject], sort_keys=True)


class Parts:
    """Long messages of which further parts will arrive."""

    def __init__(self) -> None:
        self._incomplete: Dict[str, Message] = {}

    def join(self, topic: str, part: Message) -> Optional[Message]:
        """Returns the whole message with its last part, and `None` before."""
        whole = self._incomplete.pop(topic, None)
        if whole is None:
            whole = part
        else:
            del whole["more"]
            for name, value in part.items():
                if isinstance(value, list):
                    whole[name] = whole.get(name, []) + value
                elif name != "full":
                    whole[name] = value
        if whole.get("more"):
            self._incomplete[topic] = whole
            return None
        return whole

    def clear(self) -> None:
        self._incomplete.clear()


@dataclass
class _Channel:
    readers: List[Reader] = field(default_factory=list)
    is_requesting: bool = False
    rejections: int = 0
    retry_at: Optional[float] = None


class Topics:
    """All subscriptions of a client."""

    def __init__(self) -> None:
        self._channels: Dict[str, _Channel] = {}
        self._queue: Deque[str] = deque()
        self._requesting = 0
        self._parts = Parts()

    def add(self, reader: Reader) -> None:
        """Adds a reader, and schedules the request of its topic."""
        self._channels.setdefault(reader.topic, _Channel()).readers.append(reader)
        self.request_again(reader.topic)

    def remove(self, reader: Reader) -> bool:
        """Removes a reader; returns whether its topic has no readers left."""
        channel = self._channels.get(reader.topic)
        if channel is None:
            return False
        channel.readers = [other for other in channel.readers if other is not reader]
        if channel.readers:
            return False
        del self._channels[reader.topic]
        return True

    def request_again(self, topic: str) -> None:
        """Schedules a request for the missing messages of a topic."""
        if topic in self._channels and topic not in self._queue:
            self._queue.append(topic)

    def request_later(self, topic: str, now: float) -> None:
        """Schedules the same after a delay, for a server in trouble."""
        channel = self._channels.get(topic)
        if channel is not None:
            channel.retry_at = now + before_asking(channel.rejections)
            channel.rejections += 1

    def resume(self) -> None:
        """Schedules requests for all topics on a new connection."""
        self._queue = deque(self._channels)

    def pause(self) -> None:
        """Handles the loss of the connection."""
        self._requesting = 0
        self._queue.clear()
        self._parts.clear()
        for channel in self._channels.values():
            channel.is_requesting, channel.retry_at = False, None

    def schedule_retries(self, now: float) -> None:
        """Schedules the requests whose delay is over."""
        for topic, channel in self._channels.items():
            if channel.retry_at is not None and now >= channel.retry_at:
                channel.retry_at = None
                self.request_again(topic)

    def next_request(self) -> Optional[Reader]:
        """Returns a reader of the next topic to request, marking the topic as requested."""
        if self._requesting >= CONCURRENT_REQUESTS:
            return None
        for topic in self._queue:
            channel = self._channels.get(topic)
            if channel is None or not channel.is_requesting:
                self._queue.remove(topic)
                if channel is None:
                    return self.next_request()
                channel.is_requesting, channel.retry_at = True, None
                self._requesting += 1
                # The reader that has the fewest events determines where the answer starts.
                return min(channel.readers, key=lambda reader: reader.known)
        return None

    @property
    def all_requested(self) -> bool:
        return not self._queue

    @property
    def is_up_to_date(self) -> bool:
        return self._requesting == 0 and not self._queue

    def confirmed(self, topic: str) -> None:
        """Handles the server's confirmation."""
        channel = self._answered(topic)
        if channel is not None:
            channel.rejections = 0
            self._send(channel, Begun())

    def rejected(self, topic: str, refusal: Refused, now: float) -> None:
        """Handles the server's rejection."""
        channel = self._answered(topic)
        if channel is None:
            return
        if refusal.is_transient or refusal.code == "internal":
            self.request_later(topic, now)
        else:
            self._send(channel, Ended(refusal))
            del self._channels[topic]

    def deliver(self, message: Message) -> bool:
        """Delivers a message to its readers, once all its parts have arrived; returns whether it has readers."""
        topic = topic_of(message)
        channel = self._channels.get(topic or "")
        if topic is None or channel is None:
            return False
        whole = self._parts.join(topic, message)
        if whole is not None:
            self._send(channel, whole)
        return whole is not None

    def close(self, failure: Error) -> None:
        """Handles the end of the client."""
        for channel in self._channels.values():
            self._send(channel, Ended(failure))
        self._channels.clear()

    def deadline(self) -> Optional[float]:
        """Returns the time of the next delayed request."""
        times = [channel.retry_at for channel in self._channels.values() if channel.retry_at is not None]
        return min(times, default=None)

    def _answered(self, topic: str) -> Optional[_Channel]:
        self._requesting = max(0, self._requesting - 1)
        channel = self._channels.get(topic)
        if channel is not None:
            channel.is_requesting = False
        return channel

    @staticmethod
    def _send(channel: _Channel, item: Item) -> None:
        for reader in channel.readers:
            reader.deliver(item)
