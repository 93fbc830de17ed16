//! The rooms in which a tournament's games are played.

use sumito_game::Seat;
use sumito_tournament::{GameToMake, Tournament};

use crate::rooms::{InTournament, RoomError, RoomPlan, Rooms, SeatedPlayer};
use crate::store::Visibility;

/// The lobby that lists them.
pub const LOBBY: &str = "tournaments";

/// Makes the room of a game, unless it was made before: then nothing happens.
pub(super) async fn make(rooms: &Rooms, tournament: &Tournament, game: &GameToMake) -> Result<(), RoomError> {
    let settings = &tournament.settings().game;
    let seated = |(seat, player): (Seat, &sumito_game::Player)| SeatedPlayer {
        player: player.clone(),
        seat: Some(seat),
    };
    let Some(first) = game.players.first() else { return Ok(()) };
    let plan = RoomPlan {
        id: Some(game.room),
        mode: settings.mode,
        layout: Some(settings.layout),
        time: settings.time,
        rated: settings.rated,
        ready: false,
        spectator_delay: settings.spectator_delay,
        visibility: Visibility::Public,
        lobby: LOBBY.to_owned(),
        // It counts among nobody's rooms.
        created_by: first.id,
        command_id: None,
        tournament: Some(InTournament { id: tournament.id(), game: game.game, policy: settings.policy }),
        players: Seat::first(Seat::MAX).zip(&game.players).map(seated).collect(),
    };
    rooms.create(plan).await.map(drop)
}
