//! Playing and checking of moves.

use std::{iter::successors, ops::Range};

use crate::{
    Bitboard, Cell, Color, Direction, Effect, IllegalMove, Mode, Move, Played, Position, Shape,
    ray::{BEYOND, Ray},
    zobrist,
};

/// Maximum number of a team's marbles that move together.
const LONGEST_LINE: usize = 3;

/// The marbles of an in-line move: the first `front` cells along the ray belong to the mover's team, those from there to `end` are pushed,
/// and the last marble moves into the cell at `end`.
struct Line {
    ray: Ray,
    front: usize,
    end: usize,
}

impl Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The reason if it is illegal, as in [`check`](Self::check).
    pub fn play(&self, m: Move) -> Result<Played, IllegalMove> {
        self.check(m)?;
        let mut position = *self;
        position.play_unchecked(m);
        Ok(Played { position, effect: self.effect(m) })
    }

    /// Plays a move that is known to be legal, such as a result of [`legal_moves`](Self::legal_moves). To get its effect, call
    /// [`effect`](Self::effect) before.
    ///
    /// After an illegal move, the position is not one of the game, but nothing panics.
    #[expect(
        clippy::inline_always,
        reason = "a search plays hundreds of millions: a tenth faster than by a call"
    )]
    #[inline(always)]
    pub fn play_unchecked(&mut self, m: Move) {
        self.ply = self.ply.saturating_add(1);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if m.is_side_step() {
            self.side_step(m);
        } else {
            self.move_in_line(m.from(), m.direction());
        }
        *self = self.pass_turn();
    }

    /// Moves every marble of the row one cell to the side.
    #[inline]
    fn side_step(&mut self, m: Move) {
        let row = m.named();
        let changed = row ^ row.step(m.direction());
        self.marbles[self.turn.index()] ^= changed;
        self.key ^= zobrist::marbles(self.turn, changed);
    }

    /// Moves every marble of the line one cell along it.
    #[inline]
    fn move_in_line(&mut self, from: Cell, direction: Direction) {
        let Line { ray, front, end } = self.line(from, direction);
        if self.mode == Mode::Two {
            // A row of one colour moves by one cell when its last marble becomes its first. Without a push the front and the end are one
            // cell, and nothing changes there for the opponent.
            self.shift(self.turn, ray.at(0), ray.at(front));
            self.shift(self.mode.next(self.turn), ray.at(front), ray.at(end));
        } else {
            for at in (0..end).rev() {
                if let Some(color) = self.color_of_bit(ray.at(at)) {
                    self.shift(color, ray.at(at), ray.at(at + 1));
                }
            }
        }
        if front < end && ray.at(end) == BEYOND {
            self.quiet_plies = 0;
            let captured = &mut self.captured[self.mode.team_of(self.turn).index()];
            *captured = captured.saturating_add(1);
        }
    }

    /// Returns the line of an in-line move of the marble on `from`: that marble, at most two friends ahead of it, and at most two opposing
    /// marbles ahead of those.
    #[inline]
    fn line(&self, from: Cell, direction: Direction) -> Line {
        let ray = Ray::new(from, direction);
        let (friends, opponents) = (self.friends(), self.opponents());
        let second = ray.counts(1, friends);
        let third = second & ray.counts(2, friends);
        let front = 1 + second + third;
        let first_pushed = ray.counts(front, opponents);
        let second_pushed = first_pushed & ray.counts(front + 1, opponents);
        Line { ray, front, end: front + first_pushed + second_pushed }
    }

    /// Moves a marble between two cells given by bit number.
    #[inline]
    fn shift(&mut self, color: Color, from: u8, to: u8) {
        self.marbles[color.index()].toggle(from, to);
        self.key ^= zobrist::marble(color, from) ^ zobrist::marble(color, to);
    }

    #[inline]
    fn color_of_bit(&self, number: u8) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.marbles(color).bit(number) == 1)
    }

    /// Returns the effect of a legal move.
    pub fn effect(&self, m: Move) -> Effect {
        let direction = m.direction();
        if m.is_side_step() {
            return Effect { moved: m.named(), pushed: Bitboard::EMPTY, direction, ejected: None };
        }
        let Line { ray, front, end } = self.line(m.from(), direction);
        let cells = |steps: Range<usize>| steps.filter_map(|steps| Cell::from_bit(ray.at(steps))).collect();
        let is_ejection = front < end && ray.at(end) == BEYOND;
        let ejected = if is_ejection { self.color_of_bit(ray.at(end - 1)) } else { None };
        Effect { moved: cells(0..front), pushed: cells(front..end), direction, ejected }
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// The reason, with the relevant cell.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match m.shape() {
            Shape::InLine => self.check_in_line(m.from(), m.direction()),
            Shape::SideStep { .. } => self.check_side_step(m),
        }
    }

    /// Checks that the trailing marble is the mover's own, and that it and at most two friends ahead meet a free cell, or fewer opposing
    /// marbles with a free cell or the edge behind them.
    fn check_in_line(&self, from: Cell, direction: Direction) -> Result<(), IllegalMove> {
        match self.color_at(from) {
            None => return Err(IllegalMove::EmptyCell { cell: from }),
            Some(color) if color == self.turn => {}
            Some(_) if self.friends().contains(from) => {
                return Err(IllegalMove::TrailingNotYours { cell: from });
            }
            Some(color) => return Err(IllegalMove::NotYours { cell: from, color }),
        }
        let ahead = |cell| successors(Some(cell), move |cell: &Cell| cell.neighbor(direction));
        let run = |set: Bitboard, cell| ahead(cell).take_while(|&cell| set.contains(cell)).count();

        let own = run(self.friends(), from);
        if own > LONGEST_LINE {
            return Err(IllegalMove::TooMany);
        }
        let front = ahead(from).take(own).last().unwrap_or(from);
        let Some(facing) = front.neighbor(direction) else {
            return Err(IllegalMove::OverTheEdge { cell: front });
        };
        if self.free().contains(facing) {
            return Ok(());
        }
        let opposing = run(self.opponents(), facing);
        if opposing >= own {
            // Further marbles of the line do not count: three against four is a pac like three against three.
            return Err(if opposing.min(LONGEST_LINE) == own {
                IllegalMove::Pac { each: own }
            } else {
                IllegalMove::Outnumbered { own, opposing }
            });
        }
        match ahead(facing).nth(opposing) {
            Some(cell) if !self.free().contains(cell) => Err(IllegalMove::BlockedBehind { cell }),
            _ => Ok(()),
        }
    }

    /// Checks that every marble of the row is the mover's own and has a free cell next to it.
    fn check_side_step(&self, m: Move) -> Result<(), IllegalMove> {
        let row = m.named();
        for cell in row.sorted() {
            match self.color_at(cell) {
                Some(color) if color == self.turn => {}
                Some(_) if self.friends().contains(cell) => {
                    return Err(IllegalMove::PartnerInSideStep { cell });
                }
                Some(color) => return Err(IllegalMove::NotYours { cell, color }),
                None if m.is_end(cell) => return Err(IllegalMove::EmptyCell { cell }),
                None => return Err(IllegalMove::Gap { cell }),
            }
        }
        match (row.step(m.direction()) - self.free()).sorted().next() {
            Some(cell) => Err(IllegalMove::Occupied { cell }),
            None => Ok(()),
        }
    }
}
