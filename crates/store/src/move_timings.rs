//! Stored form of the time usage before each move of a game.

use std::time::Duration;

use sumito_game::{MoveTiming, Seat};

/// Encodes each move as an array of its seat and times in microseconds. Trailing zeros are omitted, since most values are zero.
pub(super) fn encode(ledger: &[MoveTiming]) -> String {
    let moves: Vec<Vec<u64>> = ledger
        .iter()
        .map(|timing| {
            let MoveTiming { seat, elapsed, server, forgiven, free, added } = *timing;
            let spans = [elapsed, server, forgiven, free, added].map(|span| span.as_micros() as u64);
            let last = spans.iter().rposition(|&micros| micros != 0).map_or(0, |index| index + 1);
            std::iter::once(seat.index() as u64).chain(spans.into_iter().take(last)).collect()
        })
        .collect();
    serde_json::to_string(&moves).expect("numbers have a JSON form")
}

/// Parses the output of [`encode`]. The error text names the cause.
pub(super) fn decode(text: &str) -> Result<Vec<MoveTiming>, String> {
    let moves: Vec<Vec<u64>> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    moves
        .iter()
        .map(|numbers| {
            let seat = numbers.first().and_then(|&seat| Seat::new(usize::try_from(seat).ok()?));
            let span = |index| Duration::from_micros(numbers.get(index).copied().unwrap_or_default());
            Ok(MoveTiming {
                seat: seat.ok_or_else(|| format!("invalid seat in {numbers:?}"))?,
                elapsed: span(1),
                server: span(2),
                forgiven: span(3),
                free: span(4),
                added: span(5),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_ledger_is_decoded_and_invalid_text_is_rejected() {
        let seat = |number| Seat::new(number).unwrap();
        let us = Duration::from_micros;
        let none = Duration::ZERO;
        let ledger = vec![
            MoveTiming {
                seat: seat(0),
                elapsed: none,
                server: none,
                forgiven: none,
                free: none,
                added: none,
            },
            MoveTiming {
                seat: seat(1),
                elapsed: us(7),
                server: none,
                forgiven: us(2),
                free: none,
                added: none,
            },
            MoveTiming {
                seat: seat(2),
                elapsed: us(7),
                server: us(1),
                forgiven: none,
                free: us(3),
                added: us(9),
            },
        ];
        let text = encode(&ledger);
        assert_eq!(text, "[[0],[1,7,0,2],[2,7,1,0,3,9]]");
        assert_eq!(decode(&text).unwrap(), ledger);
        for invalid in ["[[9,1]]", "[[]]", "no JSON"] {
            assert!(decode(invalid).is_err(), "{invalid}");
        }
    }
}
