//! Who met whom in which round, and how it ended.

use crate::{ByeKind, Form, ParticipantId, Standing, Tournament, Verdict};

/// Who met whom in which round, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    /// The participants, by place.
    pub lines: Vec<Line>,
    /// How many columns there are: rounds, or in an arena the most games that somebody played.
    pub columns: u32,
}

/// One participant's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where they stand.
    pub standing: Standing,
    /// What each round was for them: nothing where they were not in it, several in a knockout's match. In an arena, where rounds mean
    /// nothing, their games one by one.
    pub rounds: Vec<Vec<Cell>>,
}

/// A game, or a round without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The numbers of the opponents; empty in a bye.
    pub opponents: Vec<ParticipantId>,
    /// The side on which they sat: 0 begins. `None` in a bye.
    pub side: Option<usize>,
    /// `1` won, `=` drawn, `0` lost, `+` and `-` won and lost without playing, `U` a bye for a point, `H` for half a point, `Z` for none, and
    /// nothing while the game is under way or where it does not count. These are the letters of FIDE's TRF16.
    pub result: Option<char>,
}

impl CrossTable {
    /// The cross-table of a tournament.
    pub fn of(tournament: &Tournament) -> Self {
        let standings = tournament.standings();
        let by_game = matches!(tournament.settings().form, Form::Arena(_));
        let rounds = if by_game { 0 } else { tournament.rounds().len() };
        let mut cells: Vec<Vec<Vec<Cell>>> = vec![vec![Vec::new(); rounds]; tournament.participants().len()];
        for (index, round) in tournament.rounds().iter().enumerate() {
            for game in round.games.iter().filter_map(|&number| tournament.game(number)) {
                for (side, id) in game.sides.iter().enumerate() {
                    let opponents = game.sides.iter().copied().filter(|other| other != id).collect();
                    let result = game.verdict.as_ref().and_then(|verdict| result(verdict, side));
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
    /// The cell as people write it: `12b1`, `7w=`, `+`; `b` and `w` are black, who begins, and white. With three players, `4·9s1`: seat 1.
    /// Opponents are the numbers of participants: a place can be shared, a number is not.
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

fn result(verdict: &Verdict, side: usize) -> Option<char> {
    match verdict {
        Verdict::Played { .. } if verdict.won(side) => Some('1'),
        Verdict::Played { .. } if verdict.is_draw() => Some('='),
        Verdict::Played { .. } => Some('0'),
        Verdict::Forfeit { .. } if verdict.won(side) => Some('+'),
        Verdict::Forfeit { .. } => Some('-'),
        Verdict::Void => None,
    }
}

fn bye_letter(tournament: &Tournament, kind: ByeKind) -> char {
    match kind {
        ByeKind::Full if tournament.bye_points(kind) > 0 => 'U',
        ByeKind::Half => 'H',
        ByeKind::Full | ByeKind::Absent => 'Z',
    }
}
