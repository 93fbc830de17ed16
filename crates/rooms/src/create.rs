//! Creation of rooms.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{
    Cause, Command, Computer, Context, Event, GameId, Player, Policy, Presence, Record, RoomId, Seat,
    Settings, StartPosition, Table, TimeControl, Timestamp, TournamentId, UserId,
};
use sumito_rules::{Layout, Mode};
use tokio::sync::OnceCell;
use tokio::time::Instant;
use tracing::{debug, error};
use uuid::Uuid;

use super::event_log::StorageState;
use super::records::{RoomRecords, call};
use super::room::Room;
use super::room_task::RoomTask;
use super::{RoomError, RoomHandle, Rooms};
use sumito_cluster::Owner;
use sumito_kit::retry::Retry;
use sumito_store::{ClaimKey, Mandate, NewRoom, PairedSeek, RoomRow, StoreError, Visibility};

/// Time in which a repeated command id counts as a retry. A later command creates a new room, even with an id that was used before.
const SENT_AGAIN_MAX: Duration = Duration::from_mins(10);

/// Time for which a node waits for another one that creates the same room, and the bounds of the pauses between its polls.
const MADE_WITHIN: Duration = Duration::from_secs(2);
const MADE_AGAIN: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(200));

/// Maximum length of a lobby name in bytes.
const MAX_LOBBY_NAME_BYTES: usize = 32;

/// Parameters of a new room.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings of a room")]
pub struct RoomPlan {
    /// Id of the room. Repeated calls with the same plan and id create a single room. `None`: a new id.
    pub id: Option<RoomId>,
    /// Number and order of the players.
    pub mode: Mode,
    /// Start layout; `None` for the usual layout of the mode.
    pub layout: Option<Layout>,
    /// The position from which the games start instead of a layout.
    pub start_position: Option<StartPosition>,
    /// Whether a coach helps the only person at the table.
    pub coach: bool,
    /// Time control of the games.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether all players must declare that they are ready before a game starts.
    pub ready: bool,
    /// Whether the clock of a player on vacation is stopped.
    pub vacations: bool,
    /// Delay of the spectators' view while a game is under way.
    pub spectator_delay: Duration,
    /// Visibility of the room.
    pub visibility: Visibility,
    /// The lobby that lists it: 1 to 32 characters from a-z, 0-9 and `-`.
    pub lobby: String,
    /// The user who creates it.
    pub created_by: UserId,
    /// Id of the command that creates the room: the same id from the same user creates a single room.
    pub command_id: Option<String>,
    /// The tournament game that the room is made for, if any. Such a room counts towards no user's limit.
    pub tournament: Option<TournamentGameRef>,
    /// The seeks that were paired for the room: no seek leads to two rooms, and no command that started one.
    pub seeks: Vec<PairedSeek>,
    /// The claim under which a node has decided to create the room. If that node no longer has it, there is no room.
    pub mandate: Option<Mandate>,
    /// Players who are seated at once. If they fill all seats and no declaration of readiness is needed, the game starts with the room.
    pub players: Vec<SeatedPlayer>,
}

impl RoomPlan {
    /// Returns whether computer players are among those seated at once.
    pub fn has_computers(&self) -> bool {
        self.players.iter().any(|seated| seated.player.computer().is_some())
    }
}

/// The tournament game of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentGameRef {
    /// Id of the tournament.
    pub id: TournamentId,
    /// The id for the room's game.
    pub game: GameId,
    /// The tournament's choices for the points on which the rulebooks are silent.
    pub policy: Policy,
}

/// A player who is seated in a new room.
#[derive(Debug, Clone)]
pub struct SeatedPlayer {
    /// The player to seat.
    pub player: Player,
    /// The seat; `None` for the first seat that no other player requests.
    pub seat: Option<Seat>,
}

/// A room that was created, now or by an earlier try of the same command.
#[derive(Debug, Clone)]
pub struct Created {
    /// Handle to the room.
    pub room: RoomHandle,
    /// Seats of the players, in the order of the plan.
    pub seats: Vec<Seat>,
}

/// Registration of a command that is creating a room. It is removed on drop, so also when the caller is cancelled.
struct PendingCreateGuard<'a> {
    rooms: &'a Rooms,
    key: (UserId, String),
}

impl Drop for PendingCreateGuard<'_> {
    fn drop(&mut self) {
        self.rooms.creating().remove(&self.key);
    }
}

/// A room before it is stored.
struct Draft {
    row: RoomRow,
    events: Vec<Event>,
    seats: Vec<Seat>,
}

/// Checks the name of a lobby.
///
/// # Errors
/// [`RoomError::LobbyName`] unless it has 1 to 32 characters from a-z, 0-9 and `-`.
pub fn check_lobby_name(name: &str) -> Result<(), RoomError> {
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > MAX_LOBBY_NAME_BYTES || !name.bytes().all(known) {
        return Err(RoomError::LobbyName { max_bytes: MAX_LOBBY_NAME_BYTES });
    }
    Ok(())
}

impl Rooms {
    /// Creates a room with everything in the plan in one transaction: afterwards either all of it exists, or nothing.
    ///
    /// # Errors
    /// Fails if the settings are invalid, the user has created too many rooms, or the storage is unavailable.
    pub async fn create(&self, plan: RoomPlan) -> Result<Created, RoomError> {
        if self.is_stopping() {
            return Err(RoomError::Unavailable);
        }
        let draft = self.draft(&plan)?;
        let Some(command_id) = plan.command_id.clone() else {
            let id = Box::pin(self.create_once(&plan, &draft)).await?;
            return Ok(Created { room: Box::pin(self.get(id)).await?, seats: draft.seats });
        };
        // If the same command arrives twice at the same time, the second gets the room that the first creates.
        let key = (plan.created_by, command_id);
        let cell = Arc::clone(self.creating().entry(key.clone()).or_default());
        let _making = PendingCreateGuard { rooms: self, key };
        let made = cell.get_or_try_init(|| Box::pin(self.create_once(&plan, &draft))).await.copied();
        Ok(Created { room: Box::pin(self.get(made?)).await?, seats: draft.seats })
    }

    async fn create_once(&self, plan: &RoomPlan, draft: &Draft) -> Result<RoomId, RoomError> {
        let players = plan.players.iter().map(|seated| seated.player.id).collect();
        let _reservation =
            self.context().seat_reservations.reserve(players).ok_or(RoomError::PlayerDeleted)?;
        let mut stored_id = plan.command_id.clone();
        if let Some(command_id) = &plan.command_id
            && let Some(earlier) = self.store().room_made_by(plan.created_by, command_id).await?
        {
            if self.is_the_same(earlier, draft, Some(SENT_AGAIN_MAX)).await? {
                return Ok(earlier);
            }
            // The id was used for another room before, so this is a different command.
            stored_id = None;
        }
        if let Some(id) = plan.id
            && let Some(made) = self.made_before(id, draft).await?
        {
            return Ok(made);
        }
        if plan.tournament.is_none() {
            self.check_maker(plan).await?;
        }
        let new = NewRoom {
            row: draft.row.clone(),
            created_by: plan.created_by,
            command_id: stored_id,
            by_correspondence: !plan.time.is_live(),
            open_max: Some(self.config().open_rooms_per_user)
                .filter(|&limit| limit > 0 && plan.tournament.is_none()),
            tournament: plan.tournament.map(|tournament| tournament.id),
            seeks: plan.seeks.clone(),
            mandate: plan.mandate.clone(),
        };
        let cause = |id: &String| Cause { user: plan.created_by, command: id.as_str().into() };
        let cause = plan.command_id.as_ref().map(cause);
        Box::pin(self.make(new, draft, cause)).await
    }

    /// Returns the room with this id if it exists and matches the draft.
    ///
    /// # Errors
    /// [`RoomError::IdTaken`] if the id belongs to a different room.
    async fn made_before(&self, id: RoomId, draft: &Draft) -> Result<Option<RoomId>, RoomError> {
        if self.store().room(id).await?.is_none() {
            return Ok(None);
        }
        if self.is_the_same(id, draft, None).await? { Ok(Some(id)) } else { Err(RoomError::IdTaken) }
    }

    /// Checks whether this user could create this room now.
    ///
    /// # Errors
    /// The same as for [`create`](Self::create).
    pub async fn check_plan(&self, plan: &RoomPlan) -> Result<(), RoomError> {
        self.draft(plan)?;
        self.check_maker(plan).await
    }

    /// Checks whether the user may create another room of this kind.
    async fn check_maker(&self, plan: &RoomPlan) -> Result<(), RoomError> {
        if self.drain().is_on() {
            return Err(RoomError::Draining);
        }
        let limit = self.config().open_rooms_per_user;
        if limit > 0 && self.store().count_open_rooms(plan.created_by).await? >= limit {
            return Err(RoomError::TooManyRooms { limit });
        }
        if plan.has_computers() {
            self.check_computer_rooms(plan.created_by, None).await?;
        }
        if plan.rated {
            self.check_cooldown(plan.created_by).await?;
        }
        Ok(())
    }

    /// Checks whether `maker` may have computers in one more room. All their open rooms with computers count except `except`. A tournament
    /// with computers counts as a room.
    ///
    /// # Errors
    /// [`RoomError::TooManyComputerRooms`] at the limit; fails if the store cannot be read.
    pub async fn check_computer_rooms(&self, maker: UserId, except: Option<RoomId>) -> Result<(), RoomError> {
        let limit = self.config().computer_rooms_per_user;
        let computers: Vec<_> = Computer::all().map(Computer::id).collect();
        if limit == 0 {
            return Ok(());
        }
        let rooms = self.store().count_open_rooms_with(maker, &computers, except).await?;
        // A tournament counts as a single room: its computers play one game each at a time, and only with players who are online.
        let tournaments = self.store().count_open_tournaments_with(maker, &computers).await?;
        if rooms + tournaments >= limit { Err(RoomError::TooManyComputerRooms { limit }) } else { Ok(()) }
    }

    /// Stores a new room and starts it.
    async fn make(&self, new: NewRoom, draft: &Draft, cause: Option<Cause>) -> Result<RoomId, RoomError> {
        let (id, command, open_max) = (new.row.id, (new.created_by, new.command_id.clone()), new.open_max);
        let reservation = self.reserve(id)?;
        let Some(creation) = self.begin_creation(id) else { return self.made_elsewhere(id, draft).await };
        if let StorageState::Down { .. } = self.storage() {
            return Err(RoomError::Unavailable);
        }
        let key = ClaimKey::Room(id);
        match self.context().node.claim(key.clone()).await {
            Ok(Owner::ThisNode(_)) => {}
            Ok(Owner::Other(_)) => return self.made_elsewhere(id, draft).await,
            Err(error) => {
                creation.leave_unsettled();
                return Err(error.into());
            }
        }
        match Room::create(new, draft.events.clone(), cause, self.context()).await {
            Ok(room) => {
                reservation.fill(|| self.start(id, RoomTask::Owner(Box::new(room)))).await;
                debug!(room = %id, "room created");
                Ok(id)
            }
            Err(error) if matches!(*error, StoreError::Unavailable(_)) => {
                creation.leave_unsettled();
                Err(RoomError::from(&*error))
            }
            Err(error) => {
                if let Err(error) = self.context().node.release(&[key]).await {
                    debug!(room = %id, %error, "claim to uncreated room not released");
                    creation.leave_unsettled();
                }
                // Another request created it at the same moment, or the response to an earlier try was lost.
                if let StoreError::Conflict(_) = &*error {
                    if let (user, Some(command_id)) = &command
                        && let Some(made) = self.store().room_made_by(*user, command_id).await?
                    {
                        return Ok(made);
                    }
                    if let Some(made) = self.made_before(id, draft).await? {
                        return Ok(made);
                    }
                    self.check_open_rooms_again(command.0, open_max).await?;
                }
                Err(RoomError::from(&*error))
            }
        }
    }

    /// Checks whether the user has created another room since the first check.
    async fn check_open_rooms_again(&self, user: UserId, open_max: Option<u64>) -> Result<(), RoomError> {
        match open_max {
            Some(limit) if self.store().count_open_rooms(user).await? >= limit => {
                Err(RoomError::TooManyRooms { limit })
            }
            _ => Ok(()),
        }
    }

    /// Returns the room with this id, which another node or request creates at the moment.
    async fn made_elsewhere(&self, id: RoomId, draft: &Draft) -> Result<RoomId, RoomError> {
        let give_up_at = Instant::now() + MADE_WITHIN;
        let mut retry = Retry::quiet("creation by another request").pauses(MADE_AGAIN.0, MADE_AGAIN.1);
        loop {
            if let Some(made) = self.made_before(id, draft).await? {
                return Ok(made);
            }
            if Instant::now() >= give_up_at {
                return Err(RoomError::Unavailable);
            }
            retry.pause("no such room yet").await;
        }
    }

    /// Returns whether an existing room matches the wanted room, because the command was resent.
    async fn is_the_same(
        &self,
        earlier: RoomId,
        draft: &Draft,
        within: Option<Duration>,
    ) -> Result<bool, RoomError> {
        let Some(stored) = self.store().load_room(earlier).await? else { return Ok(false) };
        let history = RoomRecords::load(&stored).map_err(|corrupt| {
            error!(room = %earlier, error = %corrupt, "stored room corrupt");
            RoomError::Corrupt
        })?;
        let is_recent = within.is_none_or(|span| draft.row.created_at.since(stored.row.created_at) <= span);
        let is_there = stored.row.lobby == draft.row.lobby && stored.row.visibility == draft.row.visibility;
        let same = |(event, wanted): (&Event, &Event)| {
            // A player may have been renamed since.
            let mut wanted = wanted.clone();
            call(&mut wanted, &stored.names);
            match (event, &wanted) {
                // Each try would give the game another id.
                (Event::Started { players, .. }, Event::Started { players: wanted, .. }) => players == wanted,
                (event, wanted) => event == wanted,
            }
        };
        // In a room with a long history only the very first event is in memory: the settings.
        Ok(is_recent && is_there && history.first_events().zip(&draft.events).all(same))
    }

    /// Returns the row and the first events of a new room, and the seats that they take.
    fn draft(&self, plan: &RoomPlan) -> Result<Draft, RoomError> {
        check_lobby_name(&plan.lobby)?;
        let usual = || self.config().policy.for_games(plan.time);
        let mut policy = plan.tournament.map_or_else(usual, |tournament| tournament.policy);
        // Rated games allow no takebacks.
        policy.takebacks &= !plan.rated;
        policy.vacations = plan.vacations;
        let settings = Settings {
            mode: plan.mode,
            layout: plan.layout.unwrap_or_else(|| plan.mode.default_layout()),
            start_position: plan.start_position,
            coach: plan.coach,
            time: plan.time,
            rated: plan.rated,
            ready: plan.ready,
            spectator_delay: plan.spectator_delay,
            tournament: plan.tournament.map(|tournament| tournament.id),
            policy,
        };
        let now = self.now();
        let mut events = Table::create(settings)?;
        let mut table = Table::open(&record(1, now, events[0].clone())).map_err(internal)?;
        // Players who request a seat sit down before players who take any seat.
        let mut order: Vec<_> = (0..plan.players.len()).collect();
        order.sort_by_key(|&place| plan.players[place].seat.is_none());
        let mut seats = vec![None; plan.players.len()];
        for place in order {
            let SeatedPlayer { player, seat } = &plan.players[place];
            let Player { id, name, guest, bot } = player.clone();
            let join = Command::Join { name, guest, bot, chosen: true, seat: *seat };
            let fresh = plan.tournament.map_or_else(|| GameId(Uuid::now_v7()), |tournament| tournament.game);
            let context = Context { now, fresh, presence: &Presence::default() };
            for event in table.decide(id, join, &context)? {
                table.apply(&record(table.seq() + 1, now, event.clone())).map_err(internal)?;
                if let Event::Seated { seat, .. } = &event {
                    seats[place] = Some(*seat);
                }
                events.push(event);
            }
        }
        let id = plan.id.unwrap_or_else(|| RoomId::from_random(sumito_kit::random::bytes()));
        let row = RoomRow { id, lobby: plan.lobby.clone(), visibility: plan.visibility, created_at: now };
        Ok(Draft { row, events, seats: seats.into_iter().flatten().collect() })
    }
}

fn record(seq: u64, at: Timestamp, event: Event) -> Record {
    Record { seq, at, server: Duration::ZERO, cause: None, event }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn internal(corrupt: sumito_game::ReplayError) -> RoomError {
    error!(error = %corrupt, "new room rejected by replay (bug)");
    RoomError::Internal
}

/// Rooms that are being created, by their creator and the id of the command.
pub(super) type PendingCreates = std::collections::HashMap<(UserId, String), Arc<OnceCell<RoomId>>>;
