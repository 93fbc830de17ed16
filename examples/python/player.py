#!/usr/bin/env python3
"""A bot that plays any legal move, on the package of `sdk/python`: `pip install ./sdk/python`.

python3 player.py --server http://127.0.0.1:8080                     # creates a room, prints its link, waits for a player
python3 player.py --server http://127.0.0.1:8080 --join f5cfawbpmmz8
python3 player.py --server http://127.0.0.1:8080 --computer 3        # plays against the server's computer immediately
python3 player.py --server http://127.0.0.1:8080 --bot               # plays all opponents, until it is stopped
"""

from __future__ import annotations

import argparse
import os
import random
import sys

import sumito
from sumito.types import CreateRoom, Snapshot

SEATS = {"two": 2, "three": 3, "four": 4, "four-consecutive": 4}


def choose(state: Snapshot) -> str:
    """The bot's strategy: any legal move. Use `state["position"]` and `state["moves"]` for a better one."""
    return random.choice(state.get("legal") or [])


def connect(server: str, token: str | None, as_bot: bool) -> sumito.Client:
    """Connects as the owner of the token, or as a new guest; as a bot if wanted."""
    http = sumito.Http(server, token)
    http.token = token or http.guest()["token"]
    if as_bot:
        http.become_bot({"games_at_once": 8})
    return sumito.Client(server, http.token)


def serve(client: sumito.Client) -> None:
    """Plays against all opponents, for as long as the program runs."""
    assert client.user is not None
    print(f"{client.user['name']} is bot {client.user['id']}, token {client.token}", flush=True)
    sumito.serve(client, choose, report)


def report(room: sumito.Room) -> None:
    result = room.state.get("result")
    print(f"{room.id}: {result['reason'] if result else 'over'}", flush=True)


def enter(client: sumito.Client, options: argparse.Namespace) -> sumito.Room:
    """Joins the room, or creates a room and prints its link."""
    if options.join:
        return client.join(options.join)
    settings: CreateRoom = {"mode": options.mode}
    if options.computer:
        settings["computers"] = [{"level": options.computer}] * (SEATS[options.mode] - 1)
    room = client.create_room(settings)
    print(client.http.link(room.id), flush=True)
    return room


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot that plays Abalone on a Sumito server.")
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--token", default=os.environ.get("SUMITO_TOKEN"), help="the user's token; a new guest without it")
    parser.add_argument("--join", metavar="ROOM", help="the id of a room; creates a room without it")
    parser.add_argument("--mode", default="two", choices=SEATS)
    parser.add_argument("--computer", type=int, metavar="LEVEL", help="fill the other seats with the server's computer, 1 to 12")
    parser.add_argument("--bot", action="store_true", help="become a bot permanently: play all opponents, until this is stopped")
    parser.add_argument("--games", type=int, default=1, help="number of games to play, by rematches")
    options = parser.parse_args()

    with connect(options.server, options.token, options.bot) as client:
        if options.bot:
            serve(client)
        room = enter(client, options)
        for number in range(options.games):
            if number > 0:
                room.offer("rematch")
                room.until(lambda state: state.get("result") is None)
            result = sumito.play_game(room, choose)
            how = "won" if room.seat in result["winners"] else "lost" if result["winners"] else "drawn"
            print(f"{how} by {result['reason']} after {room.state['ply']} plies", flush=True)


if __name__ == "__main__":
    try:
        main()
    except sumito.Error as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit(130)
