//! Archive of old events: the events of a finished game are similar to each other and compress well.
//!
//! A pack consists of the hash before its first event, the hash of its last event, and the compressed text of all its events. Each line of
//! the text has the microseconds since the previous event and the stored payload. The hashes in between are omitted, since they follow
//! from that. The last hash is kept, so that a damaged pack is detected like a damaged event.

use sumito_game::{RoomId, Timestamp};

use super::{EventHash, StoreError, StoredEvent, store_api};

/// Version of the format, stored as the first byte.
const VERSION: u8 = 1;

/// Length of the version and two hashes, in bytes.
const HEAD: usize = 1 + 2 * EventHash::BYTES;

/// Brotli quality of archived games, at most 11. The last two levels take ten times as long and save only a few percent.
const QUALITY: i32 = 9;

/// Brotli quality of texts that are packed when a game ends. From level 5 on, the tables that are cleared for each text are much larger than
/// a text of some kilobytes, and save a tenth of it.
pub(super) const QUALITY_AT_ONCE: i32 = 3;

/// Brotli window size as a power of two: longer than most games.
const WINDOW: i32 = 18;

/// Statistics of one archiving run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ArchiveStats {
    /// Number of games that were examined.
    pub games: u64,
    /// Number of these with inconsistent events: they stay unpacked.
    pub left: u64,
    /// Number of packed events.
    pub events: u64,
    /// Size of their payloads and hashes, in bytes.
    pub bytes_before: u64,
    /// Size of their packs, in bytes.
    pub bytes_after: u64,
    /// Whether more games wait.
    pub more: bool,
}

/// Packs consecutive events of a room. `before` is the hash of the event before the first.
///
/// `None` if unpacking would not give the same events, because their hashes do not match.
pub(super) fn pack(before: EventHash, events: &[StoredEvent]) -> Option<Vec<u8>> {
    let (first, last) = (events.first()?, events.last()?);
    let mut text = Vec::new();
    let mut at = 0;
    for event in events {
        text.extend_from_slice(format!("{} {}\n", event.at.0.wrapping_sub(at), event.payload).as_bytes());
        at = event.at.0;
    }
    let mut packed = vec![VERSION];
    packed.extend_from_slice(&before.0);
    packed.extend_from_slice(&last.hash.0);
    compress(&text, QUALITY, &mut packed);
    (unpack(first.seq, &packed).ok()? == events).then_some(packed)
}

/// Appends the compressed text.
pub(super) fn compress(text: &[u8], quality: i32, packed: &mut Vec<u8>) {
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: WINDOW,
        size_hint: text.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*text, packed, &params).expect("memory takes any text");
}

/// Returns the text that [`compress`] has appended.
///
/// # Errors
/// Returns a description of the fault.
pub(super) fn decompress(packed: &[u8]) -> Result<String, &'static str> {
    let mut text = Vec::new();
    brotli::BrotliDecompress(&mut &*packed, &mut text).map_err(|_| "decompression failed")?;
    String::from_utf8(text).map_err(|_| "not text")
}

/// Returns the events of a pack, numbered from `first_seq`.
///
/// # Errors
/// Returns a description of the fault.
pub(super) fn unpack(first_seq: u64, packed: &[u8]) -> Result<Vec<StoredEvent>, &'static str> {
    let (head, compressed) = packed.split_at_checked(HEAD).ok_or("truncated")?;
    if head[0] != VERSION {
        return Err("unknown version");
    }
    let text = decompress(compressed)?;
    let mut hash = hash_at(head, 1)?;
    let mut at = 0_i64;
    let mut events = Vec::new();
    for (seq, line) in (first_seq..).zip(text.lines()) {
        let (since, payload) = line.split_once(' ').ok_or("a line lacks its timestamp")?;
        at = at.wrapping_add(since.parse().map_err(|_| "a timestamp is not a number")?);
        hash = hash.then(seq, Timestamp(at), payload);
        events.push(StoredEvent { seq, at: Timestamp(at), payload: payload.to_owned(), hash });
    }
    // A changed event does not lead to this hash, so the check of the chain finds it.
    events.last_mut().ok_or("empty")?.hash = last_hash(packed)?;
    Ok(events)
}

/// Returns the hash of the last event in a pack.
pub(super) fn last_hash(packed: &[u8]) -> Result<EventHash, &'static str> {
    hash_at(packed, 1 + EventHash::BYTES)
}

fn hash_at(packed: &[u8], place: usize) -> Result<EventHash, &'static str> {
    let bytes = packed.get(place..place + EventHash::BYTES).and_then(|bytes| bytes.try_into().ok());
    bytes.map(EventHash).ok_or("truncated")
}

store_api! { each_database:
    /// Packs the events of the next games that ended before `before`: at most `limit` games, in the order in which they were stored.
    /// Events of a room after its last game are packed with that game.
    pub async fn archive(&self, before: Timestamp, limit: u32) -> Result<ArchiveStats, StoreError>;
}

/// A game that may be archived.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) position: u64,
    pub(super) room: RoomId,
    pub(super) last_seq: u64,
    /// Whether it is the room's current game: later events of the room are then packed with it.
    pub(super) is_current: bool,
}

/// A room's packed events, ready to replace their rows.
#[derive(Debug)]
pub(super) struct PackedEvents {
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
    fn packs_round_trip() {
        let (before, events) = events(room(), 7, &["{\"kind\":\"moved\"}", "{}", "{\"name\":\"Zoë \\n\"}"]);
        let packed = pack(before, &events).unwrap();
        assert_eq!(unpack(7, &packed).unwrap(), events);
        assert_eq!(last_hash(&packed).unwrap(), events[2].hash);
    }

    #[test]
    fn inconsistent_events_are_not_packed() {
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
    fn damaged_pack_is_detected() {
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
            assert_eq!(unpack(1, &packed[..length]), Err("truncated"));
        }
    }
}
