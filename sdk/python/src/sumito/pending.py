"""Unanswered commands."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional

from .errors import Closed, Disconnected, Error, Expired, OutcomeUnknown, Refused
from .policy import EXPIRES_AFTER, RetryPolicy, before_asking, policy_of
from .types import Outcome

Message = Dict[str, Any]


@dataclass
class Entry:
    """A command and its progress."""

    message: Message
    policy: RetryPolicy
    given_at: float
    topic: Optional[str] = None
    """The topic whose subscription this command starts."""
    is_live: bool = False
    """Whether it was sent over the current connection."""
    was_sent: bool = False
    """Whether it was ever sent without getting an answer."""
    trouble: Optional[Refused] = None
    """The server's last temporary rejection."""
    retry_at: float = 0.0
    troubles: int = 0
    outcome: Optional[Outcome] = None
    failure: Optional[Error] = None

    @property
    def id(self) -> str:
        return str(self.message["id"])

    @property
    def is_done(self) -> bool:
        return self.outcome is not None or self.failure is not None

    def is_expired(self, now: float) -> bool:
        return self.policy is RetryPolicy.UNTIL_EXPIRY and now >= self.given_at + EXPIRES_AFTER

    def send(self) -> Message:
        """Returns the message, and marks it as sent."""
        self.is_live, self.was_sent, self.trouble = True, True, None
        return self.message


class Pending:
    """Unanswered commands, in their order. Each is answered or fails once, according to its policy."""

    def __init__(self) -> None:
        self._entries: Dict[str, Entry] = {}
        self._is_open = False

    def add(self, command: Message, now: float, topic: Optional[str] = None) -> Entry:
        """Adds a command. It is not sent yet."""
        message = {"id": uuid.uuid4().hex, **command}
        entry = Entry(message, policy_of(command["type"]), now, topic)
        self._entries[entry.id] = entry
        return entry

    def forget(self, entry: Entry) -> None:
        self._entries.pop(entry.id, None)

    def unsent(self, now: float) -> List[Message]:
        """Returns the commands to send now."""
        if not self._is_open:
            return []
        ready = [entry for entry in self._entries.values() if not entry.is_live and now >= entry.retry_at and not entry.is_expired(now)]
        return [entry.send() for entry in ready]

    def open(self) -> None:
        """Allows sending, once the subscriptions were requested on a new connection."""
        self._is_open = True

    def disconnected(self) -> None:
        """Handles the loss of the connection: commands that were valid only on it fail."""
        self._is_open = False
        for entry in self._entries.values():
            entry.is_live, entry.retry_at = False, 0.0
        self._fail(lambda entry: entry.policy is RetryPolicy.NO_RETRY, lambda _: Disconnected("connection lost"))

    def ok(self, id: Optional[str], outcome: Outcome) -> Optional[Entry]:
        """Handles the answer `ok`; returns the command."""
        entry = self._entries.pop(id or "", None)
        if entry is not None:
            entry.outcome = outcome
        return entry

    def refused(self, id: Optional[str], refusal: Refused, now: float) -> Optional[Entry]:
        """Handles a rejection; returns the command, unless it is repeated later."""
        entry = self._entries.get(id or "")
        if entry is None:
            return None
        if refusal.is_transient and entry.policy is not RetryPolicy.NO_RETRY and not entry.is_expired(now):
            entry.is_live, entry.trouble = False, refusal
            entry.retry_at = now + before_asking(entry.troubles)
            entry.troubles += 1
            return None
        entry.failure = refusal
        return self._entries.pop(entry.id)

    def expire(self, now: float) -> None:
        """Fails the expired commands, except those that were sent and whose outcome is unknown."""

        def is_given_up(entry: Entry) -> bool:
            is_unknown = entry.is_live or (entry.was_sent and entry.trouble is None)
            return entry.is_expired(now) and not is_unknown

        self._fail(is_given_up, lambda entry: entry.trouble or Expired())

    def settle(self, now: float) -> None:
        """Handles that all subscriptions are up to date: they show the effect of commands whose answers were lost."""
        self._fail(lambda entry: entry.is_expired(now) and not entry.is_live, lambda _: OutcomeUnknown())

    def close(self) -> None:
        """Fails all commands, because the client is closed."""
        self._fail(lambda _: True, lambda _: Closed())

    def deadline(self, now: float) -> Optional[float]:
        """Returns the time of the next due action."""
        times = []
        for entry in self._entries.values():
            expiry = entry.given_at + EXPIRES_AFTER
            if entry.policy is RetryPolicy.UNTIL_EXPIRY and expiry > now:
                times.append(expiry)
            if self._is_open and not entry.is_live and entry.retry_at > now:
                times.append(entry.retry_at)
        return min(times, default=None)

    def _fail(self, concerned: Callable[[Entry], bool], reason: Callable[[Entry], Error]) -> None:
        for entry in [entry for entry in self._entries.values() if concerned(entry)]:
            entry.failure = reason(entry)
            del self._entries[entry.id]
