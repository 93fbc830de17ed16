//! Keeping the peace: bans and mutes, names that cannot stay, rooms that are closed, and the log of who did what.

mod signals;

use std::time::Duration;

use sumito_game::{GameId, RoomId, Timestamp, TournamentId, UserId};
use uuid::Uuid;

pub use self::signals::{Moves, PlayerSignals};
use self::signals::{Wanted, signals};
use crate::analyses::{Analyses, NoAnalysis};
use crate::chat::{Chat, ChatError};
use crate::identity::{Caller, IdentityError, Name};
use crate::rooms::{RoomError, Rooms};
use crate::sockets::OpenSockets;
use crate::store::{
    Deed, DeedKind, InForce, LogRow, NewSanction, Removed, Role, SanctionKind, SanctionRow, Store,
    StoreError, SuspectPair, UserRow, WaitingReport,
};
use crate::text::{Text, TextError, Unmuted};
use crate::time_source::TimeSource;

const DAY: Duration = Duration::from_hours(24);

/// For how long back rated games of the same players are counted, how many are worth a look, and how many pairs are shown.
const PAIR_DAYS: u32 = 7;
const PAIR_GAMES: u32 = 8;
const MOST_PAIRS: u32 = 50;

/// The longest that a sanction lasts that ends by itself, in days: ten years.
pub const MOST_DAYS: u32 = 3_650;

/// What a moderator wants to keep from somebody.
#[derive(Debug, Clone)]
pub struct SanctionWish {
    /// From whom.
    pub user: UserId,
    /// What.
    pub kind: SanctionKind,
    /// Whether also from whoever comes from where the user's sessions were begun; of a ban only.
    pub networks: bool,
    /// For how many days; without an end when `None`.
    pub days: Option<u32>,
    /// Why; the user is told.
    pub reason: String,
}

/// Why nothing came of it.
#[derive(Debug, thiserror::Error)]
pub enum ModerationError {
    /// There is no such user.
    #[error("there is no user with this id")]
    NoSuchUser,
    /// There is none in force.
    #[error("no sanction with this id is in force; it may have ended or been lifted")]
    NoSuchSanction,
    /// It does not wait.
    #[error("no report with this id waits; another moderator may have closed it")]
    NoSuchReport,
    /// There is none.
    #[error("there is no line with this id; another moderator may have removed it")]
    NoSuchLine,
    /// Nobody is to read what they write.
    #[error("the moderators have muted you{}: {}", .0.until(), .0.reason)]
    Muted(InForce),
    /// Whom it concerns has a role of the same or a higher rank.
    #[error("this user is a {}: it takes a higher role", .0.word())]
    Rank(Role),
    /// The reason is missing, too long, or has in it what no text has.
    #[error(transparent)]
    Reason(TextError),
    /// No such time.
    #[error("`days` is 1 to {MOST_DAYS}")]
    Days,
    /// Networks are kept away, not muted.
    #[error("`networks` goes with a ban only")]
    Networks,
    /// Guests have made-up names.
    #[error("guests have names that the server made up; only accounts are renamed")]
    Guest,
    /// The name will not do.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// There is no such game.
    #[error("there is no finished game with this id")]
    NoSuchGame,
    /// Nobody looks at the game.
    #[error(transparent)]
    Analysis(#[from] NoAnalysis),
    /// The room.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The chat.
    #[error(transparent)]
    Chat(#[from] ChatError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeping the peace. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Moderation {
    store: Store,
    rooms: Rooms,
    sockets: OpenSockets,
    analyses: Analyses,
    chat: Chat,
    time: TimeSource,
}

impl Moderation {
    pub(crate) fn new(
        store: Store,
        rooms: Rooms,
        sockets: OpenSockets,
        analyses: Analyses,
        chat: Chat,
        time: TimeSource,
    ) -> Self {
        Self { store, rooms, sockets, analyses, chat, time }
    }

    /// Keeps something from somebody. A ban ends all sessions and tokens, and closes their sockets; games go on, and are lost on time
    /// or by being away.
    ///
    /// # Errors
    /// [`ModerationError`] says what is wrong with the wish.
    pub async fn sanction(&self, by: &Caller, wish: SanctionWish) -> Result<(), ModerationError> {
        let SanctionWish { user, kind, networks, days, reason } = wish;
        let reason = moderator_reason(&reason)?;
        if days.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
            return Err(ModerationError::Days);
        }
        if networks && kind != SanctionKind::Ban {
            return Err(ModerationError::Networks);
        }
        let name = self.below(by.role(), user).await?.name;
        let now = self.time.now();
        let ends_at = days.map(|days| now + DAY * days);
        let made_by = by.user.id;
        let sanction = NewSanction { user, name, kind, networks, reason, made_by, created_at: now, ends_at };
        let ended = self.store.sanction(&sanction).await?;
        self.sockets.sessions_ended(&ended);
        Ok(())
    }

    /// Ends a sanction before its time.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchSanction`].
    pub async fn lift(&self, by: &Caller, id: Uuid) -> Result<(), ModerationError> {
        let lifted = self.store.lift_sanction(id, by.user.id, self.time.now()).await?;
        if lifted { Ok(()) } else { Err(ModerationError::NoSuchSanction) }
    }

    /// What is kept from people at this moment, the newest first.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn sanctions(
        &self,
        user: Option<UserId>,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<SanctionRow>, ModerationError> {
        Ok(self.store.sanctions(user, before, self.time.now(), limit).await?)
    }

    /// Gives an account another name. Its sockets are closed, so that they come back under it.
    ///
    /// # Errors
    /// [`ModerationError::Guest`], [`ModerationError::Identity`] where nobody can be called that or somebody is.
    pub async fn rename(
        &self,
        by: &Caller,
        user: UserId,
        name: &str,
        reason: &str,
    ) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let before = self.below(by.role(), user).await?;
        if before.guest {
            return Err(ModerationError::Guest);
        }
        let name = Name::parse(name).map_err(IdentityError::from)?;
        let words = format!("{} → {}: {reason}", before.name, name.shown());
        let deed = self.deed(by, DeedKind::Rename, user.0.to_string(), words);
        match self.store.rename(user, name.shown(), name.key(), &deed).await {
            Ok(true) => {
                self.sockets.user_changed(user);
                Ok(())
            }
            Ok(false) => Err(ModerationError::Guest),
            Err(StoreError::Conflict(_)) => Err(IdentityError::NameTaken.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends what goes on in a room: whoever waits gets up, a game that is under way is aborted. Returns whether there was anything to
    /// end.
    ///
    /// # Errors
    /// [`ModerationError::Room`].
    pub async fn close_room(&self, by: &Caller, room: RoomId, reason: &str) -> Result<bool, ModerationError> {
        let reason = moderator_reason(reason)?;
        let closed = self.rooms.get(room).await?.close().await?;
        if closed {
            let deed = self.deed(by, DeedKind::CloseRoom, room.to_string(), reason.into_string());
            self.store.log_deed(&deed).await?;
        }
        Ok(closed)
    }

    /// Notes in the log that words of a tournament were replaced: `before` says which they were.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn note_rewording(
        &self,
        by: &Caller,
        tournament: TournamentId,
        before: &str,
        reason: &Text,
    ) -> Result<(), ModerationError> {
        let words = format!("{before}: {reason}");
        let deed = self.deed(by, DeedKind::Reword, tournament.0.to_string(), words);
        Ok(self.store.log_deed(&deed).await?)
    }

    /// The reports that wait, the oldest first.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn reports(
        &self,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<WaitingReport>, ModerationError> {
        Ok(self.store.waiting_reports(after, limit).await?)
    }

    /// Takes a report off the queue: a moderator has read it, and done what was to be done.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchReport`], [`ModerationError::Reason`].
    pub async fn close_report(&self, by: &Caller, id: Uuid, reason: &str) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let deed = self.deed(by, DeedKind::CloseReport, id.to_string(), reason.into_string());
        if self.store.close_report(id, &deed).await? { Ok(()) } else { Err(ModerationError::NoSuchReport) }
    }

    /// Removes a line of a chat. `rank` is what they are where it was said: directors are moderators of what is said in their tournament.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchLine`], [`ModerationError::Reason`], [`ModerationError::Rank`].
    pub async fn remove_line(
        &self,
        by: &Caller,
        rank: Role,
        id: Uuid,
        reason: &str,
    ) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let line = self.store.line(id).await?.ok_or(ModerationError::NoSuchLine)?;
        let author = self.below(rank, line.author.id).await?;
        let words = format!("{}: {reason}", author.name);
        let deed = self.deed(by, DeedKind::RemoveLine, id.to_string(), words);
        let removed = self.chat.remove(Removed::Line(id), Some(deed)).await?;
        if removed { Ok(()) } else { Err(ModerationError::NoSuchLine) }
    }

    /// Removes all that somebody has said in chats.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Reason`], [`ModerationError::Rank`].
    pub async fn clear_lines(&self, by: &Caller, user: UserId, reason: &str) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let author = self.below(by.role(), user).await?;
        let words = format!("{}: {reason}", author.name);
        let deed = self.deed(by, DeedKind::ClearLines, user.0.to_string(), words);
        self.chat.remove(Removed::Of(user), Some(deed)).await?;
        Ok(())
    }

    /// How the time that players took goes with how hard their moves were. A game that is not analysed yet will be: until then only the
    /// times are there.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchGame`], [`ModerationError::Analysis`].
    pub async fn signals(&self, by: &Caller, id: GameId) -> Result<Vec<PlayerSignals>, ModerationError> {
        let game = self.store.game_with_moves(id).await?.ok_or(ModerationError::NoSuchGame)?;
        let known = self.analyses.ask(&game, by.user.id, self.time.now()).await?;
        let known = known.value();
        if !known.done {
            return Ok(signals(&game, None));
        }
        let glances = self.analyses.glances(&game, by.user.id).await?;
        Ok(signals(&game, Some(Wanted { analysis: &known.positions, glances: &glances })))
    }

    /// Pairs of accounts that have played so many and such rated games with each other in the last week that it is worth a look whether
    /// one lets the other win.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn suspect_pairs(&self) -> Result<Vec<SuspectPair>, ModerationError> {
        let since = self.time.now() - DAY * PAIR_DAYS;
        Ok(self.store.suspect_pairs(since, PAIR_GAMES, MOST_PAIRS).await?)
    }

    /// Whether somebody may be read by others.
    ///
    /// # Errors
    /// [`ModerationError::Muted`].
    pub async fn check_mute(&self, user: UserId) -> Result<Unmuted, ModerationError> {
        let now = self.time.now();
        let mute = self.store.sanction_in_force(SanctionKind::Mute, Some(user), None, now).await?;
        Unmuted::unless(mute).map_err(ModerationError::Muted)
    }

    /// Notes what a moderator has done in a tournament that is not theirs.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn note_tournament(
        &self,
        by: &Caller,
        tournament: TournamentId,
        words: String,
    ) -> Result<(), ModerationError> {
        let deed = self.deed(by, DeedKind::Tournament, tournament.0.to_string(), words);
        Ok(self.store.log_deed(&deed).await?)
    }

    /// What moderators have done, the newest first.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn log(&self, before: Option<Uuid>, limit: u32) -> Result<Vec<LogRow>, ModerationError> {
        Ok(self.store.moderation_log(before, limit).await?)
    }

    /// The user, if they are of a lower rank.
    async fn below(&self, rank: Role, user: UserId) -> Result<UserRow, ModerationError> {
        let user = self.store.user(user).await?.ok_or(ModerationError::NoSuchUser)?;
        if user.role < rank { Ok(user) } else { Err(ModerationError::Rank(user.role)) }
    }

    fn deed(&self, by: &Caller, kind: DeedKind, target: String, words: String) -> Deed {
        let at: Timestamp = self.time.now();
        Deed { id: Uuid::now_v7(), at, by: by.user.id, kind, target, words }
    }
}

fn moderator_reason(reason: &str) -> Result<Text, ModerationError> {
    Text::moderator_reason(reason).map_err(ModerationError::Reason)
}
