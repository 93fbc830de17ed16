#!/usr/bin/env python3
"""Generates dutch.txt: tournaments with random strengths, paired by FIDE's Dutch system as in the package caissify-pairings.

    python3 -m venv venv && venv/bin/pip install caissify-pairings==0.5.0
    venv/bin/python dutch.py > dutch.txt

A line `T players rounds`, then one for each round: `first-second:result` for each pair, with 1, = or 0 for the first, and `number-` for a bye.
Number 1 is the strongest. The first of a pair is White in chess, and begins.
"""

import random

from caissify_pairings.engines.dutch import dutch_pairings


def result(rng, strength, first, second):
    expected = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
    chance = rng.random()
    if rng.random() < 0.15:
        return "="
    return "1" if chance < expected else "0"


def tournament(seed):
    rng = random.Random(seed)
    count, rounds = rng.randint(8, 40), rng.randint(5, 9)
    rounds = min(rounds, count - 3)
    strength = {number: 2400 - 20 * number + rng.randint(-60, 60) for number in range(1, count + 1)}
    players = [
        {"id": number, "name": str(number), "score": 0.0, "rating": 3000 - number, "starting_number": number,
         "color_hist": [], "float_history": [], "bye_count": 0}
        for number in range(1, count + 1)
    ]
    by_id = {player["id"]: player for player in players}
    met = set()
    print(f"T {count} {rounds}")
    for number in range(1, rounds + 1):
        line = []
        before = {player["id"]: player["score"] for player in players}
        # One additional round, so that the last round is paired like the others.
        for pair in dutch_pairings(players, met, number, rounds + 1):
            first, second = pair["white_id"], pair["black_id"]
            if second is None:
                by_id[first]["score"] += 1
                by_id[first]["bye_count"] += 1
                by_id[first]["float_history"].append("down")
                line.append(f"{first}-")
                continue
            how = result(rng, strength, first, second)
            for player, color, points in ((first, "white", {"1": 1, "=": 0.5, "0": 0}), (second, "black", {"1": 0, "=": 0.5, "0": 1})):
                other = second if player == first else first
                by_id[player]["score"] += points[how]
                by_id[player]["color_hist"].append(color)
                difference = before[player] - before[other]
                by_id[player]["float_history"].append("down" if difference > 0 else "up" if difference < 0 else "none")
            met.add((first, second))
            line.append(f"{first}-{second}:{how}")
        print(" ".join(line))


for seed in range(60):
    tournament(seed)
