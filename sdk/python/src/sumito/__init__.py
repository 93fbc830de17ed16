"""A client of a Sumito server, for bots and tools.

`Client` is a connection that reconnects automatically, `Room` the state of a watched
room and its commands, `Http` the HTTP interface. `sumito.types` has the messages and
bodies of the protocol.
"""

from .bot import play_game, play_move, serve
from .client import Client
from .errors import (
    BadAddress,
    Closed,
    Disconnected,
    Error,
    Expired,
    OutcomeUnknown,
    ProtocolMismatch,
    Refused,
    Unreachable,
)
from .feed import Feed, RoomList
from .heartbeat import KeepAlive
from .http import Http
from .policy import EXPIRES_AFTER, PROTOCOL, RetryPolicy, policy_of
from .room import Room, Update

__version__ = "0.1.0"

__all__ = [
    "EXPIRES_AFTER",
    "PROTOCOL",
    "BadAddress",
    "Client",
    "Closed",
    "Disconnected",
    "Error",
    "Expired",
    "Feed",
    "Http",
    "KeepAlive",
    "OutcomeUnknown",
    "ProtocolMismatch",
    "Refused",
    "RetryPolicy",
    "Room",
    "RoomList",
    "Unreachable",
    "Update",
    "play_game",
    "play_move",
    "policy_of",
    "serve",
]
