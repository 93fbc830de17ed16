//! CSV export of the standings.

use super::{Cell, ClubNames, CrossTable, decimal, team_name};
use crate::{Format, TieBreak, Tournament};

/// Returns the standings with the cross-table, comma-separated (RFC 4180), with a header line. The cells of the cross-table name opponents
/// by the column `number`. If directors took points from participants, the column `penalty` has them; `points` are already reduced. In a team
/// arena, the column `team` has the name of the player's club, from `clubs`.
///
/// A name that a spreadsheet would read as a formula gets an apostrophe in front.
pub fn csv(tournament: &Tournament, clubs: &ClubNames) -> String {
    let settings = tournament.settings();
    let breaks = settings.tie_breaks();
    let titles = ["place", "number", "name", "rating", "points"].map(str::to_owned);
    let table = CrossTable::of(tournament);
    let column = if matches!(settings.form, Format::Arena(_)) { "game" } else { "round" };
    let rounds = (1..=table.columns).map(|number| format!("{column}_{number}"));
    let has_penalties = table.lines.iter().any(|line| line.standing.penalty > 0);
    let penalty_title = has_penalties.then(|| "penalty".to_owned());
    let team_title = settings.teams.is_some().then(|| "team".to_owned());
    let mut out = String::new();
    write_line(
        &mut out,
        titles
            .into_iter()
            .chain(penalty_title)
            .chain(team_title)
            .chain(breaks.iter().map(|one| one.as_str().to_owned()))
            .chain(rounds),
    );
    for line in table.lines {
        let standing = line.standing;
        let Some(participant) = tournament.participant(standing.participant) else { continue };
        let values = breaks.iter().zip(&standing.tie_breaks);
        let fields = [
            standing.place.to_string(),
            participant.id.to_string(),
            participant.name.clone(),
            participant.rating().to_string(),
            decimal(standing.points.into(), TieBreak::Progressive, settings),
        ];
        let values = values.map(|(&one, &value)| decimal(value, one, settings));
        let cells =
            line.rounds.iter().map(|cells| cells.iter().map(Cell::text).collect::<Vec<_>>().join(" "));
        let empty = (line.rounds.len()..table.columns as usize).map(|_| String::new());
        let team = settings.teams.is_some().then(|| team_name(participant, clubs));
        let penalty =
            has_penalties.then(|| decimal(standing.penalty.into(), TieBreak::Progressive, settings));
        let facts = fields.into_iter().chain(penalty).chain(team).chain(values);
        write_line(&mut out, facts.chain(cells).chain(empty));
    }
    out
}

fn write_line(out: &mut String, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            out.push(',');
        }
        let is_number = field.parse::<f64>().is_ok();
        let guard = if !is_number && field.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
        if field.contains([',', '"', '\n', '\r']) {
            let quoted = field.replace('"', "\"\"");
            out.extend(["\"", guard, &quoted, "\""]);
        } else {
            out.push_str(guard);
            out.push_str(&field);
        }
    }
    out.push_str("\r\n");
}
