#!/usr/bin/env python3
"""A whole bot by plain HTTP: `python3 bot.py SERVER [TOKEN]`. Needs Python 3.9 and nothing else. docs/bots.md explains it."""
import json
import random
import sys
import threading
import urllib.error
import urllib.request

server, token = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    headers |= {"Content-Type": "application/json"} if data else {}
    return urllib.request.urlopen(urllib.request.Request(f"{server}/api/v1{path}", data, headers, method=method), timeout=60)


def play(room, seat):
    """Follows a game, and moves whenever it is the bot's turn."""
    ply = 0
    for line in ask("GET", f"/rooms/{room}/stream?legal=true"):
        message = json.loads(line) if line.strip() else {}
        ply = message.get("ply", ply)
        if message.get("result"):
            return
        if message.get("turn") == seat and message.get("legal"):
            move = random.choice(message["legal"])  # the whole engine
            try:
                ask("POST", f"/rooms/{room}/commands", {"type": "play", "ply": ply, "move": move}).close()
            except urllib.error.HTTPError as refused:  # such as a game that has just ended
                print(refused.code, refused.read().decode(), file=sys.stderr)


token = token or json.load(ask("POST", "/guests"))["token"]
user = json.load(ask("PUT", "/me/bot", {"modes": ["two"], "games_at_once": 8}))["user"]
print(f"{user['name']} is bot {user['id']}, token {token}", flush=True)
playing = set()
for line in ask("GET", "/me/stream"):
    for own in json.loads(line).get("rooms", []) if line.strip() else []:
        if own["status"] == "playing" and own["game"] not in playing:
            playing.add(own["game"])
            threading.Thread(target=play, args=(own["room"], own["seat"]), daemon=True).start()
