//! Challenges to named players. They are stored, so they reach players who are offline and survive restarts.
//!
//! Each change of a challenge is one conditional statement in the database: if two tabs accept, or an answer and a cancellation cross,
//! one of them succeeds. An accepted challenge names its room before the room is created. However often the creation is tried, also after
//! a crash in between, there is one room ([`Rooms::create`] creates one room per id).

use std::time::Duration;

use sumito_game::{Player, RoomId, Seat, Timestamp, UserId};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use uuid::Uuid;

use crate::env::Env;
use crate::social::notifications::{GameOrigin, Notification, Notifications};
use crate::social::webhooks::Webhooks;
use sumito_cluster::Duties;
use sumito_kit::random;
use sumito_kit::retry::Retry;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use sumito_store::sweep::{Failure, Page, Sweep};
use sumito_store::{
    AddChallengeError, ChallengeChange, ChallengeRow, ChallengeStatus, ChallengeTerms, PairingRow, Stale,
    StaleCursor, Store, StoreError, UserRow, Visibility,
};

/// Interval of the sweep for expired challenges and for rooms that could not be created at once.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
/// Interval of the search for due pairings.
const START_EVERY: Duration = Duration::from_secs(1);
/// Retention of challenges that have ended.
const KEPT_FOR: Duration = Duration::from_hours(24 * 7);
/// Challenges per sweep query.
const AT_ONCE: u32 = 200;
/// Maximum challenges in a user's list.
const LISTED: u32 = 200;
/// Maximum number of pairings of an organizer that wait for their start.
const WAITING_PAIRINGS: u32 = 20;
/// Lobby of the rooms of challenges.
const LOBBY: &str = "main";

/// Reason of a game of a pairing that was not made: a player has ended the token.
pub const REVOKED: &str = "revoked";
/// Reason of a game of a pairing that was not made: it was not possible at its start.
const REFUSED: &str = "refused";

/// Reasons for which a challenge cannot be made or answered.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// No such challenge concerns the user.
    #[error("challenge not found")]
    NoSuchChallenge,
    /// The challenge has ended, or its offer has changed.
    #[error("the challenge is no longer open, or its terms changed; reload it")]
    Over,
    /// The other player has to answer.
    #[error("your opponent must answer this challenge; you can withdraw it")]
    NotYourTurn,
    /// The user challenges themself.
    #[error("you cannot challenge yourself")]
    Yourself,
    /// One of the players blocks the other.
    #[error("you cannot challenge this player")]
    Blocked,
    /// Computers cannot be challenged; they are seated in a room.
    #[error("computers cannot be challenged; use `create_room` with `computers`")]
    Computer,
    /// People meet bots only by their own choice.
    #[error("bots challenge only bots; people challenge them, or seek with `bots`")]
    ByBot,
    /// Bots are not paired with players by an organizer.
    #[error("a bot cannot be paired; its opponents challenge it, or seat it in a room")]
    PairedBot,
    /// There is an open challenge between the two players.
    #[error("you already have an open challenge with this player; answer or withdraw it")]
    Open,
    /// The challenger has the maximum of open challenges.
    #[error("challenge limit reached ({0} open); withdraw some first")]
    TooMany(u32),
    /// The organizer has the maximum of pairings that wait for their start.
    #[error("pairing limit reached ({0} waiting); cancel some first")]
    TooManyPairings(u32),
    /// The game has no such seat.
    #[error("no such seat in this mode")]
    NoSuchSeat,
    /// The game cannot be played, or not now.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Failure for ChallengeError {
    fn stops_all(&self) -> bool {
        match self {
            Self::Room(RoomError::Draining) => true,
            Self::Room(error) => error.stops_all(),
            Self::Store(error) => error.stops_all(),
            _ => false,
        }
    }
}

/// Progress of each sweep.
struct Sweeps {
    expired: Sweep<StaleCursor>,
    ended: Sweep<StaleCursor>,
    unmade: Sweep<Uuid>,
}

impl Default for Sweeps {
    fn default() -> Self {
        Self {
            expired: Sweep::new("challenges that are not answered", 1),
            ended: Sweep::new("challenges that ended long ago", AT_ONCE as usize),
            unmade: Sweep::new("rooms of accepted challenges", 1),
        }
    }
}

/// All challenges. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Challenges {
    store: Store,
    rooms: Rooms,
    notifications: Notifications,
    webhooks: Webhooks,
    time: TimeSource,
    live: Duration,
    by_correspondence: Duration,
    max: u32,
}

impl Challenges {
    /// Starts the challenges to games in `rooms`.
    pub fn start(
        env: &Env,
        rooms: &Rooms,
        notifications: &Notifications,
        webhooks: &Webhooks,
        tasks: &Tasks,
    ) -> Self {
        let (live, by_correspondence) = env.config.challenges.spans();
        let challenges = Self {
            store: env.store.clone(),
            rooms: rooms.clone(),
            notifications: notifications.clone(),
            webhooks: webhooks.clone(),
            time: env.time,
            live,
            by_correspondence,
            max: env.config.limits.challenges_per_user,
        };
        tasks.spawn("challenges", challenges.clone().run(env.duties.clone()));
        challenges
    }

    /// Expires unanswered challenges, deletes old ones, and creates the rooms of accepted challenges that could not be created at once: on
    /// one node at a time, until the server stops.
    async fn run(self, duties: Duties) {
        duties.run("challenges", || self.run_sweeps(duties.stopping())).await;
    }

    async fn run_sweeps(&self, stopping: &CancellationToken) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut starts = interval(START_EVERY);
        starts.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut sweeps, mut retry) = (Sweeps::default(), Retry::new("sweep of challenges"));
        loop {
            let done = tokio::select! {
                () = stopping.cancelled() => return,
                _ = ticks.tick() => self.sweep(&mut sweeps, stopping).await,
                _ = starts.tick() => self.make_due(&mut sweeps, stopping).await,
            };
            match done {
                Ok(()) => retry.succeeded(),
                Err(error) => {
                    let pause = retry.failed(error);
                    ticks.reset_after(pause);
                    starts.reset_after(pause);
                }
            }
        }
    }

    async fn sweep(&self, sweeps: &mut Sweeps, stopping: &CancellationToken) -> Result<(), ChallengeError> {
        let now = self.time.now();
        let expired = move |after| async move {
            let (rows, next) = self.store.expired_challenges(now, after, AT_ONCE).await?;
            Ok(Page { rows, next })
        };
        let expire = move |ids: Vec<Uuid>| async move {
            for id in &ids {
                if self.store.expire_challenge(*id, now).await?
                    && let Some(challenge) = self.store.challenge(*id).await?
                {
                    self.notify(&challenge);
                }
            }
            Ok::<_, ChallengeError>(ids.len() as u64)
        };
        sweeps.expired.pass(stopping, expired, expire).await?;

        let ended = Stale::Challenges(Timestamp(now.0.saturating_sub(KEPT_FOR.as_micros() as i64)));
        let old = move |after| async move {
            let (rows, next) = self.store.stale(ended, after, AT_ONCE).await?;
            Ok(Page { rows, next })
        };
        let forget = move |ids: Vec<Uuid>| async move {
            Ok::<_, ChallengeError>(self.store.remove_stale(ended, &ids).await?.rows)
        };
        sweeps.ended.pass(stopping, old, forget).await?;
        Ok(())
    }

    /// Creates the rooms of accepted challenges and of due pairings.
    async fn make_due(
        &self,
        sweeps: &mut Sweeps,
        stopping: &CancellationToken,
    ) -> Result<(), ChallengeError> {
        let now = self.time.now();
        let unmade = move |after| async move {
            let rows = self.store.unmade_challenges(now, after, AT_ONCE).await?;
            let next = rows.last().copied().filter(|_| rows.len() >= AT_ONCE as usize);
            Ok(Page { rows, next })
        };
        let make = move |ids: Vec<Uuid>| async move {
            for id in &ids {
                if let Some(challenge) = self.store.challenge(*id).await? {
                    info!(challenge = %id, "creating room of an accepted challenge");
                    self.make(&challenge).await?;
                }
            }
            Ok::<_, ChallengeError>(ids.len() as u64)
        };
        sweeps.unmade.pass(stopping, unmade, make).await?;
        Ok(())
    }

    /// Challenges a player.
    ///
    /// # Errors
    /// [`ChallengeError`] says why the challenge was rejected.
    pub async fn challenge(
        &self,
        challenger: UserRow,
        challenged: UserRow,
        terms: ChallengeTerms,
    ) -> Result<ChallengeRow, ChallengeError> {
        if challenger.id == challenged.id {
            return Err(ChallengeError::Yourself);
        }
        if sumito_game::Computer::of(challenged.id).is_some() {
            return Err(ChallengeError::Computer);
        }
        if challenger.bot && !challenged.bot {
            return Err(ChallengeError::ByBot);
        }
        if !self.store.blocks_among(&[challenger.id, challenged.id]).await?.is_empty() {
            return Err(ChallengeError::Blocked);
        }
        let now = self.time.now();
        let challenge = ChallengeRow {
            id: Uuid::now_v7(),
            answers: challenged.id,
            challenger,
            challenged,
            round: 1,
            terms,
            status: ChallengeStatus::Open,
            reason: None,
            room: None,
            room_made: false,
            pairing: None,
            created_at: now,
            expires_at: self.expiry(&terms, now),
        };
        self.check(&challenge).await?;
        match self.store.add_challenge(&challenge, self.max).await? {
            Ok(()) => {}
            Err(AddChallengeError::TooMany) => return Err(ChallengeError::TooMany(self.max)),
            Err(AddChallengeError::Open) => return Err(ChallengeError::Open),
        }
        self.notify(&challenge);
        self.webhooks.challenge_received(&challenge).await;
        Ok(challenge)
    }

    /// Returns the open challenges from and to a user, the newest first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn open(&self, user: UserId) -> Result<Vec<ChallengeRow>, StoreError> {
        self.store.open_challenges(user, self.time.now(), LISTED).await
    }

    /// Returns a challenge from or to this user.
    ///
    /// # Errors
    /// [`ChallengeError::NoSuchChallenge`], or the store is unavailable.
    pub async fn find(&self, user: UserId, id: Uuid) -> Result<ChallengeRow, ChallengeError> {
        let challenge = self.store.challenge(id).await?.filter(|challenge| challenge.concerns(user));
        let mut challenge = challenge.ok_or(ChallengeError::NoSuchChallenge)?;
        if challenge.status == ChallengeStatus::Open && challenge.expires_at <= self.time.now() {
            challenge.status = ChallengeStatus::Expired;
        }
        Ok(challenge)
    }

    /// Accepts the offer of this round. Accepting again returns the same game.
    ///
    /// # Errors
    /// [`ChallengeError`] says why the offer cannot be accepted.
    pub async fn accept(&self, user: UserId, id: Uuid, round: u32) -> Result<ChallengeRow, ChallengeError> {
        let challenge = self.find(user, id).await?;
        let is_accepted = challenge.status == ChallengeStatus::Accepted && challenge.round == round;
        if is_accepted && challenge.answers == user {
            return self.made(challenge).await;
        }
        let challenge = answerable(challenge, user, round)?;
        if !self.store.blocks_among(&[challenge.challenger.id, challenge.challenged.id]).await?.is_empty() {
            return Err(ChallengeError::Blocked);
        }
        self.check(&challenge).await?;
        let room = RoomId::from_random(random::bytes());
        self.change(&challenge, &ChallengeChange::Accept(room)).await?;
        let accepted = self.find(user, id).await?;
        if accepted.status != ChallengeStatus::Accepted {
            return Err(ChallengeError::Over);
        }
        self.made(accepted).await
    }

    /// Declines the offer of this round, optionally with a reason.
    ///
    /// # Errors
    /// [`ChallengeError`] says why the offer cannot be declined.
    pub async fn decline(
        &self,
        user: UserId,
        id: Uuid,
        round: u32,
        reason: Option<String>,
    ) -> Result<ChallengeRow, ChallengeError> {
        let challenge = answerable(self.find(user, id).await?, user, round)?;
        self.change_and_notify(&challenge, &ChallengeChange::Decline(reason)).await
    }

    /// Replaces the offer by a counter-offer. The other player answers next.
    ///
    /// # Errors
    /// [`ChallengeError`] says why the counter-offer was rejected.
    pub async fn counter(
        &self,
        user: UserId,
        id: Uuid,
        round: u32,
        terms: ChallengeTerms,
    ) -> Result<ChallengeRow, ChallengeError> {
        let challenge = answerable(self.find(user, id).await?, user, round)?;
        self.check(&ChallengeRow { terms, ..challenge.clone() }).await?;
        let until = self.expiry(&terms, self.time.now());
        self.change_and_notify(&challenge, &ChallengeChange::Counter(terms, until)).await
    }

    /// Withdraws an offer that waits for the other player's answer.
    ///
    /// # Errors
    /// [`ChallengeError`] says why the offer cannot be withdrawn.
    pub async fn cancel(&self, user: UserId, id: Uuid) -> Result<ChallengeRow, ChallengeError> {
        let challenge = self.find(user, id).await?;
        if challenge.status != ChallengeStatus::Open {
            return Err(ChallengeError::Over);
        }
        if challenge.offers() != user {
            return Err(ChallengeError::NotYourTurn);
        }
        self.change_and_notify(&challenge, &ChallengeChange::Cancel).await
    }

    async fn change(&self, challenge: &ChallengeRow, change: &ChallengeChange) -> Result<(), ChallengeError> {
        // If another request was faster, reading again shows its result.
        self.store.change_challenge(challenge, change, self.time.now()).await?;
        Ok(())
    }

    async fn change_and_notify(
        &self,
        challenge: &ChallengeRow,
        change: &ChallengeChange,
    ) -> Result<ChallengeRow, ChallengeError> {
        if !self.store.change_challenge(challenge, change, self.time.now()).await? {
            return Err(ChallengeError::Over);
        }
        let changed = self.store.challenge(challenge.id).await?.ok_or(ChallengeError::NoSuchChallenge)?;
        self.notify(&changed);
        Ok(changed)
    }

    /// Returns the challenge after its room has been created.
    async fn made(&self, challenge: ChallengeRow) -> Result<ChallengeRow, ChallengeError> {
        if !challenge.room_made {
            self.make(&challenge).await?;
        }
        Ok(challenge)
    }

    /// Checks whether an organizer may pair these two players for such a game.
    ///
    /// # Errors
    /// [`ChallengeError`] says why not.
    pub async fn check_game(&self, game: &ChallengeRow) -> Result<(), ChallengeError> {
        let (first, second) = (&game.challenger, &game.challenged);
        if first.id == second.id {
            return Err(ChallengeError::Yourself);
        }
        if first.bot || second.bot {
            return Err(ChallengeError::PairedBot);
        }
        if !self.store.blocks_among(&[first.id, second.id]).await?.is_empty() {
            return Err(ChallengeError::Blocked);
        }
        self.check(game).await
    }

    /// Returns the game of two players whose tokens the organizer of a pairing has. It is not stored.
    pub fn game_of(&self, pairing: PairingRow, players: [UserRow; 2], terms: ChallengeTerms) -> ChallengeRow {
        let [challenger, challenged] = players;
        ChallengeRow {
            id: Uuid::now_v7(),
            answers: challenged.id,
            challenger,
            challenged,
            round: 1,
            terms,
            status: ChallengeStatus::Accepted,
            reason: None,
            room: Some(RoomId::from_random(random::bytes())),
            room_made: false,
            created_at: self.time.now(),
            expires_at: pairing.start_at,
            pairing: Some(pairing),
        }
    }

    /// Stores the games of a pairing. Due games start at once, as far as the server can create rooms now; the others start
    /// as soon as it can.
    ///
    /// # Errors
    /// [`ChallengeError::TooManyPairings`], or the store is unavailable. Nothing is stored then.
    pub async fn pair(&self, games: &[ChallengeRow]) -> Result<(), ChallengeError> {
        if !self.store.add_pairing(games, WAITING_PAIRINGS).await? {
            return Err(ChallengeError::TooManyPairings(WAITING_PAIRINGS));
        }
        let now = self.time.now();
        for game in games.iter().filter(|game| game.expires_at <= now) {
            if let Err(error) = self.make(game).await {
                warn!(%error, challenge = %game.id, "game of a pairing not created yet");
            }
        }
        Ok(())
    }

    /// Returns the games of pairings of an organizer, newest pairing first: of those before a pairing.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn pairings(
        &self,
        organizer: UserId,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        self.store.pairings(organizer, before, limit).await
    }

    /// Cancels a pairing that has not started.
    ///
    /// # Errors
    /// [`ChallengeError::Over`] if it has started or was cancelled, [`ChallengeError::NoSuchChallenge`], or the store is unavailable.
    pub async fn cancel_pairing(&self, organizer: UserId, id: Uuid) -> Result<(), ChallengeError> {
        if self.store.cancel_pairing(organizer, id, self.time.now()).await? {
            return Ok(());
        }
        let is_known = !self.pairing(organizer, id).await?.is_empty();
        Err(if is_known { ChallengeError::Over } else { ChallengeError::NoSuchChallenge })
    }

    /// Returns the games of a pairing of an organizer; none if there is no such pairing.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn pairing(&self, organizer: UserId, id: Uuid) -> Result<Vec<ChallengeRow>, StoreError> {
        let after = Uuid::from_u128(id.as_u128().saturating_add(1));
        let mut games = self.store.pairings(organizer, Some(after), 1).await?;
        games.retain(|game| game.pairing.as_ref().is_some_and(|pairing| pairing.id == id));
        Ok(games)
    }

    /// Returns why the game of a pairing must not start: the consent of a player has ended, or they are kept apart.
    async fn objection(&self, game: &ChallengeRow) -> Result<Option<&'static str>, StoreError> {
        let Some(pairing) = &game.pairing else { return Ok(None) };
        if self.store.existing_sessions(&pairing.tokens).await?.len() < pairing.tokens.len() {
            return Ok(Some(REVOKED));
        }
        let apart = self.store.blocks_among(&[game.challenger.id, game.challenged.id]).await?;
        Ok(if apart.is_empty() { None } else { Some(REFUSED) })
    }

    /// Creates the room of an accepted challenge. If that is permanently impossible, the challenge becomes open again, or the game of a
    /// pairing is cancelled.
    async fn make(&self, challenge: &ChallengeRow) -> Result<(), ChallengeError> {
        if let Some(objection) = self.objection(challenge).await? {
            self.store.settle_challenge(challenge.id, Err(objection)).await?;
            return Ok(());
        }
        match self.rooms.create(plan(challenge, true)).await {
            Ok(_) => {}
            // The id is the challenge's own: the room is theirs even if the players' names have changed. Another node may be about to
            // create it.
            Err(RoomError::IdTaken) => {
                if !self.has_room(challenge).await? {
                    return Err(RoomError::Unavailable.into());
                }
            }
            Err(error @ (RoomError::Unavailable | RoomError::Busy | RoomError::Draining)) => {
                return Err(error.into());
            }
            Err(error) => {
                self.store.settle_challenge(challenge.id, Err(REFUSED)).await?;
                // The organizer gets the reason; the other games of the pairing start.
                return if challenge.pairing.is_some() { Ok(()) } else { Err(error.into()) };
            }
        }
        // If two tasks create the room at the same time, only one of them sends the notifications.
        if self.store.settle_challenge(challenge.id, Ok(())).await? {
            self.notify(&ChallengeRow { room_made: true, ..challenge.clone() });
            if let Some(room) = challenge.room {
                for user in [challenge.challenger.id, challenge.challenged.id] {
                    let occasion = GameOrigin::Challenge(challenge.id);
                    self.notifications.send(user, Notification::GameStarted { room, occasion });
                }
            }
        }
        Ok(())
    }

    async fn has_room(&self, challenge: &ChallengeRow) -> Result<bool, StoreError> {
        match challenge.room {
            Some(room) => Ok(self.store.room(room).await?.is_some()),
            None => Ok(false),
        }
    }

    /// Checks whether both players may play such a game.
    async fn check(&self, challenge: &ChallengeRow) -> Result<(), ChallengeError> {
        let seats = challenge.terms.mode.seats();
        if challenge.terms.seat.is_some_and(|seat| seat.index() >= seats) {
            return Err(ChallengeError::NoSuchSeat);
        }
        let plan = plan(challenge, false);
        self.rooms.check_plan(&plan).await?;
        if challenge.terms.rated {
            self.rooms.check_cooldown(challenge.challenged.id).await?;
        }
        Ok(())
    }

    fn expiry(&self, terms: &ChallengeTerms, now: Timestamp) -> Timestamp {
        now + if terms.time.is_live() { self.live } else { self.by_correspondence }
    }

    /// Notifies both players of the state of a challenge.
    fn notify(&self, challenge: &ChallengeRow) {
        for user in [challenge.challenger.id, challenge.challenged.id] {
            self.notifications.send(user, Notification::Challenge(Box::new(challenge.clone())));
        }
    }
}

/// Returns the challenge if it waits for this user's answer to this offer.
fn answerable(challenge: ChallengeRow, user: UserId, round: u32) -> Result<ChallengeRow, ChallengeError> {
    if challenge.status != ChallengeStatus::Open || challenge.round != round {
        return Err(ChallengeError::Over);
    }
    if challenge.answers != user {
        return Err(ChallengeError::NotYourTurn);
    }
    Ok(challenge)
}

/// Returns the plan of a challenge's room. Random seats are derived from the challenge's id, so that each attempt creates the same room.
fn plan(challenge: &ChallengeRow, is_accepted: bool) -> RoomPlan {
    let ChallengeTerms { mode, layout, time, rated, vacations, seat } = challenge.terms;
    let lot = usize::from(challenge.id.as_u128() % 2 == 1);
    let first = seat.or_else(|| Seat::new(lot));
    let second = Seat::first(mode.seats()).find(|seat| Some(*seat) != first);
    let seated = |user: &UserRow, seat| {
        let UserRow { id, name, guest, bot, .. } = user.clone();
        SeatedPlayer { player: Player { id, name, guest, bot }, seat }
    };
    RoomPlan {
        id: challenge.room.filter(|_| is_accepted),
        mode,
        layout: Some(layout),
        start_position: None,
        coach: false,
        time,
        rated,
        ready: false,
        vacations,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby: LOBBY.to_owned(),
        created_by: challenge.challenger.id,
        command_id: is_accepted.then(|| challenge.id.to_string()),
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
        players: vec![seated(&challenge.challenger, first), seated(&challenge.challenged, second)],
    }
}
