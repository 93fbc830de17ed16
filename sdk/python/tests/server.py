"""A real server for tests, and a line to it that can break."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

PATIENCE = 60.0
"""The seconds after which a wait fails instead of hanging."""

HEAD_END = b"\r\n\r\n"


class Server:
    """The server that `SUMITO_BIN` names, on a free port with its own database."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._process: Optional[subprocess.Popen[str]] = None
        self.url = self.start()

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def start(self, port: int = 0) -> str:
        """Starts the process, and returns its address."""
        database = Path(self._folder.name) / "sumito.db"
        arguments = ["--listen", f"127.0.0.1:{port}", "--database-url", f"sqlite://{database}"]
        settings = {"SUMITO_LOG__FILTER": "error", "SUMITO_LIMITS__MESSAGES_PER_SECOND": "0"}
        environment = {**os.environ, **settings}
        self._process = subprocess.Popen([os.environ["SUMITO_BIN"], *arguments], env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return line[line.index("http://") :].strip()

    def kill(self) -> None:
        """Ends the process at once, as a crash does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def restart(self) -> None:
        """Kills the process, and starts it again at the same address."""
        self.kill()
        self.start(self.port)

    def stop(self) -> None:
        self.kill()
        self._folder.cleanup()


Change = Callable[[bytes], List[bytes]]
"""Returns the messages to pass on in the place of a message."""


class Proxy:
    """A proxy that cuts connections, and changes or drops the server's messages over a
    socket."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._pairs: List[Tuple[socket.socket, socket.socket]] = []
        self.change: Change = lambda text: [text]
        self.connections = 0
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Breaks all connections, without a close frame."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                _end(end)

    def close(self) -> None:
        _end(self._listener)
        self._thread.join(PATIENCE)
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
            except OSError:
                return
            self.connections += 1
            self._pairs.append((client, server))
            for run, ends in ((_copy, (client, server)), (self._answer, (server, client))):
                threading.Thread(target=run, args=ends, daemon=True).start()

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        """Passes on the head of an answer, and then bytes, or the messages of a socket."""
        try:
            data = b""
            while HEAD_END not in data:
                more = server.recv(65536)
                if not more:
                    return
                data += more
            head, data = data.split(HEAD_END, 1)
            client.sendall(head + HEAD_END)
            if b" 101 " not in head.split(b"\r\n")[0]:
                client.sendall(data)
                _copy(server, client)
                return
            while True:
                frame, data = _first_frame(data)
                if frame is None:
                    more = server.recv(65536)
                    if not more:
                        return
                    data += more
                elif frame[0] & 0x0F == 1:
                    for text in self.change(_payload(frame)):
                        client.sendall(_frame(text))
                else:
                    client.sendall(frame)
        except OSError:
            pass
        finally:
            _end(server)
            _end(client)


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    finally:
        _end(source)
        _end(target)


def _end(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


def _head_and_length(data: bytes) -> Optional[Tuple[int, int]]:
    """The lengths of a server frame's head and payload; `None` if the head is incomplete."""
    if len(data) < 2:
        return None
    short = data[1] & 0x7F
    extra = {126: 2, 127: 8}.get(short, 0)
    if len(data) < 2 + extra:
        return None
    return 2 + extra, int.from_bytes(data[2 : 2 + extra], "big") if extra else short


def _first_frame(data: bytes) -> Tuple[Optional[bytes], bytes]:
    lengths = _head_and_length(data)
    if lengths is None or len(data) < sum(lengths):
        return None, data
    return data[: sum(lengths)], data[sum(lengths) :]


def _payload(frame: bytes) -> bytes:
    lengths = _head_and_length(frame)
    assert lengths is not None
    return frame[lengths[0] :]


def _frame(text: bytes) -> bytes:
    length = len(text)
    if length < 126:
        return bytes([0x81, length]) + text
    if length < 1 << 16:
        return bytes([0x81, 126]) + length.to_bytes(2, "big") + text
    return bytes([0x81, 127]) + length.to_bytes(8, "big") + text


UNTIMED: Dict[str, Any] = {"clock": {"kind": "none"}}
"""Settings without a time limit, so that nothing happens automatically."""
