"""Errors of requests to a server."""

from __future__ import annotations

from typing import Any, Mapping, Optional, get_args

from .types import ErrorCode

KNOWN_CODES = frozenset(get_args(ErrorCode))

PASSING = frozenset({"busy", "unavailable", "rate_limited"})
"""Codes of temporary rejections: the same request may succeed after some seconds."""


class Error(Exception):
    """The reason why a request failed."""

    @property
    def is_transient(self) -> bool:
        """Whether another attempt may succeed."""
        return False


class Refused(Error):
    """The server rejected the request; the state is unchanged.

    `code` is for programs. A code of a newer server counts as `internal`; `word` has
    the received code. `part` is the part of a text that is at fault.
    """

    def __init__(
        self,
        word: str,
        message: str,
        reason: Optional[str] = None,
        until: Optional[int] = None,
        part: Optional[str] = None,
    ) -> None:
        super().__init__(f"{word}: {message}")
        self.code = word if word in KNOWN_CODES else "internal"
        self.word, self.message, self.reason, self.until, self.part = word, message, reason, until, part

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Refused:
        """Reads the message `error`, or a problem of the HTTP interface."""
        text = message.get("message") or message.get("detail") or ""
        get = message.get
        return cls(str(get("code")), str(text), get("reason"), get("until"), get("part"))

    @property
    def is_transient(self) -> bool:
        return self.code in PASSING


class Unreachable(Error):
    """No server answers at the address, or it is not a Sumito server."""

    @property
    def is_transient(self) -> bool:
        return True


class BadAddress(Error, ValueError):
    """The text is not the address of a server, such as `https://example.org`."""


class ProtocolMismatch(Error):
    """The server speaks another version of the protocol."""

    def __init__(self, server: int, client: int) -> None:
        super().__init__(f"protocol version mismatch: server {server}, client {client}")
        self.server, self.client = server, client


class Disconnected(Error):
    """The connection broke, and the command was valid on that connection only."""

    @property
    def is_transient(self) -> bool:
        return True


class Expired(Error):
    """The command waited too long for a connection and never reached the server."""

    def __init__(self) -> None:
        super().__init__("command not sent: it expired before a connection was available")


class OutcomeUnknown(Error):
    """The connection broke before the answer. The command may have been executed: the subscriptions are up to date and show the result."""

    def __init__(self) -> None:
        super().__init__("connection lost before the answer; the outcome is unknown")


class Closed(Error):
    """The client or the subscription is closed."""

    def __init__(self) -> None:
        super().__init__("the client is closed")
