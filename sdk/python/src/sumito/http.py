"""The HTTP interface of a server."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from http.client import HTTPException
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, cast
from urllib.parse import quote, urlencode, urlsplit

from .errors import BadAddress, Error, Refused, Unreachable
from .policy import EXPIRES_AFTER, before_asking
from .types import (
    Bot,
    BotAccepts,
    Challenge,
    CreateRoom,
    DeclineReason,
    GameDetail,
    GameSummary,
    GuestCreated,
    LoginResult,
    Mode,
    MyGame,
    Outcome,
    PlayerPresence,
    RoomCreated,
    RoomId,
    RoomSummary,
    Scope,
    Snapshot,
    Terms,
    TokenCreated,
    TokenInfo,
    User,
)

TIMEOUT = 45.0
"""The seconds without an answer after which a server counts as unreachable. A stream has an empty line every 20 seconds."""

Body = Dict[str, Any]


class Http:
    """Requests over HTTP, as the owner of a token or anonymously."""

    def __init__(self, server: str, token: Optional[str] = None) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadAddress(f"invalid server address (expected for example `https://example.org`): {server}")
        self.server = server.rstrip("/")
        self.token = token

    # Users

    def guest(self) -> GuestCreated:
        """Creates a guest."""
        return cast(GuestCreated, self.request("POST", "/guests"))

    def create_account(self, name: str, password: str, **fields: Any) -> LoginResult:
        """Creates an account, from the guest of the token if there is one; continues with the account's token."""
        return self._logged_in(self.request("POST", "/accounts", {"name": name, "password": password, **fields}))

    def log_in(self, name: str, password: str, code: Optional[str] = None) -> LoginResult:
        """Logs in to an account, and continues with the token of the new session."""
        more = {} if code is None else {"code": code}
        return self._logged_in(self.request("POST", "/sessions", {"name": name, "password": password, **more}))

    def me(self) -> Optional[User]:
        """Returns the user of the token; `None` without a token."""
        return cast(Optional[User], self.request("GET", "/me")["user"])

    def tokens(self) -> List[TokenInfo]:
        """Lists the tokens for programs of the account."""
        return cast(List[TokenInfo], self.request("GET", "/tokens")["tokens"])

    def create_token(self, label: str, scopes: List[Scope], days: int) -> TokenCreated:
        """Creates a token for a program. The answer is the only one that has the token itself."""
        body = {"label": label, "scopes": scopes, "days": days}
        return cast(TokenCreated, self.request("POST", "/tokens", body))

    def end_token(self, id: str) -> None:
        """Ends a token for a program."""
        self.request("DELETE", f"/tokens/{quote(id)}")

    def become_bot(self, accepts: Optional[BotAccepts] = None) -> User:
        """Makes the user a bot that accepts games of this kind, or changes the kind."""
        return cast(User, self.request("PUT", "/me/bot", cast(Body, accepts or {}))["user"])

    def bots(self) -> List[Bot]:
        """Lists the bots that are online."""
        return cast(List[Bot], list(self.pages("/bots", "bots", online=True)))

    def ranked_bots(self, mode: Mode = "two") -> Iterator[Bot]:
        """Iterates over the bots with accounts, the highest ratings in games of a mode first."""
        return cast("Iterator[Bot]", self.pages("/bots", "bots", mode=mode))

    def set_bot_author(self, author: str) -> None:
        """Sets the author that lists show for the user, which is a bot."""
        self.request("PUT", "/me/bot/author", {"author": author})

    # Rooms

    def create_room(self, settings: Optional[CreateRoom] = None) -> RoomCreated:
        """Creates a room and takes a seat in it."""
        return cast(RoomCreated, self.request("POST", "/rooms", cast(Body, settings or {})))

    def rooms(self, lobby: str = "main") -> List[RoomSummary]:
        """Lists the public rooms of a lobby."""
        return cast(List[RoomSummary], self.request("GET", "/rooms", query={"lobby": lobby})["rooms"])

    def my_games(self) -> List[MyGame]:
        """Lists the rooms in which the user has a seat."""
        return cast(List[MyGame], self.request("GET", "/me/rooms")["rooms"])

    def room(self, room: RoomId, legal: bool = False) -> Snapshot:
        """Returns the state of a room; with `legal` also the legal moves."""
        query = {"legal": "true"} if legal else {}
        return cast(Snapshot, self.request("GET", f"/rooms/{quote(room)}", query=query))

    def command(self, room: RoomId, command: str, **fields: Any) -> Outcome:
        """Sends a command to a room, such as `play` with `ply` and `move`."""
        return cast(Outcome, self.request("POST", f"/rooms/{quote(room)}/commands", {"type": command, **fields}))

    def link(self, room: RoomId) -> str:
        """Returns the address of the room's page."""
        return f"{self.server}/room/{room}"

    # Finished games

    def games(self, **filters: Any) -> Iterator[GameSummary]:
        """Iterates over finished games, the newest first, and loads page after page.
        The filters are the same as for `GET /games`."""
        return cast("Iterator[GameSummary]", self.pages("/games", "games", **filters))

    def game(self, id: str) -> GameDetail:
        """Returns a finished game with its moves."""
        return cast(GameDetail, self.request("GET", f"/games/{quote(id)}"))

    def games_by_ids(self, ids: Sequence[str]) -> List[GameSummary]:
        """Returns the finished games among at most 200 ids, in their order."""
        return cast(List[GameSummary], self.request("GET", "/games/by-ids", query={"ids": ",".join(ids)})["games"])

    def presence(self, users: Sequence[str]) -> List[PlayerPresence]:
        """Returns who of at most 200 users is online, and where they play."""
        return cast(List[PlayerPresence], self.request("GET", "/presence", query={"users": ",".join(users)})["players"])

    def game_receipt(self, id: str) -> str:
        """Returns the signed receipt of a finished game.

        The server issues it within seconds of the end: before, the request is refused as `not_found`.
        """
        return self.text(f"/games/{quote(id)}/receipt")

    def tournament_receipt(self, id: str) -> str:
        """Returns the signed receipt of a finished tournament."""
        return self.text(f"/tournaments/{quote(id)}/receipt")

    # Challenges

    def challenges(self) -> List[Challenge]:
        """Lists the open challenges by the user and to the user."""
        return cast(List[Challenge], self.request("GET", "/challenges")["challenges"])

    def challenge(self, player: str, terms: Terms) -> Challenge:
        """Challenges a player, by name or id."""
        return cast(Challenge, self.request("POST", "/challenges", {"player": player, "terms": terms}))

    def accept_challenge(self, id: str, round: int) -> Challenge:
        """Accepts the offer of this round; the answer has the `room`."""
        return cast(Challenge, self.request("POST", f"/challenges/{quote(id)}/accept", {"round": round}))

    def decline_challenge(self, id: str, round: int, reason: Optional[DeclineReason] = None) -> Challenge:
        """Declines the offer of this round."""
        body = {"round": round, **({} if reason is None else {"reason": reason})}
        return cast(Challenge, self.request("POST", f"/challenges/{quote(id)}/decline", body))

    def withdraw_challenge(self, id: str) -> None:
        """Withdraws a challenge of the user."""
        self.request("DELETE", f"/challenges/{quote(id)}")

    # Streams of lines

    def own_stream(self) -> Iterator[Body]:
        """Iterates over the messages to the user: games, notifications, announcements."""
        return self.stream("/me/stream")

    def room_stream(self, room: RoomId, legal: bool = True) -> Iterator[Body]:
        """Iterates over the messages of a room: its snapshot, then the events."""
        return self.stream(f"/rooms/{quote(room)}/stream", {"legal": "true"} if legal else {})

    # Any request

    def request(self, method: str, path: str, body: Optional[Body] = None, query: Optional[Mapping[str, Any]] = None) -> Any:
        """Sends a request below `/api/v1`, and returns the decoded answer.

        Requests that are safe to repeat are repeated for eight seconds while the server is unreachable or overloaded. A `POST` with a
        token has an `Idempotency-Key`, so that it takes effect once.
        """
        text = self._ask(method, path, body, query)
        return json.loads(text) if text else None

    def text(self, path: str, query: Optional[Mapping[str, Any]] = None) -> str:
        """Sends a `GET` request below `/api/v1` whose answer is not JSON, and returns its text."""
        return self._ask("GET", path, None, query).decode()

    def _ask(self, method: str, path: str, body: Optional[Body], query: Optional[Mapping[str, Any]]) -> bytes:
        headers = {"Idempotency-Key": uuid.uuid4().hex} if method == "POST" and self.token is not None else {}
        is_repeatable = method in ("GET", "PUT") or bool(headers)
        given, troubles = time.monotonic(), 0
        while True:
            try:
                with self._send(method, path, body, query, headers) as answer:
                    return cast(bytes, answer.read())
            except (Error, OSError, HTTPException) as failure:
                fault = failure if isinstance(failure, Error) else Unreachable(f"cannot reach the server: {failure}")
                is_passing = fault.is_transient or (isinstance(fault, Refused) and fault.code == "key_pending")
                wait = before_asking(troubles)
                if not is_repeatable or not is_passing or time.monotonic() + wait > given + EXPIRES_AFTER:
                    raise fault from None
            time.sleep(wait)
            troubles += 1

    def pages(self, path: str, field: str, **query: Any) -> Iterator[Body]:
        """Iterates over the entries of a list, and loads page after page by `next`."""
        cursor: Dict[str, str] = {}
        while True:
            page = self.request("GET", path, query={**query, **cursor})
            yield from page[field]
            if page.get("next") is None:
                return
            cursor = {"cursor": page["next"]}

    def stream(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Iterator[Body]:
        """Iterates over a stream of lines. It ends if the server stops, or raises `Unreachable` if the connection breaks."""
        with self._send("GET", path, None, query, {}) as answer:
            try:
                for line in answer:
                    if line.strip():
                        yield json.loads(line)
            except (OSError, HTTPException) as failure:
                raise Unreachable(f"the stream broke: {failure}") from None

    def _send(self, method: str, path: str, body: Optional[Body], query: Optional[Mapping[str, Any]], headers: Dict[str, str]) -> Any:
        if self.token is not None:
            headers = {**headers, "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers = {**headers, "Content-Type": "application/json"}
        address = f"{self.server}/api/v1{path}"
        if query:
            words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
            address += f"?{urlencode(words)}"
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT)
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refusal(problem) from None

    def _logged_in(self, answer: Any) -> LoginResult:
        self.token = answer["token"]
        return cast(LoginResult, answer)


def _refusal(problem: urllib.error.HTTPError) -> Error:
    try:
        return Refused.of(json.load(problem))
    except ValueError:
        return Unreachable(f"this is no Sumito server: it answers {problem.code}")
