//! Tags of finished games: result, reason, time control and day, as this and other programs write them.

use std::time::Duration;

use sumito_rules::{Assumption, Mode, Position, Record, ResultToken, tag};

use crate::game_text::{DAY, UNKNOWN, read_day, read_winners, seats_of};
use crate::{Outcome, Reason, Seat, SeatSet, TimeControl, Timestamp, clock_tag};

/// Reads `Result` and `Termination`. The board decides if marbles have ended the game. Other programs have reasons in any words, or none.
///
/// # Errors
/// The name of the tag that cannot be read, or contradicts the board.
pub(crate) fn outcome(
    record: &Record,
    last: &Position,
    assumptions: &mut Vec<Assumption>,
) -> Result<Outcome, &'static str> {
    let mode = record.mode();
    let text = record.tag(tag::TERMINATION).unwrap_or_default();
    let result = record.tag(tag::RESULT).filter(|text| !text.trim().is_empty());
    let by_board = last.winner().map(|team| seats_of(mode, team));
    let (winners, is_foreign) = match (result, by_board) {
        (Some(UNKNOWN) | None, Some(winners)) => (winners, true),
        (Some(UNKNOWN), None) => {
            if !text.is_empty() && Reason::parse(text).is_none() {
                assumptions.push(read_as(text, Reason::Aborted));
            }
            return Ok(of(SeatSet::EMPTY, Reason::Aborted, last));
        }
        (None, None) => return Err(tag::RESULT),
        (Some(text), _) => winners_of(text, mode).ok_or(tag::RESULT)?,
    };
    if let Some(by_board) = by_board
        && is_foreign
        && winners != by_board
    {
        assumptions.push(Assumption::Result { result: result.unwrap_or_default().to_owned() });
        return Ok(of(by_board, Reason::Ejections, last));
    }
    let reason = match Reason::parse(text) {
        Some(reason) if result != Some(UNKNOWN) => reason,
        _ => {
            let reason = reason_of(text, by_board.is_some(), !winners.is_empty());
            // The board shows that marbles have ended the game.
            if by_board.is_none() {
                assumptions.push(read_as(text, reason));
            }
            reason
        }
    };
    if (reason == Reason::Ejections) != by_board.is_some()
        || by_board.is_some_and(|by_board| winners != by_board)
    {
        return Err(tag::RESULT);
    }
    Ok(of(winners, reason, last))
}

fn read_as(text: &str, reason: Reason) -> Assumption {
    Assumption::Termination { text: text.to_owned(), reason: reason.as_str().to_owned() }
}

fn of(winners: SeatSet, reason: Reason, last: &Position) -> Outcome {
    Outcome { winners, reason, score: last.captured().to_vec() }
}

/// Returns the winning seats, and whether the result is in the spelling of other programs.
fn winners_of(text: &str, mode: Mode) -> Option<(SeatSet, bool)> {
    let seat =
        |seat: usize| mode.colors().get(seat).filter(|_| mode == Mode::Two).map(|color| Seat::from(*color));
    match ResultToken::read(text) {
        Some(ResultToken::First) => Some((seat(0).into_iter().collect(), true)).filter(|_| mode == Mode::Two),
        Some(ResultToken::Second) => {
            Some((seat(1).into_iter().collect(), true)).filter(|_| mode == Mode::Two)
        }
        Some(ResultToken::Draw) => Some((SeatSet::EMPTY, true)),
        Some(ResultToken::Unknown) => None,
        None => read_winners(text, mode).map(|winners| (winners, false)),
    }
}

/// Words of reasons in English, French, German, Dutch and Polish, in lower case.
const WORDS: [(&str, Reason); 21] = [
    ("abandon", Reason::Resignation),
    ("resign", Reason::Resignation),
    ("aufg", Reason::Resignation),
    ("opgeven", Reason::Resignation),
    ("opgave", Reason::Resignation),
    ("podda", Reason::Resignation),
    ("temps", Reason::Time),
    ("time", Reason::Time),
    ("zeit", Reason::Time),
    ("tijd", Reason::Time),
    ("czas", Reason::Time),
    ("d\u{e9}co", Reason::Abandoned),
    ("disconnect", Reason::Abandoned),
    ("forfeit", Reason::Abandoned),
    ("repet", Reason::Repetition),
    ("r\u{e9}p\u{e9}t", Reason::Repetition),
    ("wiederhol", Reason::Repetition),
    ("nul", Reason::Agreement),
    ("draw", Reason::Agreement),
    ("remis", Reason::Agreement),
    ("agree", Reason::Agreement),
];

/// The reason that words mean and the outcome allows: without such words, a win is a resignation, and a draw an agreement.
fn reason_of(text: &str, by_board: bool, is_won: bool) -> Reason {
    if by_board {
        return Reason::Ejections;
    }
    let text = text.to_lowercase();
    let fits =
        |reason: Reason| is_won == matches!(reason, Reason::Resignation | Reason::Time | Reason::Abandoned);
    let found = WORDS
        .into_iter()
        .filter(|(word, _)| text.contains(word))
        .map(|(_, reason)| reason)
        .find(|reason| fits(*reason));
    found.unwrap_or(if is_won { Reason::Resignation } else { Reason::Agreement })
}

/// Reads `Clock`, or the tag `TimeControl` of other programs: `300+3` in seconds, or the form of `Clock`.
///
/// # Errors
/// The name of the tag `Clock` if it cannot be read.
pub(crate) fn time(record: &Record, assumptions: &mut Vec<Assumption>) -> Result<TimeControl, &'static str> {
    if let Some(text) = record.tag(tag::CLOCK) {
        return clock_tag::read(text).ok_or(tag::CLOCK);
    }
    let Some(text) = record.tag(tag::TIME_CONTROL).filter(|text| !matches!(*text, "" | "-" | "?")) else {
        return Ok(TimeControl::None);
    };
    let seconds = |text: &str| {
        let is_plain = !text.is_empty() && text.len() < 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain).map(Duration::from_secs)
    };
    let plain = match text.split_once('+') {
        Some((initial, increment)) => seconds(initial)
            .zip(seconds(increment))
            .map(|(initial, increment)| TimeControl::Fischer { initial, increment }),
        None => seconds(text).map(|initial| TimeControl::SuddenDeath { initial }),
    };
    Ok(plain.or_else(|| clock_tag::read(text)).unwrap_or_else(|| {
        assumptions.push(Assumption::Clock { text: text.to_owned() });
        TimeControl::None
    }))
}

/// Reads `Date`: `2026-11-21`, or with points. A question mark stands for what is not known.
///
/// # Errors
/// The name of the tag if it cannot be read.
pub(crate) fn day(
    record: &Record,
    assumptions: &mut Vec<Assumption>,
) -> Result<Option<Timestamp>, &'static str> {
    let text = record.tag(tag::DATE).unwrap_or("?");
    if text.contains('?') {
        assumptions.push(Assumption::Date);
        return Ok(None);
    }
    read_day(&text.replace(['.', '/'], "-")).map(Some).ok_or(tag::DATE)
}

/// Writes a day as other programs do.
pub(crate) fn day_with_points(day: Option<Timestamp>) -> String {
    day.map_or_else(
        || "????.??.??".to_owned(),
        |Timestamp(day)| crate::game_text::write_day(day.div_euclid(DAY)).replace('-', "."),
    )
}
