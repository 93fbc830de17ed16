//! The lessons of a puzzle.

use sumito_rules::{Bitboard, GroupKind, Position};

use crate::{Force, Puzzle, PuzzleTheme, force::after};

/// Returns the themes of a puzzle, in the order of [`PuzzleTheme::ALL`].
pub fn themes(puzzle: &Puzzle) -> Vec<PuzzleTheme> {
    let facts = Facts::of(puzzle);
    PuzzleTheme::ALL.into_iter().filter(|&theme| facts.has(theme)).collect()
}

/// Facts that determine the themes.
struct Facts<'a> {
    puzzle: &'a Puzzle,
    /// After the first move.
    second: Position,
    /// After the whole solution.
    last: Position,
    /// The most opposing marbles that a move of the solver pushes.
    pushed: usize,
}

impl<'a> Facts<'a> {
    fn of(puzzle: &'a Puzzle) -> Self {
        let force = Force::of(puzzle.start());
        let (mut position, mut pushed) = (*puzzle.start(), 0);
        for &m in puzzle.line() {
            if force.is_solvers_turn(&position) {
                pushed = pushed.max(position.effect(m).pushed.len());
            }
            position = after(&position, m);
        }
        let second = puzzle.line().first().map_or(position, |&m| after(puzzle.start(), m));
        Self { puzzle, second, last: position, pushed }
    }

    fn has(&self, theme: PuzzleTheme) -> bool {
        let start = self.puzzle.start();
        match theme {
            PuzzleTheme::PushOutIn1 => self.puzzle.length() == 1,
            PuzzleTheme::PushOutIn2 => self.puzzle.length() == 2,
            PuzzleTheme::PushOutIn3 => self.puzzle.length() == 3,
            PuzzleTheme::Win => self.last.winner().is_some(),
            PuzzleTheme::Defence => {
                !(self.own(start) & start.in_danger()).is_empty()
                    && (self.own(&self.second) & self.second.in_danger()).is_empty()
            }
            PuzzleTheme::Escape => !(self.moved() & start.in_danger()).is_empty() && self.moved_are_safe(),
            PuzzleTheme::DoubleThreat => self.threatened() >= 2,
            PuzzleTheme::Quiet => self.first_effect().is_some_and(|effect| effect.pushed.is_empty()),
            PuzzleTheme::SideStep => self.puzzle.line().first().is_some_and(|m| m.is_side_step()),
            PuzzleTheme::Sumito3To2 => self.pushed == 2,
            PuzzleTheme::Lance => self.forms(GroupKind::Lance),
            PuzzleTheme::Arc => self.forms(GroupKind::Arc),
            PuzzleTheme::Shield => self.forms(GroupKind::Shield),
        }
    }

    /// The marbles of the solver.
    fn own(&self, position: &Position) -> Bitboard {
        position.marbles(self.puzzle.start().turn())
    }

    fn first_effect(&self) -> Option<sumito_rules::Effect> {
        self.puzzle.line().first().map(|&m| self.puzzle.start().effect(m))
    }

    /// The cells of the marbles that the first move moves, before it.
    fn moved(&self) -> Bitboard {
        self.first_effect().map_or(Bitboard::EMPTY, |effect| effect.moved)
    }

    /// The same marbles, after the first move.
    fn arrived(&self) -> Bitboard {
        let Some(effect) = self.first_effect() else { return Bitboard::EMPTY };
        effect.moved.step(effect.direction)
    }

    fn moved_are_safe(&self) -> bool {
        (self.arrived() & self.second.in_danger()).is_empty()
    }

    /// Number of different opposing marbles that the solver could push out after the first move, if the others passed. A first move that
    /// already pushes one out threatens nothing.
    fn threatened(&self) -> usize {
        if self.first_effect().is_none_or(|effect| effect.ejected.is_some()) {
            return 0;
        }
        let mut turn = self.second;
        while turn.turn() != self.puzzle.start().turn() {
            turn = turn.pass_turn();
        }
        let cells = turn.legal_moves().into_iter().filter_map(|m| turn.effect(m).ejected_from());
        cells.fold(Bitboard::EMPTY, Bitboard::with).len()
    }

    /// Returns whether the first move forms such a group.
    fn forms(&self, kind: GroupKind) -> bool {
        let groups = self.second.formations().groups;
        groups.iter().any(|group| group.kind == kind && !(group.cells & self.arrived()).is_empty())
    }
}
