//! Events of games long finished, packed: a game's events resemble each other, and become a small part of what they were.
//!
//! A pack is the hash before its first event, the hash of its last one, and the compressed text of all: a line for each, with the
//! microseconds since the one before and the payload as it was stored. The hashes between are not kept, since they follow from that; the last
//! one is, so that a pack that was damaged is found like an event that was damaged.

use sumito_game::{RoomId, Timestamp};

use super::{EventHash, Store, StoreError, StoredEvent, each_database};

/// Of the format: another one would begin with another number.
const VERSION: u8 = 1;

/// The version and two hashes.
const HEAD: usize = 1 + 2 * EventHash::BYTES;

/// How hard is tried to make it small, of 11. The last two take ten times as long for a few hundredths.
const QUALITY: i32 = 9;

/// How many bytes back something is found again, as a power of two: longer than most games.
const WINDOW: i32 = 18;

/// What was archived in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Archived {
    /// Games that were looked at.
    pub games: u64,
    /// Of these, games whose events do not fit together: they stay as they are.
    pub left: u64,
    /// Events that were packed.
    pub events: u64,
    /// The bytes of their payloads and hashes.
    pub bytes_before: u64,
    /// The bytes of their packs.
    pub bytes_after: u64,
    /// Whether more games wait.
    pub more: bool,
}

/// Packs a room's events that follow each other. `before` is the hash of the event before the first one.
///
/// `None` where reading it back would not give the same events: their hashes do not fit.
pub(super) fn pack(before: EventHash, events: &[StoredEvent]) -> Option<Vec<u8>> {
    let (first, last) = (events.first()?, events.last()?);
    let mut text = Vec::new();
    let mut at = 0;
    for event in events {
        text.extend_from_slice(format!("{} {}\n", event.at.0.wrapping_sub(at), event.payload).as_bytes());
        at = event.at.0;
    }
    let params = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: text.len(),
        ..Default::default()
    };
    let mut packed = vec![VERSION];
    packed.extend_from_slice(&before.0);
    packed.extend_from_slice(&last.hash.0);
    brotli::BrotliCompress(&mut &*text, &mut packed, &params).ok()?;
    (unpack(first.seq, &packed).ok()? == events).then_some(packed)
}

/// The events of a pack whose first one has the number `first_seq`.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn unpack(first_seq: u64, packed: &[u8]) -> Result<Vec<StoredEvent>, &'static str> {
    let (head, compressed) = packed.split_at_checked(HEAD).ok_or("it is cut off")?;
    if head[0] != VERSION {
        return Err("it is of an unknown version");
    }
    let mut text = Vec::new();
    brotli::BrotliDecompress(&mut &*compressed, &mut text).map_err(|_| "it cannot be decompressed")?;
    let text = String::from_utf8(text).map_err(|_| "it is no text")?;
    let mut hash = hash_at(head, 1)?;
    let mut at = 0_i64;
    let mut events = Vec::new();
    for (seq, line) in (first_seq..).zip(text.lines()) {
        let (since, payload) = line.split_once(' ').ok_or("a line has no moment")?;
        at = at.wrapping_add(since.parse().map_err(|_| "a moment is no number")?);
        hash = hash.then(seq, Timestamp(at), payload);
        events.push(StoredEvent { seq, at: Timestamp(at), payload: payload.to_owned(), hash });
    }
    // What was changed does not lead here: whoever checks the chain finds it.
    events.last_mut().ok_or("it is empty")?.hash = last_hash(packed)?;
    Ok(events)
}

/// The hash of the last event in a pack.
pub(super) fn last_hash(packed: &[u8]) -> Result<EventHash, &'static str> {
    hash_at(packed, 1 + EventHash::BYTES)
}

fn hash_at(packed: &[u8], place: usize) -> Result<EventHash, &'static str> {
    let bytes = packed.get(place..place + EventHash::BYTES).and_then(|bytes| bytes.try_into().ok());
    bytes.map(EventHash).ok_or("it is cut off")
}

impl Store {
    /// Packs the events of the next games, in the order in which they were stored, that had ended before `before`: at most `limit`. What
    /// has happened in a room after its last game is packed with that.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored. Nothing has changed then.
    pub async fn archive(&self, before: Timestamp, limit: u32) -> Result<Archived, StoreError> {
        each_database!(self, queries => queries.archive(before, limit).await)
    }
}

/// A game that may be archived.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) position: u64,
    pub(super) room: RoomId,
    pub(super) last_seq: u64,
    /// Whether it is the room's current game: then what has happened since goes with it.
    pub(super) is_current: bool,
}

/// A room's events, ready to be put in place of the rows that they were.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) room: RoomId,
    pub(super) first_seq: u64,
    pub(super) last_seq: u64,
    pub(super) bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(room: RoomId, first_seq: u64, payloads: &[&str]) -> (EventHash, Vec<StoredEvent>) {
        let before = EventHash::beginning_of(room);
        let mut hash = before;
        let stored = (first_seq..).zip(payloads).map(|(seq, payload)| {
            let at = Timestamp(1_700_000_000_000_000 + seq as i64 * 1_234_567);
            hash = hash.then(seq, at, payload);
            StoredEvent { seq, at, payload: (*payload).to_owned(), hash }
        });
        (before, stored.collect())
    }

    fn room() -> RoomId {
        "k3x9q2m7p4ab".parse().unwrap()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let (before, events) = events(room(), 7, &["{\"kind\":\"moved\"}", "{}", "{\"name\":\"Zoë \\n\"}"]);
        let packed = pack(before, &events).unwrap();
        assert_eq!(unpack(7, &packed).unwrap(), events);
        assert_eq!(last_hash(&packed).unwrap(), events[2].hash);
    }

    #[test]
    fn what_could_not_be_read_back_is_not_packed() {
        let (before, sound) = events(room(), 1, &["{}", "{}"]);
        let changed = |change: fn(&mut Vec<StoredEvent>)| {
            let mut events = sound.clone();
            change(&mut events);
            pack(before, &events)
        };
        assert!(changed(|_| {}).is_some());
        assert!(changed(|events| events[0].payload = "[]".to_owned()).is_none());
        assert!(changed(|events| events[0].at.0 += 1).is_none());
        assert!(changed(|events| events[1].seq = 3).is_none());
        assert!(changed(Vec::clear).is_none());
        assert!(pack(sound[0].hash, &sound).is_none(), "another event came before");
        let (before, two_lines) = events(room(), 1, &["{\n}", "{}"]);
        assert!(pack(before, &two_lines).is_none());
    }

    #[test]
    fn a_pack_that_was_damaged_is_refused_or_does_not_fit() {
        let (before, events) = events(room(), 1, &["{\"kind\":\"moved\",\"move\":\"a1b2\"}", "{}", "{}"]);
        let packed = pack(before, &events).unwrap();
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 4;
            let Ok(read) = unpack(1, &damaged) else { continue };
            let mut hash = before;
            let fits = read.iter().all(|event| {
                hash = hash.then(event.seq, event.at, &event.payload);
                hash == event.hash
            });
            assert!(!fits || read == events, "byte {place}");
        }
        for length in 0..HEAD {
            assert_eq!(unpack(1, &packed[..length]), Err("it is cut off"));
        }
    }
}
