//! Conditional moves: replies that players of a correspondence game have prepared.

use serde::{Deserialize, Serialize};

use crate::{CommandError, Event, Game, LimitReached, MoveText, Seat, limits};

/// A line of moves from the position of the game on. It ends with a move of the player who prepared it.
pub type Line = Vec<MoveText>;

/// The conditional moves of a game. They fit the position of the game at any time: each move that is played shortens the lines that start
/// with it, and removes the others.
///
/// A table does not contain them, because they are secret and no part of the players' actions so far. The owner of the table stores
/// them with its events, and plays the replies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConditionalMoves(Vec<SeatLines>);

/// The lines of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SeatLines {
    seat: Seat,
    lines: Vec<Line>,
}

impl ConditionalMoves {
    /// Returns whether no seat has any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lines of a seat.
    pub fn of(&self, seat: Seat) -> &[Line] {
        self.0.iter().find(|of| of.seat == seat).map_or(&[], |of| &of.lines)
    }

    /// Replaces the lines of a seat.
    pub fn set(&mut self, seat: Seat, lines: Vec<Line>) {
        self.0.retain(|of| of.seat != seat);
        self.0.push(SeatLines { seat, lines });
        self.0.retain(|of| !of.lines.is_empty());
    }

    /// Returns the reply of a seat that is to move.
    pub fn reply_of(&self, seat: Seat) -> Option<MoveText> {
        self.of(seat).first()?.first().copied()
    }

    /// Applies an event of the table: lines that no longer fit are removed.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Moved { mv, .. } => self.advance(*mv),
            Event::TakenBack { .. }
            | Event::Eliminated { .. }
            | Event::Finished { .. }
            | Event::Started { .. } => self.0.clear(),
            Event::Created { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Ready { .. }
            | Event::Berserk { .. }
            | Event::TimeAdded { .. }
            | Event::Offered { .. }
            | Event::Declined { .. } => {}
        }
    }

    fn advance(&mut self, played: MoveText) {
        for SeatLines { lines, .. } in &mut self.0 {
            lines.retain(|line| line.first() == Some(&played));
            for line in lines.iter_mut() {
                line.remove(0);
            }
            lines.retain(|line| !line.is_empty());
        }
        self.0.retain(|of| !of.lines.is_empty());
    }
}

/// A line while it is read: its moves with the seats that play them.
type ReadLine = Vec<(Seat, MoveText)>;

/// Reads the lines of `seat`, which waits for the moves of others. A line that starts another one is left out, since the other one contains
/// it.
pub(crate) fn read_lines(game: &Game, seat: Seat, lines: &[Vec<String>]) -> Result<Vec<Line>, CommandError> {
    if lines.len() > limits::CONDITIONAL_LINES
        || lines.iter().any(|line| line.len() > limits::CONDITIONAL_LINE_MOVES)
    {
        return Err(LimitReached::ConditionalMoves.into());
    }
    let mut read: Vec<ReadLine> = Vec::with_capacity(lines.len());
    for line in lines {
        let line = game.read_line(line)?;
        if line.last().is_none_or(|(mover, _)| *mover != seat) {
            return Err(CommandError::LineWithoutReply);
        }
        add(&mut read, line, seat)?;
    }
    Ok(read.into_iter().map(|line| line.into_iter().map(|(_, mv)| mv).collect()).collect())
}

fn add(read: &mut Vec<ReadLine>, line: ReadLine, seat: Seat) -> Result<(), CommandError> {
    for other in read.iter_mut() {
        let shared = other.iter().zip(&line).take_while(|(one, another)| one == another).count();
        match (other.get(shared), line.get(shared)) {
            (_, None) => return Ok(()),
            (None, Some(_)) => {
                // The lines before have no such prefix, and neither have the lines after it.
                *other = line;
                return Ok(());
            }
            (Some((mover, _)), Some(_)) if *mover == seat => return Err(CommandError::TwoReplies),
            (Some(_), Some(_)) => {}
        }
    }
    read.push(line);
    Ok(())
}
