//! Creates the rooms of paired players on the nodes of these players: the games spread over the nodes as the players do.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::{Bus, Incoming, NodeId, RequestError, Service};
use sumito_game::{Computer, RoomId, Seat, UserId};

use super::pool::{PairedPlayer, Pairing};
use super::seek::{Seek, SeekId};
use sumito_kit::task;
use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{Mandate, PairedSeek, Visibility};

/// Creates the room of a game on another node.
const GAMES: Service<NewGame, Result<RoomId, RoomError>> = Service::new("matchmaking_games");

/// Time limit for the answer of the other node.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of rooms that other nodes create here at the same time.
const MAX_OPEN: usize = 256;

/// A game of paired players that starts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NewGame {
    lobby: String,
    pairing: Pairing,
    /// The commands that started the seeks.
    #[serde(default)]
    commands: Vec<(SeekId, String)>,
    /// The matchmaker's mandate for this decision; `None` if it is the only node, or of an earlier release.
    #[serde(default)]
    mandate: Option<Mandate>,
}

impl NewGame {
    pub(super) fn new(
        lobby: String,
        pairing: &Pairing,
        commands: Vec<(SeekId, String)>,
        mandate: Option<Mandate>,
    ) -> Self {
        let mut pairing = pairing.clone();
        for paired in &mut pairing.seats {
            if let PairedPlayer::Seeker(seek) = paired {
                seek.blocks.clear();
            }
        }
        Self { lobby, pairing, commands, mandate }
    }

    /// Creates the room on `node` if that is another one that takes new games, and otherwise here.
    ///
    /// # Errors
    /// [`RoomError`] says why there is no room. After [`RoomError::Unavailable`] there may be one: its seeks lead to no other.
    pub(super) async fn create_on(self, node: NodeId, bus: &Bus, rooms: &Rooms) -> Result<RoomId, RoomError> {
        if node == bus.node() {
            return self.create(rooms).await;
        }
        match bus.request(node, &GAMES, &self, ANSWER_LIMIT).await {
            Ok(Err(RoomError::Draining)) | Err(RequestError::NoSuchNode | RequestError::Busy) => {
                self.create(rooms).await
            }
            Ok(created) => created,
            // The caller logs the start of an outage.
            Err(_) => Err(RoomError::Unavailable),
        }
    }

    async fn create(self, rooms: &Rooms) -> Result<RoomId, RoomError> {
        let maker = self.pairing.seeks().map(Seek::user).next().ok_or(RoomError::Internal)?;
        let seeks = self.pairing.seeks().map(|seek| PairedSeek {
            id: seek.id.0,
            user: seek.user(),
            command: self.command_of(seek.id),
        });
        let (seeks, mandate) = (seeks.collect(), self.mandate.clone());
        let plan = RoomPlan { seeks, mandate, ..plan(self.lobby.clone(), &self.pairing, maker) };
        Ok(rooms.create(plan).await?.room.id())
    }

    fn command_of(&self, id: SeekId) -> Option<String> {
        let (_, command) = self.commands.iter().find(|(seek, _)| *seek == id)?;
        Some(command.clone())
    }
}

/// Creates rooms for the matchmaker.
pub(super) async fn serve(bus: &Bus, rooms: &Rooms) {
    let mut requests = bus.serve(&GAMES, MAX_OPEN);
    while let Some(Incoming { body, reply, .. }) = requests.next().await {
        let rooms = rooms.clone();
        task::spawn(async move { reply.send(body.create(&rooms).await) });
    }
}

/// Returns the plan of a pairing's room. All seats are taken, so the game starts with the room.
fn plan(lobby: String, pairing: &Pairing, maker: UserId) -> RoomPlan {
    let mut computers: Vec<UserId> = Vec::new();
    let mut player = |paired: &PairedPlayer| match paired {
        PairedPlayer::Seeker(seek) => Some(seek.player.clone()),
        PairedPlayer::Computer(level) => {
            let computer = Computer::besides(*level, &computers)?;
            computers.push(computer.id());
            Some(computer.player())
        }
    };
    let seats = pairing.seats.iter().zip(Seat::first(pairing.seats.len()));
    let players = seats
        .filter_map(|(paired, seat)| Some(SeatedPlayer { player: player(paired)?, seat: Some(seat) }))
        .collect();
    let game = pairing.game;
    RoomPlan {
        id: None,
        mode: game.mode,
        layout: Some(game.layout),
        start_position: None,
        coach: false,
        time: game.time,
        rated: game.rated,
        ready: false,
        vacations: false,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby,
        created_by: maker,
        command_id: None,
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
        players,
    }
}
