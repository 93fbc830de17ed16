#!/usr/bin/env python3
"""A whole bot by plain HTTP: `python3 bot.py SERVER [TOKEN]`. Needs Python 3.9 and nothing else. docs/bots.md explains it."""
import json
import random
import sys
import urllib.error
import urllib.request

server, token = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json"} if data else {}
    return urllib.request.urlopen(urllib.request.Request(f"{server}/api/v1{path}", data, headers, method=method), timeout=60)


def play(room):
    state = json.load(ask("GET", f"/rooms/{room}?legal=true"))
    move = random.choice(state["legal"])  # the whole engine
    ask("POST", f"/rooms/{room}/commands", {"type": "play", "ply": state["ply"], "move": move}).close()


token = token or json.load(ask("POST", "/guests"))["token"]
user = json.load(ask("PUT", "/me/bot", {"modes": ["two"], "games_at_once": 8}))["user"]
print(f"{user['name']} is bot {user['id']}, token {token}", flush=True)
for line in ask("GET", "/me/stream"):
    for own in json.loads(line).get("rooms", []) if line.strip() else []:
        try:
            if own["your_turn"]:
                play(own["room"])
        except urllib.error.HTTPError as refused:  # such as a game that has just ended
            print(refused.code, refused.read().decode(), file=sys.stderr)
