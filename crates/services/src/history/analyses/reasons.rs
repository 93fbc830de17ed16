//! Reasons of mistakes: replies that a move allows or chances that it misses, by the rules and the lines of the search.

use serde::{Deserialize, Serialize};
use sumito_engine::{Root, Score, evaluate::steps_from_centre};
use sumito_rules::{Bitboard, Cell, Color, Move, Position, Team};

/// The reason why a move is a mistake. Cells are the marbles' cells after the move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The player had a forced win in this many plies.
    MissedWin {
        /// Plies to the end, with the missed move.
        plies: u16,
    },
    /// An opponent has a forced win now.
    AllowsWin {
        /// Plies to the end, from the opponent's next move on.
        plies: u16,
    },
    /// The player could push off these marbles.
    MissedEjection {
        /// Names of their cells.
        cells: Vec<String>,
        /// Plies to the first ejection, with the missed move.
        plies: u8,
    },
    /// An opponent can push off these marbles now.
    AllowsEjection {
        /// Names of their cells.
        cells: Vec<String>,
        /// Plies to the first ejection, from the opponent's next move on.
        plies: u8,
    },
    /// An opponent could push off these marbles before the move, and still can.
    MissesThreat {
        /// Names of their cells.
        cells: Vec<String>,
    },
    /// The player could push these marbles back.
    MissedPush {
        /// Names of their cells.
        cells: Vec<String>,
    },
    /// An opponent can push these marbles back now.
    AllowsPush {
        /// Names of their cells.
        cells: Vec<String>,
    },
    /// These marbles have left the centre.
    LeavesCentre {
        /// Names of their cells.
        cells: Vec<String>,
    },
    /// These marbles have lost their connection to the others.
    BreaksFormation {
        /// Names of their cells.
        cells: Vec<String>,
    },
}

/// A move of a game and its search result.
pub(super) struct Mistaken<'a> {
    /// The position before the move.
    pub(super) before: &'a Root,
    /// The score for the player there.
    pub(super) best: Score,
    /// The best line there.
    pub(super) better: &'a [Move],
    /// The move that was played.
    pub(super) played: Move,
    /// The position after it.
    pub(super) after: &'a Root,
    /// The score for the player there.
    pub(super) score: Score,
    /// The best line there.
    pub(super) reply: &'a [Move],
}

/// Number of plies of both lines that are compared: later moves are hardly more than a guess.
const PLIES: usize = 8;

/// An ejection in a line.
struct Ejection {
    /// Number of the move that ejects, from 1.
    ply: usize,
    /// The cell of the marble at the start of the line.
    cell: Cell,
    victim: Color,
    by: Color,
}

impl Mistaken<'_> {
    /// Returns the reason that weighs most; `None` if the two lines differ in nothing that has a name.
    pub(super) fn reason(&self) -> Option<Reason> {
        match (self.best, self.score) {
            (Score::Win(plies), Score::Marbles(_) | Score::Loss(_)) => Some(Reason::MissedWin { plies }),
            (_, Score::Loss(plies)) => Some(Reason::AllowsWin { plies }),
            _ => self.ejection().or_else(|| self.push()).or_else(|| self.shape()),
        }
    }

    fn mover(&self) -> Color {
        self.before.position().turn()
    }

    fn team(&self, color: Color) -> Team {
        self.before.position().mode().team_of(color)
    }

    fn is_own(&self, color: Color) -> bool {
        self.team(color) == self.team(self.mover())
    }

    /// Returns the reason if the better line wins more marbles or loses fewer.
    fn ejection(&self) -> Option<Reason> {
        let plies = PLIES.min(self.better.len()).min(1 + self.reply.len());
        let better = ejections(self.before, &self.better[..plies]);
        let played: Vec<_> =
            std::iter::once(self.played).chain(self.reply.iter().copied()).take(plies).collect();
        let played = ejections(self.before, &played);
        let lost = |line: &[Ejection]| line.iter().filter(|ejection| self.is_own(ejection.victim)).count();
        let won = |line: &[Ejection]| {
            line.iter().filter(|ejection| self.is_own(ejection.by) && !self.is_own(ejection.victim)).count()
        };
        if won(&better) + lost(&played) <= won(&played) + lost(&better) {
            return None;
        }
        if lost(&played) > lost(&better) {
            let own: Vec<_> = played.iter().filter(|ejection| self.is_own(ejection.victim)).collect();
            let first = own.first()?;
            let cells = self.names(own.iter().map(|ejection| ejection.cell));
            if first.ply == 2 && self.before.position().in_danger().contains(first.cell) {
                return Some(Reason::MissesThreat { cells });
            }
            return Some(Reason::AllowsEjection { cells, plies: first.ply as u8 - 1 });
        }
        let theirs: Vec<_> = better
            .iter()
            .filter(|ejection| self.is_own(ejection.by) && !self.is_own(ejection.victim))
            .collect();
        let first = theirs.first()?;
        let cells = self.names(theirs.iter().map(|ejection| ejection.cell));
        (!cells.is_empty()).then_some(Reason::MissedEjection { cells, plies: first.ply as u8 })
    }

    /// Returns the reason if only one of the lines starts with a push, or has one in its answer.
    fn push(&self) -> Option<Reason> {
        let position = self.before.position();
        let best = position.effect(*self.better.first()?).pushed;
        if !best.is_empty() && position.effect(self.played).pushed.is_empty() {
            return Some(Reason::MissedPush { cells: self.names(best.sorted()) });
        }
        let pushed = self.pushed_in(self.after, *self.reply.first()?);
        let mut other = self.before.clone();
        other.play(*self.better.first()?).ok()?;
        let is_pushed_too =
            self.better.get(1).is_some_and(|&answer| !self.pushed_in(&other, answer).is_empty());
        (!pushed.is_empty() && !is_pushed_too)
            .then(|| Reason::AllowsPush { cells: pushed.sorted().map(|cell| cell.to_string()).collect() })
    }

    /// Returns the player's own marbles that a move of an opponent pushes.
    fn pushed_in(&self, root: &Root, m: Move) -> Bitboard {
        let position = root.position();
        let pushed = position.effect(m).pushed;
        pushed
            .iter()
            .filter(|&cell| position.color_at(cell).is_some_and(|color| self.is_own(color)))
            .collect()
    }

    /// Returns the reason if the move worsens the place or the connection of the player's marbles, and the better one does not.
    fn shape(&self) -> Option<Reason> {
        let (before, after) = (self.before.position(), self.after.position());
        let mut better = *before;
        better.play_unchecked(*self.better.first()?);
        let color = self.mover();
        let from_centre =
            |position: &Position| -> usize { position.marbles(color).iter().map(steps_from_centre).sum() };
        if from_centre(after) > from_centre(before) && from_centre(&better) < from_centre(after) {
            let effect = before.effect(self.played);
            let steps = effect.steps().filter_map(|(from, to)| Some((from, to?)));
            let outwards = steps.filter(|&(from, to)| {
                after.color_at(to) == Some(color) && steps_from_centre(to) > steps_from_centre(from)
            });
            return Some(Reason::LeavesCentre { cells: outwards.map(|(_, to)| to.to_string()).collect() });
        }
        let (whole, parts) = (groups(before, color), groups(after, color));
        if parts.len() > whole.len() && groups(&better, color).len() < parts.len() {
            let new = parts.into_iter().filter(|part| !whole.contains(part));
            let smallest = new.min_by_key(|part| part.len())?;
            let cells = smallest.sorted().map(|cell| cell.to_string()).collect();
            return Some(Reason::BreaksFormation { cells });
        }
        None
    }

    /// Returns the names of the cells on which these marbles stand after the move, without those that it has ejected.
    fn names(&self, cells: impl Iterator<Item = Cell>) -> Vec<String> {
        let steps: Vec<_> = self.before.position().effect(self.played).steps().collect();
        let after = |cell: Cell| match steps.iter().find(|&&(from, _)| from == cell) {
            Some(&(_, to)) => to,
            None => Some(cell),
        };
        cells.filter_map(after).map(|cell| cell.to_string()).collect()
    }
}

/// Returns the ejections of a line, in order, as far as its moves are legal.
fn ejections(root: &Root, moves: &[Move]) -> Vec<Ejection> {
    let mut root = root.clone();
    // For each cell, where its marble stood at the start.
    let mut origins: [Cell; Cell::ALL.len()] = Cell::ALL;
    let mut found = Vec::new();
    for (ply, &m) in (1..).zip(moves) {
        let position = *root.position();
        if position.check(m).is_err() {
            break;
        }
        let effect = position.effect(m);
        if let (Some(victim), Some(from)) = (effect.ejected, effect.ejected_from()) {
            found.push(Ejection { ply, cell: origins[from.index()], victim, by: position.turn() });
        }
        let old = origins;
        for (from, to) in effect.steps() {
            if let Some(to) = to {
                origins[to.index()] = old[from.index()];
            }
        }
        if root.play(m).is_err() {
            break;
        }
    }
    found
}

/// Returns the connected groups of a colour.
fn groups(position: &Position, color: Color) -> Vec<Bitboard> {
    let all = position.formations().groups;
    all.into_iter().filter(|group| group.color == color).map(|group| group.cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_rules::Mode;

    /// Judges a move of a position. The lines come from the test, not from a search.
    fn reason(
        line: &str,
        better: &[&str],
        played: &str,
        reply: &[&str],
        scores: [Score; 2],
    ) -> Option<Reason> {
        let before = Root::new(Position::parse(Mode::Two, line).unwrap());
        let read = |root: &Root, texts: &[&str]| {
            let mut root = root.clone();
            let mut moves = Vec::new();
            for text in texts {
                let m = root.position().parse_move(text).unwrap();
                root.play(m).unwrap();
                moves.push(m);
            }
            moves
        };
        let played = before.position().parse_move(played).unwrap();
        let mut after = before.clone();
        after.play(played).unwrap();
        let (better, reply) = (read(&before, better), read(&after, reply));
        let [best, score] = scores;
        Mistaken { before: &before, best, better: &better, played, after: &after, score, reply: &reply }
            .reason()
    }

    fn cells(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    const EVEN: [Score; 2] = [Score::Marbles(0), Score::Marbles(-90)];

    #[test]
    fn wins_come_first() {
        let line = "5/6/7/8/wbb6/8/7/6/5 b 0,0 0 0";
        let missed = reason(line, &["e3e2"], "e3e4", &[], [Score::Win(1), Score::Marbles(0)]);
        assert_eq!(missed, Some(Reason::MissedWin { plies: 1 }));
        let allowed = reason(line, &["e3e2"], "e3e4", &[], [Score::Marbles(0), Score::Loss(4)]);
        assert_eq!(allowed, Some(Reason::AllowsWin { plies: 4 }));
    }

    #[test]
    fn ejections_are_missed_or_allowed() {
        let missed = reason("5/6/7/8/wbb6/8/7/6/5 b 0,0 0 0", &["e3e2"], "e3f4", &["e1d1"], EVEN);
        assert_eq!(missed, Some(Reason::MissedEjection { cells: cells(&["e1"]), plies: 1 }));
        let quiet = ["d1c1", "e2e1"];
        let allowed = reason("5/6/7/8/1ww6/b7/7/6/5 b 0,0 0 0", &quiet, "d1e1", &["e3e2"], EVEN);
        assert_eq!(allowed, Some(Reason::AllowsEjection { cells: cells(&["e1"]), plies: 1 }));
        let quiet = ["e1d1", "e3e4"];
        let threat = reason("5/6/7/8/bww6/8/7/6/b4 b 0,0 0 0", &quiet, "a1b1", &["e3e2"], EVEN);
        assert_eq!(threat, Some(Reason::MissesThreat { cells: cells(&["e1"]) }));
    }

    #[test]
    fn marble_is_followed_to_where_it_is_pushed_off() {
        // Two pushes along the row; the marble stands on e2 before the first one, and on e1 before the second.
        let line = "5/6/7/8/1bww5/8/7/6/b4 b 0,0 0 0";
        let quiet = ["e2d1", "e4e5", "d1c1", "e5e4"];
        let allowed = reason(line, &quiet, "a1b1", &["e4e3", "b1c1", "e3e2"], EVEN);
        assert_eq!(allowed, Some(Reason::AllowsEjection { cells: cells(&["e2"]), plies: 3 }));
    }

    #[test]
    fn pushes_are_missed_or_allowed() {
        let missed = reason("5/6/7/8/1bbw5/8/7/6/5 b 0,0 0 0", &["e2e3"], "e2d2", &[], EVEN);
        assert_eq!(missed, Some(Reason::MissedPush { cells: cells(&["e4"]) }));
        let line = "5/6/7/8/5ww2/4b3/7/6/5 b 0,0 0 0";
        let allowed = reason(line, &["d5d4", "e7f7"], "d5e5", &["e7e6"], EVEN);
        assert_eq!(allowed, Some(Reason::AllowsPush { cells: cells(&["e5"]) }));
    }

    #[test]
    fn place_and_connection_are_the_last_reasons() {
        let centre = reason("5/6/7/8/3bb4/8/7/6/w4 b 0,0 0 0", &["e4d4"], "e5f6", &["a1b1"], EVEN);
        assert_eq!(centre, Some(Reason::LeavesCentre { cells: cells(&["f6"]) }));
        let apart = reason("5/6/7/8/9/w7/7/6/bb3 b 0,0 0 0", &["a1b2"], "a2b3", &["d1e1"], EVEN);
        assert_eq!(apart, Some(Reason::BreaksFormation { cells: cells(&["a1"]) }));
        let quiet = reason("5/6/7/8/9/w7/7/6/bb3 b 0,0 0 0", &["a1b2"], "a2b2", &["d1e1"], EVEN);
        assert_eq!(quiet, None);
    }
}
