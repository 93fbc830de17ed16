//! Making rooms.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{
    Cause, Command, Computer, Context, Event, GameId, Player, Policy, Presence, Record, RoomId, Seat,
    Settings, Table, TimeControl, Timestamp, TournamentId, UserId,
};
use sumito_rules::{Layout, Mode};
use tokio::sync::OnceCell;
use tracing::{debug, error};
use uuid::Uuid;

use super::history::{History, call};
use super::room::Room;
use super::{RoomError, RoomHandle, Rooms};
use crate::store::{NewRoom, RoomRow, StoreError, Visibility};

/// A command to make a room that comes after this time is a new one, even with an id that was used before.
const SENT_AGAIN_MAX: Duration = Duration::from_mins(10);

/// The longest name of a lobby.
const MAX_LOBBY_NAME_BYTES: usize = 32;

/// How a new room shall be.
#[derive(Debug, Clone)]
pub struct RoomPlan {
    /// Its id. The same plan with the same id makes one room, however often it is carried out. `None`: a new one.
    pub id: Option<RoomId>,
    /// How many play, and in which order.
    pub mode: Mode,
    /// Where the marbles stand at the start; `None`: as is usual for the mode.
    pub layout: Option<Layout>,
    /// How thinking time is limited.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether everybody must say that they are ready before a game begins.
    pub ready: bool,
    /// How far behind those who only watch are, while a game is under way.
    pub spectator_delay: Duration,
    /// Who may find it.
    pub visibility: Visibility,
    /// The lobby that lists it: 1 to 32 characters from a-z, 0-9 and `-`.
    pub lobby: String,
    /// Who makes it.
    pub created_by: UserId,
    /// The id of the command that does: the same id from the same user makes one room.
    pub command_id: Option<String>,
    /// What the room's one game is in a tournament, if it belongs to one. It counts among nobody's rooms.
    pub tournament: Option<InTournament>,
    /// Who is seated at once. If that is everybody, and nobody has to say that they are ready, the game starts with the
    /// room.
    pub players: Vec<SeatedPlayer>,
}

impl RoomPlan {
    /// Whether computer players are among those who are seated at once.
    pub fn has_computers(&self) -> bool {
        self.players.iter().any(|seated| seated.player.computer().is_some())
    }
}

/// What a room's game is in its tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTournament {
    /// Which tournament.
    pub id: TournamentId,
    /// The id that its game gets.
    pub game: GameId,
    /// How the tournament reads the points on which the rulebooks are silent.
    pub policy: Policy,
}

/// Somebody who is seated in a new room.
#[derive(Debug, Clone)]
pub struct SeatedPlayer {
    /// Who.
    pub player: Player,
    /// Where; `None`: the first seat that nobody else wishes for.
    pub seat: Option<Seat>,
}

/// A room that was made, now or by the same command before.
#[derive(Debug, Clone)]
pub struct Created {
    /// The room.
    pub room: RoomHandle,
    /// Where those who were seated sit, in the order of the plan.
    pub seats: Vec<Seat>,
}

/// A command whose room is being made. It is forgotten however that ends, also when whoever waits for it is cut off.
struct Making<'a> {
    rooms: &'a Rooms,
    key: (UserId, String),
}

impl Drop for Making<'_> {
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
/// [`RoomError::LobbyName`] unless it is 1 to 32 characters from a-z, 0-9 and `-`.
pub fn check_lobby_name(name: &str) -> Result<(), RoomError> {
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > MAX_LOBBY_NAME_BYTES || !name.bytes().all(known) {
        return Err(RoomError::LobbyName { max_bytes: MAX_LOBBY_NAME_BYTES });
    }
    Ok(())
}

impl Rooms {
    /// Makes a room with everything that the plan wants in one transaction: all of it is there afterwards, or nothing.
    ///
    /// # Errors
    /// When nobody can play by these settings, the user has made too many rooms, or nothing can be stored.
    pub async fn create(&self, plan: RoomPlan) -> Result<Created, RoomError> {
        if self.is_stopping() {
            return Err(RoomError::Unavailable);
        }
        let draft = self.draft(&plan)?;
        let Some(command_id) = plan.command_id.clone() else {
            let id = Box::pin(self.create_once(&plan, &draft)).await?;
            return Ok(Created { room: Box::pin(self.get(id)).await?, seats: draft.seats });
        };
        // The same command twice at the same time: the second one gets what the first one makes.
        let key = (plan.created_by, command_id);
        let cell = Arc::clone(self.creating().entry(key.clone()).or_default());
        let _making = Making { rooms: self, key };
        let made = cell.get_or_try_init(|| Box::pin(self.create_once(&plan, &draft))).await.copied();
        Ok(Created { room: Box::pin(self.get(made?)).await?, seats: draft.seats })
    }

    async fn create_once(&self, plan: &RoomPlan, draft: &Draft) -> Result<RoomId, RoomError> {
        let players = plan.players.iter().map(|seated| seated.player.id).collect();
        let _taking = self.context().seating.take(players).ok_or(RoomError::PlayerDeleted)?;
        let mut stored_id = plan.command_id.clone();
        if let Some(command_id) = &plan.command_id
            && let Some(earlier) = self.store().room_made_by(plan.created_by, command_id).await?
        {
            if self.is_the_same(earlier, draft, Some(SENT_AGAIN_MAX)).await? {
                return Ok(earlier);
            }
            // The id was used for another room before: this is another command.
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
            tournament: plan.tournament.map(|tournament| tournament.id),
        };
        let cause = |id: &String| Cause { user: plan.created_by, command: id.as_str().into() };
        let cause = plan.command_id.as_ref().map(cause);
        Box::pin(self.make(new, draft, cause)).await
    }

    /// The room with this id, if there is one and it is the one that is wanted.
    ///
    /// # Errors
    /// [`RoomError::IdTaken`] where it is another one.
    async fn made_before(&self, id: RoomId, draft: &Draft) -> Result<Option<RoomId>, RoomError> {
        if self.store().room(id).await?.is_none() {
            return Ok(None);
        }
        if self.is_the_same(id, draft, None).await? { Ok(Some(id)) } else { Err(RoomError::IdTaken) }
    }

    /// Whether this room could be made now, by who wants to make it.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub async fn check_plan(&self, plan: &RoomPlan) -> Result<(), RoomError> {
        self.draft(plan)?;
        self.check_maker(plan).await
    }

    /// Whether the maker of a room may make another one like this.
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
            self.check_conduct(plan.created_by).await?;
        }
        Ok(())
    }

    /// Whether `maker` may have computers in another room than those that have some, `except` among them. A tournament with computers
    /// counts as a room.
    ///
    /// # Errors
    /// [`RoomError::TooManyComputerRooms`], or when the store cannot be asked.
    pub async fn check_computer_rooms(&self, maker: UserId, except: Option<RoomId>) -> Result<(), RoomError> {
        let limit = self.config().computer_rooms_per_user;
        let computers: Vec<_> = Computer::all().map(Computer::id).collect();
        if limit == 0 {
            return Ok(());
        }
        let rooms = self.store().count_open_rooms_with(maker, &computers, except).await?;
        // Those of a tournament play one game each at a time, and only with people who are there.
        let tournaments = self.store().count_open_tournaments_with(maker, &computers).await?;
        if rooms + tournaments >= limit { Err(RoomError::TooManyComputerRooms { limit }) } else { Ok(()) }
    }

    /// Stores a new room and starts it.
    async fn make(&self, new: NewRoom, draft: &Draft, cause: Option<Cause>) -> Result<RoomId, RoomError> {
        let (id, command) = (new.row.id, (new.created_by, new.command_id.clone()));
        let reservation = self.reserve(id)?;
        match Room::create(new, draft.events.clone(), cause, self.context()).await {
            Ok(room) => {
                reservation.fill(|| self.start(room)).await;
                debug!(room = %id, "room made");
                Ok(id)
            }
            Err(error) => {
                // Another request has made it at the same moment, or the answer to an earlier try got lost.
                if let StoreError::Conflict(_) = &*error {
                    let (user, command_id) = &command;
                    if let Some(command_id) = command_id
                        && let Some(made) = self.store().room_made_by(*user, command_id).await?
                    {
                        return Ok(made);
                    }
                    if let Some(made) = self.made_before(id, draft).await? {
                        return Ok(made);
                    }
                }
                Err(RoomError::from(&*error))
            }
        }
    }

    /// Whether a room that exists is the one that is wanted now: the command was sent again.
    async fn is_the_same(
        &self,
        earlier: RoomId,
        draft: &Draft,
        within: Option<Duration>,
    ) -> Result<bool, RoomError> {
        let Some(stored) = self.store().load_room(earlier).await? else { return Ok(false) };
        let history = History::load(&stored).map_err(|corrupt| {
            error!(room = %earlier, %corrupt, "the stored room is damaged");
            RoomError::Damaged
        })?;
        let is_recent = within.is_none_or(|span| draft.row.created_at.since(stored.row.created_at) <= span);
        let is_there = stored.row.lobby == draft.row.lobby && stored.row.visibility == draft.row.visibility;
        let same = |(event, wanted): (&Event, &Event)| {
            // A player may have another name by now.
            let mut wanted = wanted.clone();
            call(&mut wanted, &stored.names);
            match (event, &wanted) {
                // Each try would give the game another id.
                (Event::Started { players, .. }, Event::Started { players: wanted, .. }) => players == wanted,
                (event, wanted) => event == wanted,
            }
        };
        // Of a room that has gone on for long only the first event of all is at hand: the settings.
        Ok(is_recent && is_there && history.first_events().zip(&draft.events).all(same))
    }

    /// The row and the first events of a new room, and the seats that are taken in it.
    fn draft(&self, plan: &RoomPlan) -> Result<Draft, RoomError> {
        check_lobby_name(&plan.lobby)?;
        let usual = || self.config().policy.for_games(plan.time);
        let mut policy = plan.tournament.map_or_else(usual, |tournament| tournament.policy);
        // What counts is not taken back.
        policy.takebacks &= !plan.rated;
        let settings = Settings {
            mode: plan.mode,
            layout: plan.layout.unwrap_or_else(|| plan.mode.default_layout()),
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
        // Whoever wishes for a seat sits down before those who take what is left.
        let mut order: Vec<_> = (0..plan.players.len()).collect();
        order.sort_by_key(|&place| plan.players[place].seat.is_none());
        let mut seats = vec![None; plan.players.len()];
        for place in order {
            let SeatedPlayer { player, seat } = &plan.players[place];
            let Player { id, name, guest, bot } = player.clone();
            let join = Command::Join { name, guest, bot, seat: *seat };
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
        let id = plan.id.unwrap_or_else(|| RoomId::from_random(crate::random::bytes()));
        let row = RoomRow { id, lobby: plan.lobby.clone(), visibility: plan.visibility, created_at: now };
        Ok(Draft { row, events, seats: seats.into_iter().flatten().collect() })
    }
}

fn record(seq: u64, at: Timestamp, event: Event) -> Record {
    Record { seq, at, server: Duration::ZERO, cause: None, event }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn internal(corrupt: sumito_game::Corrupt) -> RoomError {
    error!(%corrupt, "a new table that its own events do not make");
    RoomError::Internal
}

/// Rooms that are being made at the moment, by their maker and the id of the command.
pub(super) type Creating = std::collections::HashMap<(UserId, String), Arc<OnceCell<RoomId>>>;
