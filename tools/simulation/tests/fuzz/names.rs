//! Placeholders in inputs for values that are known only at run time: rooms, moves, seeks.

use serde_json::Value;
use uuid::Uuid;

/// Number of rooms with a placeholder.
pub(super) const ROOMS: usize = 6;

/// Number of legal moves per room with a placeholder.
pub(super) const MOVES: usize = 8;

/// Returns the placeholder of a room.
pub(super) fn room(number: usize) -> String {
    format!("$room{number}")
}

/// Returns the placeholder of a legal move in a room.
pub(super) fn legal(room: usize, number: usize) -> String {
    format!("$move{room}_{number}")
}

/// Returns the placeholder of a room's ply: a quoted text that is replaced by a number.
pub(super) fn ply(room: usize) -> String {
    format!("$ply{room}")
}

/// Placeholders of a seek, a chat message and a game.
pub(super) const SEEK: &str = "$seek";
pub(super) const LINE: &str = "$line";
pub(super) const GAME: &str = "$game";

/// Values of the placeholders.
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
    /// Reads values from a server message.
    pub(super) fn record(&mut self, message: &Value) {
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        // The answer to `unwatch` names the room, even if it does not exist.
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

    /// Returns the known rooms.
    pub(super) fn rooms(&self) -> impl Iterator<Item = &str> {
        self.rooms.iter().map(|room| room.id.as_str())
    }

    /// Replaces the placeholders in an input by their values.
    pub(super) fn fill(&self, input: &str) -> String {
        if !input.contains('$') {
            return input.to_owned();
        }
        let mut text = input.to_owned();
        let nil = Uuid::nil().to_string();
        for (name, value) in [(SEEK, &self.seek), (LINE, &self.line), (GAME, &self.game)] {
            text = text.replace(name, value.as_deref().unwrap_or(&nil));
        }
        for number in 0..ROOMS {
            let known = self.rooms.get(number);
            text = text.replace(&room(number), known.map_or("0123456789ab", |room| &room.id));
            let plies = known.map_or(0, |room| room.ply).to_string();
            text = text.replace(&format!("\"{}\"", ply(number)), &plies);
            for choice in 0..MOVES {
                let moves = known.map_or(&[][..], |room| &room.legal);
                // Spread the choice over all legal moves, so that games differ.
                let mv = moves.get((choice * 7) % moves.len().max(1)).map_or("a1b2", String::as_str);
                text = text.replace(&legal(number, choice), mv);
            }
        }
        text
    }
}
