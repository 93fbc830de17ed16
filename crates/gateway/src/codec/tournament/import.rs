//! Tournaments from files of other programs.

use sumito_game::Timestamp;
use sumito_protocol::ErrorCode;
use sumito_protocol::tournament as wire;
use sumito_tournament::Format;
use sumito_tournament::import::{Trf, TrfError, TrfPlayer};
use time::{Date, Time};

use super::settings::{form, form_from_wire};
use crate::codec::{ApiError, parts};

/// Seconds of a day.
const DAY_S: u32 = 24 * 3_600;

impl From<TrfError> for ApiError {
    fn from(error: TrfError) -> Self {
        let code = match error {
            TrfError::TooLong => ErrorCode::TooLarge,
            _ => ErrorCode::BadTrf,
        };
        Self::new(code, error.to_string())
    }
}

/// Writes the contents of a file into the settings of a request. Returns the parts that the tournament does not have.
///
/// # Errors
/// `out_of_range`, if the time of day is none; `bad_trf`, if the file has more players than the format allows.
pub(crate) fn apply_trf(
    file: &Trf,
    settings: &mut wire::TournamentSettings,
    time_of_day_s: Option<u32>,
    now: Timestamp,
) -> Result<Vec<wire::FilePart>, ApiError> {
    let mut left_out = Vec::new();
    if file.rounds_played > 0 {
        left_out.push(wire::FilePart::Results);
    }
    if let Some(name) = file.name.as_ref().filter(|_| settings.name.trim().is_empty()) {
        settings.name.clone_from(name);
    }
    match file.format(form_from_wire(settings.form)) {
        Some(format) => apply_format(format, settings),
        None if file.kind.is_some() || file.kind_word.is_some() => left_out.push(wire::FilePart::System),
        None => {}
    }
    if file.best_begins == Some(false) {
        left_out.push(wire::FilePart::InitialColor);
    }
    let players = u32::try_from(file.players.len()).unwrap_or(u32::MAX);
    if settings.entry.capacity.is_none() && players > super::settings::CAPACITY {
        let mode = parts::mode_from_wire(settings.mode);
        let max = form_from_wire(settings.form).participants_max(mode);
        if players > max {
            let message = format!(
                "the file has {players} players, and this format is for at most {max}; choose another `form`, or \
                 set `entry.capacity`"
            );
            return Err(ApiError::new(ErrorCode::BadTrf, message));
        }
        settings.entry.capacity = Some(players);
    }
    if !apply_dates(file, settings, time_of_day_s, now)? {
        left_out.push(wire::FilePart::Dates);
    }
    Ok(left_out)
}

/// Changes the format, and drops settings that only fit another one.
fn apply_format(format: Format, settings: &mut wire::TournamentSettings) {
    let is_same = form_from_wire(settings.form).name() == format.name();
    settings.form = form(format);
    if !is_same {
        settings.tie_breaks.clear();
        settings.unplayed_rounds = wire::UnplayedRounds::default();
        settings.rounds.reviewed = false;
        settings.rounds.starts.clear();
    }
}

/// Returns whether the tournament has all dates of the file.
fn apply_dates(
    file: &Trf,
    settings: &mut wire::TournamentSettings,
    time_of_day_s: Option<u32>,
    now: Timestamp,
) -> Result<bool, ApiError> {
    if time_of_day_s.is_some_and(|seconds| seconds >= DAY_S) {
        let message = format!("`time_of_day_s` must be 0 to {}", DAY_S - 1);
        return Err(ApiError::new(ErrorCode::OutOfRange, message));
    }
    let Some(seconds) = time_of_day_s else {
        return Ok(!file.has_unread_dates && file.starts_on.is_none() && file.round_dates.is_empty());
    };
    let moment = |date: &Date| {
        let midnight = date.with_time(Time::MIDNIGHT).assume_utc().unix_timestamp();
        (midnight + i64::from(seconds)) * 1_000_000
    };
    let mut has_all = !file.has_unread_dates;
    if let Some(at) = file.starts_on.as_ref().map(moment) {
        if at >= now.0 {
            settings.start = wire::TournamentStart::At { at };
        } else {
            has_all = false;
        }
    }
    let starts: Vec<_> = file.round_dates.iter().map(moment).collect();
    let is_dated = !matches!(settings.form, wire::TournamentFormat::Arena { .. });
    if !starts.is_empty() {
        if is_dated && starts[0] >= now.0 && starts.is_sorted_by(|one, next| one < next) {
            settings.rounds.starts = starts;
        } else {
            has_all = false;
        }
    }
    Ok(has_all)
}

/// Converts a player of a file.
pub(crate) fn file_player(player: &TrfPlayer) -> wire::FilePlayer {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    wire::FilePlayer {
        line: player.line,
        name: player.name.clone(),
        title: text(&player.title),
        rating: player.rating,
        federation: text(&player.federation),
        fide_id: text(&player.fide_id),
    }
}
