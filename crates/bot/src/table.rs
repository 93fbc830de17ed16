//! A room in which a bot has a seat.

use std::sync::Arc;

use sumito_client::protocol::parts::{Offer, Status};
use sumito_client::protocol::{ErrorCode, RoomId};
use sumito_client::rules::Move;
use sumito_client::{Client, Error, Room, RoomState};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::player::Player;
use crate::{EngineError, Settings};

/// A room in which a bot has a seat, for as long as it is in the bot's room list: the game and its rematches.
#[derive(Debug)]
pub(crate) struct Table {
    room: Room,
    player: Player,
    settings: Arc<Settings>,
}

/// The result of a turn.
enum Turn {
    Move(Move),
    Failed(EngineError),
    /// The game has continued without this move.
    Over,
}

/// The point in the game for which a move is searched.
#[derive(PartialEq, Eq)]
struct MoveKey {
    game: Option<Uuid>,
    ply: u32,
    position: String,
}

impl MoveKey {
    fn of(room: &RoomState) -> Option<Self> {
        let playing = room.status == Status::Playing;
        playing.then(|| Self { game: room.game, ply: room.ply, position: room.position.clone() })
    }
}

impl Table {
    /// Plays in the room until it can no longer be watched.
    ///
    /// # Errors
    /// Fails with the reason why watching ended.
    pub(crate) async fn sit(
        client: Client,
        room: &RoomId,
        settings: Arc<Settings>,
        places: Arc<Semaphore>,
    ) -> Result<(), Error> {
        let room = client.watch(room).await?;
        let player = Player::new(Arc::clone(&settings), places);
        let mut table = Self { room, player, settings };
        loop {
            table.answer_offers().await?;
            match table.room.state().status {
                Status::Playing => {
                    if table.take_turn().await? {
                        continue;
                    }
                }
                Status::Waiting => table.ready_up().await?,
                Status::Finished | Status::Closed => table.end().await,
            }
            table.room.next().await?;
        }
    }

    async fn ready_up(&mut self) -> Result<(), Error> {
        let state = self.room.state();
        let seat = self.room.seat().and_then(|seat| state.seats.get(usize::from(seat)));
        if state.ready && seat.is_some_and(|seat| !seat.ready) {
            let answer = self.room.ready(true).await;
            allow(answer)?;
        }
        Ok(())
    }

    async fn end(&mut self) {
        if let (Some(result), true) = (&self.room.state().result, self.player.is_running()) {
            let has_won = self.room.seat().is_some_and(|seat| result.winners.contains(&seat));
            let plies = self.room.state().ply;
            tracing::info!(has_won, winners = ?result.winners, reason = ?result.reason, plies, "game finished");
        }
        self.player.quit().await;
    }

    /// Plays if it is the bot's turn. Returns whether the room has changed in between and must be checked again.
    async fn take_turn(&mut self) -> Result<bool, Error> {
        // Without control, another connection of the same bot plays here.
        let (true, true, Some(seat)) = (self.room.in_control(), self.room.is_my_turn(), self.room.seat())
        else {
            return Ok(false);
        };
        match self.search_move(seat).await? {
            Turn::Over => return Ok(true),
            Turn::Move(mv) => {
                tracing::debug!(%mv, ply = self.room.state().ply, "move played");
                let played = self.room.play(mv).await;
                if refused_as_illegal(&played) {
                    // The local rules differ from the server's: asking again would not help.
                    self.resign().await?;
                }
                allow(played)?;
            }
            Turn::Failed(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "engine returned no move; resigning"
                );
                self.resign().await?;
            }
        }
        Ok(false)
    }

    /// Runs the engine on the current state, while answering offers.
    async fn search_move(&mut self, seat: u8) -> Result<Turn, Error> {
        let Self { room, player, settings } = self;
        let asked = room.state().clone();
        let moment = MoveKey::of(&asked);
        let client = room.client().clone();
        let turn = {
            let choosing = player.choose(&asked, seat, &client);
            tokio::pin!(choosing);
            loop {
                tokio::select! {
                    chosen = &mut choosing => break chosen.map_or_else(Turn::Failed, Turn::Move),
                    update = room.next() => drop(update?),
                }
                if MoveKey::of(room.state()) != moment {
                    break Turn::Over;
                }
                // The answer to a rematch needs the player, which is busy here; such offers come only after a game.
                answer_offers(room, settings, false).await?;
            }
        };
        if matches!(turn, Turn::Over) {
            player.interrupt().await;
        }
        Ok(turn)
    }

    async fn resign(&mut self) -> Result<(), Error> {
        let resigned = self.room.resign().await;
        allow(resigned)
    }

    async fn answer_offers(&mut self) -> Result<(), Error> {
        let can_play = self.player.has_place();
        answer_offers(&mut self.room, &self.settings, can_play).await
    }
}

/// Answers the others' offers. The server rejects a second answer to an offer, which is harmless.
async fn answer_offers(room: &mut Room, settings: &Settings, can_play: bool) -> Result<(), Error> {
    let Some(seat) = room.seat().filter(|_| room.in_control()) else { return Ok(()) };
    let open: Vec<_> = room
        .state()
        .offers
        .iter()
        .filter(|offer| !offer.agreed.contains(&seat))
        .map(|offer| offer.what)
        .collect();
    for what in open {
        let agrees = match what {
            Offer::Draw => false,
            Offer::Takeback => settings.answers.takebacks,
            Offer::Rematch => settings.answers.rematches && can_play,
            // A partner who wants to resign may do so.
            Offer::Resignation => true,
        };
        tracing::info!(offer = ?what, accepted = agrees, "offer answered");
        let answered = if agrees { room.accept(what).await } else { room.decline(what).await };
        allow(answered)?;
    }
    Ok(())
}

/// Ignores rejections: a late or invalid command does not end the game, and the next event has the current state.
fn allow<T>(result: Result<T, Error>) -> Result<(), Error> {
    match result {
        Ok(_) => Ok(()),
        Err(Error::Refused(refusal)) => {
            tracing::info!(error = %refusal, "command rejected");
            Ok(())
        }
        Err(failure @ (Error::Expired | Error::OutcomeUnknown | Error::Disconnected)) => {
            tracing::warn!(error = %failure, "command outcome unknown");
            Ok(())
        }
        Err(failure) => Err(failure),
    }
}

fn refused_as_illegal<T>(played: &Result<T, Error>) -> bool {
    let is_illegal = |failure: &Error| failure.is(ErrorCode::IllegalMove) || failure.is(ErrorCode::BadMove);
    played.as_ref().err().is_some_and(is_illegal)
}
