#!/usr/bin/env python3
"""Plays a game against the computer, with the client that openapi-python-client generates: `python3 play.py SERVER`."""

import sys
import time

from sumito_generated import AuthenticatedClient, Client
from sumito_generated.api.bots import post_room_commands
from sumito_generated.api.identity import post_guests
from sumito_generated.api.players import put_me_avatar
from sumito_generated.api.rooms import get_room, post_rooms
from sumito_generated.models import (
    ComputerSeat,
    CreateRoom,
    GuestCreated,
    NoneClock,
    Outcome,
    PlayRoomCommand,
    PlayRoomCommandType,
    ResignRoomCommand,
    ResignRoomCommandType,
    NoneClockKind,
    RoomCreated,
    Snapshot,
)

server = sys.argv[1]
guest = post_guests.sync(client=Client(base_url=server))
assert isinstance(guest, GuestCreated), guest
client = AuthenticatedClient(base_url=server, token=str(guest.token))
wanted = CreateRoom(computers=[ComputerSeat(level=1)], clock=NoneClock(kind=NoneClockKind.NONE))
created = post_rooms.sync(client=client, body=wanted)
assert isinstance(created, RoomCreated), created
while True:
    state = get_room.sync(created.room, client=client, legal=True)
    assert isinstance(state, Snapshot), state
    if state.result:
        break
    if state.turn != created.seat or not state.legal:
        time.sleep(0.01)
        continue
    play = PlayRoomCommand(type_=PlayRoomCommandType.PLAY, ply=state.ply, move=state.legal[0])
    command = play if state.ply < 6 else ResignRoomCommand(type_=ResignRoomCommandType.RESIGN)
    assert isinstance(post_room_commands.sync(created.room, client=client, body=command), Outcome)
assert state.result.reason == "resignation", state.result
assert put_me_avatar.sync, "a file can be sent"
print(state.result.reason)
