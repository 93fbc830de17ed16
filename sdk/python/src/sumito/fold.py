"""The state of a room: a snapshot that advances with each event."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, cast

from .types import Clocks, MoveTiming, OpenOffer, Seat, Snapshot, User

Event = Dict[str, Any]

# These fields of an event are the current values of the state.
_CURRENT = ("position", "captured", "turn", "ply", "legal", "clocks", "result", "game")


def apply(room: Snapshot, event: Event) -> bool:
    """Applies the next event. Returns `False` if its kind is unknown: such an event is counted and changes nothing else."""
    state, kind = cast(Dict[str, Any], room), event["kind"]
    state["seq"] = event["seq"]
    if kind not in _KINDS:
        return False
    state.update({name: event[name] for name in _CURRENT if name in event})
    if "clocks" in event:
        state["at"] = event["at"]
    _KINDS[kind](room, event)
    return True


def _created(room: Snapshot, event: Event) -> None:
    """A state starts with a snapshot, which contains it."""


def _seated(room: Snapshot, event: Event) -> None:
    room["status"] = "waiting"  # This also reopens a room that was closed.
    _replace_player(room["seats"][event["seat"]], event["player"])


def _left(room: Snapshot, event: Event) -> None:
    room["status"] = event["status"]
    _replace_player(room["seats"][event["seat"]], None)


def _ready(room: Snapshot, event: Event) -> None:
    room["seats"][event["seat"]]["ready"] = event["ready"]


def _started(room: Snapshot, event: Event) -> None:
    """Also a rematch: presence and rating move with their player."""
    before = {}
    for seat in room["seats"]:
        player = seat.get("player")
        if player is not None:
            before[player["id"]] = (seat["connected"], seat.get("rating"))
    for seat, player in zip(room["seats"], event["players"]):
        _replace_player(seat, player)
        seat["connected"], seat["rating"] = before.get(player["id"], (False, None))
    room["status"], room["ply"], room["result"] = "playing", 0, None
    room["moves"], room["ledger"], room["offers"] = [], [], []
    room["captured"] = [int(count) for count in event["position"].split()[2].split(",")]
    room.pop("berserk", None)


def _moved(room: Snapshot, event: Event) -> None:
    room["moves"].append(event["move"])
    timing: Optional[MoveTiming] = event.get("time")
    if timing is not None:
        room["ledger"].append(timing)
    room["offers"] = [offer for offer in room["offers"] if _survives_move(offer, event["seat"])]


def _taken_back(room: Snapshot, event: Event) -> None:
    # The ledger may start later than the moves; its last entry belongs to the last move.
    gone = len(room["moves"]) - event["ply"]
    room["moves"] = room["moves"][: event["ply"]]
    room["ledger"] = room["ledger"][: max(0, len(room["ledger"]) - gone)]
    room["offers"] = []


def _eliminated(room: Snapshot, event: Event) -> None:
    room["seats"][event["seat"]]["out"] = True
    room["offers"] = []


def _berserk(room: Snapshot, event: Event) -> None:
    room["berserk"] = sorted([*room.get("berserk", []), event["seat"]])


def _time_added(room: Snapshot, event: Event) -> None:
    """The clocks are all that changes."""


def _offered(room: Snapshot, event: Event) -> None:
    offer = next((offer for offer in room["offers"] if offer["what"] == event["what"]), None)
    if offer is None:
        room["offers"].append({"what": event["what"], "by": event["seat"], "agreed": [event["seat"]]})
    elif event["seat"] not in offer["agreed"]:
        offer["agreed"].append(event["seat"])


def _declined(room: Snapshot, event: Event) -> None:
    room["offers"] = [offer for offer in room["offers"] if offer["what"] != event["what"]]


def _finished(room: Snapshot, event: Event) -> None:
    room["status"], room["turn"] = "finished", None
    room["offers"], room["legal"] = [], []


_KINDS = {
    "created": _created,
    "seated": _seated,
    "left": _left,
    "ready": _ready,
    "started": _started,
    "moved": _moved,
    "taken_back": _taken_back,
    "eliminated": _eliminated,
    "berserk": _berserk,
    "time_added": _time_added,
    "offered": _offered,
    "declined": _declined,
    "finished": _finished,
}


def _replace_player(seat: Seat, player: Optional[User]) -> None:
    seat["player"], seat["rating"], seat["claimable_at"] = player, None, None
    seat["connected"] = seat["ready"] = seat["out"] = False


def _survives_move(offer: OpenOffer, mover: int) -> bool:
    """Returns whether an offer stays open after a move."""
    return offer["what"] != "takeback" and (offer["what"] != "draw" or mover in offer["agreed"])


def remaining_ms(clocks: Clocks, at: int, seat: int, now: int) -> Optional[int]:
    """Returns the milliseconds that a seat has left at the server's time `now`, from clocks of the moment `at`; `None` without a limit."""
    left = clocks.get("remaining_ms")
    if left is None:
        return None
    running = clocks.get("running")
    if running is None or not (clocks["shared"] or running == seat):
        return left[seat]
    free_until = (clocks.get("turn_began_at") or at) + clocks["free_ms"] * 1000
    return max(0, left[seat] - max(0, max(now, free_until) - max(at, free_until)) // 1000)


def held(clocks: Clocks, at: int, now: int) -> Clocks:
    """Returns the clocks at `now`, all stopped."""
    left = clocks.get("remaining_ms")
    stopped: Optional[List[int]] = None
    if left is not None:
        stopped = [remaining_ms(clocks, at, seat, now) or 0 for seat in range(len(left))]
    return {**clocks, "remaining_ms": stopped, "running": None, "turn_began_at": None, "first_move_by": None}
