"""A watched room."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, Optional, cast

from . import fold
from .errors import Refused
from .reader import Reader, deadline_after
from .topics import Begun, Ended
from .types import Claim, Notice, Offer, Outcome, RoomId, Snapshot

if TYPE_CHECKING:
    from .client import Client

Message = Dict[str, Any]

_NEXT_EVENT = 1


@dataclass(frozen=True)
class Update:
    """A change of a room, which the state already includes."""

    kind: Literal["event", "snapshot", "presence", "ratings", "clock", "control", "conditional_moves", "notice", "unknown"]
    """The type of the message. `unknown` is an event of a kind that only a newer server
    sends: the state counts it."""
    message: Message


class Room(Reader):
    """A watched room: its state and its commands.

    `state` has the fields of a snapshot. It is the fold of the messages read so far: it advances with `next` only.
    """

    def __init__(self, client: Client, room: RoomId, queue: int) -> None:
        super().__init__(client, "room", room, queue)
        self.id = room
        self.state: Snapshot = cast(Snapshot, {"seq": 0})
        self.notice: Optional[Notice] = None
        """The reason why the game is halted, if the server has sent one."""
        self.in_control = True
        """Whether this connection controls the seat. Otherwise commands are rejected with `not_in_control` until `take_over`."""
        self.conditional_moves: List[List[str]] = []
        """The user's conditional moves in the position of the state."""
        self._asked_at: Optional[int] = None
        self._answered = 0
        self._needs_snapshot = False

    @property
    def known(self) -> int:
        return 0 if self._needs_snapshot else self.state["seq"]

    @property
    def seat(self) -> Optional[int]:
        """The user's own seat."""
        user = self.client.user
        for seat in self.state["seats"]:
            player = seat.get("player")
            if user is not None and player is not None and player["id"] == user["id"]:
                return seat["seat"]
        return None

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the user's turn and no move of the user is in transit."""
        is_playing = self.state["status"] == "playing" and self.state["seq"] >= self._answered
        turn = self.state.get("turn")
        return is_playing and turn is not None and turn == self.seat and bool(self.state.get("legal"))

    def remaining_ms(self, seat: int) -> Optional[int]:
        """Returns the milliseconds that a seat has left now; `None` without a limit, and before a game."""
        return fold.remaining_ms(self.state["clocks"], self.state["at"], seat, self.client.server_now())

    def next(self, timeout: Optional[float] = None) -> Optional[Update]:
        """Waits for a change of the room, and returns it; `None` after `timeout` seconds.

        Raises the reason if the subscription has ended.
        """
        deadline = deadline_after(timeout)
        while True:
            if self._has_lost_items:
                self._lost_items()
            item = self._take(deadline)
            if item is None:
                return None
            if isinstance(item, Begun):
                self._asked_at = None
                # The socket that watched last has control, unless the server says otherwise.
                self.in_control = True
            elif not isinstance(item, Ended):
                update = self._apply(item)
                if update is not None:
                    return update

    def until(self, wanted: Callable[[Snapshot], bool], timeout: Optional[float] = None) -> bool:
        """Reads until the state matches; returns `False` if it does not within `timeout` seconds."""
        deadline = deadline_after(timeout)
        while not wanted(self.state):
            if self.next(deadline and max(0.0, deadline - self.client._now())) is None:
                return wanted(self.state)
        return True

    def play(self, move: str) -> Outcome:
        """Plays a move in the position of the state. It is repeated over any number of connections until it is answered."""
        return self.act("play", ply=self.state["ply"], move=move)

    def join(self, seat: Optional[int] = None) -> Outcome:
        """Takes this seat, or the first free seat."""
        outcome = self.act("join", **({} if seat is None else {"seat": seat}))
        # Players get presence, and the parts that spectators get late, only as watchers
        # with a seat.
        self.client._request_again(self)
        return outcome

    def leave(self) -> Outcome:
        """Leaves the user's seat, before the first game."""
        return self.act("leave")

    def ready(self, ready: bool = True) -> Outcome:
        """Declares or withdraws the user's readiness to start."""
        return self.act("ready", ready=ready)

    def offer(self, what: Offer) -> Outcome:
        """Makes an offer to the other players, or agrees to theirs."""
        return self.act("offer", what=what)

    def accept(self, what: Offer) -> Outcome:
        """Accepts an open offer."""
        return self.act("accept", what=what)

    def decline(self, what: Offer) -> Outcome:
        """Declines an open offer, or withdraws the user's own."""
        return self.act("decline", what=what)

    def resign(self) -> Outcome:
        """Resigns the game; with four players, proposes that to the partner."""
        return self.act("resign")

    def abort(self) -> Outcome:
        """Aborts the game before all players have moved."""
        return self.act("abort")

    def claim(self, result: Claim) -> Outcome:
        """Ends a game that an opponent has left, once that seat is `claimable_at`."""
        return self.act("claim", result=result)

    def set_conditional_moves(self, lines: List[List[str]]) -> Outcome:
        """Replaces the user's conditional moves, in a correspondence game in which others are to move."""
        return self.act("set_conditional_moves", ply=self.state["ply"], lines=lines)

    def take_over(self) -> Outcome:
        """Moves control of the seat to this connection."""
        outcome = self.act("take_over")
        self.in_control = True
        return outcome

    def act(self, command: str, **fields: Any) -> Outcome:
        """Sends any command to the room."""
        outcome = self.client.request(command, room=self.id, **fields)
        self._answered = max(self._answered, outcome.get("seq") or 0)
        return outcome

    def begin(self) -> Message:
        since = {"since": self.known} if self.known > 0 else {}
        return {"type": "watch", "room": self.id, "legal": True, **since}

    def end(self) -> Message:
        return {"type": "unwatch", "room": self.id}

    def _load(self) -> None:
        while self.state["seq"] == 0:
            self.next()

    def _apply(self, message: Message) -> Optional[Update]:
        kind = message["type"]
        if kind == "event":
            return self._event(message)
        if kind == "snapshot":
            self._snapshot(message)
        elif self.state["seq"] == 0:
            return None  # It belongs to another reader of the room: the snapshot will include it.
        elif kind == "presence":
            for seat, presence in zip(self.state["seats"], message["seats"]):
                seat["connected"], seat["claimable_at"] = presence["connected"], presence.get("claimable_at")
                seat["vacation_until"] = presence.get("vacation_until")
        elif kind == "ratings":
            for seat, rating in zip(self.state["seats"], message["seats"]):
                seat["rating"] = rating
        elif kind == "clock":
            self.state["at"], self.state["clocks"] = message["at"], message["clocks"]
            self._continue()
        elif kind == "control":
            self.in_control = message["yours"]
        elif kind == "conditional_moves":
            self.conditional_moves = message["lines"]
        elif kind == "notice":
            self._take_notice(message["notice"])
        return Update(kind, message)

    def _snapshot(self, message: Message) -> None:
        fields = {name: value for name, value in message.items() if name != "type"}
        self.state = cast(Snapshot, copy.deepcopy(fields))
        self._answered = min(self._answered, self.state["seq"])
        self._needs_snapshot = False
        self.conditional_moves = []
        self._continue()

    def _event(self, event: Message) -> Optional[Update]:
        distance = event["seq"] - self.state["seq"]
        if self.state["seq"] == 0 or distance < _NEXT_EVENT:
            return None
        if distance > _NEXT_EVENT:
            if self._asked_at is None:
                self._request_missing()
            return None
        is_known = fold.apply(self.state, event)
        if is_known:
            self._continue()
        return Update("event" if is_known else "unknown", event)

    def _take_notice(self, notice: Notice) -> None:
        self.notice = notice
        if notice == "room_lost":
            self.client._request_later(self)
        elif notice != "computer_waits" and self.state["status"] == "playing":
            now = self.client.server_now()
            self.state["clocks"], self.state["at"] = fold.held(self.state["clocks"], self.state["at"], now), now

    def _continue(self) -> None:
        """Clears the notice: a message about the game means that it continues, unless
        its clocks are stopped."""
        clocks = self.state["clocks"]
        stands_still = clocks.get("remaining_ms") is not None and clocks.get("running") is None
        if not (self.state["status"] == "playing" and stands_still):
            self.notice = None

    def _lost_items(self) -> None:
        """Handles a full queue. A reader that was too slow for its own request requests a snapshot, which is a single message."""
        self._has_lost_items = False
        self._needs_snapshot = self._asked_at == self.state["seq"]
        self._request_missing()

    def _request_missing(self) -> None:
        self._asked_at = self.state["seq"]
        self.client._request_again(self)


def is_over(refusal: Refused) -> bool:
    """Returns whether a move was rejected because the game has just ended or continued: the event is in transit."""
    return refusal.code in ("not_playing", "time_over", "stale_ply", "not_your_turn")
