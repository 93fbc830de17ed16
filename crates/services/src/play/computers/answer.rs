//! Answers of computer players to offers, and their own offers of a draw.

use std::time::Duration;

use sumito_engine::Limits;
use sumito_game::{Command, Computer, Offer};
use sumito_rules::{Mode, Position};

use super::ComputerContext;
use super::play::roots_of;
use sumito_kit::engine_pool::JobKind;
use sumito_rooms::MyGame;

/// Search time for each position that a computer evaluates for an offer.
const THINKS: Duration = Duration::from_millis(100);

/// Score at which a computer accepts a partner's resignation, in hundredths of a marble.
const GIVES_UP: i32 = -300;

/// Number of the last turns at which a computer must not have stood better, so that it accepts a draw.
const TURNS: usize = 3;

/// After this many plies without an ejection, the game makes no progress: a computer accepts a draw unless it is clearly ahead.
const LONG_QUIET_PLIES: u32 = 60;
const CLEARLY_AHEAD: i32 = 30;

/// In the first 30 moves of each player, only a computer that is a marble behind accepts a draw.
const EARLY_MOVES: u32 = 30;
const CLEARLY_BEHIND: i32 = -100;

/// A computer offers a draw in a position as quiet as this, and again after as many plies as `OFFERS_AFTER_PLIES`.
const OFFERS_FROM_QUIET_PLIES: u32 = 80;
const OFFERS_AFTER_PLIES: u32 = 60;

/// The computer's last evaluations, in centimarbles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Worth {
    lowest: i32,
    highest: i32,
}

/// Returns whether a computer accepts a draw in a position.
fn takes_a_draw(worth: Worth, position: &Position) -> bool {
    let limit = if is_early(position) {
        CLEARLY_BEHIND
    } else if position.quiet_plies() >= LONG_QUIET_PLIES {
        CLEARLY_AHEAD
    } else {
        0
    };
    worth.highest <= limit
}

fn is_early(position: &Position) -> bool {
    position.ply() < EARLY_MOVES * position.mode().seats() as u32
}

/// Returns whether a computer may offer a draw on this turn: the game has made no progress for long, and it has made no offer for long.
/// Each computer has one such turn in a period.
fn may_offer_a_draw(position: &Position) -> bool {
    let since = position.quiet_plies().checked_sub(OFFERS_FROM_QUIET_PLIES);
    !is_early(position)
        && since.is_some_and(|since| since % OFFERS_AFTER_PLIES < position.mode().seats() as u32)
}

/// Returns whether neither side has had the better of it.
fn is_level(worth: Worth) -> bool {
    worth.lowest >= -CLEARLY_AHEAD && worth.highest <= CLEARLY_AHEAD
}

impl ComputerContext {
    /// Chooses the answer of `computer` to an offer. It accepts every rematch and takeback; whether it agrees to end a game depends on
    /// the score.
    pub(super) async fn choose_answer(&self, offer: Offer, computer: Computer, my_game: &MyGame) -> Command {
        let agrees = match offer {
            Offer::Takeback | Offer::Rematch => true,
            Offer::Draw => {
                let worth = self.evaluate(computer, my_game, TURNS).await;
                worth.is_some_and(|worth| takes_a_draw(worth, &my_game.position))
            }
            Offer::Resignation => {
                self.evaluate(computer, my_game, 1).await.is_some_and(|worth| worth.highest <= GIVES_UP)
            }
        };
        if agrees { Command::Accept(offer) } else { Command::Decline(offer) }
    }

    /// Returns whether `computer`, which has the turn, offers a draw with its move.
    pub(super) async fn offers_a_draw(&self, computer: Computer, my_game: &MyGame) -> bool {
        let has_offer = my_game.offers.iter().any(|offer| offer.what == Offer::Draw);
        !has_offer
            && may_offer_a_draw(&my_game.position)
            && self.evaluate(computer, my_game, TURNS).await.is_some_and(is_level)
    }

    /// Returns the evaluations by `computer` of the position now and a round before, for this number of turns. `None` with three players,
    /// since a position that is bad for one player need not be good for another, or if the engine pool is full.
    async fn evaluate(&self, computer: Computer, my_game: &MyGame, turns: usize) -> Option<Worth> {
        let mode = my_game.settings.mode;
        if mode == Mode::Three {
            return None;
        }
        let (_, view) = self.view(my_game.room.id, computer).await.ok()?;
        let roots = roots_of(view.value())?;
        let own = my_game.seat_of(computer.id())?;
        let mut all: Option<Worth> = None;
        for root in roots.into_iter().rev().step_by(mode.seats()).take(turns) {
            let is_own_turn = mode.team_of(own.color()) == mode.team_of(root.position().turn());
            let asked = self
                .engine_pool
                .submit(JobKind::Move, self.payer(my_game), root, THINKS, |_| Limits::time(THINKS))
                .ok()?;
            let score = asked.answer().await?.score.hundredths();
            let worth = if is_own_turn { score } else { -score };
            let known = all.unwrap_or(Worth { lowest: worth, highest: worth });
            all = Some(Worth { lowest: known.lowest.min(worth), highest: known.highest.max(worth) });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(plies: u32, quiet: u32) -> Position {
        let line = format!("5/1wwww1/1wwwww1/8/9/8/1bbbbb1/bbbbbb/1bbb1 b 5,0 {quiet} {plies}");
        Position::parse(Mode::Two, &line).unwrap()
    }

    fn worth(lowest: i32, highest: i32) -> Worth {
        Worth { lowest, highest }
    }

    #[test]
    fn computer_declines_draws_in_first_thirty_moves() {
        assert!(!takes_a_draw(worth(-60, -60), &at(2, 2)) && !takes_a_draw(worth(-60, -60), &at(58, 58)));
        assert!(takes_a_draw(worth(-120, -120), &at(2, 2)));
    }

    #[test]
    fn computer_accepts_a_draw_if_it_stood_no_better_for_several_turns() {
        assert!(takes_a_draw(worth(-60, 0), &at(60, 0)) && !takes_a_draw(worth(-60, 10), &at(60, 0)));
        // Without progress, a small advantage is not worth playing on.
        assert!(takes_a_draw(worth(0, 30), &at(80, 70)) && !takes_a_draw(worth(0, 40), &at(80, 70)));
    }

    #[test]
    fn computer_offers_a_draw_once_in_a_long_while() {
        let offers: Vec<u32> = (0..250).filter(|&quiet| may_offer_a_draw(&at(quiet + 30, quiet))).collect();
        // One of two neighbouring plies is the computer's turn.
        assert_eq!(offers, [80, 81, 140, 141, 200, 201]);
        assert!(!may_offer_a_draw(&at(20, 90)), "no offer in the first moves");
        assert!(is_level(worth(-20, 30)) && !is_level(worth(-90, 0)) && !is_level(worth(0, 40)));
    }
}
