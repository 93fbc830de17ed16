//! Quick pairing of players who seek the same game, in the configured lobbies.
//!
//! | file | content |
//! |---|---|
//! | `seek` | seeks: their games and acceptable opponents |
//! | `pool/`, `pairing_history`, `seats` | pairing and seating, without I/O or a clock |
//! | `active_seeks` | the current seek of each user, across all lobbies |
//! | `actor` | the task of one lobby, which creates the rooms of paired players |
//! | `offer` | games that a lobby offers |
//!
//! A seek lasts as long as its user is online: rooms track that with [`PresenceTracker`](sumito_rooms::PresenceTracker), and so do lobbies. Seeks
//! are not stored. After a restart, users have to seek again.

mod active_seeks;
mod actor;
mod offer;
mod pairing_history;
pub mod pool;
mod seats;
mod seek;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Player, RoomId, Seat, TimeControl, UserId};
use sumito_ratings::Rating;
use sumito_rules::{Layout, Mode};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use self::active_seeks::{ActiveSeek, ActiveSeeks, PriorSeek};
use self::actor::{Actor, Context, Request};
pub use self::offer::LobbyFilter;
use self::pool::{PairingConfig, SeekPool};
pub use self::seek::{GameKind, RatingRange, Seek, SeekId, Window};
use crate::play::lobby::Lobbies;
use crate::social::notifications::Notifications;
use sumito_config::{self as config, Config, millis};
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{Store, StoreError, UserRow, Visibility, pool_of};

/// Reasons for which a user cannot seek a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeekError {
    /// The lobby does not exist, or has no matchmaking.
    #[error("no matchmaking in this lobby; GET /api/v1/lobbies lists lobbies with matchmaking")]
    NoSuchLobby,
    /// The lobby does not offer such games.
    #[error("this lobby does not offer that {0}; see GET /api/v1/lobbies")]
    NotOffered(&'static str),
    /// The lobby has the maximum of open seeks.
    #[error("lobby queue is full; try again in a few seconds")]
    Full,
    /// A game of the user is being created.
    #[error("your game is already being created")]
    BeingMade,
    /// The seek has ended.
    #[error("this seek is no longer open")]
    NoSuchSeek,
    /// The seek is the user's own.
    #[error("this is your own seek")]
    OwnSeek,
    /// The two players do not accept each other.
    #[error("you do not match this seek's requirements")]
    NotForYou,
    /// Bots are invited; they do not seek.
    #[error("bots cannot seek games; they are invited")]
    Bot,
    /// Computers do not play rated games.
    #[error("rated games are for humans only; omit `computers`")]
    RatedWithComputers,
    /// Computers have no such level.
    #[error("computers play at levels 1 to 8")]
    NoSuchLevel,
    /// No rating lies in the range.
    #[error("the minimum of `rating_range` exceeds its maximum")]
    Range,
    /// The user cannot play such a game, or not now.
    #[error(transparent)]
    Room(#[from] RoomError),
}

impl From<StoreError> for SeekError {
    fn from(error: StoreError) -> Self {
        Self::Room(error.into())
    }
}

/// A new seek, and the room of its game if it was paired at once.
pub type SeekStarted = (SeekId, Option<RoomId>);

/// Reply to a seek: called once, before any other update of the seek.
pub type SeekReply = Box<dyn FnOnce(Result<SeekStarted, SeekError>) + Send>;

/// Settings of a seek.
#[derive(Debug, Clone)]
pub struct NewSeek {
    /// Lobby of the seek.
    pub lobby: String,
    /// Mode of the game.
    pub mode: Mode,
    /// Start layout; `None`: the default of the mode.
    pub layout: Option<Layout>,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Allowed ratings of the others.
    pub range: RatingRange,
    /// Level of the computers that may fill seats which stay free for long.
    pub computers: Option<u8>,
}

/// All lobbies with matchmaking. Cheap to clone.
#[derive(Clone)]
pub struct Matchmaking {
    context: Arc<Context>,
    /// Lobbies in the order of the configuration.
    lobbies: Arc<[(String, Lobby)]>,
}

/// The seek that a user has chosen.
struct ChosenSeek {
    seek: SeekId,
    user: UserId,
    range: RatingRange,
}

struct Lobby {
    offer: LobbyFilter,
    requests: mpsc::Sender<Request>,
}

impl fmt::Debug for Matchmaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lobbies.iter().map(|(name, _)| name)).finish()
    }
}

impl From<&config::Pairing> for PairingConfig {
    fn from(config: &config::Pairing) -> Self {
        let window = Window { first: config.window, per_second: config.window_per_second };
        Self { window, computers_after: millis(config.computers_after_ms) }
    }
}

impl Matchmaking {
    /// Starts the configured lobbies.
    pub fn start(
        config: &Config,
        store: Store,
        rooms: Rooms,
        lobbies: &Lobbies,
        notifications: Notifications,
        time: TimeSource,
    ) -> (Self, Vec<JoinHandle<()>>) {
        let mut tasks = Vec::new();
        let (listed, current) = (lobbies.seeks().clone(), ActiveSeeks::default());
        let context = Arc::new(Context { store, rooms, notifications, listed, current, time });
        let mut start = |config: &config::LobbyConfig, rules: PairingConfig| {
            let (name, pool) = (config.name.clone(), SeekPool::new(rules));
            let (requests, task) = Actor::start(name.clone(), config.capacity, pool, Arc::clone(&context));
            tasks.push(task);
            (name, Lobby { offer: config.into(), requests })
        };
        let rules = PairingConfig::from(&config.pairing);
        let lobbies = config.lobbies.iter().map(|lobby| start(lobby, rules)).collect();
        (Self { context, lobbies }, tasks)
    }

    /// Returns the games that a lobby offers; `None` if it has no matchmaking.
    pub fn offer(&self, lobby: &str) -> Option<&LobbyFilter> {
        self.lobby(lobby).map(|lobby| &lobby.offer)
    }

    /// Returns the offers of all lobbies, with their names.
    pub fn offers(&self) -> impl Iterator<Item = (&str, &LobbyFilter)> {
        self.lobbies.iter().map(|(name, lobby)| (name.as_str(), &lobby.offer))
    }

    /// Returns the number of open seeks of each lobby.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (String, usize)> {
        let seeking = self.context.current.lobbies();
        let count = move |name: &str| seeking.iter().filter(|lobby| *lobby == name).count();
        self.lobbies.iter().map(move |(name, _)| (name.clone(), count(name)))
    }

    fn lobby(&self, name: &str) -> Option<&Lobby> {
        self.lobbies.iter().find(|(other, _)| other == name).map(|(_, lobby)| lobby)
    }

    /// Checks whether a room may be created in its lobby: listed rooms must match the offer of the lobby.
    ///
    /// # Errors
    /// [`SeekError::NotOffered`] if the lobby does not offer such games.
    pub fn check_room(&self, plan: &RoomPlan) -> Result<(), SeekError> {
        match self.offer(&plan.lobby) {
            Some(offer) if plan.visibility == Visibility::Public => offer.check(&GameKind {
                mode: plan.mode,
                layout: plan.layout.unwrap_or_else(|| plan.mode.default_layout()),
                time: plan.time,
                rated: plan.rated,
            }),
            _ => Ok(()),
        }
    }

    /// Begins a seek, which replaces the user's previous one. A command with the same id begins no second seek.
    pub async fn seek(&self, user: &UserRow, new_seek: NewSeek, command: Option<String>, answer: SeekReply) {
        let Context { current, time, .. } = &*self.context;
        match command.as_deref().and_then(|command| current.earlier(user.id, command, time.now())) {
            Some(PriorSeek::Waits(id)) => answer(Ok((id, None))),
            Some(PriorSeek::Found(id, room)) => answer(Ok((id, Some(room)))),
            None => match self.prepare(user, new_seek, None).await {
                Ok((lobby, seek)) => self.begin(&lobby, seek, command, answer).await,
                Err(error) => answer(Err(error)),
            },
        }
    }

    /// Pairs a user with this seek.
    pub async fn take(&self, user: &UserRow, seek: SeekId, answer: SeekReply) {
        let Some((other, ActiveSeek { lobby, game, range, .. })) = self.context.current.of(seek) else {
            return answer(Err(SeekError::NoSuchSeek));
        };
        if other == user.id {
            return answer(Err(SeekError::OwnSeek));
        }
        let GameKind { mode, layout, time, rated } = game;
        let layout = Some(layout);
        let new_seek = NewSeek { lobby, mode, layout, time, rated, range: RatingRange::ALL, computers: None };
        match self.prepare(user, new_seek, Some(ChosenSeek { seek, user: other, range })).await {
            Ok((lobby, seek)) => self.begin(&lobby, seek, None, answer).await,
            Err(error) => answer(Err(error)),
        }
    }

    /// Ends the seek of `user`, if there is one.
    pub async fn cancel(&self, user: UserId) {
        if let Some(seeking) = self.context.current.end(user) {
            self.leave(&seeking).await;
        }
    }

    async fn begin(&self, lobby: &str, seek: Seek, command: Option<String>, answer: SeekReply) {
        let Some(Lobby { requests, .. }) = self.lobby(lobby) else {
            return answer(Err(SeekError::NoSuchLobby));
        };
        let seeking = ActiveSeek {
            id: seek.id,
            lobby: lobby.to_owned(),
            game: seek.game,
            range: seek.range,
            command,
            making: false,
        };
        match self.context.current.begin(seek.user(), seeking) {
            Ok(before) => {
                // The previous seek is no longer valid; its lobby removes it at once.
                if let Some(before) = before {
                    self.leave(&before).await;
                }
                // The lobby ends with the server only.
                let _ = requests.send(Request::Enter(Box::new(seek), answer)).await;
            }
            Err(active_seeks::MatchInProgress) => answer(Err(SeekError::BeingMade)),
        }
    }

    async fn leave(&self, seeking: &ActiveSeek) {
        if let Some(Lobby { requests, .. }) = self.lobby(&seeking.lobby) {
            // The lobby ends with the server only.
            let _ = requests.send(Request::Leave(seeking.id)).await;
        }
    }

    /// Checks whether a user may seek, and loads the user's rating and blocks.
    async fn prepare(
        &self,
        user: &UserRow,
        new_seek: NewSeek,
        chosen: Option<ChosenSeek>,
    ) -> Result<(String, Seek), SeekError> {
        let NewSeek { lobby, mode, layout, time, rated, range, computers } = new_seek;
        if self.context.rooms.drain().is_on() {
            return Err(RoomError::Draining.into());
        }
        if user.bot {
            return Err(SeekError::Bot);
        }
        if range.min > range.max {
            return Err(SeekError::Range);
        }
        if rated && computers.is_some() {
            return Err(SeekError::RatedWithComputers);
        }
        if computers.is_some_and(|level| sumito_game::Computer::new(level, 0).is_none()) {
            return Err(SeekError::NoSuchLevel);
        }
        let game = GameKind { mode, layout: layout.unwrap_or_else(|| mode.default_layout()), time, rated };
        self.offer(&lobby).ok_or(SeekError::NoSuchLobby)?.check(&game)?;
        let player = Player::from(user);
        let Context { store, rooms, time: clock, .. } = &*self.context;
        rooms.check_plan(&own_room(&lobby, game, &player)).await?;
        let blocks = store.blocks_around(user.id).await?;
        let pool = pool_of(mode, time);
        let ratings = store.ratings_of(user.id).await?;
        let rating = ratings.iter().find(|row| row.pool == pool).map_or(Rating::START, |row| row.rating);
        let rating = rating.value.round() as i32;
        let suits = |chosen: &ChosenSeek| chosen.range.contains(rating) && !blocks.contains(&chosen.user);
        if !chosen.as_ref().is_none_or(suits) {
            return Err(SeekError::NotForYou);
        }
        let seek = Seek {
            id: SeekId(Uuid::now_v7()),
            player,
            game,
            rating,
            range,
            computers,
            blocks: blocks.into_iter().collect(),
            wants: chosen.map(|chosen| chosen.seek),
            since: clock.now(),
        };
        Ok((lobby, seek))
    }
}

/// Returns the room that the user could create for such a game: a user who may not create it may not seek it.
fn own_room(lobby: &str, game: GameKind, player: &Player) -> RoomPlan {
    RoomPlan {
        id: None,
        mode: game.mode,
        layout: Some(game.layout),
        time: game.time,
        rated: game.rated,
        ready: false,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby: lobby.to_owned(),
        created_by: player.id,
        command_id: None,
        tournament: None,
        players: vec![SeatedPlayer { player: player.clone(), seat: Seat::new(0) }],
    }
}
