//! Plain-text export of the standings.

use super::{Cell, CrossTable, points};
use crate::Tournament;

/// Returns the standings with the cross-table in text columns, under the tournament's name. The cells of the cross-table name opponents by
/// the column `no.`.
pub fn text(tournament: &Tournament) -> String {
    let settings = tournament.settings();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let table = CrossTable::of(tournament);
    let rounds = (1..=table.columns).map(|number| number.to_string());
    let titles = ["", "no.", "", "rating", "points"].map(str::to_owned);
    rows.push(titles.into_iter().chain(rounds).collect());
    for line in table.lines {
        let Some(participant) = tournament.participant(line.standing.participant) else { continue };
        let start = [
            format!("{}.", line.standing.place),
            participant.id.to_string(),
            participant.name.clone(),
            participant.rating().to_string(),
            points(line.standing.points, settings),
        ];
        let cells =
            line.rounds.iter().map(|cells| cells.iter().map(Cell::text).collect::<Vec<_>>().join(" "));
        rows.push(start.into_iter().chain(cells).collect());
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|field| field.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = format!("{}\n\n", settings.name);
    for row in &rows {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (field, &width))| {
            let room = " ".repeat(width - field.chars().count());
            // Names are left-aligned, numbers right-aligned.
            if column == 2 { format!("{field}{room}") } else { format!("{room}{field}") }
        });
        out.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}
