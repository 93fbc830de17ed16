//! Opponents and results of each participant by round.

use crate::{ByeKind, Format, ParticipantId, Standing, Tournament, Verdict};

/// The cross-table: opponents and results of each participant by round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    /// The participants, by place.
    pub lines: Vec<Line>,
    /// Number of columns: rounds, or in an arena the most games of a participant.
    pub columns: u32,
}

/// A participant's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The participant's standing.
    pub standing: Standing,
    /// The cells by round: none if the participant did not take part in it, several in a knockout match. In an arena, each game has its own
    /// entry, because rounds have no meaning there.
    pub rounds: Vec<Vec<Cell>>,
}

/// A game, or a round without a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The numbers of the opponents; empty in a bye.
    pub opponents: Vec<ParticipantId>,
    /// The participant's side: 0 starts. `None` in a bye.
    pub side: Option<usize>,
    /// `1` won, `=` drawn, `0` lost, `+` and `-` won and lost without playing, `U` a bye for a point, `H` for half a point, `Z` for none, or
    /// a game that does not count; `None` if the game is in progress. These are the letters of FIDE's TRF16.
    pub result: Option<char>,
}

impl CrossTable {
    /// Builds the cross-table of a tournament.
    pub fn of(tournament: &Tournament) -> Self {
        let standings = tournament.standings();
        let by_game = matches!(tournament.settings().form, Format::Arena(_));
        let rounds = if by_game { 0 } else { tournament.rounds().len() };
        let mut cells: Vec<Vec<Vec<Cell>>> = vec![vec![Vec::new(); rounds]; tournament.participants().len()];
        for (index, round) in tournament.rounds().iter().enumerate() {
            for game in round.games.iter().filter_map(|&number| tournament.game(number)) {
                for (side, id) in game.sides.iter().enumerate() {
                    let opponents = game.sides.iter().copied().filter(|other| other != id).collect();
                    let result = game.verdict.as_ref().map(|verdict| result(verdict, side));
                    let cell = Cell { opponents, side: Some(side), result };
                    let own = &mut cells[id.index()];
                    if by_game {
                        own.push(vec![cell]);
                    } else {
                        own[index].push(cell);
                    }
                }
            }
            for bye in &round.byes {
                let result = Some(bye_letter(tournament, bye.kind));
                cells[bye.participant.index()][index].push(Cell {
                    opponents: Vec::new(),
                    side: None,
                    result,
                });
            }
        }
        let line = |standing: Standing| {
            let rounds = std::mem::take(&mut cells[standing.participant.index()]);
            Line { standing, rounds }
        };
        let lines: Vec<Line> = standings.into_iter().map(line).collect();
        let columns = lines.iter().map(|line| line.rounds.len()).max().unwrap_or(0) as u32;
        Self { lines, columns }
    }
}

impl Cell {
    /// Formats the cell: `12b1`, `7w=`, `+`; `b` is black, who starts, and `w` is white. With three players, `4·9s1`: seat 1. Opponents are
    /// shown by participant number, because places can be shared.
    pub fn text(&self) -> String {
        let result = self.result.map_or_else(|| "*".to_owned(), String::from);
        let Some(side) = self.side else { return result };
        let opponents: Vec<_> = self.opponents.iter().map(ToString::to_string).collect();
        let seat = match (opponents.len(), side) {
            (1, 0) => "b".to_owned(),
            (1, _) => "w".to_owned(),
            _ => format!("s{}", side + 1),
        };
        format!("{}{seat}{result}", opponents.join("·"))
    }
}

fn result(verdict: &Verdict, side: usize) -> char {
    match verdict {
        Verdict::Played { .. } if verdict.won(side) => '1',
        Verdict::Played { .. } if verdict.is_draw() => '=',
        Verdict::Played { .. } => '0',
        Verdict::Forfeit { .. } if verdict.won(side) => '+',
        Verdict::Forfeit { .. } => '-',
        Verdict::Void => 'Z',
    }
}

fn bye_letter(tournament: &Tournament, kind: ByeKind) -> char {
    match kind {
        ByeKind::Full | ByeKind::NoOpponent if tournament.bye_points(kind) > 0 => 'U',
        ByeKind::Half => 'H',
        ByeKind::Full | ByeKind::NoOpponent | ByeKind::Absent => 'Z',
    }
}
