//! Playing a move, and the reasons why one cannot be played.

use std::iter::successors;

use crate::{Bitboard, Cell, Color, Direction, Effect, IllegalMove, Move, Played, Position, Shape, zobrist};

/// Never more than three marbles of a side move together.
const LONGEST_LINE: usize = 3;

impl Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// Why it is not, as [`check`](Self::check) says.
    pub fn play(&self, m: Move) -> Result<Played, IllegalMove> {
        self.check(m)?;
        let mut position = *self;
        let effect = position.play_unchecked(m);
        Ok(Played { position, effect })
    }

    /// Plays a move that is known to be legal, as those of [`legal_moves`](Self::legal_moves) are.
    ///
    /// With any other move the position afterwards is not one of the game, but nothing panics.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) -> Effect {
        let effect = self.effect(m);
        let Effect { moved, pushed, direction, ejected } = effect;
        let line = moved | pushed;

        for color in Color::ALL {
            let before = self.marbles(color);
            let after = (before - line) | (before & line).step(direction);
            self.marbles[color.index()] = after;
            for cell in before ^ after {
                self.key ^= zobrist::marble(color, cell);
            }
        }

        self.ply = self.ply.saturating_add(1);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if ejected.is_some() {
            self.quiet_plies = 0;
            let captured = &mut self.captured[self.mode.side_of(self.turn).index()];
            *captured = captured.saturating_add(1);
        }
        let next = self.mode.next(self.turn);
        self.key ^= zobrist::turn(self.turn) ^ zobrist::turn(next);
        self.turn = next;
        effect
    }

    /// What a legal move would do.
    #[inline]
    pub fn effect(&self, m: Move) -> Effect {
        let direction = m.direction();
        if m.is_side_step() {
            return Effect { moved: m.named(), pushed: Bitboard::EMPTY, direction, ejected: None };
        }
        let (friends, opponents) = (self.friends(), self.opponents());
        let trailing = m.named();
        let second = trailing.step(direction) & friends;
        let third = second.step(direction) & friends;
        let moved = trailing | second | third;
        let first_pushed = moved.step(direction) & opponents;
        let pushed = first_pushed | first_pushed.step(direction) & opponents;

        let over_the_edge = pushed & Bitboard::edge(direction);
        let ejected = over_the_edge.first().and_then(|cell| self.color_at(cell));
        Effect { moved, pushed, direction, ejected }
    }

    /// Whether a move is legal, and if not, why.
    ///
    /// # Errors
    /// The reason, with the cell that shows it.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match m.shape() {
            Shape::InLine => self.check_in_line(m.from(), m.direction()),
            Shape::SideStep { .. } => self.check_side_step(m),
        }
    }

    /// The trailing marble is the mover's own; it and at most two friends ahead meet a free cell, or fewer opposing
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
        let mut beyond = ahead(from).skip(own - 1);
        let (front, Some(facing)) = (beyond.next(), beyond.next()) else {
            let cell = ahead(from).last().unwrap_or(from);
            return Err(IllegalMove::OverTheEdge { cell });
        };
        debug_assert!(front.is_some());
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

    /// Every marble of the row is the mover's own and has a free cell beside it.
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
