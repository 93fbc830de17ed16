//! The results of a tournament's games.

use std::collections::HashMap;
use std::sync::Arc;

use sumito_game::{Seat, SeatSet, UserId};
use sumito_store::FinishedGame;
use sumito_tournament::{Actor as By, Command, GameNumber};
use tracing::{debug, error};

use super::super::TournamentError;
use super::Actor;

impl Actor {
    /// Marks all games under way as possibly ended.
    pub(super) fn all_may_have_ended(&mut self) {
        for game in self.open_games() {
            self.ended.entry(game).or_default();
        }
    }

    /// Reads the results of games that may have ended and applies them. Failed reads are retried; known results change nothing.
    pub(super) async fn apply_results(&mut self) -> Result<(), TournamentError> {
        // Before games are adjudicated without results, this makes sure that there are none.
        if self.shown.tournament.cut_off_at().is_some_and(|moment| self.now() >= moment) {
            self.all_may_have_ended();
        }
        let tournament = Arc::clone(&self.shown.tournament);
        self.ended.retain(|&game, _| tournament.game(game).is_some_and(sumito_tournament::Game::is_open));
        if self.ended.is_empty() {
            return Ok(());
        }
        let numbers: HashMap<_, _> =
            self.ended.keys().map(|&number| (number.game_of(self.shown.row.id), number)).collect();
        let ids: Vec<_> = numbers.keys().copied().collect();
        let mut games = self.shared.store.games_with_moves(&ids).await?;
        games.sort_by_key(|game| (game.finished_at, game.id));
        // The other games have no result: they are under way.
        let asked = std::mem::take(&mut self.ended);
        for game in games {
            let Some(&number) = numbers.get(&game.id) else { continue };
            match self.finished(number, &game).await {
                Ok(()) => {}
                // The stored state is unknown: the tournament is read again.
                Err(error) if self.recovery.is_needed() => return Err(error),
                Err(error) => {
                    if asked.get(&number) != Some(&true) {
                        error!(tournament = %self.shown.row.id.0, game = %game.id.0, %error, "game result not applied to tournament");
                    }
                    self.ended.insert(number, true);
                }
            }
        }
        Ok(())
    }

    /// Applies the result of a game, as of its end. Work that became due since then is handled after all results are known.
    async fn finished(&mut self, number: GameNumber, game: &FinishedGame) -> Result<(), TournamentError> {
        let berserk = game.tournament.map_or(SeatSet::EMPTY, |tournament| tournament.berserk);
        for player in self.players_on(number, berserk) {
            let at = self.as_of(game.finished_at);
            match self.decide_at(at, By::User(player), Command::Berserk { game: number }).await {
                Ok(events) => self.store(By::User(player), events).await?,
                // The result is known already, or the game was adjudicated.
                Err(TournamentError::Refused(refusal)) => {
                    debug!(error = %refusal, "berserk ignored");
                }
                Err(error) => return Err(error),
            }
        }
        let command = Command::GameFinished {
            game: number,
            outcome: game.outcome.clone(),
            plies: game.plies,
            moved: game.moves.ledger.iter().map(|timing| timing.seat).collect(),
            at: game.finished_at,
        };
        let events = self.decide_at(self.as_of(game.finished_at), By::System, command).await?;
        self.store(By::System, events).await
    }

    /// Returns the players who played a game with half of the time.
    fn players_on(&self, game: GameNumber, berserk: SeatSet) -> Vec<UserId> {
        let players = self.shown.tournament.to_make(game).map(|game| game.players).unwrap_or_default();
        let theirs =
            |(seat, player): (Seat, &sumito_game::Player)| berserk.contains(seat).then_some(player.id);
        Seat::first(Seat::MAX).zip(&players).filter_map(theirs).collect()
    }
}
