//! Answers of computer players to offers.

use std::time::Duration;

use sumito_engine::Limits;
use sumito_game::{Command, Computer, Offer};
use sumito_rules::{Mode, Position};

use super::ComputerContext;
use super::play::root;
use sumito_kit::engine_pool::JobKind;
use sumito_rooms::MyRoom;

/// Search time for the answer to an offer.
const THINKS: Duration = Duration::from_millis(150);

/// Score at which a computer accepts a draw or a partner's resignation, in hundredths of a marble.
const TAKES_A_DRAW: i32 = -30;
const GIVES_UP: i32 = -300;

/// After this many plies without an ejection, a computer that is not ahead accepts a draw.
const LONG_QUIET_PLIES: u32 = 60;

/// In the first 30 moves of each player, only a computer that is a marble behind accepts a draw.
const EARLY_MOVES: u32 = 30;
const CLEARLY_BEHIND: i32 = -100;

/// Returns whether a computer accepts a draw in a position with this score, in hundredths of a marble.
fn takes_a_draw(worth: i32, position: &Position) -> bool {
    let least = if position.ply() < EARLY_MOVES * position.mode().seats() as u32 {
        CLEARLY_BEHIND
    } else if position.quiet_plies() >= LONG_QUIET_PLIES {
        0
    } else {
        TAKES_A_DRAW
    };
    worth <= least
}

impl ComputerContext {
    /// Chooses the answer of `computer` to an offer. It accepts every rematch and takeback; whether it agrees to end a game depends on
    /// the score.
    pub(super) async fn choose_answer(&self, offer: Offer, computer: Computer, my_room: &MyRoom) -> Command {
        let agrees = match offer {
            Offer::Takeback | Offer::Rematch => true,
            Offer::Draw => {
                let worth = self.evaluate(computer, my_room).await;
                worth.is_some_and(|worth| takes_a_draw(worth, &my_room.position))
            }
            Offer::Resignation => {
                self.evaluate(computer, my_room).await.is_some_and(|worth| worth <= GIVES_UP)
            }
        };
        if agrees { Command::Accept(offer) } else { Command::Decline(offer) }
    }

    /// Returns the score of the position for `computer`, in hundredths of a marble. `None` with three players, since a position that is
    /// bad for one player need not be good for another, or if the engine pool is full.
    async fn evaluate(&self, computer: Computer, my_room: &MyRoom) -> Option<i32> {
        let mode = my_room.settings.mode;
        if mode == Mode::Three {
            return None;
        }
        let (_, view) = self.view(my_room.room.id, computer).await.ok()?;
        let root = root(view.value())?;
        let own = my_room.seat_of(computer.id())?;
        let is_own_turn = mode.team_of(own.color()) == mode.team_of(root.position().turn());
        let asked = self
            .thinking
            .submit(JobKind::Move, self.payer(my_room), root, THINKS, |_| Limits::time(THINKS))
            .ok()?;
        let worth = asked.answer().await?.score.hundredths();
        Some(if is_own_turn { worth } else { -worth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computer_declines_draws_in_first_thirty_moves() {
        let at = |plies: u32, quiet: u32| {
            let line = format!("5/1wwww1/1wwwww1/8/9/8/1bbbbb1/bbbbbb/1bbb1 b 5,0 {quiet} {plies}");
            Position::parse(Mode::Two, &line).unwrap()
        };
        assert!(!takes_a_draw(-60, &at(2, 2)) && !takes_a_draw(-60, &at(58, 58)));
        assert!(takes_a_draw(-120, &at(2, 2)));
        assert!(takes_a_draw(-60, &at(60, 0)) && !takes_a_draw(0, &at(60, 0)));
        assert!(takes_a_draw(0, &at(80, 70)) && !takes_a_draw(10, &at(80, 70)));
    }
}
