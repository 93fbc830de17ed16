//! Registry of the tournaments in memory, and requests to them.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use parking_lot::{Mutex, MutexGuard};
use sumito_game::{Computer, RoomId, Timestamp, TournamentId, UserId};
use sumito_tournament::{
    Actor as By, Command, CommandError, GameNumber, Member, Membership, ParticipantId, Record, Tournament,
};
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::actor::Actor;
use super::create::{NewTournament, Order};
use super::handle::{Answer, Message};
use super::nodes::CommandRequest;
use super::replica::Replica;
use super::shown::Shown;
use super::view::{TournamentUpdate, TournamentView};
use super::{Summary, TournamentError, results, series, stored};
use crate::accounts::identity::{Caller, DELETED, Passwords};
use crate::env::Env;
use crate::social::notifications::Notifications;
use crate::social::webhooks::Webhooks;
use sumito_cluster::{Duties, Node, Owner, Wakeup};
use sumito_config::{self as config, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::metrics::StatusGauge;
use sumito_kit::registry::{Ended, Inbox, Lookup, Members, Registry, Sizes, deliver, try_deliver};
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::event_log::EventLog;
use sumito_rooms::{EncodedView, Rooms};
use sumito_store::sweep::{Page, Sweep};
use sumito_store::{
    ClaimKey, ClaimKind, ListedTournament, Role, Store, TournamentFilter, TournamentRow, TournamentState,
    UserRow,
};

/// Maximum number of concurrent decisions of all tournaments. Each tournament makes one decision at a time and waits for a free slot.
const DECISIONS_AT_ONCE: usize = 4;

/// Poll interval for names to erase.
const FORGET_EVERY: Duration = Duration::from_secs(5);

/// Divisor for the part of the places in memory that is reserved for due tournaments: readers get the rest.
const KEPT_FOR_DUE: usize = 4;

/// Rooms that are asked for their views at the same time.
const ROOMS_AT_ONCE: usize = 16;

/// Entries with names to erase that are read with one query.
const FORGOTTEN_AT_ONCE: u32 = 100;

/// Configuration of the tournaments.
#[derive(Debug, Clone)]
pub struct TournamentsConfig {
    /// Maximum number of unfinished tournaments in memory.
    pub active: usize,
    /// Maximum number of finished tournaments in memory.
    pub ended: usize,
    /// Maximum number of unfinished tournaments created by one user; 0 = no limit.
    pub open_per_user: u64,
    /// Maximum number of unfinished tournaments of a club; 0 = no limit.
    pub open_per_club: u64,
    /// Maximum number of open invitations by one user; 0 = no limit.
    pub invitations_per_user: u64,
    /// Number of tournament passwords that are hashed or compared at the same time.
    pub passwords_at_once: usize,
    /// Number of tournament passwords that may wait for that.
    pub passwords_waiting: usize,
    /// Maximum number of places of a tournament.
    pub places: u32,
    /// Capacity of a tournament's message queue.
    pub queue: usize,
    /// Minimum interval between two updates to the subscribers.
    pub every: Duration,
    /// Time that a tournament without subscribers stays in memory.
    pub idle: Duration,
    /// Time that a tournament without a start time waits for its start; `None`: forever.
    pub waiting: Option<Duration>,
    /// Recurring tournaments that the server creates itself.
    pub series: Vec<config::TournamentSeries>,
    /// Defaults for rules of play that a tournament does not set.
    pub policy: config::Policy,
}

impl From<&config::Config> for TournamentsConfig {
    fn from(config: &config::Config) -> Self {
        Self {
            active: config.limits.active_tournaments,
            ended: config.limits.ended_tournaments,
            open_per_user: config.limits.open_tournaments_per_user,
            open_per_club: config.limits.open_tournaments_per_club,
            invitations_per_user: config.limits.invitations_per_user,
            passwords_at_once: config.limits.tournament_passwords_at_once,
            passwords_waiting: config.limits.tournament_passwords_waiting,
            places: config.limits.tournament_places,
            queue: config.rooms.queue_commands,
            every: millis(config.lobby.update_ms),
            idle: millis(config.rooms.idle_ms),
            waiting: config.retention.waiting_tournament_span(),
            series: config.tournaments.clone(),
            policy: config.policy.clone(),
        }
    }
}

/// Returns the pool in which the tournaments of a server decide.
pub fn deciding() -> BlockingPool {
    BlockingPool::new("tournaments", DECISIONS_AT_ONCE, usize::MAX)
}

/// The parts of the server that every tournament uses.
#[derive(Debug)]
pub(crate) struct TournamentContext {
    pub(super) config: TournamentsConfig,
    pub(super) store: Store,
    pub(super) rooms: Rooms,
    /// Separate from account passwords: guesses here do not delay logins.
    pub(super) passwords: Passwords,
    pub(super) notifications: Notifications,
    pub(super) webhooks: Webhooks,
    pub(super) event_log: EventLog,
    pub(super) node: Node,
    pub(super) time: TimeSource,
    pub(super) stopping: CancellationToken,
    pub(super) tally: StatusGauge,
    pub(super) deciding: BlockingPool,
    pub(super) active: Registry<TournamentId, Message, Class>,
    ended: Mutex<EndedViews>,
}

/// Views of finished tournaments without a task, each with the number of its last event; most recently used last.
type EndedViews = VecDeque<(TournamentId, u64, Arc<OnceCell<Arc<TournamentView>>>)>;

/// Class of a tournament in memory: finished tournaments and replicas have separate slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// The tournament has not ended.
    Open,
    /// The tournament has ended.
    Ended,
    /// Another node owns the tournament.
    Replica,
}

/// Reason for loading a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// The tournament itself is due.
    Itself,
    /// A caller asks for a tournament that has not ended.
    Callers,
    /// A caller asks for a tournament that has ended.
    CallersOfEnded,
}

/// The running games of a tournament, for its directors.
#[derive(Debug)]
pub struct Hall {
    /// Time of the clocks.
    pub at: Timestamp,
    /// Active participants of whom a player is offline.
    pub absent: Vec<ParticipantId>,
    /// The running games, by number.
    pub boards: Vec<(GameNumber, EncodedView)>,
}

/// Registry of all tournaments. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Tournaments(Arc<TournamentContext>);

impl TournamentContext {
    /// Moves a tournament that has ended to the slots of finished tournaments.
    pub(super) fn record_ended(&self, id: TournamentId) {
        self.active.reclassify(id, Class::Ended);
    }

    fn ended(&self) -> MutexGuard<'_, EndedViews> {
        self.ended.lock()
    }

    /// Returns the class and the capacity for a tournament that is loaded for this reason.
    fn class(&self, whom: For) -> (Class, usize) {
        match whom {
            For::Itself => (Class::Open, self.config.active),
            For::Callers => (Class::Open, self.config.active - self.config.active / KEPT_FOR_DUE),
            For::CallersOfEnded => (Class::Ended, self.config.ended),
        }
    }

    /// Returns the cache cell for the view of a finished tournament whose last event is number `seq`; `None` if it has a task, whose state is
    /// newer.
    fn kept_view(&self, id: TournamentId, seq: u64) -> Option<Arc<OnceCell<Arc<TournamentView>>>> {
        let mut ended = self.ended();
        if !matches!(self.active.lookup(id), Lookup::Absent) {
            return None;
        }
        let place = ended.iter().position(|(other, ..)| *other == id);
        let known = place.and_then(|place| ended.remove(place)).filter(|(_, known, _)| *known == seq);
        let view = known.map_or_else(Arc::default, |(.., view)| view);
        if ended.len() >= self.config.ended {
            ended.pop_front();
        }
        ended.push_back((id, seq, Arc::clone(&view)));
        Some(view)
    }
}

impl Tournaments {
    /// Starts the tournaments, with games in `rooms`.
    pub fn start(
        env: &Env,
        rooms: &Rooms,
        notifications: &Notifications,
        webhooks: &Webhooks,
        tasks: &Tasks,
    ) -> Self {
        let rules = TournamentsConfig::from(&*env.config);
        let passwords =
            Passwords::new("tournament_passwords", rules.passwords_at_once, rules.passwords_waiting);
        let sizes = Sizes { queue: rules.queue, reserved: 0, crowded_above: rules.active };
        let tournaments = Self(Arc::new(TournamentContext {
            config: rules,
            store: env.store.clone(),
            rooms: rooms.clone(),
            passwords,
            notifications: notifications.clone(),
            webhooks: webhooks.clone(),
            event_log: env.event_log.clone(),
            node: env.node.clone(),
            time: env.time,
            stopping: tasks.stopping().clone(),
            tally: StatusGauge::default(),
            deciding: env.deciding.clone(),
            active: Registry::new(sizes),
            ended: Mutex::default(),
        }));
        let (finished, duties) = (env.event_log.games_finished(), env.duties.clone());
        tasks.spawn("tournaments", tournaments.clone().run(finished, duties));
        tournaments
    }

    /// Runs the background work until the server stops: loads due tournaments, serves the other nodes, and carries out its part of the
    /// `duties`, which report finished games to tournaments, erase names, and create the recurring tournaments of the configuration.
    pub async fn run(self, finished: Wakeup, duties: Duties) {
        let stopping = self.0.stopping.clone();
        let all = async {
            tokio::join!(
                self.load_due(),
                self.adopt(),
                self.serve_nodes(),
                duties.run("tournaments/names", || self.forget_members()),
                duties.run("tournaments/results", || results::run(&self, &finished)),
                duties.run("tournaments/series", || series::run(&self)),
            );
        };
        stopping.run_until_cancelled(Box::pin(all)).await;
    }

    /// Returns the number of tournaments in memory by status.
    pub fn by_status(&self) -> Vec<(&'static str, u64)> {
        self.0.tally.counts()
    }

    /// Waits for all tournament tasks to end, then releases their claims. `stopping` must have been cancelled
    /// before.
    pub async fn stop(&self) {
        self.0.active.stopped().await;
        if let Err(error) = self.0.node.leave_all(ClaimKind::Tournament).await {
            debug!(%error, "tournaments not released; other nodes will claim them after this one has ended");
        }
    }

    pub(super) fn shared(&self) -> &TournamentContext {
        &self.0
    }

    /// Erases the names of deleted users from tournaments.
    async fn forget_members(&self) {
        let mut sweep = Sweep::new("members of tournaments", 1);
        let mut ticks = tokio::time::interval(FORGET_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let page = move |after| async move {
            let rows = self.0.store.members_to_forget(after, FORGOTTEN_AT_ONCE).await?;
            let next = rows.last().copied().filter(|_| rows.len() >= FORGOTTEN_AT_ONCE as usize);
            Ok(Page { rows, next })
        };
        let forget = move |members: Vec<(TournamentId, UserId)>| async move {
            for (id, user) in &members {
                self.forget(*id, *user).await?;
            }
            Ok::<_, TournamentError>(members.len() as u64)
        };
        let mut retry = Retry::new("erasure of deleted members");
        loop {
            ticks.tick().await;
            retry.record(sweep.pass(&self.0.stopping, page, forget).await);
        }
    }

    /// Erases the name of a deleted user from a tournament.
    async fn forget(&self, id: TournamentId, user: UserId) -> Result<(), TournamentError> {
        self.command(id, By::System, Command::Forget { user, name: DELETED.to_owned() }).await?;
        Ok(self.0.store.member_forgotten(id, user).await?)
    }

    /// Reports to a tournament that the games in these rooms, or some of its games, have ended. Returns whether it has received the report
    /// or will read the results; a tournament that is not in memory reads them when it is loaded.
    pub(super) fn send_ended(&self, id: TournamentId, rooms: Option<Vec<RoomId>>) -> bool {
        let inbox = match self.0.active.lookup(id) {
            Lookup::Absent => return true,
            // It is being read, and may have missed this result.
            Lookup::Loading(_) => return false,
            Lookup::Running(_, inbox) => inbox,
        };
        !matches!(inbox.try_send(Message::Ended { rooms }), Err(mpsc::error::TrySendError::Full(_)))
    }

    /// Returns the queue of a tournament that a caller asks for.
    pub(super) async fn inbox(&self, id: TournamentId) -> Result<Inbox<Message>, TournamentError> {
        let whom = match self.0.active.lookup(id) {
            Lookup::Loading(Class::Ended) | Lookup::Running(Class::Ended, _) => For::CallersOfEnded,
            Lookup::Absent if !self.state(id).await?.is_open => For::CallersOfEnded,
            Lookup::Absent | Lookup::Loading(_) | Lookup::Running(..) => For::Callers,
        };
        self.inbox_for(id, whom).await
    }

    /// Returns the queue of a tournament that is due.
    pub(super) async fn inbox_when_due(&self, id: TournamentId) -> Result<Inbox<Message>, TournamentError> {
        self.inbox_for(id, For::Itself).await
    }

    async fn inbox_for(&self, id: TournamentId, whom: For) -> Result<Inbox<Message>, TournamentError> {
        if self.0.stopping.is_cancelled() {
            return Err(TournamentError::Unavailable);
        }
        let (class, capacity) = self.0.class(whom);
        self.0.active.get_or_load(id, class, capacity, || self.load(id)).await
    }

    /// Returns the state of a tournament according to the store.
    async fn state(&self, id: TournamentId) -> Result<TournamentState, TournamentError> {
        self.0.store.tournament_state(id).await?.ok_or(TournamentError::NoSuchTournament)
    }

    async fn read(&self, id: TournamentId) -> Result<(TournamentRow, Tournament), TournamentError> {
        let stored = self.0.store.tournament(id).await?.ok_or(TournamentError::NoSuchTournament)?;
        let tournament = stored::read(&stored).map_err(|error| {
            error!(tournament = %id.0, %error, "stored tournament corrupt");
            TournamentError::Corrupt
        })?;
        Ok((stored.row, tournament))
    }

    /// Loads a tournament, or a replica of it if another node owns it.
    async fn load(&self, id: TournamentId) -> Result<Inbox<Message>, TournamentError> {
        let owner = self.0.node.claim(ClaimKey::Tournament(id)).await?;
        let shared = Arc::clone(&self.0);
        match (self.read(id).await, owner) {
            (Ok((row, tournament)), Owner::ThisNode(tenure)) => {
                let shown = Shown::new(Arc::clone(&shared), row, tournament);
                let actor = Actor::new(shared, shown, tenure);
                Ok(self.spawn(id, move |messages, _| actor.run(messages)))
            }
            (Ok((row, tournament)), Owner::Other(_)) => {
                if self.0.active.len_of(Class::Replica) >= self.0.config.active {
                    return Err(TournamentError::Busy);
                }
                let replica = Replica::new(Arc::clone(&shared), Shown::new(shared, row, tournament));
                let inbox = self.spawn(id, move |messages, _| replica.run(messages));
                self.0.active.reclassify(id, Class::Replica);
                Ok(inbox)
            }
            (Err(error), Owner::ThisNode(_)) => {
                self.0.release(id).await;
                Err(error)
            }
            (Err(error), Owner::Other(_)) => Err(error),
        }
    }

    /// Starts the task of a tournament.
    fn spawn<R: Future<Output = (Vec<Message>, ())> + Send + 'static>(
        &self,
        id: TournamentId,
        run: impl FnOnce(mpsc::Receiver<Message>, Members) -> R,
    ) -> Inbox<Message> {
        let tournaments = self.clone();
        self.0.active.start(id, run, async move |ended| match ended {
            // Commands that arrive while the server stops end with their sockets.
            Ended::Returned { left, outcome: () } if !tournaments.0.stopping.is_cancelled() => {
                for message in left {
                    tournaments.redeliver(id, message).await;
                }
            }
            Ended::Returned { .. } => {}
            Ended::Panicked(error) => {
                error!(tournament = %id.0, %error, "tournament task panicked; reloads when due");
            }
        })
    }

    /// Sends a message to a tournament that has left memory. Boxed: otherwise the new task's future would be a part of this task's future.
    fn redeliver(&self, id: TournamentId, message: Message) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(deliver(message, move || self.inbox(id)))
    }

    async fn send(&self, id: TournamentId, message: Message) -> Result<(), TournamentError> {
        try_deliver(message, || self.inbox(id)).await.map_err(|(_, error)| error)
    }

    pub(super) async fn answered(
        &self,
        id: TournamentId,
        message: impl FnOnce(Answer) -> Message,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let (answer, outcome) = oneshot::channel();
        self.send(id, message(answer)).await?;
        outcome.await.map_err(|_| TournamentError::Busy)?
    }

    /// Creates a tournament of the caller's.
    ///
    /// # Errors
    /// Returns the reason why the settings are invalid or the caller may not create the tournament.
    pub async fn create(
        &self,
        maker: &UserRow,
        tournament: NewTournament,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        if maker.guest {
            return Err(TournamentError::NeedsAccount);
        }
        let limit = self.0.config.open_per_user;
        if limit > 0 && self.0.store.count_open_tournaments(maker.id).await? >= limit {
            return Err(TournamentError::TooManyOpen { limit });
        }
        if let Some(club) = tournament.club {
            self.0.check_club(club, maker.id).await?;
        }
        let id = self.0.make(Some(maker.id), None, tournament).await?;
        self.show(id).await
    }

    /// Returns the current view of a tournament.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`] if it does not exist; fails if it cannot be read.
    pub async fn show(&self, id: TournamentId) -> Result<Arc<TournamentView>, TournamentError> {
        let is_active = !matches!(self.0.active.lookup(id), Lookup::Absent);
        // Reading a finished tournament needs no task.
        if !is_active
            && let TournamentState { is_open: false, seq } = self.state(id).await?
            && let Some(view) = self.0.kept_view(id, seq)
        {
            let read = async {
                let (row, tournament) = self.read(id).await?;
                Ok(Arc::new(TournamentView::of(&row, &Arc::new(tournament))))
            };
            return view.get_or_try_init(|| read).await.cloned();
        }
        self.show_since(id, 0).await
    }

    /// Returns the view of a tournament in memory with the events up to number `at_least`.
    pub(super) async fn show_since(
        &self,
        id: TournamentId,
        at_least: u64,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        self.answered(id, |answer| Message::Show { at_least, answer }).await
    }

    /// Returns the running games of a tournament, in the state of their rooms, and the active participants of whom a player is offline. A
    /// room that cannot be read is left out.
    pub async fn hall(&self, view: &TournamentView) -> Hall {
        let rooms = &self.0.rooms;
        let running: Vec<_> = view.tournament.games_to_make().map(|game| (game.number, game.room)).collect();
        let read = |(number, room)| board(rooms.clone(), number, room);
        let reading = stream::iter(running).map(read).buffered(ROOMS_AT_ONCE);
        let boards = reading.filter_map(std::future::ready).collect().await;
        let is_online = |member: &Member| {
            Computer::of(member.player.id).is_some() || rooms.attendance().is_here(member.player.id)
        };
        let active = view.tournament.participants().iter().filter(|one| one.is_in());
        let absent = active.filter(|one| !one.members.iter().all(is_online)).map(|one| one.id).collect();
        Hall { at: self.0.time.now(), absent, boards }
    }

    /// Returns a page of tournaments.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn list(
        &self,
        filter: &TournamentFilter,
    ) -> Result<Vec<(ListedTournament, Summary)>, TournamentError> {
        let read = |listed: ListedTournament| -> Result<_, TournamentError> {
            let summary = Summary::of_listed(&listed)?;
            Ok((listed, summary))
        };
        self.0.store.tournaments(filter).await?.into_iter().map(read).collect()
    }

    /// Returns the log of a tournament with the author of each event: at most `limit` events after `after`.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`] if it does not exist; fails if the store cannot be read.
    pub async fn log(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Record>, TournamentError> {
        let events = self.0.store.tournament_events(id, after, limit).await?;
        if events.is_empty() && (after == 0 || self.0.store.tournament_events(id, 0, 1).await?.is_empty()) {
            return Err(TournamentError::NoSuchTournament);
        }
        Ok(events.iter().map(stored::record).collect::<Result<_, _>>()?)
    }

    /// Checks whether the caller may write in the tournament's chat: only participants, directors and moderators may. Spectators may not,
    /// because the players would read their lines.
    ///
    /// # Errors
    /// [`CommandError::NotParticipant`] or [`TournamentError::NoSuchTournament`]; fails if the tournament cannot be read.
    pub async fn check_talks(&self, id: TournamentId, caller: &Caller) -> Result<(), TournamentError> {
        let view = self.show(id).await?;
        let own = view.tournament.participant_of(caller.user.id).map(|one| one.standing);
        let takes_part = matches!(own, Some(Membership::In | Membership::Withdrawn));
        if takes_part || view.tournament.is_director(on_behalf_of(caller)) {
            Ok(())
        } else {
            Err(CommandError::NotParticipant.into())
        }
    }

    /// Sends a user's command to a tournament.
    ///
    /// # Errors
    /// Returns the reason why the tournament rejected the command.
    pub async fn order(
        &self,
        id: TournamentId,
        by: By,
        order: Order,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        self.command(id, by, order.into_command()).await
    }

    pub(super) async fn command(
        &self,
        id: TournamentId,
        by: By,
        command: Command,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        self.carry_out(CommandRequest { id, by, command: Box::new(command), password_hash: None }).await
    }

    /// Subscribes to a tournament: sends its full state now and every change from now on.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`] if it does not exist; fails if it cannot be read.
    pub async fn subscribe(
        &self,
        id: TournamentId,
        follower: SubscriberId,
        subscriber: Box<dyn Subscriber<TournamentUpdate>>,
    ) -> Result<(), TournamentError> {
        self.send(id, Message::Subscribe { id: follower, subscriber }).await
    }

    /// Ends a subscription.
    pub async fn unsubscribe(&self, id: TournamentId, follower: SubscriberId) {
        let inbox = self.0.active.running(id);
        if let Some(inbox) = inbox {
            // A tournament that has left memory has no subscribers.
            inbox.send(Message::Unsubscribe { id: follower }).await;
        }
    }
}

/// Returns a running game with the view of its room, if that can be read.
async fn board(rooms: Rooms, number: GameNumber, room: RoomId) -> Option<(GameNumber, EncodedView)> {
    let room = rooms.get(room).await.ok()?;
    Some((number, room.view(None).await.ok()?))
}

/// Returns the role in which a caller acts in a tournament: moderators act as stewards, unless they use a token.
pub fn on_behalf_of(caller: &Caller) -> By {
    let user = caller.user.id;
    if caller.role() >= Role::Moderator { By::Steward(user) } else { By::User(user) }
}
