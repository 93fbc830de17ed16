"""One WebSocket connection, in the calling thread.

`websockets` has a synchronous client, but that reads in a separate thread. This class
uses the part of `websockets` that implements the protocol without any input and output,
and moves the bytes itself: so a program with this package has one thread and no locks.
"""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections import deque
from typing import Any, Deque, Dict, List, Optional

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake, InvalidURI
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from .errors import BadAddress, Disconnected, Refused, Unreachable

Message = Dict[str, Any]

READ_BYTES = 65_536


class Socket:
    """A WebSocket that receives and sends JSON."""

    def __init__(self, url: str, token: Optional[str], timeout: float) -> None:
        """Connects within `timeout` seconds, which also limit each later write."""
        try:
            uri = parse_uri(url)
        except InvalidURI as fault:
            raise BadAddress(str(fault)) from None
        self._timeout = timeout
        self._protocol = ClientProtocol(uri)
        self._messages: Deque[str] = deque()
        self._parts: List[bytes] = []
        self._response: Optional[Response] = None
        try:
            self._socket = socket.create_connection((uri.host, uri.port), timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if uri.secure:
                self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=uri.host)
        except OSError as failure:
            raise Unreachable(f"cannot reach the server: {failure}") from None
        try:
            self._open(token)
        except BaseException:
            self._socket.close()
            raise

    def receive(self, timeout: Optional[float]) -> Optional[str]:
        """Returns the next message; `None` if none arrives within `timeout` seconds. Raises `Disconnected`."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._messages:
            if self._protocol.state is not State.OPEN:
                raise Disconnected("the server has closed the connection")
            left = None if end is None else end - time.monotonic()
            if not self._read(left):
                return None
        return self._messages.popleft()

    def send(self, message: Message) -> None:
        """Sends a message. Raises `Disconnected`."""
        if self._protocol.state is not State.OPEN:
            raise Disconnected("the server has closed the connection")
        self._protocol.send_text(json.dumps(message).encode())
        self._flush()

    def close(self) -> None:
        """Closes the connection with a close frame, so that the server does not treat
        it as a lost connection."""
        try:
            if self._protocol.state is State.OPEN:
                self._protocol.send_close(1000)
                self._flush()
            end = time.monotonic() + self._timeout
            while self._protocol.state is not State.CLOSED and self._read(end - time.monotonic()):
                pass
        except Disconnected:
            pass  # It is closed already.
        finally:
            self._socket.close()

    def drop(self) -> None:
        """Ends the connection at once."""
        self._socket.close()

    def _open(self, token: Optional[str]) -> None:
        request = self._protocol.connect()
        if token is not None:
            request.headers["Authorization"] = f"Bearer {token}"
        self._protocol.send_request(request)
        self._flush()
        end = time.monotonic() + self._timeout
        while self._protocol.state is State.CONNECTING and self._protocol.handshake_exc is None:
            if not self._read(end - time.monotonic()):
                raise Unreachable("the server does not answer")
        failure = self._protocol.handshake_exc
        if failure is not None:
            raise self._rejection(failure)

    def _rejection(self, failure: Exception) -> Exception:
        """Returns the reason why the server refused the connection: its own problem, if it sent one."""
        response = self._response or getattr(failure, "response", None)
        try:
            return Refused.of(json.loads(response.body))  # type: ignore[union-attr]
        except (AttributeError, TypeError, ValueError):
            what = "this is no WebSocket" if isinstance(failure, InvalidHandshake) else "the connection broke"
            return Unreachable(f"{what}: {failure}")

    def _read(self, timeout: Optional[float]) -> bool:
        """Reads bytes and handles them. Returns `False` if none arrive in time."""
        try:
            self._socket.settimeout(None if timeout is None else max(timeout, 0.0))
            data = self._socket.recv(READ_BYTES)
        except (socket.timeout, BlockingIOError, ssl.SSLWantReadError):
            return False
        except OSError as failure:
            raise Disconnected(f"the connection broke: {failure}") from None
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._response = event
            elif isinstance(event, Frame):
                self._take(event)
        self._flush()
        return True

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT or (frame.opcode is Opcode.CONT and self._parts):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                self._messages.append(b"".join(self._parts).decode())
                self._parts.clear()

    def _flush(self) -> None:
        """Writes the bytes that the protocol has for the server, such as answers to pings."""
        try:
            self._socket.settimeout(self._timeout)
            for data in self._protocol.data_to_send():
                if data:
                    self._socket.sendall(data)
                else:
                    self._socket.shutdown(socket.SHUT_WR)
        except OSError as failure:
            raise Disconnected(f"the connection broke: {failure}") from None
