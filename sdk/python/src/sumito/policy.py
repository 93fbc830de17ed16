"""How commands and connections are repeated."""

from __future__ import annotations

import enum

PROTOCOL = 1
"""The version of the protocol that this package speaks."""

EXPIRES_AFTER = 8.0
"""The seconds for which an expiring command waits for a connection, or for a server in trouble."""

_LONGEST_EXPONENT = 16


class RetryPolicy(enum.Enum):
    """The handling of a command without a connection, and while the server is in trouble."""

    PERSISTENT = enum.auto()
    """Repeated under its id until it is answered: the command names the moment for which it is meant."""
    UNTIL_EXPIRY = enum.auto()
    """The same, but it fails after `EXPIRES_AFTER`: later it would have another meaning."""
    NO_RETRY = enum.auto()
    """Valid on one connection only."""


NO_RETRY = frozenset(
    {
        "authenticate",
        "watch",
        "unwatch",
        "subscribe",
        "unsubscribe",
        "follow_study",
        "unfollow_study",
        "point_in_study",
        "ping",
    }
)
"""Commands that belong to one connection."""


def policy_of(command: str) -> RetryPolicy:
    """Returns the policy of a command by its `type`."""
    if command == "play":
        return RetryPolicy.PERSISTENT
    return RetryPolicy.NO_RETRY if command in NO_RETRY else RetryPolicy.UNTIL_EXPIRY


def before_connecting(failed: int, random: float) -> float:
    """Returns the seconds before the next attempt to connect: 0.1, doubled for each failure, up to 5, minus up to half at random.

    Without the random part, all clients would reconnect to a restarted server at the same moment.
    """
    return min(0.1 * 2.0 ** min(failed, _LONGEST_EXPONENT), 5.0) * (1 - random / 2)


def before_asking(troubles: int) -> float:
    """Returns the seconds before a request is repeated to a server in trouble: 1, doubled for each rejection, up to 16."""
    return float(min(2 ** min(troubles, _LONGEST_EXPONENT), 16))
