//! The task of one tournament. For each command it decides, stores, applies, and then acts, in this order.
//!
//! The actions are derived from the state alone ([`Tournament::games_to_make`]). After a crash in between, the next task of the tournament
//! therefore carries out the missing actions.

mod results;
mod rooms;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Computer, RoomId, Timestamp, UserId};
use sumito_tournament::{
    Actor as By, Command, Context, Event, GameNumber, Record, Start, Tournament, TournamentStatus,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{debug, error, warn};

use super::handle::{Answer, Message};
use super::shown::Shown;
use super::{TournamentContext, TournamentError, stored};
use crate::social::notifications::{Notification, TournamentNews};
use sumito_cluster::{Received, Subscription};
use sumito_kit::metrics::StatusGuard;
use sumito_kit::recovery::{Cause, Recovery};
use sumito_kit::retry::Retry;
use sumito_kit::shares::Payer;
use sumito_kit::task::until;
use sumito_rooms::event_log::StorageState;
use sumito_store::{Outage, StoreError, Tenure};

/// Interval of presence checks while the tournament waits for players.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Poll interval while the tournament waits for the start of the server, or for results.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Maximum number of events due at the same moment: more indicate a fault.
const DUE_AT_ONCE: usize = 10_000;

/// A tournament in memory.
pub(super) struct Actor {
    shared: Arc<TournamentContext>,
    shown: Shown,
    /// Games whose rooms were created by this task.
    made: HashSet<GameNumber>,
    /// The games by room id.
    tables: HashMap<RoomId, GameNumber>,
    /// Games that may have ended and whose results must be read, each with whether reading has failed before.
    ended: BTreeMap<GameNumber, bool>,
    /// Added times that the rooms have received from this task, by the number of the record.
    given: HashSet<u64>,
    /// Adjudicated games: their rooms must be closed.
    to_close: BTreeSet<GameNumber>,
    recovery: Recovery,
    /// Participants who were online at the last check.
    present: BTreeSet<UserId>,
    /// Number of outages that are applied.
    outages_known: Option<u64>,
    /// The gaps are removed once they are applied.
    tenure: Tenure,
    again_at: Option<Instant>,
    /// Updates that failed because the storage or a room was not available.
    retry: Retry,
    /// Rooms that cannot be created for another reason.
    faults: Retry,
    /// Time of the last tick that found nothing due. Alarms after it are still pending, even if their time has passed since.
    settled_at: Timestamp,
    used_at: Instant,
    /// Another user needs the place: the tournament leaves memory as soon as it rests.
    has_to_leave: bool,
    counted: StatusGuard,
}

/// Reason for the end of the task.
enum TaskExit {
    /// The tournament is unused at the moment.
    Idle,
    /// The stored state can no longer be read.
    Damaged,
}

impl Actor {
    /// Returns the actor of a tournament that this node owns.
    pub(super) fn new(shared: Arc<TournamentContext>, shown: Shown, tenure: Tenure) -> Self {
        let mut actor = Self {
            counted: shared.tally.enter(shown.tournament.status().as_str()),
            made: HashSet::new(),
            tables: HashMap::new(),
            ended: BTreeMap::new(),
            given: HashSet::new(),
            to_close: BTreeSet::new(),
            recovery: Recovery::default(),
            present: BTreeSet::new(),
            outages_known: None,
            tenure,
            again_at: None,
            retry: Retry::quiet("update of a tournament"),
            faults: Retry::new(format!("room creation of tournament {}", shown.row.id.0)),
            settled_at: Timestamp::MIN,
            used_at: Instant::now(),
            has_to_leave: false,
            shared,
            shown,
        };
        actor.know_tables();
        actor.all_may_have_ended();
        actor
    }

    /// Runs until the tournament is unused or the server stops. Returns the messages that came too late for this task.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) -> (Vec<Message>, ()) {
        let id = self.shown.row.id.0;
        let shared = Arc::clone(&self.shared);
        let ended = shared.stopping.run_until_cancelled(self.run_loop(&mut inbox)).await;
        if let Some(TaskExit::Damaged) = ended {
            error!(tournament = %id, "tournament stopped: stored data corrupt; reloads on demand");
        }
        if !shared.stopping.is_cancelled() {
            shared.release(self.shown.id()).await;
        }
        (shared.active.retire(self.shown.id(), &mut inbox).await, ())
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> TaskExit {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut storage = self.shared.event_log.outages().watch();
        let mut reports = self.shared.reports_to(self.shown.id());
        // A previous task may have left rooms unclosed.
        self.to_close = self.ruled_games();
        self.advance().await;
        loop {
            if self.recovery.is_due() && self.read_again().await.is_err() {
                return TaskExit::Damaged;
            }
            // Late messages are handled first: a message counts as use.
            if self.is_idle() && inbox.is_empty() {
                return TaskExit::Idle;
            }
            let wake_at = self.wake_at();
            // Due work goes first. It is rare, so messages do not wait long.
            tokio::select! {
                biased;
                () = until(wake_at) => self.advance().await,
                _ = storage.changed() => {
                    self.again_at = None;
                    self.advance().await;
                }
                _ = looks.tick() => {
                    if self.waits_for_people() && self.online_participants() != self.present {
                        self.advance().await;
                    }
                }
                () = until(self.shown.update_at()) => self.shown.send_update(),
                rooms = next_report(&mut reports) => {
                    self.handle(Message::Ended { rooms }).await;
                }
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return TaskExit::Idle,
                },
            }
        }
    }

    async fn handle(&mut self, message: Message) {
        self.used_at = Instant::now();
        match message {
            Message::Command { by, command, password_hash, answer } => {
                let outcome = self.handle_command(by, *command, password_hash).await;
                self.answer(answer, outcome);
                self.advance().await;
            }
            Message::Ended { rooms: Some(rooms) } => {
                for room in rooms {
                    match self.tables.get(&room) {
                        Some(&game) => drop(self.ended.entry(game).or_default()),
                        None => {
                            warn!(tournament = %self.shown.row.id.0, %room, "result of unknown pairing ignored");
                        }
                    }
                }
                self.advance().await;
            }
            Message::Ended { rooms: None } => {
                self.all_may_have_ended();
                self.advance().await;
            }
            Message::Show { answer, .. } => {
                let outcome =
                    if self.recovery.is_needed() { Err(TournamentError::Unavailable) } else { Ok(()) };
                self.answer(answer, outcome);
            }
            Message::Subscribe { id, subscriber } => self.shown.subscribe(id, subscriber),
            Message::Unsubscribe { id } => self.shown.unsubscribe(id),
            // This node owns it.
            Message::Own => {}
            Message::Leave => self.has_to_leave = true,
        }
    }

    fn answer(&mut self, answer: Answer, outcome: Result<(), TournamentError>) {
        let outcome = outcome.map(|()| self.shown.view());
        // The caller may have stopped waiting.
        let _ = answer.send(outcome);
    }

    /// Handles a command. Work that is due counts before it.
    async fn handle_command(
        &mut self,
        by: By,
        command: Command,
        password_hash: Option<String>,
    ) -> Result<(), TournamentError> {
        // A result that the tournament has not read yet counts before this ruling on the game.
        for game in self.decided_by(by, &command) {
            self.ended.entry(game).or_default();
        }
        self.run_due().await?;
        if matches!(command, Command::Start) && self.may_not_begin() {
            return Err(TournamentError::Draining);
        }
        let events = self.decide(by, command).await?;
        if password_hash.is_some() {
            self.shown.row.password_hash = password_hash;
        }
        self.store(by, events).await
    }

    /// Returns the games under way that a command adjudicates.
    fn decided_by(&self, by: By, command: &Command) -> Vec<GameNumber> {
        let participant = match command {
            Command::Withdraw => by.user().and_then(|user| self.shown.tournament.participant_of(user)),
            Command::Forget { user, .. } => self.shown.tournament.participant_of(*user),
            Command::Exclude { participant, .. } => self.shown.tournament.participant(*participant),
            Command::Rule { game, .. } => return vec![*game],
            Command::Cancel { .. } => return self.open_games(),
            _ => None,
        };
        let game = participant.and_then(|one| self.shown.tournament.open_game_of(one.id));
        game.map(|game| game.number).into_iter().collect()
    }

    fn open_games(&self) -> Vec<GameNumber> {
        self.shown.tournament.games_to_make().map(|game| game.number).collect()
    }

    /// Handles due work, and then acts on it.
    async fn advance(&mut self) {
        if self.recovery.is_needed() || self.again_at.is_some_and(|at| at > Instant::now()) {
            return;
        }
        self.again_at = None;
        match self.run_due().await {
            Ok(()) => {
                if let Err(error) = self.update_rooms().await {
                    return self.again_after(&error);
                }
                self.retry.succeeded();
                if self.may_not_begin() || !self.ended.is_empty() {
                    self.again_at = Some(Instant::now() + AGAIN_AFTER);
                }
            }
            Err(error) => self.again_after(&error),
        }
    }

    /// Plans the next try of an update that has failed.
    fn again_after(&mut self, error: &dyn Display) {
        self.again_at = Some(Instant::now() + self.retry.failed(error));
    }

    /// Handles the work that is due by now. Outages come first: players lose no time by them, and no time passes during them. Then
    /// results: the result of a game takes precedence over deadlines that passed since its end.
    async fn run_due(&mut self) -> Result<(), TournamentError> {
        if self.recovery.is_needed()
            || matches!(self.shared.event_log.outages().state(), StorageState::Down { .. })
        {
            return Err(TournamentError::Unavailable);
        }
        self.apply_outages().await?;
        self.present = self.online_participants();
        self.apply_results().await?;
        if self.may_not_begin() {
            return Ok(());
        }
        for _ in 0..DUE_AT_ONCE {
            let now = self.moment();
            let events = self.decide_at(now, By::System, Command::Tick).await?;
            if events.is_empty() {
                self.settled_at = now;
                return Ok(());
            }
            self.store(By::System, events).await?;
        }
        error!(tournament = %self.shown.row.id.0, "tournament tick not converging (bug)");
        Err(TournamentError::Internal)
    }

    async fn apply_outages(&mut self) -> Result<(), TournamentError> {
        let outages = self.shared.event_log.outages().clone();
        outages.detect_stall(self.now());
        let count = outages.count();
        if self.outages_known == Some(count) {
            return Ok(());
        }
        let applied_until = self.shown.tournament.at();
        let mut excused = outages.concerning(applied_until, self.tenure.since);
        // The last sign of life of a dead node may be older than its last event.
        let began = |gap: &Outage| gap.began.max(applied_until);
        excused.extend(self.tenure.gaps.iter().map(|gap| Outage { began: began(gap), ended: gap.ended }));
        excused.retain(|outage| outage.began < outage.ended);
        for outage in Outage::joined(excused) {
            let away = Command::Away { from: outage.began, until: outage.ended };
            // As of its end, so that deadlines after it are not applied before the next outage is.
            match self.decide_at(self.as_of(outage.ended), By::System, away).await {
                Ok(events) => self.store(By::System, events).await?,
                Err(TournamentError::Refused(error)) => {
                    debug!(%error, "outage irrelevant to tournament");
                }
                Err(error) => return Err(error),
            }
        }
        self.tenure.gaps.clear();
        self.outages_known = Some(count);
        Ok(())
    }

    /// Computes the events of a command. Pairing a thousand players takes a large part of a second, so it runs on a blocking thread, away
    /// from rooms and sockets.
    async fn decide(&self, by: By, command: Command) -> Result<Vec<Event>, TournamentError> {
        self.decide_at(self.moment(), by, command).await
    }

    /// Returns the time for a decision that is made now.
    fn moment(&self) -> Timestamp {
        self.now().max(self.shown.tournament.at())
    }

    /// Returns the time for a decision on an event at `moment`.
    fn as_of(&self, moment: Timestamp) -> Timestamp {
        moment.min(self.now()).max(self.shown.tournament.at())
    }

    async fn decide_at(
        &self,
        now: Timestamp,
        by: By,
        command: Command,
    ) -> Result<Vec<Event>, TournamentError> {
        let (tournament, present) = (Arc::clone(&self.shown.tournament), self.present.clone());
        let waiting = self.shared.config.waiting;
        let decide = move || tournament.decide(by, command, &Context { now, present: &present, waiting });
        match self.shared.deciding.run(Payer::SERVER, decide).await {
            Ok(decided) => Ok(decided?),
            Err(error) => {
                error!(tournament = %self.shown.row.id.0, %error, "tournament decision panicked");
                Err(TournamentError::Internal)
            }
        }
    }

    /// Stores events, and applies them once they are stored.
    async fn store(&mut self, by: By, events: Vec<Event>) -> Result<(), TournamentError> {
        if events.is_empty() {
            return Ok(());
        }
        let records = self.shown.tournament.records(by, self.now(), events);
        let mut after = Tournament::clone(&self.shown.tournament);
        if let Err(corrupt) = records.iter().try_for_each(|record| after.apply(record)) {
            error!(tournament = %self.shown.row.id.0, error = %corrupt, "decided tournament events rejected by replay (bug)");
            return Err(TournamentError::Internal);
        }
        let wake_at = stored::wake_at(&after, self.now(), self.shared.config.waiting);
        let mut change =
            stored::change(&self.shown.row, Some(&self.shown.tournament), &after, &records, wake_at);
        // A director may invite to another tournament at the same time.
        change.invitations_max = Some(self.shared.config.invitations_per_user).filter(|&limit| limit > 0);
        let (invited, answered) = (change.invited.clone(), change.answered.clone());
        match self.shared.event_log.append(change).await {
            Ok(()) => {
                self.counted.is_now(after.status().as_str());
                let was_running = !is_over(self.shown.tournament.status());
                let status = after.status();
                if is_over(status) {
                    self.shared.record_ended(self.shown.row.id);
                }
                self.shown.replace(after);
                self.shared.announce(self.shown.id(), self.shown.tournament.seq());
                self.notify_invited(&invited, &answered);
                self.apply(&records);
                if was_running && is_over(status) {
                    self.shared.webhooks.tournament_ended(self.shown.row.id, status.as_str()).await;
                }
                Ok(())
            }
            Err(error) => {
                // The write may have succeeded all the same, or another server has written the next event.
                let conflicts = matches!(*error, StoreError::Conflict(_));
                let cause = if conflicts { Cause::Conflict } else { Cause::Unavailable };
                self.recovery.write_failed(cause, self.now());
                Err(if conflicts { TournamentError::Busy } else { TournamentError::from(&*error) })
            }
        }
    }

    /// Notifies invited users, and users whose invitation is no longer open.
    fn notify_invited(&self, invited: &[(UserId, UserId)], answered: &[UserId]) {
        let new = invited.iter().map(|&(user, _)| (user, true));
        for (user, open) in new.chain(answered.iter().map(|&user| (user, false))) {
            self.shared
                .notifications
                .send(user, Notification::Invitation { tournament: self.shown.row.id, open });
        }
    }

    fn apply(&mut self, records: &[Record]) {
        for record in records {
            match &record.event {
                Event::Ruled { game, .. } => {
                    self.to_close.insert(*game);
                }
                Event::Announced { text } => self.tell_participants(record.by, text),
                Event::Paired { games, .. } | Event::Planned { games } => {
                    for game in games {
                        self.tables.insert(game.number.room_of(self.shown.row.id), game.number);
                    }
                }
                _ => {}
            }
        }
    }

    /// Notifies the participants of a director's message, except the director.
    fn tell_participants(&self, by: By, text: &str) {
        let tournament = &self.shown.tournament;
        let news = TournamentNews {
            tournament: self.shown.row.id,
            name: tournament.settings().name.clone(),
            text: text.to_owned(),
        };
        let active = tournament.participants().iter().filter(|one| one.is_in());
        let users = active.flat_map(|one| &one.members).map(|member| member.player.id);
        for user in users.filter(|&user| Some(user) != by.user() && Computer::of(user).is_none()) {
            self.shared.notifications.send(user, Notification::TournamentAnnouncement(news.clone()));
        }
    }

    /// Reads the tournament again, to find out the stored state.
    async fn read_again(&mut self) -> Result<(), StoreError> {
        self.recovery.begin_read();
        let stored = match self.shared.store.tournament(self.shown.row.id).await {
            Err(StoreError::Unavailable(_)) => {
                self.recovery.read_failed();
                return Ok(());
            }
            other => other?
                .ok_or_else(|| StoreError::Corrupt("the tournament is missing in the database".to_owned()))?,
        };
        self.shown.replace(stored::read(&stored)?);
        self.shared.announce(self.shown.id(), self.shown.tournament.seq());
        self.counted.is_now(self.shown.tournament.status().as_str());
        self.shown.row = stored.row;
        self.recovery.finish();
        self.again_at = None;
        self.know_tables();
        self.all_may_have_ended();
        self.to_close = self.ruled_games();
        self.advance().await;
        Ok(())
    }

    /// Returns the participants who are online.
    fn online_participants(&self) -> BTreeSet<UserId> {
        let attendance = self.shared.rooms.attendance();
        let members = self
            .shown
            .tournament
            .participants()
            .iter()
            .filter(|one| one.is_in())
            .flat_map(|one| &one.members);
        let users = members.map(|member| member.player.id);
        users.filter(|&user| Computer::of(user).is_some() || attendance.is_here(user)).collect()
    }

    /// Returns whether the start must wait until the server accepts new games again.
    fn may_not_begin(&self) -> bool {
        self.shown.tournament.status() == TournamentStatus::Registering
            && self.shared.rooms.drain().is_everywhere()
    }

    /// Returns whether the presence of participants matters now.
    fn waits_for_people(&self) -> bool {
        match self.shown.tournament.status() {
            TournamentStatus::Running => self.shown.tournament.paused_since().is_none(),
            TournamentStatus::Registering => match self.shown.tournament.settings().start {
                Start::At(moment) => moment <= self.now(),
                Start::WhenHere(_) => true,
                Start::ByDirector => false,
            },
            TournamentStatus::Finished | TournamentStatus::Cancelled => false,
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        self.recovery
            .read_at()
            .or(self.again_at)
            .or_else(|| self.next_deadline().map(|moment| self.shared.time.instant(moment)))
    }

    /// Returns the time of the next due work; times since the last check that have passed are due now.
    fn next_deadline(&self) -> Option<Timestamp> {
        self.shown.tournament.next_alarm(self.settled_at, self.shared.config.waiting)
    }

    /// Returns whether the tournament can leave memory: it has no work due soon, and is unused or has to leave.
    fn is_idle(&self) -> bool {
        let rests = match self.shown.tournament.status() {
            TournamentStatus::Running => false,
            TournamentStatus::Registering => {
                let soon = self.now() + self.shared.config.idle;
                !matches!(self.shown.tournament.settings().start, Start::WhenHere(_))
                    && self.next_deadline().is_none_or(|moment| moment > soon)
                    && !self.waits_for_people()
            }
            TournamentStatus::Finished | TournamentStatus::Cancelled => self.to_close.is_empty(),
        };
        rests
            && !self.recovery.is_needed()
            && (self.has_to_leave
                || (!self.shown.is_watched() && self.used_at.elapsed() >= self.shared.config.idle))
    }

    fn now(&self) -> Timestamp {
        self.shared.time.now()
    }
}

/// Waits until games of a tournament have ended, as another node reports; `None`: some unknown games have.
async fn next_report(reports: &mut Option<Subscription<Vec<RoomId>>>) -> Option<Vec<RoomId>> {
    match reports {
        None => std::future::pending().await,
        Some(reports) => match reports.next().await {
            Received::Message { body, .. } => Some(body),
            Received::Lagged => None,
        },
    }
}

/// Returns whether a tournament with this status has ended.
fn is_over(status: TournamentStatus) -> bool {
    matches!(status, TournamentStatus::Finished | TournamentStatus::Cancelled)
}
