"""The HTTP interface of the real server."""

from __future__ import annotations

import itertools
import json
import urllib.error
from typing import List
from unittest import mock

import sumito

from .server import PATIENCE
from .test_client import ServerCase, untimed


class Requests(ServerCase):
    def finish_game(self, first: sumito.Client, second: sumito.Client) -> str:
        """Plays a game that ends by resignation; returns its id."""
        ours, _ = self.table(first, second)
        ours.resign()
        self.assertTrue(ours.until(lambda state: state.get("result") is not None, PATIENCE))
        game = ours.state["game"]
        assert game is not None
        return game

    def test_the_history_is_paged_to_its_end(self) -> None:
        first, second = self.guest(), self.guest()
        played = [self.finish_game(first, second) for _ in range(5)]
        assert first.user is not None
        while len(list(first.http.games(player=first.user["id"]))) < len(played):
            first.wait(timeout=0.05)
        paged = first.http.games(player=first.user["id"], limit=2)
        self.assertEqual([game["id"] for game in paged], played[::-1])
        self.assertEqual(first.http.game(played[0])["moves"], [])

    def test_a_finished_game_has_a_receipt(self) -> None:
        first, second = self.guest(), self.guest()
        game = self.finish_game(first, second)
        while True:
            try:
                receipt = first.http.game_receipt(game)
                break
            except sumito.Refused as refused:
                self.assertEqual(refused.code, "not_found")
                first.wait(timeout=0.05)
        heading, facts, *signature = receipt.splitlines()
        self.assertEqual(heading, "sumito game receipt 1")
        self.assertEqual(json.loads(facts)["id"], game)
        self.assertTrue(signature[-1].startswith("— "))
        with self.assertRaises(sumito.Refused) as caught:
            first.http.tournament_receipt(game)
        self.assertEqual(caught.exception.code, "not_found")

    def test_accounts_and_tokens(self) -> None:
        http = sumito.Http(self.server.url)
        with self.assertRaises(sumito.Refused) as caught:
            http.create_account("Fotze88", "correct horse battery")
        self.assertEqual((caught.exception.code, caught.exception.part), ("bad_name", "Fotze"))
        http.create_account("Ada.Lovelace", "correct horse battery")
        made = http.create_token("my bot", ["play", "bot"], 90)
        with sumito.Client(self.server.url, made["token"]) as client:
            assert client.user is not None
            self.assertEqual(client.user["name"], "Ada.Lovelace")
        self.assertEqual([token["label"] for token in http.tokens()], ["my bot"])
        http.end_token(http.tokens()[0]["id"])
        with self.assertRaises(sumito.Refused) as caught:
            sumito.Client(self.server.url, made["token"])
        self.assertEqual(caught.exception.code, "bad_token")
        again = sumito.Http(self.server.url)
        with self.assertRaises(sumito.Refused) as caught:
            again.log_in("Ada.Lovelace", "a wrong password")
        self.assertEqual(caught.exception.code, "wrong_password")
        again.log_in("Ada.Lovelace", "correct horse battery")
        self.assertEqual(again.me(), http.me())

    def test_a_challenge_becomes_a_game(self) -> None:
        accounts = []
        for name in ("Anne", "Bernhard"):
            http = sumito.Http(self.server.url)
            http.create_account(name, "correct horse battery")
            accounts.append(http)
        anne, ben = accounts
        made = anne.challenge("Bernhard", {"mode": "two", "clock": {"kind": "none"}})
        self.assertEqual([challenge["id"] for challenge in ben.challenges()], [made["id"]])
        room = ben.accept_challenge(made["id"], made["round"])["room"]
        self.assertEqual([own["room"] for own in anne.my_games()], [room])
        other = anne.challenge("Bernhard", {"mode": "two", "clock": {"kind": "none"}})
        self.assertEqual(ben.decline_challenge(other["id"], other["round"], "later")["status"], "declined")

    def test_a_game_by_plain_http(self) -> None:
        guests = []
        for _ in range(2):
            http = sumito.Http(self.server.url)
            http.token = http.guest()["token"]
            guests.append(http)
        first, second = guests
        room = first.create_room(untimed())["room"]
        messages = first.room_stream(room)
        self.assertEqual(next(messages)["type"], "snapshot")
        second.command(room, "join")
        started = next(message for message in messages if message.get("kind") == "started")
        first.command(room, "play", ply=0, move=started["legal"][0])
        moved = next(message for message in messages if message.get("kind") == "moved")
        self.assertEqual(moved["move"], first.room(room)["moves"][0])
        own = next(itertools.islice(second.own_stream(), 1))
        self.assertEqual([listed["your_turn"] for listed in own["rooms"]], [True])

    def test_a_repeated_post_takes_effect_once(self) -> None:
        proxy = self.proxy()
        http = sumito.Http(proxy.url)
        http.token = http.guest()["token"]
        send = http._send
        lost: List[str] = []

        def lose_first_answer(*arguments: object) -> object:
            answer = send(*arguments)  # type: ignore[arg-type]
            if not lost:
                lost.append(json.load(answer)["room"])
                raise urllib.error.URLError("the answer is lost")
            return answer

        with mock.patch.object(http, "_send", lose_first_answer):
            room = http.create_room(untimed())["room"]
        self.assertEqual(lost, [room])
        self.assertEqual([own["room"] for own in http.my_games()], [room])
