"""Playing whole games: a bot is a function from the state of a room to a move."""

from __future__ import annotations

from typing import Callable, Dict, Optional

from .client import Client
from .errors import Refused
from .room import Room, is_over
from .types import GameResult, Snapshot

Choose = Callable[[Snapshot], str]


def play_game(room: Room, choose: Choose) -> GameResult:
    """Plays the game of a room to its end; returns its result."""
    while (result := room.state.get("result")) is None:
        if not play_move(room, choose):
            room.next()
    return result


def play_move(room: Room, choose: Choose) -> bool:
    """Plays a move if it is the user's turn; returns whether a move was played."""
    if not room.is_my_turn:
        return False
    try:
        room.play(choose(room.state))
    except Refused as refusal:
        if not is_over(refusal):
            raise
        return False
    return True


def serve(client: Client, choose: Choose, finished: Optional[Callable[[Room], None]] = None) -> None:
    """Plays all games of the user, each in its turn, for as long as the program runs. Calls `finished` with each game that has ended."""
    own = client.my_games()
    rooms: Dict[str, Room] = {}
    while True:
        playing = [listed["room"] for listed in own.rooms if listed["status"] == "playing"]
        for id in playing:
            if id not in rooms:
                rooms[id] = client.watch(id)
        for id, room in list(rooms.items()):
            while room.next(timeout=0) is not None:
                pass
            if room.state.get("result") is not None and id not in playing:
                del rooms[id]
                room.close()
                if finished is not None:
                    finished(room)
        played = [play_move(room, choose) for room in rooms.values()]
        if not any(played):
            client.wait()
        while own.next(timeout=0) is not None:
            pass
