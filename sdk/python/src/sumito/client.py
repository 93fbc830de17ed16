"""A connection to a server that reconnects automatically."""

from __future__ import annotations

import json
import random
import time
from collections import deque
from typing import Any, Callable, Deque, Dict, Literal, Optional
from urllib.parse import urlsplit

from .errors import Closed, Disconnected, Error, ProtocolMismatch, Refused, Unreachable
from .feed import Feed, RoomList
from .heartbeat import Heartbeat, KeepAlive, ServerTime
from .http import Http
from .pending import Pending
from .policy import PROTOCOL, before_connecting
from .reader import Reader, deadline_after
from .room import Room
from .socket import Socket
from .topics import FEWEST_QUEUE_MESSAGES, QUEUE_MESSAGES, Topics
from .types import CreateRoom, MyGame, Notification, Outcome, RoomId, RoomSummary, User

Message = Dict[str, Any]

Status = Literal["open", "waiting", "closed"]

LONGEST_WAIT = 3600.0


class Client:
    """A connection to a server. It reconnects automatically, and applies each command
    only once.

    Everything happens in the calling thread: messages are processed while a method of the client or of a subscription waits. A program
    that computes for long can call `poll` from time to time; otherwise the server closes the connection after 60 seconds without an
    answer to its pings, and the next wait reconnects and requests the missed messages.
    """

    def __init__(
        self,
        server: str,
        token: Optional[str] = None,
        *,
        queue: int = QUEUE_MESSAGES,
        keep_alive: Optional[KeepAlive] = None,
    ) -> None:
        """Connects as the owner of the token. Without a token the client is anonymous: it watches and lists.

        `queue` is the number of messages that wait for the reader of a room or a list.
        """
        self.http = Http(server, token)
        self.user: Optional[User] = None
        self.status: Status = "waiting"
        self._queue = max(queue, FEWEST_QUEUE_MESSAGES)
        self._keep_alive = keep_alive or KeepAlive()
        self._topics = Topics()
        self._pending = Pending()
        self._notifications: Deque[Notification] = deque(maxlen=self._queue)
        self._time = ServerTime()
        self._failure: Optional[Error] = None
        self._failed_attempts = 0
        self._retry_at = 0.0
        self._delivered = 0
        # Of the current connection:
        self._socket: Optional[Socket] = None
        self._heartbeat = Heartbeat(self._keep_alive, 0.0)
        self._is_settled = False
        self._up_to_date_ping: Optional[int] = None
        self._open()

    @classmethod
    def guest(cls, server: str, **options: Any) -> Client:
        """Connects as a new guest. `client.token` identifies the guest; with it, a program continues as the same guest later."""
        return cls(server, Http(server).guest()["token"], **options)

    @property
    def token(self) -> Optional[str]:
        """The token of the user."""
        return self.http.token

    def server_now(self) -> int:
        """Returns the estimated time of the server, in microseconds since the Unix epoch. It is never ahead of the server."""
        return self._time.now()

    def request(self, command: str, **fields: Any) -> Outcome:
        """Sends a command and waits for its answer.

        Raises `Refused` if the server rejects it, and other errors according to the command's policy.
        """
        entry = self._pending.add({"type": command, **fields}, self._now())
        try:
            if self._socket is None and entry.policy.name == "NO_RETRY":
                raise Disconnected("no connection")
            while not entry.is_done:
                self._step(None)
        finally:
            self._pending.forget(entry)
        if entry.failure is not None:
            raise entry.failure
        return entry.outcome or {}

    def create_room(self, settings: Optional[CreateRoom] = None) -> Room:
        """Creates a room, takes a seat in it, and watches it."""
        room = self.request("create_room", **(settings or {})).get("room")
        assert room is not None, "the protocol promises the id of the room"
        return self.watch(room)

    def join(self, room: RoomId, seat: Optional[int] = None) -> Room:
        """Takes a seat in a room, and watches it."""
        self.request("join", room=room, **({} if seat is None else {"seat": seat}))
        return self.watch(room)

    def watch(self, room: RoomId) -> Room:
        """Watches a room: returns when its state is known."""
        reader = Room(self, room, self._queue)
        self._subscribe(reader)
        return reader

    def lobby(self, name: str = "main") -> RoomList[RoomSummary]:
        """Subscribes to the list of a lobby: returns when it is known."""
        reader: RoomList[RoomSummary] = RoomList(self, "lobby", name, self._queue)
        self._subscribe(reader)
        return reader

    def my_games(self) -> RoomList[MyGame]:
        """Subscribes to the rooms in which the user has a seat: returns when they are known."""
        reader: RoomList[MyGame] = RoomList(self, "my_games", True, self._queue)
        self._subscribe(reader)
        return reader

    def subscribe(self, kind: Literal["boards", "chat", "analysis", "tournament"], subject: Any) -> Feed:
        """Subscribes to another topic, as the command `subscribe` names it."""
        reader = Feed(self, kind, subject, self._queue)
        self._topics.add(reader)
        return reader

    def next_notification(self, timeout: Optional[float] = None) -> Optional[Notification]:
        """Waits for a notification to the user, and returns it; `None` after `timeout` seconds."""
        self._wait_until(lambda: bool(self._notifications), deadline_after(timeout))
        return self._notifications.popleft() if self._notifications else None

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Waits until a message for any subscription has arrived; returns `False` if none does within `timeout` seconds."""
        delivered = self._delivered
        return self._wait_until(lambda: self._delivered > delivered, deadline_after(timeout))

    def poll(self) -> None:
        """Processes the messages that have arrived, without waiting for more."""
        while self._step(self._now()):
            pass

    def close(self) -> None:
        """Closes the connection. The server treats the user as having left on purpose. Unanswered commands fail with `Closed`."""
        self._finish(Closed())

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def _now() -> float:
        return time.monotonic()

    def _subscribe(self, reader: Any) -> None:
        """Adds a reader, and waits until it has its first state."""
        self._topics.add(reader)
        try:
            reader._load()
        except BaseException:
            reader.close()
            raise

    def _unsubscribe(self, reader: Reader) -> None:
        if self._topics.remove(reader) and self._socket is not None:
            # The answer has no receiver.
            self._send(reader.end())

    def _request_again(self, reader: Reader) -> None:
        self._topics.request_again(reader.topic)

    def _request_later(self, reader: Reader) -> None:
        self._topics.request_later(reader.topic, self._now())

    def _wait_until(self, has_happened: Callable[[], bool], deadline: Optional[float]) -> bool:
        """Processes messages until the condition holds; returns `False` if it does not by the deadline."""
        while not has_happened():
            is_late = deadline is not None and self._now() >= deadline
            if not self._step(deadline) and is_late:
                return has_happened()
        return True

    def _step(self, deadline: Optional[float]) -> bool:
        """Handles a message, or waits for one until the deadline or the next due action. All waiting happens here.

        Returns whether a message was handled.
        """
        if self._failure is not None:
            raise self._failure
        now = self._now()
        self._pending.expire(now)
        if self._socket is None:
            self._reconnect(now, deadline)
            return False
        try:
            self._heartbeat.awake(now)
            self._send_due(self._socket, now)
            end = self._next_action(now, deadline)
            text = self._socket.receive(max(0.0, end - now))
            now = self._now()
            if text is not None:
                self._heartbeat.heard(now)
                self._handle(json.loads(text), now)
                return True
            if self._heartbeat.is_dead(now):
                raise Disconnected("the server is silent")
        except Disconnected:
            self._lose(now)
        return False

    def _next_action(self, now: float, deadline: Optional[float]) -> float:
        times = [self._heartbeat.deadline(), self._topics.deadline(), self._pending.deadline(now), deadline]
        return min(time for time in times if time is not None)

    def _send_due(self, socket: Socket, now: float) -> None:
        """Requests the subscriptions first, so that answers to old commands meet an up-to-date state; then sends the commands."""
        self._topics.schedule_retries(now)
        if self._heartbeat.is_due(now):
            socket.send({"type": "ping", "t": self._heartbeat.ping(now)})
        while (reader := self._topics.next_request()) is not None:
            socket.send(self._pending.add(reader.begin(), now, reader.topic).send())
        if self._topics.all_requested:
            self._pending.open()
        for message in self._pending.unsent(now):
            socket.send(message)
        if not self._is_settled and self._topics.is_up_to_date:
            self._is_settled = True
            # Its answer follows all events that were missed without a connection.
            self._up_to_date_ping = self._heartbeat.ping(now)
            socket.send({"type": "ping", "t": self._up_to_date_ping})

    def _handle(self, message: Message, now: float) -> None:
        kind = message.get("type")
        if kind == "ok":
            entry = self._pending.ok(message.get("id"), message["result"])
            if entry is not None and entry.topic is not None:
                self._topics.confirmed(entry.topic)
        elif kind == "error":
            refusal = Refused.of(message)
            entry = self._pending.refused(message.get("id"), refusal, now)
            if entry is not None and entry.topic is not None:
                self._topics.rejected(entry.topic, refusal, now)
        elif kind == "pong":
            self._time.learn(message["now"])
            self._heartbeat.answered(message["t"])
            if self._up_to_date_ping is not None and message["t"] >= self._up_to_date_ping:
                self._up_to_date_ping = None
                self._pending.settle(now)
        elif kind == "notification":
            self._notifications.append(message["notification"])
            self._delivered += 1
        elif self._topics.deliver(message):
            self._delivered += 1

    def _send(self, command: Message) -> None:
        try:
            if self._socket is not None:
                self._socket.send(command)
        except Disconnected:
            self._lose(self._now())

    def _open(self) -> None:
        """Opens a socket to a server that speaks this version of the protocol."""
        socket = Socket(socket_url(self.http.server), self.http.token, self._keep_alive.silence)
        try:
            text = socket.receive(self._keep_alive.silence)
            if text is None:
                raise Unreachable("the server does not say hello")
            hello = json.loads(text)
            if hello.get("protocol") != PROTOCOL:
                raise ProtocolMismatch(hello.get("protocol"), PROTOCOL)
        except BaseException:
            socket.drop()
            raise
        self.user = hello.get("user")
        self._time.learn(hello["now"])
        self._socket, self._heartbeat = socket, Heartbeat(self._keep_alive, self._now())
        self._is_settled, self._up_to_date_ping = False, None
        self._failed_attempts = 0
        self.status = "open"
        self._topics.resume()

    def _reconnect(self, now: float, deadline: Optional[float]) -> None:
        if now < self._retry_at:
            times = [self._retry_at, self._pending.deadline(now), deadline]
            time.sleep(max(0.0, min(time for time in times if time is not None) - now))
            return
        try:
            self._open()
        except Error as failure:
            if not failure.is_transient and not (isinstance(failure, Refused) and failure.code == "too_many"):
                self._finish(failure)
                raise
            self._failed_attempts += 1
            self._schedule_attempt(self._now())

    def _lose(self, now: float) -> None:
        """Handles the loss of the connection."""
        if self._socket is not None:
            self._socket.drop()
            self._socket = None
        self.status = "waiting"
        self._topics.pause()
        self._pending.disconnected()
        self._schedule_attempt(now)

    def _schedule_attempt(self, now: float) -> None:
        self._retry_at = now + before_connecting(self._failed_attempts, random.random())

    def _finish(self, failure: Error) -> None:
        """Ends the client."""
        if self._failure is not None:
            return
        self._failure, self.status = failure, "closed"
        self._pending.close()
        self._topics.close(failure)
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def socket_url(server: str) -> str:
    """Returns the address of the socket of a server."""
    parts = urlsplit(server)
    scheme = {"https": "wss"}.get(parts.scheme, "ws")
    return parts._replace(scheme=scheme, path=f"{parts.path.rstrip('/')}/ws").geturl()
