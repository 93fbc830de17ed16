#!/usr/bin/env python3
"""A client of a Sumito server in one file, and a bot that plays with it. Needs Python 3.9 and nothing else.

    python3 sumito.py --server http://127.0.0.1:8080                     # creates a room, prints its link, waits for a player
    python3 sumito.py --server http://127.0.0.1:8080 --join f5cfawbpmmz8
    python3 sumito.py --server http://127.0.0.1:8080 --computer 3        # plays against the server's computer immediately
    python3 sumito.py --server http://127.0.0.1:8080 --bot               # plays all opponents, until it is stopped

Take what you need: `Client` and `Room` are the protocol (docs/protocol.md), `choose` is the whole bot.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any, Optional
from urllib.parse import urlsplit

PROTOCOL = 1
PASSING = ("busy", "unavailable", "rate_limited")  # temporary: repeat the command after a while
SILENCE_S = 45  # the server pings every 20 seconds: after this long without any message, the connection is dead
EXPIRES_S = 8  # timeout of commands other than moves, whose meaning would change later

Message = dict[str, Any]


class Refused(Exception):
    """The server rejected the command; `code` is for programs, `str()` for people."""

    def __init__(self, code: str, message: str, reason: Optional[str] = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.reason = code, reason


class Unanswered(Exception):
    """The connection was lost for too long. The command may have been applied: check the state of the room."""


class Disconnected(Exception):
    """The connection broke."""


class WebSocket:
    """The part of RFC 6455 that a client needs: text in both directions, and answers to pings."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        plain = socket.create_connection((host, port), timeout=SILENCE_S)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain
        self._buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {parts.path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = self._read_until(b"\r\n\r\n").decode("latin-1")
        if " 101 " not in head.split("\r\n")[0]:
            raise self._refusal(head)
        accept = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
        if accept not in head:
            raise Disconnected("this is no WebSocket")

    def send(self, text: str) -> None:
        self._frame(0x1, text.encode())

    def receive(self) -> str:
        text = b""
        while True:
            first, second = self._read(2)
            length = second & 0x7F
            if length > 125:
                length = int.from_bytes(self._read(2 if length == 126 else 8), "big")
            payload, kind = self._read(length), first & 0x0F
            if kind == 0x8:
                raise Disconnected("the server closes the connection")
            if kind == 0x9:
                self._frame(0xA, payload)
            elif kind in (0x0, 0x1):
                text += payload
                if first & 0x80:
                    return text.decode()

    def close(self) -> None:
        """Closes the connection properly. Without this, the server waits longer for the player to return."""
        try:
            self._frame(0x8, struct.pack(">H", 1000))
            self._socket.shutdown(socket.SHUT_WR)
            while self._socket.recv(4096):
                pass
        except OSError:
            pass
        self._socket.close()

    def drop(self) -> None:
        self._socket.close()

    def _frame(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, length)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, length)
        mask = os.urandom(4)
        self._socket.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)))

    def _read(self, length: int) -> bytes:
        while len(self._buffer) < length:
            self._read_more()
        taken, self._buffer = self._buffer[:length], self._buffer[length:]
        return taken

    def _read_until(self, end: bytes) -> bytes:
        while end not in self._buffer:
            self._read_more()
        return self._read(self._buffer.index(end) + len(end))

    def _read_more(self) -> None:
        more = self._socket.recv(65536)
        if not more:
            raise Disconnected("the connection broke")
        self._buffer += more

    def _refusal(self, head: str) -> Exception:
        """Returns the reason why the connection failed: the server's own text, if it sent one."""
        sizes = [line.split(":")[1] for line in head.lower().split("\r\n") if line.startswith("content-length:")]
        try:
            problem = json.loads(self._read(int(sizes[0])))
            return Refused(problem["code"], problem["detail"])
        except (IndexError, ValueError, KeyError):
            return Disconnected(f"the server answers: {head.splitlines()[0]}")
        finally:
            self._socket.close()


class Client:
    """A connection that reconnects by itself. Each command is applied only once, even if it is sent several times.

    Everything runs in the calling thread: messages are handled while a method waits.
    """

    def __init__(self, server: str, token: Optional[str] = None, bot: Optional[Message] = None) -> None:
        """Connects as the owner of the token, or as a new guest; with `bot` as a bot with these preferences."""
        self.server = server.rstrip("/")
        self.token = token or self.http("POST", "/api/v1/guests")["token"]
        if bot is not None:
            self.http("PUT", "/api/v1/me/bot", bot)
        self.user: Message = {}
        self.own_rooms: Optional[dict[str, Message]] = None  # by id; None until subscribed
        self._rooms: dict[str, Room] = {}
        self._pending: dict[str, Message] = {}
        self._answers: dict[str, Message] = {}
        self._parts: dict[str, Message] = {}  # incomplete messages, of which further parts will arrive
        self._socket = self._connect()

    def http(self, method: str, path: str, body: Optional[Message] = None) -> Message:
        """Sends a request to the HTTP interface."""
        headers = {"Authorization": f"Bearer {self.token}"} if getattr(self, "token", None) else {}
        data = None if body is None else json.dumps(body).encode()
        if data:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SILENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            raise Refused(problem["code"], problem["detail"]) from None

    def request(self, kind: str, **fields: Any) -> Message:
        """Sends a command and waits for its answer.

        Raises `Refused`, or `Unanswered` if the connection was lost for too long. A move is repeated until it is answered.
        """
        key, given, troubles = uuid.uuid4().hex, time.monotonic(), 0
        self._pending[key] = {"id": key, "type": kind, **fields}
        self._send(self._pending[key])
        try:
            while True:
                while key not in self._answers:
                    if not self.pump() and kind != "play" and time.monotonic() - given > EXPIRES_S:
                        raise Unanswered(f"{kind} was not answered")
                answer = self._answers.pop(key)
                if answer["type"] == "ok":
                    return answer["result"]
                late = kind != "play" and time.monotonic() - given > EXPIRES_S
                if answer["code"] not in PASSING or late:
                    raise Refused(answer["code"], answer["message"], answer.get("reason"))
                time.sleep(min(16, 2**troubles))
                troubles += 1
                self._send(self._pending[key])
        finally:
            del self._pending[key]

    def create_room(self, **settings: Any) -> Room:
        """Creates a room, takes a seat and watches it."""
        return self.follow(self.request("create_room", **settings)["room"])

    def follow(self, room: str) -> Room:
        """Watches a room: returns when its state is known."""
        followed = Room(self, room)
        self._rooms[room] = followed
        self.request("watch", room=room, legal=True)
        while not followed.state:
            self.pump()
        return followed

    def unfollow(self, room: Room) -> None:
        del self._rooms[room.id]
        self.request("unwatch", room=room.id)

    def follow_own_rooms(self) -> None:
        """Subscribes to `own_rooms`, the rooms in which the user has a seat: returns when they are known."""
        self.request("subscribe", rooms="own")
        while self.own_rooms is None:
            self.pump()

    def close(self) -> None:
        self._socket.close()

    def pump(self) -> bool:
        """Handles one message. Returns `True`, or `False` if the connection broke and was restored."""
        try:
            message = self._whole(json.loads(self._socket.receive()))
        except (OSError, Disconnected):
            self._come_back()
            return False
        if message is None:
            return True
        if message["type"] in ("ok", "error"):
            if message.get("id") in self._pending:
                self._answers[message["id"]] = message
        elif message["type"] == "own_rooms":
            known = {} if message["full"] or self.own_rooms is None else self.own_rooms
            known.update((room["room"], room) for room in message["rooms"])
            self.own_rooms = {room: known[room] for room in known if room not in message["gone"]}
        elif message.get("room") in self._rooms:
            self._rooms[message["room"]].take(message)
        return True

    def ask_again(self, room: Room) -> None:
        """Requests the missing events, without waiting for the answer."""
        since = {"since": room.state["seq"]} if room.state else {}
        self._send({"type": "watch", "room": room.id, "legal": True, **since})

    def _whole(self, part: Message) -> Optional[Message]:
        """Joins the parts of a long message: returns it with the last part, `None` before."""
        about = json.dumps([part.get(key) for key in ("type", "lobby", "channel", "of", "game")] + [(part.get("state") or {}).get("id")])
        whole = self._parts.pop(about, None)
        if whole is None:
            whole = part
        else:
            del whole["more"]
            for key, value in part.items():
                if isinstance(value, list):
                    whole[key] = whole.get(key, []) + value
                elif key != "full":
                    whole[key] = value
        if not whole.get("more"):
            return whole
        self._parts[about] = whole
        return None

    def _connect(self) -> WebSocket:
        made = WebSocket(f"{self.server}/ws", {"Authorization": f"Bearer {self.token}"})
        hello = json.loads(made.receive())
        if hello["protocol"] != PROTOCOL:
            raise SystemExit(f"the server speaks version {hello['protocol']} of the protocol, this client {PROTOCOL}")
        self.user = hello["user"]
        return made

    def _come_back(self) -> None:
        """Reconnects: resumes the subscriptions, then repeats unanswered commands under their ids."""
        self._socket.drop()
        self._parts.clear()
        wait = 0.1
        while True:
            time.sleep(wait * random.uniform(0.5, 1))
            wait = min(5, wait * 2)
            try:
                self._socket = self._connect()
                break
            except (OSError, Disconnected):
                continue
            except Refused as refused:
                if refused.code not in (*PASSING, "too_many"):
                    raise
        if self.own_rooms is not None:
            self._send({"type": "subscribe", "rooms": "own"})
        for room in self._rooms.values():
            self.ask_again(room)
        for key, message in self._pending.items():
            if key not in self._answers:
                self._send(message)

    def _send(self, message: Message) -> None:
        try:
            self._socket.send(json.dumps(message))
        except OSError:
            pass  # the next read detects the failure, and the message is sent again after reconnecting


class Room:
    """A watched room. `state` is a snapshot (docs/protocol.md) that advances with every event."""

    def __init__(self, client: Client, room: str) -> None:
        self.client, self.id, self.state = client, room, Message()
        self._asked = -1  # the last known event at the time of a request for missing events

    @property
    def seat(self) -> Optional[int]:
        """The user's own seat."""
        own = self.client.user["id"]
        return next((seat["seat"] for seat in self.state["seats"] if (seat["player"] or {}).get("id") == own), None)

    @property
    def is_my_turn(self) -> bool:
        playing = self.state["status"] == "playing" and self.state["turn"] is not None
        return playing and self.state["turn"] == self.seat and bool(self.state["legal"])

    def wait(self) -> None:
        """Waits for a message, of this room or another topic."""
        self.client.pump()

    def play(self, move: str) -> None:
        """Plays a move in the current position, and waits until the state includes it."""
        seq = self.client.request("play", room=self.id, ply=self.state["ply"], move=move)["seq"]
        while self.state["seq"] < seq:
            self.wait()

    def act(self, kind: str, **fields: Any) -> Message:
        """Sends any other command to the room: `join`, `offer` with `what`, `resign`, …"""
        return self.client.request(kind, room=self.id, **fields)

    def take(self, message: Message) -> None:
        """Applies a message of the room."""
        kind = message["type"]
        if kind == "snapshot":
            self.state, self._asked = {key: value for key, value in message.items() if key != "type"}, -1
        elif not self.state:
            return
        elif kind == "event":
            if message["seq"] == self.state["seq"] + 1:
                self._go_on(message)
            elif message["seq"] > self.state["seq"] and self._asked != self.state["seq"]:
                self._asked = self.state["seq"]
                self.client.ask_again(self)
        elif kind == "presence":
            for seat, there in zip(self.state["seats"], message["seats"]):
                seat.update(there)
        elif kind == "clock":
            self.state.update(at=message["at"], clocks=message["clocks"])

    def _go_on(self, event: Message) -> None:
        state, kind = self.state, event["kind"]
        state["seq"] = event["seq"]
        # These fields of an event are the current values. Unknown kinds and fields are ignored.
        told = ("position", "captured", "turn", "ply", "legal", "clocks", "result", "game")
        changed = {key: event[key] for key in told if key in event}
        state.update(changed, **({"at": event["at"]} if "clocks" in event else {}))
        if kind in ("seated", "left"):
            fresh = {"player": event.get("player"), "connected": False, "ready": False, "out": False, "claimable_at": None}
            state["seats"][event["seat"]].update(fresh)
            state["status"] = event.get("status", "waiting")
        elif kind == "ready":
            state["seats"][event["seat"]]["ready"] = event["ready"]
        elif kind == "started":
            there = {seat["player"]["id"] for seat in state["seats"] if seat["connected"]}
            for seat, player in zip(state["seats"], event["players"]):
                seat.update(player=player, connected=player["id"] in there, ready=False, out=False, claimable_at=None)
            captured = [int(count) for count in event["position"].split()[2].split(",")]
            state.update(status="playing", ply=0, moves=[], ledger=[], offers=[], result=None, captured=captured)
        elif kind == "moved":
            state["moves"].append(event["move"])
            state["ledger"] += [event["time"]] if event["time"] else []
            state["offers"] = [offer for offer in state["offers"] if self._outlives(offer, event["seat"])]
        elif kind == "taken_back":
            # The ledger may contain only the last part of a very long game: cut it from its end, like the moves.
            left = max(0, len(state["ledger"]) - (len(state["moves"]) - event["ply"]))
            state.update(moves=state["moves"][: event["ply"]], ledger=state["ledger"][:left], offers=[])
        elif kind == "eliminated":
            state["seats"][event["seat"]]["out"] = True
            state["offers"] = []
        elif kind == "offered":
            offer = next((offer for offer in state["offers"] if offer["what"] == event["what"]), None)
            if offer is None:
                state["offers"].append({"what": event["what"], "by": event["seat"], "agreed": [event["seat"]]})
            elif event["seat"] not in offer["agreed"]:
                offer["agreed"].append(event["seat"])
        elif kind == "declined":
            state["offers"] = [offer for offer in state["offers"] if offer["what"] != event["what"]]
        elif kind == "finished":
            state.update(status="finished", turn=None, offers=[], legal=[])

    @staticmethod
    def _outlives(offer: Message, mover: int) -> bool:
        return offer["what"] != "takeback" and (offer["what"] != "draw" or mover in offer["agreed"])


def choose(state: Message) -> str:
    """The bot's strategy: any legal move. Use `state["position"]` and `state["moves"]` for a better one."""
    return random.choice(state["legal"])


def play_game(room: Room, choose: Callable[[Message], str] = choose) -> Message:
    """Plays a game to its end; returns its result."""
    while room.state["result"] is None:
        if not play_move(room, choose):
            room.wait()
    return room.state["result"]


def play_move(room: Room, choose: Callable[[Message], str]) -> bool:
    """Plays, if it is the user's turn; returns whether a move was played."""
    if not room.is_my_turn:
        return False
    try:
        room.play(choose(room.state))
    except Refused as refused:
        # The game has just ended or continued, and the event is in transit.
        if refused.code not in ("not_playing", "time_over", "stale_ply"):
            raise
        return False
    return True


def serve(client: Client, choose: Callable[[Message], str] = choose) -> None:
    """Plays all games of the user in turn, for as long as the program runs."""
    client.follow_own_rooms()
    rooms: dict[str, Room] = {}
    while True:
        playing = [room for room, own in (client.own_rooms or {}).items() if own["status"] == "playing"]
        for gone in rooms.keys() - playing:
            room = rooms.pop(gone)
            print(f"{gone}: {(room.state['result'] or {}).get('reason')}", flush=True)
            client.unfollow(room)
        for room in playing:
            if room not in rooms:
                rooms[room] = client.follow(room)
        if not any([play_move(room, choose) for room in rooms.values()]):
            client.pump()


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot that plays Abalone on a Sumito server.")
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--token", default=os.environ.get("SUMITO_TOKEN"), help="the user's token; a new guest without it")
    parser.add_argument("--join", metavar="ROOM", help="the id of a room; creates a room without it")
    parser.add_argument("--mode", default="two", choices=("two", "three", "four", "four-consecutive"))
    parser.add_argument("--computer", type=int, metavar="LEVEL", help="fill the other seats with the server's computer, 1 to 12")
    parser.add_argument("--bot", action="store_true", help="become a bot permanently: play all opponents, until this is stopped")
    parser.add_argument("--games", type=int, default=1, help="number of games to play, by rematches")
    options = parser.parse_args()

    client = Client(options.server, options.token, bot={"games_at_once": 8} if options.bot else None)
    if options.bot:
        print(f"{client.user['name']} is bot {client.user['id']}, token {client.token}", flush=True)
        serve(client)
    if options.join:
        client.request("join", room=options.join)
        room = client.follow(options.join)
    else:
        seats = {"two": 2, "three": 3}.get(options.mode, 4)
        computers = {"computers": [{"level": options.computer}] * (seats - 1)} if options.computer else {}
        room = client.create_room(mode=options.mode, **computers)
        print(f"{options.server}/room/{room.id}", flush=True)
    for number in range(options.games):
        if number > 0:
            room.act("offer", what="rematch")
            while room.state["result"] is not None:
                room.wait()
        result = play_game(room)
        how = "won" if room.seat in result["winners"] else "drawn" if not result["winners"] else "lost"
        print(f"{how} by {result['reason']} after {room.state['ply']} plies", flush=True)
    client.close()


if __name__ == "__main__":
    try:
        main()
    except (Refused, Unanswered, Disconnected, OSError) as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit(130)
