"""Subscriptions other than rooms: messages as they come, and lists of rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Generic, List, Optional, TypeVar, cast

from .reader import Reader, deadline_after
from .topics import Begun, Ended
from .types import MyGame, RoomSummary, Seek

if TYPE_CHECKING:
    from .client import Client

Message = Dict[str, Any]
Listed = TypeVar("Listed", RoomSummary, MyGame)


class Feed(Reader):
    """A subscription whose messages the program handles itself: a chat, live boards, an analysis or a tournament.

    After a new connection, and after a full queue, the server sends the whole state again.
    """

    def next(self, timeout: Optional[float] = None) -> Optional[Message]:
        """Waits for a message, and returns it; `None` after `timeout` seconds."""
        deadline = deadline_after(timeout)
        while True:
            if self._has_lost_items:
                self._has_lost_items = False
                self._items.clear()
                self.client._request_again(self)
            item = self._take(deadline)
            if item is None or not isinstance(item, (Begun, Ended)):
                return item


class RoomList(Feed, Generic[Listed]):
    """A list of rooms that advances with each `next`: a lobby, or the user's games."""

    def __init__(self, client: Client, kind: str, subject: Any, queue: int) -> None:
        super().__init__(client, kind, subject, queue)
        self.rooms: List[Listed] = []
        self.seeks: List[Seek] = []
        """The seeks of a lobby."""
        self._is_known = False

    def next(self, timeout: Optional[float] = None) -> Optional[Message]:
        """Waits for a change of the list; `None` after `timeout` seconds."""
        message = super().next(timeout)
        if message is not None:
            if message["full"]:
                self.rooms, self.seeks, self._is_known = [], [], True
            self.rooms = _changed(self.rooms, message["rooms"], message["gone"], "room", message["full"])
            seeks, gone = message.get("seeks", []), message.get("seeks_gone", [])
            self.seeks = _changed(self.seeks, seeks, gone, "id", message["full"])
        return message

    def _load(self) -> None:
        while not self._is_known:
            self.next()


Entry = TypeVar("Entry")


def _changed(entries: List[Entry], changed: List[Entry], gone: List[str], key: str, full: bool) -> List[Entry]:
    """Returns a list after a change: known entries are replaced in their place, new ones come first."""
    if full:
        return list(changed)

    def id_of(entry: Entry) -> str:
        return str(cast(Message, entry)[key])

    fresh = {id_of(entry): entry for entry in changed}
    known = {id_of(entry) for entry in entries}
    kept = [fresh.get(id_of(entry), entry) for entry in entries if id_of(entry) not in gone]
    return [entry for entry in changed if id_of(entry) not in known] + kept
