//! The events of a room, as its players received them.

use std::collections::BTreeMap;

use serde_json::Value;

/// Increment per move in these games.
pub(super) const INCREMENT_MS: u64 = 2_000;

/// Resolution of clocks on the wire: whole milliseconds.
const ROUNDING_MS: u64 = 2;

/// A room's events as any player received them, and the command that caused each.
#[derive(Default)]
pub(super) struct Log {
    events: Vec<Value>,
    /// The id of the command that was acknowledged with this event number.
    acknowledged: BTreeMap<u64, String>,
    /// The last event received before a server was lost.
    known_at_loss: u64,
    /// The numbers of the events for which a player's command must have been acknowledged.
    caused: Vec<u64>,
}

/// The time that a clock was charged for a move.
#[derive(Debug)]
pub(super) struct Charge {
    pub(super) room: String,
    /// Time of the event before the move, in microseconds since 1970.
    pub(super) from: u64,
    /// Time of the move.
    pub(super) to: u64,
    pub(super) charged_ms: u64,
}

impl Log {
    /// The number of the last event.
    pub(super) fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// Records an event: the next one, or a repetition, which must be identical. Returns the time charged to the clock for a move.
    pub(super) fn apply(&mut self, event: Value) -> Option<Charge> {
        let seq = event["seq"].as_u64().unwrap();
        if let Some(earlier) = self.events.get(seq as usize - 1) {
            assert_eq!(event, *earlier, "event {seq} differs from the one received before");
            return None;
        }
        assert_eq!(seq, self.seq() + 1, "events are missing before {event}");
        let charge = self.check_clocks(&event);
        let by_itself = match event["kind"].as_str().unwrap() {
            "moved" | "offered" | "declined" | "taken_back" => false,
            // The player who sits down last starts the first game; a player's offer or answer starts a rematch.
            "started" => self.events.last().is_some_and(|before| before["kind"] == "seated"),
            _ => true,
        };
        if !by_itself {
            self.caused.push(seq);
        }
        self.events.push(event);
        charge
    }

    /// Records that a command was acknowledged as the cause of event `seq`.
    pub(super) fn acknowledge(&mut self, id: &str, seq: u64) {
        let first = self.acknowledged.entry(seq).or_insert_with(|| id.to_owned());
        assert_eq!(first, id, "event {seq} is acknowledged as the effect of two commands");
        let others = self.acknowledged.iter().filter(|(other, known)| **other != seq && *known == id);
        assert_eq!(others.count(), 0, "the command {id} had two effects");
    }

    /// Marks the loss of a server: the next one must send the same events up to here.
    pub(super) fn server_lost(&mut self) {
        self.known_at_loss = self.seq();
    }

    /// Checks the events of a server that has just started: new events are the effect of at most one unanswered command.
    pub(super) fn check_restart(&self) {
        let news = &self.events[self.known_at_loss as usize..];
        let effects = self.caused.iter().filter(|seq| **seq > self.known_at_loss).count();
        assert!(effects <= 1, "stored more than one unanswered command: {news:?}");
    }

    /// Checks, when no command is unanswered, that the sender of each command received the acknowledgement of its effect.
    pub(super) fn check_causes(&self) {
        for seq in &self.caused {
            let event = &self.events[*seq as usize - 1];
            assert!(
                self.acknowledged.contains_key(seq),
                "no command was acknowledged as the cause of {event}"
            );
        }
        let last = self.acknowledged.keys().next_back().copied().unwrap_or_default();
        assert!(last <= self.seq(), "event {last} was acknowledged and is lost");
    }

    /// Returns the state of the room; `None` if no event has come.
    pub(super) fn status(&self) -> Option<&'static str> {
        self.status_after(self.seq())
    }

    fn status_after(&self, seq: u64) -> Option<&'static str> {
        let earlier = &self.events[..seq as usize];
        earlier.iter().rev().find_map(|event| match event["kind"].as_str()? {
            "created" => Some("waiting"),
            "started" => Some("playing"),
            "finished" => Some("finished"),
            _ => None,
        })
    }

    /// Returns whether the last event is always followed by another one.
    pub(super) fn expects_more(&self) -> bool {
        self.events.last().is_none_or(|event| match event["kind"].as_str().unwrap() {
            "moved" => event["legal"].as_array().unwrap().is_empty(),
            "created" => true,
            "seated" => event["seat"] == 1,
            _ => false,
        })
    }

    /// Returns the number of plies played.
    pub(super) fn ply(&self) -> usize {
        let ply = self.events.iter().rev().find_map(|event| match event["kind"].as_str()? {
            "moved" | "taken_back" => event["ply"].as_u64(),
            "started" => Some(0),
            _ => None,
        });
        ply.unwrap_or_default() as usize
    }

    /// Returns the id of the player at `seat`.
    pub(super) fn player(&self, seat: u64) -> Option<&str> {
        self.events.iter().rev().find_map(|event| match event["kind"].as_str()? {
            "started" => event["players"][seat as usize]["id"].as_str(),
            "seated" if event["seat"] == seat => event["player"]["id"].as_str(),
            _ => None,
        })
    }

    /// Returns the open offer: its kind, and the seat that made it.
    pub(super) fn offer(&self) -> Option<(&str, u64)> {
        let last = &self.events[*self.caused.last()? as usize - 1];
        if last["kind"] != "offered" {
            return None;
        }
        Some((last["what"].as_str()?, last["seat"].as_u64()?))
    }

    /// Returns whether an offer was declined since the last move.
    pub(super) fn was_declined(&self) -> bool {
        self.events
            .iter()
            .rev()
            .take_while(|event| event["kind"] != "moved")
            .any(|event| event["kind"] == "declined")
    }

    /// Checks that a snapshot agrees with the events.
    pub(super) fn check_snapshot(&self, snapshot: &Value) {
        assert_eq!(snapshot["seq"], self.seq());
        assert_eq!(snapshot["status"].as_str(), self.status());
        assert_eq!(snapshot["ply"], self.ply());
        let last = self.events.iter().rev().find(|event| event["position"].is_string());
        if let Some(last) = last {
            assert_eq!(snapshot["position"], last["position"]);
        }
    }

    /// Checks the clocks: they never gain time, and never lose more time than has passed while the server was running.
    fn check_clocks(&self, event: &Value) -> Option<Charge> {
        let before = self.events.iter().rev().find(|earlier| earlier["clocks"]["remaining_ms"].is_array())?;
        if event["kind"] != "moved" {
            return None;
        }
        let left = |event: &Value, seat: usize| event["clocks"]["remaining_ms"][seat].as_u64().unwrap();
        let mover = event["seat"].as_u64().unwrap() as usize;
        let (from, to) = (before["at"].as_u64().unwrap(), event["at"].as_u64().unwrap());
        assert_eq!(left(event, 1 - mover), left(before, 1 - mover), "the clock that stood still");
        let max = left(before, mover) + INCREMENT_MS;
        assert!(left(event, mover) <= max, "a clock gained time: {before} {event}");
        let charged_ms = max - left(event, mover);
        // No clock is charged for the server's own part of the turn.
        let server_ms = event["time"]["server_ms"].as_u64().unwrap();
        assert!(
            charged_ms <= (to - from).div_ceil(1_000).saturating_sub(server_ms) + ROUNDING_MS,
            "a clock lost more time than passed: {before} {event}"
        );
        Some(Charge { room: event["room"].as_str().unwrap().to_owned(), from, to, charged_ms })
    }
}
