//! The time control as a tag of a game's text.

use std::time::Duration;

use crate::TimeControl;

/// Writes the time control, for example `fischer 300+3`: the kind, its time in seconds, and the increment or delay; `None` without a limit.
pub(crate) fn write(time: TimeControl) -> Option<String> {
    let none = Duration::ZERO;
    let (kind, first, more) = match time {
        TimeControl::None => return None,
        TimeControl::SuddenDeath { initial } => ("sudden_death", initial, none),
        TimeControl::Fischer { initial, increment } => ("fischer", initial, increment),
        TimeControl::Bronstein { initial, delay } => ("bronstein", initial, delay),
        TimeControl::Delay { initial, delay } => ("delay", initial, delay),
        TimeControl::PerMove { limit } => ("per_move", limit, none),
        TimeControl::PerGame { limit } => ("per_game", limit, none),
    };
    let more = if more.is_zero() { String::new() } else { format!("+{}", seconds(more)) };
    Some(format!("{kind} {}{more}", seconds(first)))
}

/// Parses the output of [`write`]; `None` for anything else.
pub(crate) fn read(text: &str) -> Option<TimeControl> {
    let (kind, spans) = text.split_once(' ')?;
    let (first, more) = match spans.split_once('+') {
        Some((first, more)) => (span(first)?, Some(span(more)?)),
        None => (span(spans)?, None),
    };
    let with_more = more.unwrap_or_default();
    match kind {
        "fischer" => Some(TimeControl::Fischer { initial: first, increment: with_more }),
        "bronstein" => Some(TimeControl::Bronstein { initial: first, delay: with_more }),
        "delay" => Some(TimeControl::Delay { initial: first, delay: with_more }),
        _ if more.is_some() => None,
        "sudden_death" => Some(TimeControl::SuddenDeath { initial: first }),
        "per_move" => Some(TimeControl::PerMove { limit: first }),
        "per_game" => Some(TimeControl::PerGame { limit: first }),
        _ => None,
    }
}

/// Formats seconds, with decimals for milliseconds if there are any.
fn seconds(span: Duration) -> String {
    match span.subsec_millis() {
        0 => span.as_secs().to_string(),
        millis => format!("{}.{millis:03}", span.as_secs()).trim_end_matches('0').to_owned(),
    }
}

fn span(text: &str) -> Option<Duration> {
    let (seconds, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(seconds) || !digits(part) || part.len() > 3 {
        return None;
    }
    let millis: u64 = format!("{part:0<3}").parse().ok()?;
    Some(Duration::from_secs(seconds.parse().ok()?) + Duration::from_millis(millis))
}
