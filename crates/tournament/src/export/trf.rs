//! FIDE's Tournament Report File, TRF16 (Handbook C.04.A, annex 2): the exchange format of pairing programs.

use std::collections::BTreeMap;
use std::time::Duration;

use sumito_game::{TimeControl, Timestamp, UserId};
use sumito_rules::Mode;
use time::OffsetDateTime;

use super::{Cell, CrossTable};
use crate::bracket::MatchOf;
use crate::{
    Format, Membership, Participant, ParticipantId, Round, Settings, Standing, Start, SwissPairing,
    Tournament, TournamentStatus,
};

/// The tournament cannot be expressed in a TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("TRF supports two-player rounds only; use JSON or CSV")]
pub struct TrfUnsupported;

/// Values of a TRF that are not in the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrfHead {
    /// Names of the directors, the chief arbiter first.
    pub officials: Vec<String>,
    /// The city (022); empty if unknown.
    pub city: String,
    /// The federation of the organizer (032), three letters; empty if unknown.
    pub federation: String,
    /// The federations of players, three letters.
    pub federations: BTreeMap<UserId, &'static str>,
}

/// Returns a tournament of two players with rounds as TRF16. The colour of the player who starts is `w`, as in chess; in
/// Abalone that is Black, and a remark at the top of the file says so. A match of several games is written as one game that its winner has
/// won. A player's points are the sum of the results that count, as in the standings; in a Swiss system without penalties, because programs
/// that check the pairings add up the results. The initial colour of the Dutch system, the points of an acceleration and the forbidden pairs
/// are in the lines `XXC`, `XXA` and `XXP`, as pairing programs expect them.
///
/// # Errors
/// [`TrfUnsupported`] for teams, three players and arenas.
pub fn trf(tournament: &Tournament, head: &TrfHead) -> Result<String, TrfUnsupported> {
    let settings = tournament.settings();
    if settings.mode() != Mode::Two || matches!(settings.form, Format::Arena(_)) {
        return Err(TrfUnsupported);
    }
    let table = CrossTable::of(tournament);
    let mut lines = heading(tournament, settings, head);
    // Players are numbered by strength, and opponents named by that number.
    let number = |id: ParticipantId| -> u32 {
        let seed = tournament.participant(id).and_then(|one| one.seed);
        seed.map_or(id.0, |seed| seed + 1)
    };
    let points = TrfPoints::of(tournament);
    let mut players: Vec<(u32, String)> = Vec::new();
    for (index, line) in table.lines.iter().enumerate() {
        let Some(participant) = tournament.participant(line.standing.participant) else { continue };
        let player = participant.members.first().map(|member| member.player.id);
        let federation = player.and_then(|player| head.federations.get(&player));
        let start = number(participant.id);
        let results = results(tournament, participant.id, &line.rounds);
        let halves = points.halves(&line.standing, &results);
        let points = format!("{}.{}", halves / 2, halves % 2 * 5);
        let mut out = format!(
            "001 {start:>4}      {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {:>4}",
            ascii(&participant.name, 33),
            participant.rating().min(9_999),
            federation.copied().unwrap_or_default(),
            "",
            "",
            index + 1
        );
        for result in &results {
            out.push_str(&result.columns(number));
        }
        players.push((start, out.trim_end().to_owned()));
    }
    players.sort();
    lines.extend(players.into_iter().map(|(_, line)| line));
    lines.extend(accelerations(tournament));
    let in_file = |id: &ParticipantId| tournament.seeds().contains(id);
    let forbidden = tournament.forbidden_pairs().iter().filter(|pair| pair.iter().all(in_file));
    lines.extend(forbidden.map(|&[one, other]| format!("XXP {} {}", number(one), number(other))));
    Ok(lines.join("\n") + "\n")
}

/// Returns the rounds of a participant: matches in a bracket, otherwise the cells of the cross table.
fn results(tournament: &Tournament, id: ParticipantId, cells: &[Vec<Cell>]) -> Vec<GameJson> {
    // After an aborted game, the one that replaced it.
    let of_cells = |cells: &Vec<Cell>| cells.last().map_or(GameJson::NOTHING, GameJson::of_cell);
    let of_round = |(round, cells): (&Round, &Vec<Cell>)| match tournament.match_of(round, id) {
        _ if !tournament.is_bracket_round(round.number) => of_cells(cells),
        Some(one) => GameJson::of_match(one),
        None if round.byes.iter().any(|bye| bye.participant == id) => GameJson::bye('U'),
        None => GameJson::NOTHING,
    };
    tournament.rounds().iter().zip(cells).map(of_round).collect()
}

/// The date of a moment in UTC: `2026/11/27`; empty without a moment.
fn date(at: Option<Timestamp>) -> String {
    let at = at.and_then(|at| OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000_000)).ok());
    at.map_or_else(String::new, |at| format!("{:04}/{:02}/{:02}", at.year(), u8::from(at.month()), at.day()))
}

/// Returns the start; before it, the planned start if there is one.
fn start(tournament: &Tournament) -> Option<Timestamp> {
    let planned = match tournament.settings().start {
        Start::At(at) => Some(at),
        Start::WhenHere(_) | Start::ByDirector => None,
    };
    tournament.started_at().or(planned)
}

/// The line with the date of each round, `26/11/27`, above the results of the round: of rounds that have started, then of those that are
/// still planned. `None` if no round has a date.
fn dates_of_rounds(tournament: &Tournament) -> Option<String> {
    let rounds = tournament.rounds();
    let max = match tournament.status() {
        TournamentStatus::Registering | TournamentStatus::Running => {
            tournament.rounds_planned().map_or(usize::MAX, |count| count as usize)
        }
        TournamentStatus::Finished | TournamentStatus::Cancelled => rounds.len(),
    };
    let planned = tournament.settings().rounds.starts.iter().copied().take(max).skip(rounds.len());
    let moments = rounds.iter().map(|round| round.began_at).chain(planned);
    let of_round = |at| format!("  {}", date(Some(at)).get(2..).unwrap_or_default());
    let dates: String = moments.map(of_round).collect();
    (!dates.is_empty()).then(|| format!("{:<89}{dates}", "132"))
}

fn time_control(time: TimeControl) -> String {
    let seconds = |span: Duration| span.as_secs_f64();
    match time {
        TimeControl::None => "no limit".to_owned(),
        TimeControl::SuddenDeath { initial } => format!("{} s", seconds(initial)),
        TimeControl::Fischer { initial, increment } => {
            format!("{} s + {} s a move", seconds(initial), seconds(increment))
        }
        TimeControl::Bronstein { initial, delay } => {
            format!("{} s, Bronstein delay {} s", seconds(initial), seconds(delay))
        }
        TimeControl::Delay { initial, delay } => {
            format!("{} s, delay {} s", seconds(initial), seconds(delay))
        }
        TimeControl::PerMove { limit } => format!("{} s for each move", seconds(limit)),
        TimeControl::PerGame { limit } => format!("{} s for the game", seconds(limit)),
    }
}

fn heading(tournament: &Tournament, settings: &Settings, head: &TrfHead) -> Vec<String> {
    let form = match settings.form {
        Format::RoundRobin(_) => "Round robin",
        Format::Swiss(form) => match (form.pairing, form.accelerated) {
            (SwissPairing::Dutch, true) => "Swiss system, FIDE Dutch, accelerated (Baku)",
            (SwissPairing::Dutch, false) => "Swiss system, FIDE Dutch",
            (SwissPairing::Balanced, true) => "Swiss system, accelerated",
            (SwissPairing::Balanced, false) => "Swiss system",
        },
        Format::Knockout(_) => "Knockout",
        Format::DoubleElimination(_) => "Double elimination",
        Format::Groups(_) => "Groups and knockout",
        Format::Arena(_) => "Arena",
    };
    let took_part = tournament.participants().iter().filter(|one| one.standing != Membership::Gone);
    let is_rated = |one: &&Participant| one.members.iter().all(|member| !member.provisional);
    let (count, rated) = (took_part.clone().count(), took_part.filter(is_rated).count());
    let mut lines = vec![
        "### w begins: in Abalone that is Black".to_owned(),
        format!("012 {}", ascii(&settings.name, 80)),
    ];
    let known = |name: &str, text: &str| (!text.is_empty()).then(|| format!("{name} {}", ascii(text, 80)));
    lines.extend(known("022", &head.city));
    lines.extend(known("032", &head.federation));
    lines.extend([
        format!("042 {}", date(start(tournament))),
        format!("052 {}", date(tournament.ended_at())),
        format!("062 {count}"),
        format!("072 {rated}"),
        "082 0".to_owned(),
        format!("092 {form}"),
    ]);
    let mut officials = head.officials.iter();
    lines.extend(officials.next().map(|chief| format!("102 {}", ascii(chief, 80))));
    lines.extend(officials.map(|deputy| format!("112 {}", ascii(deputy, 80))));
    lines.push(format!("122 {}", time_control(settings.game.time)));
    lines.extend(dates_of_rounds(tournament));
    if let Some(rounds) = tournament.rounds_planned() {
        lines.push(format!("XXR {rounds}"));
    }
    if matches!(settings.form, Format::Swiss(form) if form.pairing == SwissPairing::Dutch) {
        // The best player starts in the first round.
        lines.push("XXC white1".to_owned());
    }
    lines
}

/// The additional points of accelerated players by round, for programs that check the pairings.
fn accelerations(tournament: &Tournament) -> Vec<String> {
    let Format::Swiss(form) = tournament.settings().form else { return Vec::new() };
    let line = |(&id, start): (&ParticipantId, u32)| {
        let points: Vec<_> = (1..=form.rounds)
            .map(|round| tournament.more_points(form, round, id))
            .take_while(|&points| points > 0)
            .map(|halves| format!(" {:>2}.{}", halves / 2, halves % 2 * 5))
            .collect();
        (!points.is_empty()).then(|| format!("XXA {start:>4}{}", points.concat()))
    };
    tournament.seeds().iter().zip(1..).filter_map(line).collect()
}

/// How the points of the file are counted.
struct TrfPoints {
    /// Players without counted games, by number.
    annulled: Vec<bool>,
    /// True if penalties lower the points.
    penalties: bool,
}

impl TrfPoints {
    fn of(tournament: &Tournament) -> Self {
        let penalties = !matches!(tournament.settings().form, Format::Swiss(_));
        Self { annulled: tournament.annulled(), penalties }
    }

    /// Returns the points of a player, in half points.
    fn halves(&self, standing: &Standing, results: &[GameJson]) -> u32 {
        let is_annulled = |id: ParticipantId| self.annulled[id.index()];
        let counts = |result: &&GameJson| {
            !is_annulled(standing.participant) && !result.met.is_some_and(|(other, _)| is_annulled(other))
        };
        let sum: u32 = results.iter().filter(counts).map(GameJson::half_points).sum();
        if self.penalties { sum.saturating_sub(standing.penalty) } else { sum }
    }
}

/// A player's round in the file.
#[derive(Debug, Clone, Copy)]
struct GameJson {
    /// The opponent, and whether the player started; `None` in a bye.
    met: Option<(ParticipantId, bool)>,
    /// TRF16's letter; a space if unknown.
    result: char,
}

impl GameJson {
    /// A round that was paired without the player.
    const NOTHING: Self = Self { met: None, result: ' ' };

    fn bye(result: char) -> Self {
        Self { met: None, result }
    }

    fn of_cell(cell: &Cell) -> Self {
        let met = cell.opponents.first().copied().zip(cell.side.map(|side| side == 0));
        match cell.result {
            Some('Z') => Self::bye('Z'),
            result => Self { met, result: result.unwrap_or(' ') },
        }
    }

    fn of_match(one: MatchOf) -> Self {
        let result = match (one.won, one.is_played) {
            (None, _) => ' ',
            (Some(true), true) => '1',
            (Some(false), true) => '0',
            (Some(true), false) => '+',
            (Some(false), false) => '-',
        };
        Self { met: Some((one.opponent, one.began)), result }
    }

    fn half_points(&self) -> u32 {
        match self.result {
            '1' | '+' | 'U' => 2,
            '=' | 'H' => 1,
            _ => 0,
        }
    }

    /// Formats ten characters: two spaces, the opponent, a space, the colour, a space, the result.
    fn columns(&self, number: impl Fn(ParticipantId) -> u32) -> String {
        match (self.met, self.result) {
            (Some((opponent, began)), result) => {
                let color = if began { 'w' } else { 'b' };
                format!("  {:>4} {color} {result}", number(opponent))
            }
            (None, ' ') => " ".repeat(10),
            (None, result) => format!("  0000 - {result}"),
        }
    }
}

/// Converts text for a column field to ASCII: readers count bytes, so other letters would shift the following columns. `Ł` becomes `L` and
/// `ü` becomes `ue`; a letter without an equivalent becomes `?`.
fn ascii(text: &str, max: usize) -> String {
    let mut plain = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'Ä' => plain.push_str("Ae"),
            'Ö' => plain.push_str("Oe"),
            'Ü' => plain.push_str("Ue"),
            letter => plain.push_str(deunicode::deunicode_char(letter).unwrap_or("?")),
        }
    }
    plain.truncate(max);
    plain
}
