"""The programs of `examples/python`, as processes, against the real server."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict, List

import sumito
from sumito.types import Snapshot

from .server import PATIENCE
from .test_client import ServerCase, untimed

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT.parents[1] / "examples" / "python"


class Program:
    """A program of the examples, which ends with the test."""

    def __init__(self, case: ServerCase, script: str, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, str(EXAMPLES / script), *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        case.addCleanup(self.process.communicate)
        case.addCleanup(self.process.kill)

    def line(self) -> str:
        """Waits for the next line of output."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def output(self) -> List[str]:
        """Waits for the end of the program; returns the lines that are left."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, errors
        return output.splitlines()


def choice(seed: int) -> Callable[[Snapshot], str]:
    """A player of any legal move, the same in each run."""
    chance = random.Random(seed)
    return lambda state: chance.choice(state.get("legal") or [])


def play_and_resign(room: sumito.Room, choose: Callable[[Snapshot], str], plies: int) -> None:
    """Plays until the game has this many moves, and resigns."""
    while room.state["ply"] < plies or not room.is_my_turn:
        if not sumito.play_move(room, choose):
            assert room.next(PATIENCE) is not None
    room.resign()
    assert room.until(lambda state: state.get("result") is not None, PATIENCE)


class Examples(ServerCase):
    def test_a_bot_plays_two_games_over_a_line_that_breaks(self) -> None:
        proxy = self.proxy()
        room = self.guest().create_room(untimed())
        bot = Program(self, "player.py", "--server", proxy.url, "--join", room.id, "--games", "2")
        any_move = choice(7)

        def cut_and_choose(state: Snapshot) -> str:
            if state["ply"] % 16 < 2:
                proxy.cut()
            return any_move(state)

        play_and_resign(room, cut_and_choose, 40)
        self.assertTrue(room.until(lambda state: any(offer["what"] == "rematch" for offer in state["offers"]), PATIENCE))
        room.accept("rematch")
        room.until(lambda state: state["status"] == "playing", PATIENCE)
        play_and_resign(room, choice(8), 10)
        lines = bot.output()
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[1].endswith(f"after {room.state['ply']} plies"), lines)
        self.assertGreater(proxy.connections, 3)

    def test_a_bot_plays_two_games_at_once(self) -> None:
        proxy = self.proxy()
        program = Program(self, "player.py", "--server", proxy.url, "--bot")
        id = program.line().split(" is bot ")[1].split(",")[0]
        person = self.guest()
        while not person.http.bots():
            person.wait(timeout=0.05)
        rooms: Dict[str, sumito.Room] = {}
        for seat in (0, 1):
            room = person.create_room({"bots": [{"id": id}], "seat": seat})
            rooms[room.id] = room
        for ply in range(6):
            if ply == 3:
                proxy.cut()
            for seat, room in enumerate(rooms.values()):
                if ply % 2 == seat:
                    room.until(lambda _, room=room: room.is_my_turn, PATIENCE)  # type: ignore[misc]
                    room.play(choice(ply)(room.state))
                self.assertTrue(room.until(lambda state: state["ply"] > ply, PATIENCE))  # noqa: B023
        for room in rooms.values():
            room.resign()
        self.assertEqual({program.line() for _ in rooms}, {f"{id}: resignation" for id in rooms})

    def test_errors_are_printed_in_one_line(self) -> None:
        room = self.guest().create_room(untimed()).id
        for arguments, code in ((["--join", "000000000000"], "no_such_room"), (["--join", room, "--token", "nonsense"], "bad_token")):
            program = Program(self, "player.py", "--server", self.server.url, *arguments)
            _, errors = program.process.communicate(timeout=PATIENCE)
            self.assertTrue(errors.startswith(code), errors)
            self.assertEqual(len(errors.splitlines()), 1)

    def test_a_bot_by_plain_http_finishes_its_games_with_one_request_for_each_move(self) -> None:
        proxy, moves = self.proxy(), 0
        program = Program(self, "bot.py", proxy.url)
        id = program.line().split(" is bot ")[1].split(",")[0]
        person = self.guest()
        while id not in [bot["user"]["id"] for bot in person.http.bots()]:
            person.wait(timeout=0.05)
        for seat in (0, 1):
            room = person.create_room({"bots": [{"id": id}], "seat": seat})
            play_and_resign(room, choice(seat), 12)
            self.assertEqual(room.state["result"], {"winners": [1 - seat], "reason": "resignation", "score": room.state["captured"]})
            moves += (room.state["ply"] + seat) // 2
        # Three requests begin, and one follows each game. A bot that asks for the position before each move needs twice as many.
        self.assertGreater(moves, 12)
        self.assertLessEqual(proxy.connections, 9 + moves)
