"""Rules of the package that need no server."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Dict, Optional, Set, get_args, get_type_hints

from sumito import PROTOCOL, KeepAlive, RetryPolicy, policy_of
from sumito.fold import held, remaining_ms
from sumito.heartbeat import Heartbeat
from sumito.policy import NO_RETRY, before_asking, before_connecting
from sumito.topics import Parts
from sumito.types import ClientMessage, Clocks

SECOND = 1_000_000


class Policies(unittest.TestCase):
    def test_each_command_of_the_protocol_has_its_policy(self) -> None:
        commands = {get_type_hints(variant, localns={"NotRequired": Optional})["type"] for variant in get_args(ClientMessage)}
        by_policy: Dict[RetryPolicy, Set[str]] = {policy: set() for policy in RetryPolicy}
        for command in commands:
            (word,) = get_args(command)
            by_policy[policy_of(word)].add(word)
        self.assertEqual(by_policy[RetryPolicy.PERSISTENT], {"play"})
        self.assertIn("create_room", by_policy[RetryPolicy.UNTIL_EXPIRY])
        self.assertEqual(by_policy[RetryPolicy.NO_RETRY], NO_RETRY)

    def test_attempts_become_less_frequent_up_to_a_bound(self) -> None:
        self.assertEqual([before_connecting(0, 0), before_connecting(0, 1), before_connecting(3, 0)], [0.1, 0.05, 0.8])
        self.assertEqual((before_connecting(1000, 0), before_asking(0), before_asking(1000)), (5.0, 1.0, 16.0))

    def test_silence_since_an_unanswered_ping_is_death(self) -> None:
        heartbeat = Heartbeat(KeepAlive(), 0.0)
        first = heartbeat.ping(0.0)
        heartbeat.answered(first)
        self.assertEqual(heartbeat.deadline(), 4.0)
        heartbeat.ping(4.0)
        self.assertEqual([heartbeat.is_dead(10.9), heartbeat.is_dead(11.0)], [False, True])
        heartbeat.heard(9.0)
        self.assertFalse(heartbeat.is_dead(15.9))
        heartbeat.heard(23.0)
        self.assertTrue(heartbeat.is_dead(24.0), "an answer must come in the end")

    def test_the_time_of_a_busy_program_is_no_silence(self) -> None:
        heartbeat = Heartbeat(KeepAlive(), 0.0)
        heartbeat.ping(0.0)
        heartbeat.awake(30.0)
        self.assertEqual([heartbeat.is_dead(36.9), heartbeat.is_dead(37.0)], [False, True])


class Clock(unittest.TestCase):
    def clocks(self, free_ms: int) -> Clocks:
        return {
            "remaining_ms": [60_000, 50_000],
            "running": 0,
            "turn_began_at": 10 * SECOND,
            "free_ms": free_ms,
            "shared": False,
            "first_move_by": None,
        }

    def test_only_the_clock_that_runs_falls(self) -> None:
        at, clocks = 10 * SECOND, self.clocks(0)
        self.assertEqual([remaining_ms(clocks, at, seat, 12 * SECOND) for seat in (0, 1)], [58_000, 50_000])
        self.assertEqual(remaining_ms(clocks, at, 0, 1000 * SECOND), 0)
        self.assertEqual(held(clocks, at, 13 * SECOND)["remaining_ms"], [57_000, 50_000])

    def test_a_delay_is_free(self) -> None:
        at, clocks = 13 * SECOND, self.clocks(5000)
        self.assertEqual([remaining_ms(clocks, at, 0, now * SECOND) for now in (15, 17)], [60_000, 58_000])


class LongMessages(unittest.TestCase):
    def test_parts_are_joined_by_the_rules_of_the_protocol(self) -> None:
        parts = Parts()
        self.assertIsNone(parts.join("own", {"full": True, "rooms": [1], "gone": [], "more": True}))
        self.assertIsNone(parts.join("own", {"full": False, "rooms": [2], "gone": [], "more": True}))
        whole = parts.join("own", {"full": False, "rooms": [3], "gone": ["a"]})
        self.assertEqual(whole, {"full": True, "rooms": [1, 2, 3], "gone": ["a"]})


class Description(unittest.TestCase):
    def test_the_protocol_version_is_that_of_the_description(self) -> None:
        description = Path(__file__).resolve().parents[3] / "docs" / "schema" / "asyncapi.json"
        self.assertEqual(json.loads(description.read_text(encoding="utf-8"))["info"]["version"], str(PROTOCOL))


class GeneratedTypes(unittest.TestCase):
    def test_they_are_up_to_date(self) -> None:
        script = Path(__file__).resolve().parents[1] / "tools" / "generate_types.py"
        done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
