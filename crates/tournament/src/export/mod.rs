//! Exports of a tournament: text for people, CSV for spreadsheets, and TRF for federations.

mod cross_table;
mod csv;
mod federation;
mod text;
mod trf;

pub use cross_table::{Cell, CrossTable, Line};
pub use csv::csv;
pub use federation::federation_of;
pub use text::text;
pub use trf::{TrfHead, TrfUnsupported, trf};

use std::collections::BTreeMap;

use crate::{ClubId, Participant, Settings, TieBreak};

/// The names of the clubs of a team arena.
pub type ClubNames = BTreeMap<ClubId, String>;

/// Returns the name of the club for which a participant plays; the club's id if the club has been deleted.
fn team_name(participant: &Participant, clubs: &ClubNames) -> String {
    participant.club.map_or_else(String::new, |club| club_name(club, clubs))
}

fn club_name(club: ClubId, clubs: &ClubNames) -> String {
    clubs.get(&club).cloned().unwrap_or_else(|| club.0.to_string())
}

/// Formats points for people: `3½`.
fn points(units: u32, settings: &Settings) -> String {
    match (units, settings.point_unit()) {
        (1, 2) => "½".to_owned(),
        (units, 2) if units % 2 == 1 => format!("{}½", units / 2),
        (units, unit) => (units / unit).to_string(),
    }
}

/// Formats a tie-break's value as a decimal number: `12.5`.
fn decimal(value: i64, tie_break: TieBreak, settings: &Settings) -> String {
    let divisor = i64::from(settings.divisor(tie_break));
    let (whole, rest) = (value / divisor, (value % divisor).unsigned_abs());
    let hundredths = rest * 100 / divisor.unsigned_abs();
    let sign = if value < 0 && whole == 0 { "-" } else { "" };
    match hundredths {
        0 => format!("{sign}{whole}"),
        hundredths => format!("{sign}{whole}.{}", format!("{hundredths:02}").trim_end_matches('0')),
    }
}
