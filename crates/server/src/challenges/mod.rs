//! Challenges to named players: stored, so that they wait for whoever is not there, and outlive the server.
//!
//! What happens to a challenge is one conditional statement in the database, so that of two tabs that accept, or of an answer and a
//! cancellation, one succeeds. An accepted challenge names its room before that is made: however often it is tried, also after a crash in
//! between, there is one room ([`Rooms::create`] makes one for each id).

use std::time::Duration;

use sumito_game::{Player, RoomId, Seat, Timestamp, UserId};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use uuid::Uuid;

use crate::config::Config;
use crate::notifications::{Notification, Notifications, Occasion};
use crate::random;
use crate::rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use crate::store::{
    ChallengeChange, ChallengeRow, ChallengeStatus, NotAdded, Stale, StaleCursor, Store, StoreError, Terms,
    UserRow, Visibility,
};
use crate::sweep::{Failure, Page, Sweep};
use crate::time_source::TimeSource;

/// How often it is looked for challenges whose time is over, and for rooms that could not be made at once.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
/// How long one that has ended is kept.
const KEPT_FOR: Duration = Duration::from_hours(24 * 7);
/// How many are looked at in one go.
const AT_ONCE: u32 = 200;
/// Challenges that are listed to one user.
const LISTED: u32 = 200;
/// In which lobby their rooms are.
const LOBBY: &str = "main";

/// Why a challenge cannot be made or answered.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// There is none that concerns the user.
    #[error("there is no such challenge of yours or to you")]
    NoSuchChallenge,
    /// It has ended, or stands at another offer.
    #[error("this challenge is not open any more, or stands at another offer; look at it again")]
    Over,
    /// It waits for the other one.
    #[error("this challenge waits for the other one's answer; you can take it back")]
    NotYourTurn,
    /// Oneself.
    #[error("you cannot challenge yourself")]
    Yourself,
    /// The two are kept apart.
    #[error("you cannot challenge this player")]
    Blocked,
    /// Programs are invited otherwise.
    #[error("bots and computers are invited when a room is made: `create_room` with `bots` or `computers`")]
    Program,
    /// There is an open one between the two.
    #[error("there is an open challenge between the two of you; answer it, or take it back")]
    Open,
    /// The challenger has as many as can be.
    #[error("you have {0} open challenges; take some of them back first")]
    TooMany(u32),
    /// Nobody can sit there.
    #[error("there is no such seat in this mode")]
    NoSuchSeat,
    /// Such a game cannot be played, or not now.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The store.
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

/// How far each sweep has come.
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
    time: TimeSource,
    live: Duration,
    by_correspondence: Duration,
    most: u32,
}

impl Challenges {
    /// Those of `store`, whose games are played in `rooms`.
    pub fn new(
        config: &Config,
        store: Store,
        rooms: Rooms,
        notifications: Notifications,
        time: TimeSource,
    ) -> Self {
        let (live, by_correspondence) = config.challenges.spans();
        let most = config.limits.challenges_per_user;
        Self { store, rooms, notifications, time, live, by_correspondence, most }
    }

    /// Ends what is not answered in time, forgets what ended long ago, and makes the rooms of challenges that were accepted and whose rooms
    /// could not be made at once, until the server stops.
    pub async fn run(self, stopping: CancellationToken) {
        let mut ticks = interval(SWEEP_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut sweeps = Sweeps::default();
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                _ = ticks.tick() => {}
            }
            if let Err(error) = self.sweep(&mut sweeps, &stopping).await {
                warn!(%error, "challenges cannot be looked through");
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
                    self.tell(&challenge);
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

        let unmade = move |after| async move {
            let rows = self.store.unmade_challenges(after, AT_ONCE).await?;
            let next = rows.last().copied().filter(|_| rows.len() >= AT_ONCE as usize);
            Ok(Page { rows, next })
        };
        let make = move |ids: Vec<Uuid>| async move {
            for id in &ids {
                if let Some(challenge) = self.store.challenge(*id).await? {
                    info!(challenge = %id, "the room of an accepted challenge is made");
                    self.make(&challenge).await?;
                }
            }
            Ok::<_, ChallengeError>(ids.len() as u64)
        };
        sweeps.unmade.pass(stopping, unmade, make).await?;
        Ok(())
    }

    /// Challenges somebody.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn challenge(
        &self,
        challenger: UserRow,
        challenged: UserRow,
        terms: Terms,
    ) -> Result<ChallengeRow, ChallengeError> {
        if challenger.id == challenged.id {
            return Err(ChallengeError::Yourself);
        }
        let is_program = |user: &UserRow| user.bot || sumito_game::Computer::of(user.id).is_some();
        if is_program(&challenger) || is_program(&challenged) {
            return Err(ChallengeError::Program);
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
            created_at: now,
            expires_at: self.expiry(&terms, now),
        };
        self.check(&challenge).await?;
        match self.store.add_challenge(&challenge, self.most).await? {
            Ok(()) => {}
            Err(NotAdded::TooMany) => return Err(ChallengeError::TooMany(self.most)),
            Err(NotAdded::Open) => return Err(ChallengeError::Open),
        }
        self.tell(&challenge);
        Ok(challenge)
    }

    /// The open challenges of a user and to them, the newest first.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn open(&self, user: UserId) -> Result<Vec<ChallengeRow>, StoreError> {
        self.store.open_challenges(user, self.time.now(), LISTED).await
    }

    /// A challenge of a user or to them.
    ///
    /// # Errors
    /// [`ChallengeError::NoSuchChallenge`], or when the store cannot be asked.
    pub async fn find(&self, user: UserId, id: Uuid) -> Result<ChallengeRow, ChallengeError> {
        let challenge = self.store.challenge(id).await?.filter(|challenge| challenge.concerns(user));
        let mut challenge = challenge.ok_or(ChallengeError::NoSuchChallenge)?;
        if challenge.status == ChallengeStatus::Open && challenge.expires_at <= self.time.now() {
            challenge.status = ChallengeStatus::Expired;
        }
        Ok(challenge)
    }

    /// Accepts the offer of this round. Whoever does so a second time gets the same game.
    ///
    /// # Errors
    /// Why that cannot be.
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

    /// Declines the offer of this round, perhaps with a word why.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn decline(
        &self,
        user: UserId,
        id: Uuid,
        round: u32,
        reason: Option<String>,
    ) -> Result<ChallengeRow, ChallengeError> {
        let challenge = answerable(self.find(user, id).await?, user, round)?;
        self.change_and_tell(&challenge, &ChallengeChange::Decline(reason)).await
    }

    /// Offers something else instead: then the other one answers.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn counter(
        &self,
        user: UserId,
        id: Uuid,
        round: u32,
        terms: Terms,
    ) -> Result<ChallengeRow, ChallengeError> {
        let challenge = answerable(self.find(user, id).await?, user, round)?;
        self.check(&ChallengeRow { terms, ..challenge.clone() }).await?;
        let until = self.expiry(&terms, self.time.now());
        self.change_and_tell(&challenge, &ChallengeChange::Counter(terms, until)).await
    }

    /// Takes an offer back that waits for the other one's answer.
    ///
    /// # Errors
    /// Why that cannot be.
    pub async fn cancel(&self, user: UserId, id: Uuid) -> Result<ChallengeRow, ChallengeError> {
        let challenge = self.find(user, id).await?;
        if challenge.status != ChallengeStatus::Open {
            return Err(ChallengeError::Over);
        }
        if challenge.offers() != user {
            return Err(ChallengeError::NotYourTurn);
        }
        self.change_and_tell(&challenge, &ChallengeChange::Cancel).await
    }

    async fn change(&self, challenge: &ChallengeRow, change: &ChallengeChange) -> Result<(), ChallengeError> {
        // Where somebody else was quicker, what they did shows when it is read again.
        self.store.change_challenge(challenge, change, self.time.now()).await?;
        Ok(())
    }

    async fn change_and_tell(
        &self,
        challenge: &ChallengeRow,
        change: &ChallengeChange,
    ) -> Result<ChallengeRow, ChallengeError> {
        if !self.store.change_challenge(challenge, change, self.time.now()).await? {
            return Err(ChallengeError::Over);
        }
        let changed = self.store.challenge(challenge.id).await?.ok_or(ChallengeError::NoSuchChallenge)?;
        self.tell(&changed);
        Ok(changed)
    }

    /// The challenge, once its room has been made.
    async fn made(&self, challenge: ChallengeRow) -> Result<ChallengeRow, ChallengeError> {
        if !challenge.room_made {
            self.make(&challenge).await?;
        }
        Ok(challenge)
    }

    /// Makes the room of an accepted challenge. One for which that is not possible at all is open again.
    async fn make(&self, challenge: &ChallengeRow) -> Result<(), ChallengeError> {
        match self.rooms.create(plan(challenge, true)).await {
            // The id is the challenge's own: whatever the players are called by now, it is their room.
            Ok(_) | Err(RoomError::IdTaken) => {}
            Err(error @ (RoomError::Unavailable | RoomError::Busy | RoomError::Draining)) => {
                return Err(error.into());
            }
            Err(error) => {
                self.store.settle_challenge(challenge.id, false).await?;
                return Err(error.into());
            }
        }
        // Of two that make it at the same time, one tells.
        if self.store.settle_challenge(challenge.id, true).await? {
            self.tell(challenge);
            if let Some(room) = challenge.room {
                for user in [challenge.challenger.id, challenge.challenged.id] {
                    let occasion = Occasion::Challenge(challenge.id);
                    self.notifications.tell(user, Notification::GameStarted { room, occasion });
                }
            }
        }
        Ok(())
    }

    /// Whether both may play such a game.
    async fn check(&self, challenge: &ChallengeRow) -> Result<(), ChallengeError> {
        let seats = challenge.terms.mode.seats();
        if challenge.terms.seat.is_some_and(|seat| seat.index() >= seats) {
            return Err(ChallengeError::NoSuchSeat);
        }
        let plan = plan(challenge, false);
        self.rooms.check_plan(&plan).await?;
        if challenge.terms.rated {
            self.rooms.check_conduct(challenge.challenged.id).await?;
        }
        Ok(())
    }

    fn expiry(&self, terms: &Terms, now: Timestamp) -> Timestamp {
        now + if terms.time.is_live() { self.live } else { self.by_correspondence }
    }

    /// Tells both how a challenge stands.
    fn tell(&self, challenge: &ChallengeRow) {
        for user in [challenge.challenger.id, challenge.challenged.id] {
            self.notifications.tell(user, Notification::Challenge(Box::new(challenge.clone())));
        }
    }
}

/// The challenge, if it waits for this user's answer to this offer.
fn answerable(challenge: ChallengeRow, user: UserId, round: u32) -> Result<ChallengeRow, ChallengeError> {
    if challenge.status != ChallengeStatus::Open || challenge.round != round {
        return Err(ChallengeError::Over);
    }
    if challenge.answers != user {
        return Err(ChallengeError::NotYourTurn);
    }
    Ok(challenge)
}

/// The room of a challenge. The lot for the seats is drawn from the challenge's id, so that each try makes the same room.
fn plan(challenge: &ChallengeRow, is_accepted: bool) -> RoomPlan {
    let Terms { mode, layout, time, rated, seat } = challenge.terms;
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
        time,
        rated,
        ready: false,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby: LOBBY.to_owned(),
        created_by: challenge.challenger.id,
        command_id: is_accepted.then(|| challenge.id.to_string()),
        tournament: None,
        players: vec![seated(&challenge.challenger, first), seated(&challenge.challenged, second)],
    }
}
