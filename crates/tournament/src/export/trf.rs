//! FIDE's Tournament Report File, TRF16 (Handbook C.04.A, annex 2): what pairing programs exchange.

use sumito_rules::Mode;
use time::OffsetDateTime;

use super::{Cell, CrossTable};
use crate::{Form, Settings, Tournament};

/// The tournament cannot be told in a TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a TRF tells rounds of two players; take JSON or CSV for teams, three players and arenas")]
pub struct NoTrf;

/// A round robin, Swiss system or knockout of two players as TRF16. Black begins in Abalone, as White does in chess: the colour of whoever
/// begins is `w`. In a knockout only the first game of a match is told.
///
/// # Errors
/// [`NoTrf`] for teams, three players and arenas.
pub fn trf(tournament: &Tournament) -> Result<String, NoTrf> {
    let settings = tournament.settings();
    if settings.mode() != Mode::Two || matches!(settings.form, Form::Arena(_)) {
        return Err(NoTrf);
    }
    let table = CrossTable::of(tournament);
    let mut lines = heading(tournament, settings);
    // Players are numbered by strength, and opponents named by that number.
    let number = |line: usize| -> u32 {
        let standing = &table.lines[line - 1].standing;
        let seed = tournament.participant(standing.participant).and_then(|one| one.seed);
        seed.map_or(line as u32, |seed| seed + 1)
    };
    let mut players: Vec<(u32, String)> = Vec::new();
    for (index, line) in table.lines.iter().enumerate() {
        let Some(participant) = tournament.participant(line.standing.participant) else { continue };
        let start = number(index + 1);
        let points = format!("{}.{}", line.standing.points / 2, line.standing.points % 2 * 5);
        let mut out = format!(
            "001 {start:>4}      {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {:>4}",
            ascii(&participant.name, 33),
            participant.rating().min(9_999),
            "",
            "",
            "",
            index + 1
        );
        for cells in &line.rounds {
            out.push_str(&cell(cells.first(), number));
        }
        players.push((start, out.trim_end().to_owned()));
    }
    players.sort();
    lines.extend(players.into_iter().map(|(_, line)| line));
    Ok(lines.join("\n") + "\n")
}

fn heading(tournament: &Tournament, settings: &Settings) -> Vec<String> {
    let date = |at: Option<sumito_game::Timestamp>| {
        let at = at.and_then(|at| OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000_000)).ok());
        at.map_or_else(String::new, |at| {
            format!("{:04}/{:02}/{:02}", at.year(), u8::from(at.month()), at.day())
        })
    };
    let form = match settings.form {
        Form::RoundRobin(_) => "Round robin",
        Form::Swiss(form) if form.accelerated => "Swiss system, accelerated",
        Form::Swiss(_) => "Swiss system",
        Form::Knockout(_) => "Knockout",
        Form::Arena(_) => "Arena",
    };
    let count = tournament.standings().len();
    let mut lines = vec![
        format!("012 {}", ascii(&settings.name, 80)),
        format!("042 {}", date(tournament.started_at())),
        format!("052 {}", date(tournament.ended_at())),
        format!("062 {count}"),
        format!("092 {form}"),
    ];
    if let Some(rounds) = tournament.rounds_planned() {
        lines.push(format!("XXR {rounds}"));
    }
    lines
}

/// Ten characters: two spaces, the opponent, a space, the colour, a space, the result.
fn cell(cell: Option<&Cell>, number: impl Fn(usize) -> u32) -> String {
    let Some(cell) = cell else { return " ".repeat(10) };
    let result = cell.result.unwrap_or(' ');
    match (cell.opponents.first(), cell.side) {
        (Some(&opponent), Some(side)) => {
            let color = if side == 0 { 'w' } else { 'b' };
            format!("  {:>4} {color} {result}", number(opponent))
        }
        _ => format!("  0000 - {result}"),
    }
}

/// A field of columns: readers count bytes, so that letters beyond ASCII would move what follows.
fn ascii(text: &str, most: usize) -> String {
    let plain = |letter: char| if letter.is_ascii() && !letter.is_ascii_control() { letter } else { '?' };
    text.chars().map(plain).take(most).collect()
}
