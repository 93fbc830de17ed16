//! What inputs call things that are known only once the server runs: rooms, moves, seeks.

use serde_json::Value;
use uuid::Uuid;

/// How many rooms inputs speak of.
pub(super) const ROOMS: usize = 6;

/// How many legal moves of a room inputs speak of.
pub(super) const MOVES: usize = 8;

/// How a room is called in an input.
pub(super) fn room(number: usize) -> String {
    format!("$room{number}")
}

/// How a legal move in it is called.
pub(super) fn legal(room: usize, number: usize) -> String {
    format!("$move{room}_{number}")
}

/// How the number of plies played in it is called: a text, in quotes, in place of which stands a number.
pub(super) fn ply(room: usize) -> String {
    format!("$ply{room}")
}

/// How a seek, a line of chat and a game are called.
pub(super) const SEEK: &str = "$seek";
pub(super) const LINE: &str = "$line";
pub(super) const GAME: &str = "$game";

/// What these names stand for.
#[derive(Debug, Default)]
pub(super) struct Names {
    rooms: Vec<Room>,
    seek: Option<String>,
    line: Option<String>,
    game: Option<String>,
}

#[derive(Debug)]
struct Room {
    id: String,
    ply: u64,
    legal: Vec<String>,
}

impl Names {
    /// Takes in what a server tells.
    pub(super) fn take_in(&mut self, message: &Value) {
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        // Who stops watching a room is answered with its name, whether there is one or not.
        let is_there = message["result"]["seat"].is_u64() || message["result"]["seq"].is_u64();
        if let Some(id) = text("/result/room")
            && is_there
            && self.rooms.len() < ROOMS
            && self.rooms.iter().all(|room| room.id != id)
        {
            self.rooms.push(Room { id, ply: 0, legal: Vec::new() });
        }
        self.seek = text("/result/seek").or(self.seek.take());
        self.line = text("/result/line").or(self.line.take());
        self.game = text("/game").or(self.game.take());
        let Some(room) = self.rooms.iter_mut().find(|room| message["room"] == room.id) else { return };
        if let Some(ply) = message["ply"].as_u64() {
            room.ply = ply;
        }
        if let Some(legal) = message["legal"].as_array() {
            room.legal = legal.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        }
    }

    /// The rooms that there are.
    pub(super) fn rooms(&self) -> impl Iterator<Item = &str> {
        self.rooms.iter().map(|room| room.id.as_str())
    }

    /// An input with what its names stand for.
    pub(super) fn fill(&self, input: &str) -> String {
        if !input.contains('$') {
            return input.to_owned();
        }
        let mut text = input.to_owned();
        let nobody = Uuid::nil().to_string();
        for (name, value) in [(SEEK, &self.seek), (LINE, &self.line), (GAME, &self.game)] {
            text = text.replace(name, value.as_deref().unwrap_or(&nobody));
        }
        for number in 0..ROOMS {
            let known = self.rooms.get(number);
            text = text.replace(&room(number), known.map_or("0123456789ab", |room| &room.id));
            let plies = known.map_or(0, |room| room.ply).to_string();
            text = text.replace(&format!("\"{}\"", ply(number)), &plies);
            for choice in 0..MOVES {
                let moves = known.map_or(&[][..], |room| &room.legal);
                // Spread over all of them, so that games go different ways.
                let mv = moves.get((choice * 7) % moves.len().max(1)).map_or("a1b2", String::as_str);
                text = text.replace(&legal(number, choice), mv);
            }
        }
        text
    }
}
