//! Plain-text export of the standings.

use super::{Cell, ClubNames, CrossTable, club_name, points, team_name};
use crate::Tournament;

/// Returns the standings with the cross-table in text columns, under the tournament's name. The cells of the cross-table name opponents by
/// the column `no.`. In a team arena, the teams come first, with the names in `clubs`.
pub fn text(tournament: &Tournament, clubs: &ClubNames) -> String {
    let settings = tournament.settings();
    let mut out = format!("{}\n\n", settings.name);
    if settings.teams.is_some() {
        write_table(&mut out, &team_rows(tournament, clubs), 1);
        out.push('\n');
    }
    write_table(&mut out, &player_rows(tournament, clubs), 2);
    out
}

/// Returns the standings of the teams, each with its scorers by number.
fn team_rows(tournament: &Tournament, clubs: &ClubNames) -> Vec<Vec<String>> {
    let mut rows = vec![["", "", "points", "scorers"].map(str::to_owned).to_vec()];
    for team in tournament.team_standings(&tournament.standings()) {
        let scorers: Vec<_> = team.scorers.iter().map(ToString::to_string).collect();
        rows.push(vec![
            format!("{}.", team.place),
            club_name(team.club, clubs),
            points(team.points, tournament.settings()),
            scorers.join(" "),
        ]);
    }
    rows
}

fn player_rows(tournament: &Tournament, clubs: &ClubNames) -> Vec<Vec<String>> {
    let settings = tournament.settings();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let table = CrossTable::of(tournament);
    let rounds = (1..=table.columns).map(|number| number.to_string());
    let titles = ["", "no.", "", "rating", "points"].map(str::to_owned);
    let has_penalties = table.lines.iter().any(|line| line.standing.penalty > 0);
    let penalty_title = has_penalties.then(|| "penalty".to_owned());
    let team_title = settings.teams.is_some().then(|| "team".to_owned());
    rows.push(titles.into_iter().chain(penalty_title).chain(team_title).chain(rounds).collect());
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
        let team = settings.teams.is_some().then(|| team_name(participant, clubs));
        let penalty = has_penalties.then(|| match line.standing.penalty {
            0 => String::new(),
            units => format!("-{}", points(units, settings)),
        });
        rows.push(start.into_iter().chain(penalty).chain(team).chain(cells).collect());
    }
    rows
}

/// Writes rows in columns. The column with this index has names, which are left-aligned; the others are right-aligned.
fn write_table(out: &mut String, rows: &[Vec<String>], names: usize) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|field| field.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for row in rows {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (field, &width))| {
            let room = " ".repeat(width - field.chars().count());
            if column == names { format!("{field}{room}") } else { format!("{room}{field}") }
        });
        out.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
}
