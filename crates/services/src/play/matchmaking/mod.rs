//! Quick pairing of players who seek the same game, in the configured lobbies.
//!
//! One node pairs, the matchmaker: it holds the duty `matchmaking` ([ADR 0055](../../../../../docs/adr/0055-pair-players-on-one-node.md)).
//! Each node checks the seeks of its players, sends them there, and enters them again when another node becomes the matchmaker.
//!
//! | file | content |
//! |---|---|
//! | `seek` | seeks: their games and acceptable opponents |
//! | `pool/`, `pairing_history`, `seats` | pairing and seating, without I/O or a clock |
//! | `requests` | requests to the matchmaker |
//! | `local_seeks`, `resync` | seeks of this node's players, and their transfer to a new matchmaker |
//! | `matchmaker`, `term` | the duty: answers the requests of all nodes |
//! | `active_seeks` | the current seek of each user, across all lobbies |
//! | `games` | creates the rooms of paired players, on their nodes |
//! | `lobby` | the open seeks of one lobby |
//! | `offer` | games that a lobby offers |
//!
//! A seek lasts as long as its user is online: rooms track that with [`PresenceTracker`](sumito_rooms::PresenceTracker), and so do lobbies. Seeks
//! are not stored. After a restart, users have to seek again. The store records which seek led to which room, so that no seek leads to two
//! games.

mod active_seeks;
mod games;
mod lobby;
mod local_seeks;
mod matchmaker;
mod offer;
mod pairing_history;
pub mod pool;
mod requests;
mod resync;
mod seats;
mod seek;
mod term;

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use sumito_game::{Player, RoomId, Seat, TimeControl, UserId};
use sumito_ratings::Rating;
use sumito_rules::{Layout, Mode};
use tracing::debug;
use uuid::Uuid;

use self::local_seeks::{LocalSeeks, SeekEntry};
use self::matchmaker::{LobbySettings, Matchmaker};
pub use self::offer::LobbyFilter;
use self::pool::PairingConfig;
use self::requests::{Answer, Caller, DUTY, Entered, OpenSeek, Request};
pub use self::seek::{GameKind, RatingRange, Seek, SeekId, Window};
use self::term::{Context, Term};
use crate::env::Env;
use crate::play::lobby::Lobbies;
use crate::social::notifications::Notifications;
use sumito_cluster::Duties;
use sumito_config::{self as config, millis};
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{COMMAND_REPEATED_WITHIN, StoreError, UserRow, Visibility, pool_with};

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
    /// Computers do not play rated games.
    #[error("rated games are for humans only; omit `computers`")]
    RatedWithComputers,
    /// Computers have no such level.
    #[error("computers play at levels 1 to {}", sumito_game::Computer::LEVELS)]
    NoSuchLevel,
    /// No rating lies in the range.
    #[error("the minimum of `rating_range` exceeds its maximum")]
    Range,
    /// No node pairs players at the moment, or the node that does has not answered.
    #[error("matchmaking is not available; try again in a few seconds")]
    Unavailable,
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

/// Maximum number of blocks that a seek names. The store has all of them: the blocks are reread before a room is created.
const MAX_BLOCKS: usize = 1_024;

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
    /// Whether bots may be among the others.
    pub bots: bool,
}

/// All lobbies with matchmaking, for the players of this node. Cheap to clone.
#[derive(Clone)]
pub struct Matchmaking(Arc<Inner>);

struct Inner {
    context: Context,
    caller: Caller,
    own: Arc<LocalSeeks>,
    /// The latest period in which this node has paired.
    term: Mutex<Weak<Term>>,
    /// Lobbies in the order of the configuration.
    lobbies: Vec<(String, LobbyFilter)>,
}

/// The seek that a user has chosen.
struct ChosenSeek {
    seek: SeekId,
    user: UserId,
    range: RatingRange,
    /// Whether its user meets bots.
    bots: bool,
}

impl fmt::Debug for Matchmaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.lobbies.iter().map(|(name, _)| name)).finish()
    }
}

impl From<&config::Pairing> for PairingConfig {
    fn from(config: &config::Pairing) -> Self {
        let window = Window { first: config.window, per_second: config.window_per_second };
        Self { window, computers_after: millis(config.computers_after_ms) }
    }
}

impl Matchmaking {
    /// Starts the configured lobbies. The tasks end with the duties.
    pub fn start(
        env: &Env,
        rooms: &Rooms,
        lobbies: &Lobbies,
        notifications: &Notifications,
        tasks: &Tasks,
    ) -> Self {
        let Env { config, duties, .. } = env;
        let own = Arc::<LocalSeeks>::default();
        notifications.set_gate(own.clone());
        let context = Context {
            bus: env.node.bus().clone(),
            node: env.node.clone(),
            store: env.store.clone(),
            rooms: rooms.clone(),
            notifications: notifications.clone(),
            listed: lobbies.seeks().clone(),
            time: env.time,
        };
        let settings = LobbySettings {
            lobbies: config.lobbies.iter().map(|lobby| (lobby.name.clone(), lobby.capacity)).collect(),
            rules: (&config.pairing).into(),
        };
        let lobbies = config.lobbies.iter().map(|lobby| (lobby.name.clone(), lobby.into())).collect();
        let caller = Caller::new(duties.clone());
        let matchmaking = Self(Arc::new(Inner { context, caller, own, term: Mutex::default(), lobbies }));
        tasks.spawn("matchmaking", matchmaking.clone().pair(duties.clone(), settings));
        tasks.spawn("matchmaking", matchmaking.clone().follow());
        matchmaking
    }

    /// Pairs the players of all nodes whenever this node has the duty.
    async fn pair(self, duties: Duties, settings: LobbySettings) {
        let Inner { context, caller, term, .. } = &*self.0;
        let (node, settings) = (duties.node(), &settings);
        let pair = || async move {
            let mut retry = Retry::quiet("start of matchmaking");
            let mandate = loop {
                match node.begin_term(DUTY, None).await {
                    Ok(mandate) => break mandate,
                    Err(StoreError::Superseded) => return,
                    Err(error) => retry.pause(error).await,
                }
            };
            let matchmaker = Matchmaker::new(settings, context.clone(), mandate);
            *term.lock() = matchmaker.term();
            matchmaker.run(node.bus(), caller).await;
        };
        duties.run(DUTY, pair).await;
    }

    /// Returns the games that a lobby offers; `None` if it has no matchmaking.
    pub fn offer(&self, lobby: &str) -> Option<&LobbyFilter> {
        self.0.lobbies.iter().find(|(name, _)| name == lobby).map(|(_, offer)| offer)
    }

    /// Returns the offers of all lobbies, with their names.
    pub fn offers(&self) -> impl Iterator<Item = (&str, &LobbyFilter)> {
        self.0.lobbies.iter().map(|(name, offer)| (name.as_str(), offer))
    }

    /// Returns the number of open seeks of each lobby: none, if another node pairs.
    pub fn waiting(&self) -> impl Iterator<Item = (String, usize)> {
        let term = self.0.term.lock().upgrade();
        let seeking = term.map(|term| term.current.lobbies()).unwrap_or_default();
        let count = move |name: &str| seeking.iter().filter(|lobby| *lobby == name).count();
        self.0.lobbies.iter().map(move |(name, _)| (name.clone(), count(name)))
    }

    /// Checks whether a room may be created in its lobby: listed rooms must match the offer of the lobby.
    ///
    /// # Errors
    /// [`SeekError::NotOffered`] if the lobby does not offer such games.
    pub fn check_room(&self, plan: &RoomPlan) -> Result<(), SeekError> {
        let Some(offer) = self.offer(&plan.lobby).filter(|_| plan.visibility == Visibility::Public) else {
            return Ok(());
        };
        if plan.start_position.is_some() && !offer.layouts.is_empty() {
            return Err(SeekError::NotOffered("start position"));
        }
        offer.check(&GameKind {
            mode: plan.mode,
            layout: plan.layout.unwrap_or_else(|| plan.mode.default_layout()),
            time: plan.time,
            rated: plan.rated,
        })
    }

    /// Starts a seek, which replaces the user's previous one. A command with the same id starts no second seek.
    pub async fn seek(&self, user: &UserRow, new_seek: NewSeek, command: Option<String>, answer: SeekReply) {
        match self.led_to_game(user.id, command.as_deref()).await {
            Ok(None) => {}
            Ok(Some((seek, room))) => return answer(Ok((seek, Some(room)))),
            Err(error) => return answer(Err(error.into())),
        }
        match self.prepare(user, new_seek, None).await {
            Ok((lobby, seek)) => self.enter(SeekEntry { lobby, seek, command }, answer).await,
            Err(error) => {
                // The game of an earlier command with this id may be the reason why the user cannot seek.
                let earlier = self.earlier(user.id, command).await;
                answer(earlier.ok_or(error));
            }
        }
    }

    /// Pairs a user with this seek.
    pub async fn take(&self, user: &UserRow, seek: SeekId, answer: SeekReply) {
        match self.prepare_to_take(user, seek).await {
            Ok((lobby, seek)) => self.enter(SeekEntry { lobby, seek, command: None }, answer).await,
            Err(error) => answer(Err(error)),
        }
    }

    /// Ends the seek of `user`, if there is one.
    ///
    /// # Errors
    /// If the matchmaker does not answer. The seek ends when it does.
    pub async fn cancel(&self, user: UserId) -> Result<(), SeekError> {
        let cancelled = self.0.caller.ask(&Request::Cancel { user, only: None }).await;
        if cancelled.is_err() {
            self.0.own.abandon_all_of(user);
        }
        cancelled.map(drop)
    }

    /// Sends a seek to the matchmaker. The player receives the answer before any other news of the seek.
    async fn enter(&self, entry: SeekEntry, answer: SeekReply) {
        let Inner { caller, own, .. } = &*self.0;
        let (id, user) = (entry.seek.id, entry.seek.user());
        let asked = own.begin(entry.clone());
        let held = match caller.ask(&entry.clone().into_request(false)).await {
            Ok(Answer::Entered(Ok(Entered { term, seek, room: None }))) if seek == id => {
                answer(Ok((id, None)));
                asked.open(term)
            }
            Ok(Answer::Entered(Ok(Entered { term, seek, room }))) => {
                if room.is_none() {
                    own.adopt(SeekEntry { seek: Seek { id: seek, ..entry.seek }, ..entry }, term);
                }
                answer(Ok((seek, room)));
                asked.close()
            }
            Ok(Answer::Entered(Err(refusal))) => {
                answer(Err(refusal.into()));
                asked.close()
            }
            Err(SeekError::Unavailable) => {
                let held = asked.abandon();
                answer(if held.is_empty() { Err(SeekError::Unavailable) } else { Ok((id, None)) });
                held
            }
            failed => {
                answer(Err(failed.err().unwrap_or(RoomError::Internal.into())));
                asked.close()
            }
        };
        for notification in held {
            self.0.context.notifications.deliver(user, notification);
        }
    }

    /// Returns the seek that an earlier command has started, if it has led to a game. The current matchmaker may not have it.
    async fn led_to_game(
        &self,
        user: UserId,
        command: Option<&str>,
    ) -> Result<Option<(SeekId, RoomId)>, StoreError> {
        let Some(command) = command else { return Ok(None) };
        let Context { store, time, .. } = &self.0.context;
        let begun = store.seek_begun_by(user, command, time.now() - COMMAND_REPEATED_WITHIN).await?;
        Ok(begun.map(|(seek, room)| (SeekId(seek), room)))
    }

    /// Returns the open seek that an earlier command has started.
    async fn earlier(&self, user: UserId, command: Option<String>) -> Option<SeekStarted> {
        let request = Request::Earlier { user, command: command? };
        match self.0.caller.ask(&request).await {
            Ok(Answer::Earlier(earlier)) => earlier,
            Ok(_) => None,
            Err(error) => {
                debug!(%error, "earlier seek not found");
                None
            }
        }
    }

    async fn prepare_to_take(&self, user: &UserRow, seek: SeekId) -> Result<(String, Seek), SeekError> {
        let Answer::Found(Some(open)) = self.0.caller.ask(&Request::Find(seek)).await? else {
            return Err(SeekError::NoSuchSeek);
        };
        let OpenSeek { user: other, lobby, game, range, is_bot, bots } = open;
        if other == user.id {
            return Err(SeekError::OwnSeek);
        }
        let GameKind { mode, layout, time, rated } = game;
        let layout = Some(layout);
        let all = RatingRange::ALL;
        // Who takes the seek of a bot has chosen it.
        let new_seek =
            NewSeek { lobby, mode, layout, time, rated, range: all, computers: None, bots: is_bot };
        self.prepare(user, new_seek, Some(ChosenSeek { seek, user: other, range, bots })).await
    }

    /// Checks whether a user may seek, and loads the user's rating and blocks.
    async fn prepare(
        &self,
        user: &UserRow,
        new_seek: NewSeek,
        chosen: Option<ChosenSeek>,
    ) -> Result<(String, Seek), SeekError> {
        let NewSeek { lobby, mode, layout, time, rated, range, computers, bots } = new_seek;
        if self.0.context.rooms.drain().is_on() {
            return Err(RoomError::Draining.into());
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
        let Context { store, rooms, time: clock, .. } = &self.0.context;
        rooms.check_plan(&my_game(&lobby, game, &player)).await?;
        let blocks = store.blocks_around(user.id).await?;
        let pool = pool_with(mode, time, [&player]);
        let ratings = store.ratings_of(user.id).await?;
        let rating = ratings.iter().find(|row| row.pool == pool).map_or(Rating::START, |row| row.rating);
        let rating = rating.value.round() as i32;
        let suits = |chosen: &ChosenSeek| {
            chosen.range.contains(rating) && !blocks.contains(&chosen.user) && (chosen.bots || !user.bot)
        };
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
            bots,
            blocks: blocks.into_iter().take(MAX_BLOCKS).collect(),
            wants: chosen.map(|chosen| chosen.seek),
            since: clock.now(),
        };
        Ok((lobby, seek))
    }
}

/// Returns the room that the user could create for such a game: a user who may not create it may not seek it.
fn my_game(lobby: &str, game: GameKind, player: &Player) -> RoomPlan {
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
        lobby: lobby.to_owned(),
        created_by: player.id,
        command_id: None,
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
        players: vec![SeatedPlayer { player: player.clone(), seat: Seat::new(0) }],
    }
}
