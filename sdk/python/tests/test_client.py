"""The guarantees of the package, each against the real server."""

from __future__ import annotations

import json
import random
import unittest
from typing import Any, Dict, List, Optional, Tuple, cast
from unittest import mock

import sumito
from sumito.types import CreateRoom, Snapshot

from .recorded import MOVES
from .server import PATIENCE, UNTIMED, Proxy, Server


def untimed(**settings: Any) -> CreateRoom:
    return cast(CreateRoom, {**UNTIMED, **settings})


def timeless(state: Snapshot) -> Dict[str, Any]:
    """A state without the moment to which its clocks refer, and without fields that can be left out or null."""
    seats = [{name: value for name, value in seat.items() if value is not None} for seat in state["seats"]]
    return {**{name: value for name, value in state.items() if name not in ("at", "clocks")}, "seats": seats}


class ServerCase(unittest.TestCase):
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def guest(self, url: Optional[str] = None, **options: Any) -> sumito.Client:
        client = sumito.Client.guest(url or self.server.url, **options)
        self.addCleanup(client.close)
        return client

    def proxy(self) -> Proxy:
        proxy = Proxy(self.server.port)
        self.addCleanup(proxy.close)
        return proxy

    def table(self, first: sumito.Client, second: sumito.Client, **settings: Any) -> Tuple[sumito.Room, sumito.Room]:
        """A game that has started, in the view of each player."""
        ours = first.create_room(untimed(**settings))
        theirs = second.join(ours.id)
        for room in (ours, theirs):
            self.assertTrue(room.until(lambda state: state["status"] == "playing", PATIENCE))
        return ours, theirs

    def play(self, room: sumito.Room, move: str) -> None:
        """Plays a move, and reads until the state includes it."""
        ply = room.state["ply"]
        room.play(move)
        self.assertTrue(room.until(lambda state: state["ply"] > ply, PATIENCE))

    def assert_same_as_server(self, room: sumito.Room) -> None:
        stored = room.client.http.room(room.id, legal=True)
        room.until(lambda state: state["seq"] >= stored["seq"], PATIENCE)
        if not room.until(lambda state: timeless(state) == timeless(stored), 2.0):
            self.assertEqual(timeless(room.state), timeless(stored))


class Games(ServerCase):
    def test_two_clients_play_a_game_to_its_end(self) -> None:
        rooms = self.table(self.guest(), self.guest())
        for move in MOVES:
            mover = next(room for room in rooms if room.is_my_turn)
            self.play(mover, move)
            for room in rooms:
                room.until(lambda state, ply=mover.state["ply"]: state["ply"] >= ply, PATIENCE)  # type: ignore[misc]
        for room in rooms:
            self.assertTrue(room.until(lambda state: state.get("result") is not None, PATIENCE))
            self.assertEqual(room.state["result"], {"winners": [1], "reason": "ejections", "score": [0, 6]})
            self.assert_same_as_server(room)

    def test_three_players_fold_a_game_as_the_server_has_it(self) -> None:
        first = self.guest().create_room(untimed(mode="three"))
        rooms = [first, *(self.guest().join(first.id) for _ in range(2))]
        chance = random.Random(7)
        for ply in range(24):
            for room in rooms:
                room.until(lambda state, ply=ply: state["status"] == "playing" and state["ply"] == ply, PATIENCE)  # type: ignore[misc]
            mover = next(room for room in rooms if room.is_my_turn)
            mover.play(chance.choice(mover.state.get("legal") or []))
        rooms[1].resign()
        for room in rooms:
            self.assertTrue(room.until(lambda state: state["seats"][1]["out"], PATIENCE))
            self.assert_same_as_server(room)

    def test_a_rejected_move_is_a_typed_error(self) -> None:
        ours, theirs = self.table(self.guest(), self.guest())
        with self.assertRaises(sumito.Refused) as caught:
            ours.play("e5e6")
        self.assertEqual((caught.exception.code, caught.exception.reason), ("illegal_move", "empty_cell"))
        with self.assertRaises(sumito.Refused) as caught:
            theirs.play("i5h5")
        self.assertEqual(caught.exception.code, "not_your_turn")
        self.assertEqual(ours.state["ply"], 0)

    def test_the_end_of_a_takeback_and_a_rematch_are_folded_as_the_server_has_them(self) -> None:
        ours, theirs = self.table(self.guest(), self.guest())
        self.play(ours, MOVES[0])
        theirs.until(lambda state: state["ply"] == 1, PATIENCE)
        self.play(theirs, MOVES[1])
        ours.until(lambda state: state["ply"] == 2, PATIENCE)
        ours.offer("takeback")
        theirs.until(lambda state: bool(state["offers"]), PATIENCE)
        theirs.accept("takeback")
        for room in (ours, theirs):
            room.until(lambda state: state["ply"] == 0, PATIENCE)
            self.assert_same_as_server(room)
        ours.resign()
        theirs.until(lambda state: state.get("result") is not None, PATIENCE)
        ours.offer("rematch")
        theirs.until(lambda state: bool(state["offers"]), PATIENCE)
        theirs.accept("rematch")
        for room in (ours, theirs):
            room.until(lambda state: state["status"] == "playing" and state["ply"] == 0, PATIENCE)
            self.assert_same_as_server(room)
        self.assertEqual((ours.seat, theirs.seat), (1, 0))

    def test_spent_time_counts_down_on_the_clock_that_runs(self) -> None:
        clock = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}
        ours, theirs = self.table(self.guest(), self.guest(), clock=clock)
        self.play(ours, MOVES[0])
        theirs.until(lambda state: state["ply"] == 1, PATIENCE)
        first, second = theirs.remaining_ms(0), theirs.remaining_ms(1)
        assert first is not None and second is not None
        self.assertGreater(first, 290_000)
        self.assertLessEqual(second, 300_000)


class BrokenConnections(ServerCase):
    def test_cuts_in_mid_game_lose_and_repeat_no_event(self) -> None:
        proxy = self.proxy()
        ours, theirs = self.table(self.guest(proxy.url), self.guest())
        seen: List[int] = []
        first = ours.state["seq"] + 1
        for ply, move in enumerate(MOVES):
            mover = ours if ply % 2 == 0 else theirs
            if ply % 8 < 2:
                proxy.cut()
            mover.play(move)
            theirs.until(lambda state, ply=ply: state["ply"] > ply, PATIENCE)  # type: ignore[misc]
            while ours.state["ply"] <= ply:
                update = ours.next(PATIENCE)
                assert update is not None
                if update.kind == "event":
                    seen.append(update.message["seq"])
        self.assertEqual(seen[:1], [first])
        self.assertEqual(seen, list(range(first, first + len(seen))))
        self.assertGreaterEqual(len(seen), len(MOVES))
        self.assertGreater(proxy.connections, 6)
        self.assert_same_as_server(ours)

    def test_a_command_whose_answer_is_lost_takes_effect_once(self) -> None:
        proxy = self.proxy()
        client = self.guest(proxy.url)
        lost: List[str] = []

        def lose_first_answer(text: bytes) -> List[bytes]:
            message = json.loads(text)
            if message["type"] == "ok" and "seat" in message["result"] and not lost:
                lost.append(message["result"]["room"])
                proxy.cut()
                return []
            return [text]

        proxy.change = lose_first_answer
        room = client.create_room(untimed())
        self.assertEqual(lost, [room.id])
        self.assertEqual([listed["room"] for listed in client.http.my_games()], [room.id])
        other = self.guest()
        other.join(room.id)
        room.until(lambda state: state["status"] == "playing", PATIENCE)
        lost.clear()
        self.play(room, MOVES[0])
        self.assertEqual(lost, [room.id])
        self.assertEqual(client.http.room(room.id)["moves"], [MOVES[0]])

    def test_an_expiring_command_fails_once_its_outcome_cannot_be_known(self) -> None:
        proxy = self.proxy()
        ours, _ = self.table(self.guest(proxy.url), self.guest())

        expiry = mock.patch("sumito.pending.EXPIRES_AFTER", 0.0)
        self.addCleanup(expiry.stop)

        def lose_answer(text: bytes) -> List[bytes]:
            if json.loads(text)["type"] == "ok":
                proxy.change = lambda text: [text]
                expiry.start()
                proxy.cut()
                return []
            return [text]

        proxy.change = lose_answer
        with self.assertRaises(sumito.OutcomeUnknown):
            ours.offer("draw")
        self.assertTrue(ours.until(lambda state: bool(state["offers"]), PATIENCE))

    def test_a_silent_server_is_left(self) -> None:
        proxy = self.proxy()
        client = self.guest(proxy.url, keep_alive=sumito.KeepAlive(ping_every=0.1, silence=0.3))
        room = client.create_room(untimed())
        # The first connection delivers no further message; the next one does.
        silent, proxy.change = proxy.connections, lambda text: []
        while client.status == "open":
            client.wait(timeout=0.05)
        proxy.change = lambda text: [text]
        self.guest().join(room.id)
        self.assertTrue(room.until(lambda state: state["status"] == "playing", PATIENCE))
        self.assertGreater(proxy.connections, silent)


class Restarts(ServerCase):
    def test_a_killed_server_continues_the_game(self) -> None:
        ours, theirs = self.table(self.guest(), self.guest())
        self.play(ours, MOVES[0])
        first = ours.state["seq"] + 1
        self.server.restart()
        theirs.until(lambda state: state["ply"] == 1, PATIENCE)
        theirs.play(MOVES[1])
        update = ours.next(PATIENCE)
        while update is not None and update.kind != "event":
            update = ours.next(PATIENCE)
        assert update is not None
        self.assertEqual((update.message["seq"], update.message["move"]), (first, MOVES[1]))

    def test_a_command_that_is_never_sent_expires(self) -> None:
        client = self.guest()
        room = client.create_room(untimed())
        self.server.kill()
        while client.status == "open":
            client.wait(timeout=0.05)
        with mock.patch("sumito.pending.EXPIRES_AFTER", 0.2), self.assertRaises(sumito.Expired):
            room.leave()
        with self.assertRaises(sumito.Disconnected):
            client.request("ping", t=1)
        self.server.start(self.server.port)


class NewerServers(ServerCase):
    def test_unknown_event_kinds_and_fields_are_ignored(self) -> None:
        proxy = self.proxy()

        def newer(text: bytes) -> List[bytes]:
            message = json.loads(text)
            message["mood"] = "fine"
            if message.get("kind") == "ready":
                message["kind"] = "applauded"
            return [json.dumps(message).encode(), json.dumps({"type": "weather"}).encode()]

        proxy.change = newer
        client = self.guest(proxy.url)
        room = client.create_room(untimed(ready=True))
        room.ready()
        update = room.next(PATIENCE)
        while update is not None and update.kind != "unknown":
            update = room.next(PATIENCE)
        assert update is not None
        self.assertEqual((update.message["kind"], update.message["seq"]), ("applauded", room.state["seq"]))
        self.assertFalse(room.state["seats"][0]["ready"])
        other = self.guest().join(room.id)
        self.assertTrue(room.until(lambda state: state["seats"][1].get("player") is not None, PATIENCE))
        self.assertEqual(room.state["seq"], other.state["seq"])

    def test_an_unknown_error_code_counts_as_internal(self) -> None:
        proxy = self.proxy()
        proxy.change = lambda text: [text.replace(b'"no_such_room"', b'"asleep"')]
        with self.assertRaises(sumito.Refused) as caught:
            self.guest(proxy.url).request("watch", room="000000000000")
        self.assertEqual((caught.exception.code, caught.exception.word), ("internal", "asleep"))

    def test_another_protocol_version_ends_the_client(self) -> None:
        proxy = self.proxy()
        client = self.guest(proxy.url)
        proxy.change = lambda text: [text.replace(b'"protocol":1', b'"protocol":2')]
        with self.assertRaises(sumito.ProtocolMismatch) as caught:
            sumito.Client(proxy.url)
        self.assertEqual((caught.exception.server, caught.exception.client), (2, sumito.PROTOCOL))
        proxy.cut()
        with self.assertRaises(sumito.ProtocolMismatch):
            client.wait(PATIENCE)
        self.assertEqual(client.status, "closed")


class SlowReaders(ServerCase):
    def test_a_full_queue_loses_no_event_and_delays_no_other_reader(self) -> None:
        ours, theirs = self.table(self.guest(), self.guest())
        spectator = self.guest(queue=16)
        slow, quick = spectator.watch(ours.id), spectator.watch(ours.id)
        for ply, move in enumerate(MOVES[:40]):
            (ours if ply % 2 == 0 else theirs).play(move)
            for room in (ours, theirs, quick):
                room.until(lambda state, ply=ply: state["ply"] > ply, PATIENCE)  # type: ignore[misc]
        self.assertEqual((slow.state["ply"], quick.state["ply"]), (0, 40))
        self.assertEqual(slow.queued, 16)
        self.assertTrue(slow.until(lambda state: state["ply"] == 40, PATIENCE))
        self.assertEqual(timeless(slow.state), timeless(quick.state))
        self.assert_same_as_server(slow)

    def test_a_list_in_parts_is_whole(self) -> None:
        client = self.guest()
        created = [client.request("create_room", **untimed(mode="four"))["room"] for _ in range(90)]
        own = client.my_games()
        self.assertEqual({room["room"] for room in own.rooms}, set(created))
        self.assertGreater(len(json.dumps(own.rooms)), 65_536)


class BusyPrograms(ServerCase):
    def test_polling_takes_the_messages_that_have_arrived(self) -> None:
        ours, theirs = self.table(self.guest(), self.guest())
        ours.play(MOVES[0])
        theirs.until(lambda state: state["ply"] == 1, PATIENCE)
        theirs.play(MOVES[1])
        # The answer to this request comes after the events of the moves.
        ours.client.request("subscribe", lobby="main")
        ours.client.poll()
        self.assertGreaterEqual(ours.queued, 2)
        self.assertTrue(ours.until(lambda state: state["ply"] == 2, 0.0))

    def test_a_wait_without_time_returns_at_once(self) -> None:
        room = self.guest().create_room(untimed())
        while room.next(0) is not None:
            pass
        self.assertEqual((room.next(0), room.client.wait(0), room.client.next_notification(0)), (None, False, None))


class Subscriptions(ServerCase):
    def test_a_closed_room_is_not_watched_any_more(self) -> None:
        client = self.guest()
        with client.create_room(untimed()) as room:
            self.assertEqual(room.seat, 0)
        with self.assertRaises(sumito.Closed):
            room.next(0)
        self.assertIsNone(client.request("leave", room=room.id).get("seat"))

    def test_a_room_that_does_not_exist_is_rejected(self) -> None:
        with self.assertRaises(sumito.Refused) as caught:
            self.guest().watch("000000000000")
        self.assertEqual(caught.exception.code, "no_such_room")

    def test_a_lobby_and_a_chat_arrive(self) -> None:
        client, other = self.guest(), self.guest()
        lobby = client.lobby()
        room = other.create_room(untimed())
        while all(listed["room"] != room.id for listed in lobby.rooms):
            self.assertIsNotNone(lobby.next(PATIENCE))
        channel = {"kind": "room", "room": room.id, "audience": "players"}
        chat = client.subscribe("chat", channel)
        self.assertEqual((chat.next(PATIENCE) or {})["full"], True)
        other.request("chat", channel=channel, text="good luck")
        lines = (chat.next(PATIENCE) or {})["lines"]
        self.assertEqual([line["text"] for line in lines], ["good luck"])

    def test_a_seek_is_announced(self) -> None:
        clients = [self.guest(), self.guest()]
        clock = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3000}
        for client in clients:
            client.request("seek", mode="two", clock=clock)
        for client in clients:
            notification = client.next_notification(PATIENCE)
            assert notification is not None
            self.assertEqual(notification["kind"], "game_started")

    def test_an_anonymous_client_watches(self) -> None:
        room = self.guest().create_room(untimed())
        with sumito.Client(self.server.url) as spectator:
            self.assertIsNone(spectator.user)
            self.assertIsNone(spectator.watch(room.id).seat)
            with self.assertRaises(sumito.Refused) as caught:
                spectator.request("join", room=room.id)
        self.assertEqual(caught.exception.code, "unauthenticated")

    def test_a_bad_token_and_a_bad_address_are_typed_errors(self) -> None:
        with self.assertRaises(sumito.Refused) as caught:
            sumito.Client(self.server.url, "nonsense")
        self.assertEqual(caught.exception.code, "bad_token")
        with self.assertRaises(sumito.BadAddress):
            sumito.Client("ftp://example.org")
        with self.assertRaises(sumito.Unreachable):
            sumito.Client("http://127.0.0.1:1")
