//! JSON form of a record: everything stored of it except its number and its time.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Cause, Event, MoveText, Presence, Record, Seat, Timestamp, UserId};

/// The JSON that is stored of a record.
#[derive(Serialize, Deserialize)]
struct Payload<E, C> {
    #[serde(flatten)]
    event: E,
    #[serde(default, skip_serializing_if = "is_zero")]
    server_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<C>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The data that is stored, besides its events, when a room leaves memory or is paused for a player who cannot be reached.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnloadRecord {
    /// Time at which it was stored.
    pub at: Timestamp,
    /// The server's share of the running turn.
    pub server: Duration,
    /// Presence of the players, with the times since when they were absent.
    pub presence: Presence,
    /// Whether it is paused: no clock runs until another node has it.
    #[serde(default, rename = "is_moving")]
    pub is_paused: bool,
}

impl UnloadRecord {
    /// Returns the stored form of the record, for [`RoomChange::away`](super::RoomChange::away).
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain values have a JSON form")
    }

    /// Reads a stored record; `None` if it is not readable, so that the room treats all players as newly absent.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// Serializes a record.
pub(super) fn write(record: &Record) -> String {
    let payload = Payload {
        event: &record.event,
        server_us: u64::try_from(record.server.as_micros()).unwrap_or(u64::MAX),
        by: record.cause.as_ref(),
    };
    serde_json::to_string(&payload).expect("every event has a JSON form")
}

/// Parses a record. Moves are the most frequent and are tried first: parsing a move as a variant of the tagged enum takes several times as
/// long, because serde must buffer its fields until it has read the tag.
pub(super) fn read(seq: u64, at: Timestamp, text: &str) -> serde_json::Result<Record> {
    #[derive(Deserialize)]
    enum Kind {
        #[serde(rename = "moved")]
        Moved,
    }
    #[derive(Deserialize)]
    struct Moved {
        #[serde(rename = "kind")]
        _kind: Kind,
        seat: Seat,
        ply: u32,
        #[serde(rename = "move")]
        mv: MoveText,
        #[serde(default)]
        lag_us: u32,
        #[serde(default)]
        server_us: u64,
        by: Option<Cause>,
    }
    let (event, server_us, cause) =
        if let Ok(Moved { seat, ply, mv, lag_us, server_us, by, .. }) = serde_json::from_str(text) {
            (Event::Moved { seat, ply, mv, lag_us }, server_us, by)
        } else {
            let Payload { event, server_us, by } = serde_json::from_str(text)?;
            (event, server_us, by)
        };
    Ok(Record { seq, at, server: Duration::from_micros(server_us), cause, event })
}

/// Returns the users that a record names, without parsing the rest of it. A record that cannot be parsed names none.
pub(super) fn people(text: &str) -> impl Iterator<Item = UserId> {
    #[derive(Default, Deserialize)]
    struct Named {
        player: Option<Person>,
        #[serde(default)]
        players: Vec<Person>,
    }
    #[derive(Deserialize)]
    struct Person {
        id: UserId,
    }
    // Nearly all events are moves, which name no users.
    let named = text.contains(r#""player"#).then(|| serde_json::from_str::<Named>(text).unwrap_or_default());
    named.into_iter().flat_map(|named| named.player.into_iter().chain(named.players)).map(|person| person.id)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn records_round_trip() {
        let mv = MoveText::try_from("c6c7d6").unwrap();
        let by = Cause { user: UserId(Uuid::from_u128(7)), command: "\"m\\1".into() };
        let moved = |lag_us| Event::Moved { seat: Seat::new(1).unwrap(), ply: 12, mv, lag_us };
        for (event, server_us, cause) in [
            (moved(0), 0, None),
            (moved(250_000), 1_300, Some(by.clone())),
            (Event::TakenBack { ply: 3 }, 17, Some(by)),
        ] {
            let server = Duration::from_micros(server_us);
            let record = Record { seq: 3, at: Timestamp(5), server, cause, event };
            let text = write(&record);
            assert_eq!(read(3, Timestamp(5), &text).unwrap(), record);
            let Payload::<Event, Cause> { event, .. } = serde_json::from_str(&text).unwrap();
            assert_eq!(event, record.event, "the quick way and the other one read the same");
        }
    }
}
