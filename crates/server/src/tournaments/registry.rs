//! Which tournaments are in memory, and asking them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{Computer, TournamentId, UserId};
use sumito_ratings::{Pool, Rating, Speed};
use sumito_tournament::{
    Actor as By, Admission, Applicant, Command, Member, Membership, ParticipantId, Record, Refusal, Settings,
};
use tokio::sync::{OnceCell, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error};

use super::actor::Actor;
use super::handle::{Answer, FinishedTable, Inbox, Message};
use super::view::{TournamentSubscriber, TournamentView};
use super::wish::NewTournament;
use super::{Summary, TournamentError, history, results, series};
use crate::config::{self, millis};
use crate::identity::{DELETED, Identities, Password};
use crate::journal::Outages;
use crate::metrics::Tally;
use crate::notifications::Notifications;
use crate::rooms::{Rooms, SubscriberId};
use crate::store::{ListedTournament, Role, Store, StoreError, TournamentFilter, UserRow};
use crate::sweep::{Page, Sweep};
use crate::time_source::TimeSource;

/// How often somebody who asks is brought to a tournament that leaves memory at this very moment.
const MAX_TRIES: usize = 3;

/// How often the store is asked which tournaments have to be in memory, and how long before they have to.
const ASK_EVERY: Duration = Duration::from_secs(5);
const LOADED_BEFORE: Duration = Duration::from_secs(10);

/// Entries that are looked at with one query whose names are to go.
const FORGOTTEN_AT_ONCE: u32 = 100;

/// How tournaments behave.
#[derive(Debug, Clone)]
pub struct TournamentsRules {
    /// Tournaments in memory at the same time.
    pub active: usize,
    /// Tournaments that have not ended that one user may have made; 0 = no limit.
    pub open_per_user: u64,
    /// Places of one tournament.
    pub places: u32,
    /// Messages that may wait for one.
    pub queue: usize,
    /// Followers are told of changes once in this time.
    pub every: Duration,
    /// How long one stays in memory that nobody follows.
    pub idle: Duration,
    /// How long one waits for its start that has no time of its own; `None`: for ever.
    pub waiting: Option<Duration>,
    /// Those that the server makes by itself.
    pub series: Vec<config::TournamentSeries>,
    /// How games are played where a tournament says nothing about it.
    pub policy: config::Policy,
}

impl From<&config::Config> for TournamentsRules {
    fn from(config: &config::Config) -> Self {
        Self {
            active: config.limits.active_tournaments,
            open_per_user: config.limits.open_tournaments_per_user,
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

/// What tournaments need from the server.
#[derive(Debug)]
pub struct TournamentsParts {
    /// How they behave.
    pub rules: TournamentsRules,
    /// Where they are stored.
    pub store: Store,
    /// Where their games are played.
    pub rooms: Rooms,
    /// Who knows passwords.
    pub identities: Identities,
    /// Where players are told that their game is there.
    pub notifications: Notifications,
    /// When nobody is charged.
    pub outages: Outages,
    /// The time.
    pub time: TimeSource,
    /// Cancelled when the server is asked to stop.
    pub stopping: CancellationToken,
}

/// What every tournament needs from the server.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) config: TournamentsRules,
    pub(super) store: Store,
    pub(super) rooms: Rooms,
    pub(super) identities: Identities,
    pub(super) notifications: Notifications,
    pub(super) outages: Outages,
    pub(super) time: TimeSource,
    pub(super) stopping: CancellationToken,
    pub(super) tally: Tally,
    active: Mutex<HashMap<TournamentId, Arc<OnceCell<Inbox>>>>,
    tasks: TaskTracker,
}

/// How somebody wants to take part.
#[derive(Debug, Clone, Default)]
pub struct Registration {
    /// What they say the password is.
    pub password: Option<String>,
    /// The name of a new team, in teams of two.
    pub team_name: Option<String>,
    /// The team that they join, in teams of two.
    pub team: Option<ParticipantId>,
}

/// All tournaments. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Tournaments(Arc<Shared>);

impl Shared {
    /// Stops a tournament's queue and gives up its place, at once: whoever asks from now on gets it anew.
    pub(super) fn retire(&self, id: TournamentId, inbox: &mut mpsc::Receiver<Message>) {
        inbox.close();
        let mut active = self.active();
        if active.get(&id).is_some_and(|cell| cell.get().is_some_and(Inbox::is_closed)) {
            active.remove(&id);
        }
    }

    fn active(&self) -> MutexGuard<'_, HashMap<TournamentId, Arc<OnceCell<Inbox>>>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, id: TournamentId) -> Result<Arc<OnceCell<Inbox>>, TournamentError> {
        let mut active = self.active();
        if active.len() >= self.config.active && !active.contains_key(&id) {
            // Places of those that could not be read are free.
            active.retain(|_, cell| {
                Arc::strong_count(cell) > 1 || cell.get().is_some_and(|inbox| !inbox.is_closed())
            });
            if active.len() >= self.config.active {
                return Err(TournamentError::Busy);
            }
        }
        let cell = active.entry(id).or_default();
        if cell.get().is_some_and(Inbox::is_closed) {
            *cell = Arc::default();
        }
        Ok(Arc::clone(cell))
    }
}

impl Tournaments {
    /// No tournaments in memory yet.
    pub fn new(parts: TournamentsParts) -> Self {
        let TournamentsParts { rules, store, rooms, identities, notifications, outages, time, stopping } =
            parts;
        Self(Arc::new(Shared {
            config: rules,
            store,
            rooms,
            identities,
            notifications,
            outages,
            time,
            stopping,
            tally: Tally::default(),
            active: Mutex::default(),
            tasks: TaskTracker::new(),
        }))
    }

    /// Brings tournaments into memory when they are due, tells them of the games that have ended, and makes those that the configuration
    /// wants, until the server stops.
    pub async fn run(self, finished: watch::Receiver<()>) {
        let stopping = self.0.stopping.clone();
        let all = async {
            tokio::join!(self.load_due(), results::follow(&self, finished), series::run(&self));
        };
        stopping.run_until_cancelled(Box::pin(all)).await;
    }

    /// How many are in memory, by status.
    pub(crate) fn by_status(&self) -> Vec<(&'static str, u64)> {
        self.0.tally.counts()
    }

    /// Waits until no tournament changes anything any more. `stopping` was cancelled before.
    pub async fn stop(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    pub(super) fn shared(&self) -> &Shared {
        &self.0
    }

    async fn load_due(&self) {
        let mut to_forget = Sweep::new("members of tournaments", 1);
        let mut ticks = tokio::time::interval(ASK_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let due = self.0.store.due_tournaments(self.0.time.now() + LOADED_BEFORE).await;
            for id in due.unwrap_or_default() {
                // What cannot be read now is tried again with the next ones.
                if let Err(error) = self.inbox(id).await {
                    debug!(tournament = %id.0, %error, "a tournament that is due cannot be read");
                }
            }
            self.forget_deleted(&mut to_forget).await;
        }
    }

    /// Lets tournaments forget the names of users whose accounts were deleted.
    async fn forget_deleted(&self, sweep: &mut Sweep<(TournamentId, UserId)>) {
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
        if let Err(error) = sweep.pass(&self.0.stopping, page, forget).await {
            debug!(%error, "tournaments forget no names at the moment");
        }
    }

    /// Lets a tournament forget the name of somebody whose account was deleted.
    async fn forget(&self, id: TournamentId, user: UserId) -> Result<(), TournamentError> {
        self.ask(id, By::System, Command::Forget { user, name: DELETED.to_owned() }).await?;
        Ok(self.0.store.member_forgotten(id, user).await?)
    }

    async fn inbox(&self, id: TournamentId) -> Result<Inbox, TournamentError> {
        if self.0.stopping.is_cancelled() {
            return Err(TournamentError::Unavailable);
        }
        let cell = self.0.place(id)?;
        cell.get_or_try_init(|| self.load(id)).await.cloned()
    }

    async fn load(&self, id: TournamentId) -> Result<Inbox, TournamentError> {
        let stored = self.0.store.tournament(id).await?.ok_or(TournamentError::NoSuchTournament)?;
        let tournament = history::read(&stored).map_err(|error| {
            error!(tournament = %id.0, %error, "the stored tournament is damaged");
            TournamentError::Damaged
        })?;
        let (inbox, messages) = mpsc::channel(self.0.config.queue);
        let actor = Actor::new(Arc::clone(&self.0), stored.row, tournament);
        let (shared, running) = (Arc::clone(&self.0), tokio::spawn(actor.run(messages)));
        self.0.tasks.spawn(async move {
            if let Err(error) = running.await {
                error!(tournament = %id.0, %error, "a tournament's task broke off; it is read again when it is due");
                shared.active().remove(&id);
            }
        });
        Ok(inbox)
    }

    async fn send(&self, id: TournamentId, mut message: Message) -> Result<(), TournamentError> {
        for _ in 0..MAX_TRIES {
            match self.inbox(id).await?.try_send(message) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(TournamentError::Busy),
                Err(mpsc::error::TrySendError::Closed(returned)) => {
                    message = returned;
                    tokio::task::yield_now().await;
                }
            }
        }
        Err(TournamentError::Busy)
    }

    async fn answered(
        &self,
        id: TournamentId,
        message: impl FnOnce(Answer) -> Message,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let (answer, outcome) = oneshot::channel();
        self.send(id, message(answer)).await?;
        outcome.await.map_err(|_| TournamentError::Busy)?
    }

    /// Makes a tournament of the caller's.
    ///
    /// # Errors
    /// Why nobody can play it, or the caller cannot hold it.
    pub async fn create(
        &self,
        maker: &UserRow,
        wish: NewTournament,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        if maker.guest {
            return Err(TournamentError::NeedsAccount);
        }
        let limit = self.0.config.open_per_user;
        if limit > 0 && self.0.store.count_open_tournaments(maker.id).await? >= limit {
            return Err(TournamentError::TooManyOpen { limit });
        }
        let id = self.0.make(Some(maker.id), None, wish).await?;
        self.show(id).await
    }

    /// A tournament as it is now.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`], or when it cannot be read.
    pub async fn show(&self, id: TournamentId) -> Result<Arc<TournamentView>, TournamentError> {
        self.answered(id, |answer| Message::Show { answer }).await
    }

    /// A page of tournaments.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn list(
        &self,
        filter: &TournamentFilter,
    ) -> Result<Vec<(ListedTournament, Summary)>, TournamentError> {
        let read = |listed: ListedTournament| -> Result<_, TournamentError> {
            let summary = serde_json::from_str(&listed.summary)
                .map_err(|error| StoreError::Corrupt(format!("tournament {}: {error}", listed.id.0)))?;
            Ok((listed, summary))
        };
        self.0.store.tournaments(filter).await?.into_iter().map(read).collect()
    }

    /// What has happened in a tournament and who did it: at most `limit` events after `after`.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`], or when the store cannot be asked.
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
        Ok(events.iter().map(history::record).collect::<Result<_, _>>()?)
    }

    /// Whether `user` may talk where a tournament is talked about: those who take part, whoever runs it, and moderators. Those who only
    /// watch do not, for what they say would be read by those who play.
    ///
    /// # Errors
    /// [`Refusal::NotParticipant`], [`TournamentError::NoSuchTournament`], or when it cannot be read.
    pub async fn check_talks(&self, id: TournamentId, user: &UserRow) -> Result<(), TournamentError> {
        let view = self.show(id).await?;
        let own = view.tournament.participant_of(user.id).map(|one| one.standing);
        let takes_part = matches!(own, Some(Membership::In | Membership::Withdrawn));
        if takes_part || view.tournament.is_director(on_behalf_of(user)) {
            Ok(())
        } else {
            Err(Refusal::NotParticipant.into())
        }
    }

    /// Has a tournament do something.
    ///
    /// # Errors
    /// Why it does not.
    pub async fn ask(
        &self,
        id: TournamentId,
        by: By,
        command: Command,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let command = Box::new(command);
        self.answered(id, |answer| Message::Ask { by, command, password_hash: None, answer }).await
    }

    /// Changes what is agreed, if nobody else has since `revision`.
    ///
    /// # Errors
    /// Why it does not change.
    pub async fn edit(
        &self,
        id: TournamentId,
        by: By,
        (settings, password): (Settings, Option<String>),
        revision: u32,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let settings = self.0.checked(settings)?;
        let has_one = self.show(id).await?.row.password_hash.is_some();
        let password_hash = self.0.password_hash(settings.entry.admission, password, has_one).await?;
        let command = Box::new(Command::Edit { settings: Box::new(settings), revision });
        self.answered(id, |answer| Message::Ask { by, command, password_hash, answer }).await
    }

    /// Lets `user` take part.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn register(
        &self,
        id: TournamentId,
        user: &UserRow,
        wish: Registration,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        let settings = view.tournament.settings();
        let by = By::User(user.id);
        let mut knew_password = false;
        if settings.entry.admission == Admission::Password
            && !view.tournament.is_director(by)
            && let Some(password) = wish.password
        {
            let stored = view.row.password_hash.clone();
            knew_password = self.0.identities.is_password(Password::typed(&password), stored).await?;
            if !knew_password {
                return Err(TournamentError::WrongPassword);
            }
        }
        let member = self.member(user, settings).await?;
        let applicant = Applicant { member, team_name: wish.team_name, team: wish.team, knew_password };
        self.ask(id, by, Command::Register { applicant: Box::new(applicant) }).await
    }

    /// Lets a director enter somebody else.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn add(
        &self,
        id: TournamentId,
        by: By,
        user: &UserRow,
        wish: Registration,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        let member = self.member(user, view.tournament.settings()).await?;
        let applicant = Applicant { member, team_name: wish.team_name, team: wish.team, knew_password: true };
        self.ask(id, by, Command::Register { applicant: Box::new(applicant) }).await
    }

    /// Lets a director enter a computer player that plays at this level.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn add_computer(
        &self,
        id: TournamentId,
        by: By,
        level: u8,
        wish: Registration,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let view = self.show(id).await?;
        let inside = view.tournament.participants().iter().filter(|one| one.is_in());
        let taken: Vec<_> = inside.flat_map(|one| &one.members).map(|member| member.player.id).collect();
        let computer = Computer::besides(level, &taken).ok_or(TournamentError::NoSuchPlayer)?;
        let member = Member { player: computer.player(), rating: START, provisional: true };
        let applicant = Applicant { member, team_name: wish.team_name, team: wish.team, knew_password: true };
        self.ask(id, by, Command::Register { applicant: Box::new(applicant) }).await
    }

    /// How strong somebody is by the ratings that the tournament's games change or would change.
    async fn member(&self, user: &UserRow, settings: &Settings) -> Result<Member, TournamentError> {
        let game = &settings.game;
        let speed = if game.time.is_live() { Speed::Live } else { Speed::Correspondence };
        let pool = Pool { mode: game.mode, speed };
        let ratings = self.0.store.ratings_of(user.id).await?;
        let rating = ratings.iter().find(|row| row.pool == pool).map_or(Rating::START, |row| row.rating);
        let player =
            sumito_game::Player { id: user.id, name: user.name.clone(), guest: user.guest, bot: user.bot };
        let provisional = rating.is_provisional(game.mode, self.0.time.now().0);
        Ok(Member { player, rating: rating.value.round().clamp(0.0, 9_999.0) as u16, provisional })
    }

    pub(super) async fn finished(
        &self,
        id: TournamentId,
        table: FinishedTable,
    ) -> Result<(), TournamentError> {
        let table = Box::new(table);
        self.answered(id, |answer| Message::Finished { table, answer }).await.map(drop)
    }

    /// Tells all of it now and every change from now on.
    ///
    /// # Errors
    /// [`TournamentError::NoSuchTournament`], or when it cannot be read.
    pub async fn follow(
        &self,
        id: TournamentId,
        follower: SubscriberId,
        subscriber: Box<dyn TournamentSubscriber>,
    ) -> Result<(), TournamentError> {
        self.send(id, Message::Follow { id: follower, subscriber }).await
    }

    /// Tells nothing more.
    pub async fn unfollow(&self, id: TournamentId, follower: SubscriberId) {
        let inbox = self.0.active().get(&id).and_then(|cell| cell.get().cloned());
        if let Some(inbox) = inbox {
            // One that has left memory has nobody who follows it.
            let _ = inbox.send(Message::Unfollow { id: follower }).await;
        }
    }
}

/// What a computer's strength counts as: nobody has measured it against people.
const START: u16 = Rating::VALUE_START as u16;

/// On whose behalf somebody acts in a tournament.
pub fn on_behalf_of(caller: &UserRow) -> By {
    if caller.role >= Role::Moderator { By::Steward(caller.id) } else { By::User(caller.id) }
}
