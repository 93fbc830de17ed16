//! Moderation: bans and mutes with appeals, renamed accounts, closed rooms, reports, records of users, signals of unfair play, and the
//! moderation log.

mod appeals;
mod cheat_signals;
mod signals;
mod transparency;
mod user_record;

use std::time::Duration;

use sumito_game::{GameId, RoomId, Timestamp, TournamentId, UserId};
use uuid::Uuid;

pub use self::appeals::{BanNotice, DecideAppeal, appeal_from};
use self::cheat_signals::{ExpectedMoves, signals};
pub use self::cheat_signals::{MoveStats, PlayerSignals};
pub use self::signals::{Evidence, MoveGroup, Signal};
use self::transparency::FiguresCache;
pub use self::transparency::{MonthlyFigures, SMALLEST_SHOWN};
pub use self::user_record::{NetworkAccount, SharedNetwork, UserRecord};
use crate::accounts::identity::{Caller, IdentityError, Name};
use crate::env::Env;
use crate::history::analyses::{Analyses, AnalysisError};
use crate::social::chat::{Chat, ChatError};
use crate::social::sockets::UserChanges;
use sumito_kit::names::Called;
use sumito_kit::tasks::Tasks;
use sumito_kit::text::{Text, TextError, Unmuted};
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, Rooms};
use sumito_store::{
    ActiveSanction, FiledReport, LineRow, LineSelector, LogRow, ModerationAction, ModerationActionKind,
    ModerationCounts, NewSanction, Role, SanctionKind, SanctionRow, Store, StoreError, UserRow,
};

const DAY: Duration = Duration::from_hours(24);

/// Number of lines before, and lines after, a reported chat line in the moderators' view.
const LINES_AROUND: u32 = 5;

/// Maximum duration of a temporary sanction, in days: ten years.
pub const MAX_DAYS: u32 = 3_650;

/// Settings of a new sanction.
#[derive(Debug, Clone)]
pub struct CreateSanction {
    /// User to be sanctioned.
    pub user: UserId,
    /// Kind of the sanction.
    pub kind: SanctionKind,
    /// Whether a ban also covers the networks of the user's sessions.
    pub networks: bool,
    /// Duration in days; `None`: permanent.
    pub days: Option<u32>,
    /// Reason, shown to the user.
    pub reason: String,
}

/// Errors of moderation requests.
#[derive(Debug, thiserror::Error)]
pub enum ModerationError {
    /// The user does not exist.
    #[error("user not found")]
    NoSuchUser,
    /// The sanction does not exist or has ended.
    #[error("no sanction with this id is in force; it may have ended or been lifted")]
    NoSuchSanction,
    /// The report does not exist or is closed.
    #[error("no open report with this id; another moderator may have closed it")]
    NoSuchReport,
    /// The message does not exist.
    #[error("no chat line with this id; another moderator may have removed it")]
    NoSuchLine,
    /// The author is muted.
    #[error("the moderators have muted you{}: {}", .0.until(), .0.reason)]
    Muted(ActiveSanction),
    /// The user has a role of the same or a higher rank.
    #[error("this user has the role {}; a higher role is required", .0.as_str())]
    Rank(Role),
    /// The reason is missing, too long, or has invalid characters.
    #[error(transparent)]
    Reason(TextError),
    /// The duration is out of range.
    #[error("`days` must be 1 to {MAX_DAYS}")]
    Days,
    /// A number of days is given for an outcome that has none.
    #[error("`days` is valid for the outcome `shorten` only")]
    DaysOfOutcome,
    /// The new end of a sanction is not before its end.
    #[error("the sanction ends before that; choose fewer days, or keep it")]
    NotShorter,
    /// The text is missing, too long, or has invalid characters.
    #[error(transparent)]
    Words(TextError),
    /// The user has the maximum number of notes.
    #[error("note limit reached ({0}) for this user; a note is deleted a year after it was written")]
    TooManyNotes(u32),
    /// The appeal does not exist, has an answer, or its sanction has ended.
    #[error("no open appeal with this id; it has an answer, or the sanction has ended")]
    NoSuchAppeal,
    /// The moderator who imposed the sanction must leave the appeal to another moderator.
    #[error("you have imposed this sanction; another moderator must answer the appeal")]
    OwnSanction,
    /// The token for an appeal is unknown or has expired.
    #[error("invalid or expired token; log in again to get another one")]
    AppealToken,
    /// The user has no sanction that is in force.
    #[error("no sanction is in force against you")]
    NotSanctioned,
    /// An appeal of the user waits.
    #[error("you have appealed already; a moderator will answer")]
    AppealWaits,
    /// The user got an answer not long ago.
    #[error("your last appeal was answered; another one is possible after 30 days")]
    AppealTooEarly(Timestamp),
    /// The signal does not exist or is dismissed.
    #[error("no signal with this id; another moderator may have dismissed it")]
    NoSuchSignal,
    /// Only bans cover networks, mutes do not.
    #[error("`networks` is valid for bans only")]
    Networks,
    /// Guests have generated names, which are not changed.
    #[error("guest names are generated; only accounts can be renamed")]
    Guest,
    /// The new name is not allowed.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The game does not exist.
    #[error("no finished game with this id")]
    NoSuchGame,
    /// The game cannot be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The room cannot be closed.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The chat failed.
    #[error(transparent)]
    Chat(#[from] ChatError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Moderation of users, rooms and chats. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Moderation {
    store: Store,
    rooms: Rooms,
    changes: UserChanges,
    analyses: Analyses,
    chat: Chat,
    time: TimeSource,
    /// Time for which closed reports are kept; `None`: for ever.
    reports_kept: Option<Duration>,
    figures: FiguresCache,
}

impl Moderation {
    /// Starts the search for signals of cheating in rated games.
    pub(crate) fn start(
        env: &Env,
        rooms: &Rooms,
        changes: &UserChanges,
        analyses: &Analyses,
        chat: &Chat,
        tasks: &Tasks,
    ) -> Self {
        let Env { config, duties, .. } = env;
        let moderation = Self {
            store: env.store.clone(),
            rooms: rooms.clone(),
            changes: changes.clone(),
            analyses: analyses.clone(),
            chat: chat.clone(),
            time: env.time,
            reports_kept: config.retention.closed_report_span(),
            figures: FiguresCache::default(),
        };
        let (rated, pause) = (rooms.rated(), config.ratings.signals_span());
        tasks.spawn("signals", moderation.clone().run(rated, pause, duties.clone()));
        moderation
    }

    /// Counts the tasks that wait for the moderators.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn counts(&self) -> Result<ModerationCounts, ModerationError> {
        Ok(self.store.moderation_counts(self.time.now()).await?)
    }

    /// Creates a sanction. A ban ends all sessions and tokens and closes their sockets. Running games continue; the user loses them on
    /// time or by absence.
    ///
    /// # Errors
    /// [`ModerationError`] says why the sanction is invalid.
    pub async fn sanction(&self, by: &Caller, request: CreateSanction) -> Result<(), ModerationError> {
        let CreateSanction { user, kind, networks, days, reason } = request;
        let reason = moderator_reason(&reason)?;
        if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
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
        self.changes.sessions_ended(&ended);
        Ok(())
    }

    /// Ends a sanction early.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchSanction`] if it is not in force.
    pub async fn lift(&self, by: &Caller, id: Uuid) -> Result<(), ModerationError> {
        let lifted = self.store.lift_sanction(id, by.user.id, self.time.now()).await?;
        if lifted { Ok(()) } else { Err(ModerationError::NoSuchSanction) }
    }

    /// Returns the active sanctions, the newest first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn sanctions(
        &self,
        user: Option<UserId>,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<SanctionRow>, ModerationError> {
        Ok(self.store.sanctions(user, before, self.time.now(), limit).await?)
    }

    /// Renames an account. Its sockets are closed, so that they reconnect under the new name.
    ///
    /// # Errors
    /// [`ModerationError::Guest`]; [`ModerationError::Identity`] if the name is not allowed or taken.
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
        let action = self.action(by, ModerationActionKind::Rename, user.0.to_string(), words);
        match self.store.rename(user, name.shown(), name.key(), &action).await {
            Ok(true) => {
                self.changes.named(user, Called { name: name.shown().to_owned(), guest: false });
                Ok(())
            }
            Ok(false) => Err(ModerationError::Guest),
            Err(StoreError::Conflict(_)) => Err(IdentityError::NameTaken.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a player's picture. Returns whether there was one.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Rank`], [`ModerationError::Reason`].
    pub async fn remove_avatar(
        &self,
        by: &Caller,
        user: UserId,
        reason: &str,
    ) -> Result<bool, ModerationError> {
        let reason = moderator_reason(reason)?;
        let name = self.below(by.role(), user).await?.name;
        let words = format!("{name}: {reason}");
        let action = self.action(by, ModerationActionKind::RemoveAvatar, user.0.to_string(), words);
        Ok(self.store.remove_avatar(user, &action).await?)
    }

    /// Closes a room: waiting players leave their seats, and a running game is aborted. Returns whether there was anything to end.
    ///
    /// # Errors
    /// [`ModerationError::Room`] if the room cannot be closed.
    pub async fn close_room(&self, by: &Caller, room: RoomId, reason: &str) -> Result<bool, ModerationError> {
        let reason = moderator_reason(reason)?;
        let closed = self.rooms.get(room).await?.close().await?;
        if closed {
            let action =
                self.action(by, ModerationActionKind::CloseRoom, room.to_string(), reason.into_string());
            self.store.log_action(&action).await?;
        }
        Ok(closed)
    }

    /// Logs that texts of a tournament were replaced; `before` has the previous texts.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn record_rewording(
        &self,
        by: &Caller,
        tournament: TournamentId,
        before: &str,
        reason: &Text,
    ) -> Result<(), ModerationError> {
        let words = format!("{before}: {reason}");
        let action = self.action(by, ModerationActionKind::Reword, tournament.0.to_string(), words);
        Ok(self.store.log_action(&action).await?)
    }

    /// Returns the first open report about each player, or all about one. Players whom only guests report come last.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn reports(
        &self,
        about: Option<UserId>,
        after: Option<(bool, Uuid)>,
        limit: u32,
    ) -> Result<Vec<FiledReport>, ModerationError> {
        Ok(self.store.waiting_reports(about, after, limit).await?)
    }

    /// Returns the chat line of an open report, with the lines around it.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchReport`] if no chat line is reported, [`ModerationError::NoSuchLine`] if it was removed.
    pub async fn reported_lines(&self, report: Uuid) -> Result<Vec<LineRow>, ModerationError> {
        let line = self.store.reported_line(report).await?.ok_or(ModerationError::NoSuchReport)?;
        let line = self.store.line(line).await?.ok_or(ModerationError::NoSuchLine)?;
        Ok(self.store.lines_around(&line, LINES_AROUND).await?)
    }

    /// Closes a report after a moderator has handled it, or `all` open ones about the same player.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchReport`], [`ModerationError::Reason`].
    pub async fn close_report(
        &self,
        by: &Caller,
        id: Uuid,
        all: bool,
        reason: &str,
    ) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let action = self.action(by, ModerationActionKind::CloseReport, id.to_string(), reason.into_string());
        if self.store.close_report(id, all, &action).await? {
            Ok(())
        } else {
            Err(ModerationError::NoSuchReport)
        }
    }

    /// Removes a chat message. `rank` is the caller's rank in the channel: directors rank as moderators in the chat of their tournament.
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
        let action = self.action(by, ModerationActionKind::RemoveLine, id.to_string(), words);
        let removed = self.chat.remove(LineSelector::Line(id), Some(action)).await?;
        if removed { Ok(()) } else { Err(ModerationError::NoSuchLine) }
    }

    /// Removes all chat messages of a user.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchUser`], [`ModerationError::Reason`], [`ModerationError::Rank`].
    pub async fn clear_lines(&self, by: &Caller, user: UserId, reason: &str) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let author = self.below(by.role(), user).await?;
        let words = format!("{}: {reason}", author.name);
        let action = self.action(by, ModerationActionKind::ClearLines, user.0.to_string(), words);
        self.chat.remove(LineSelector::Of(user), Some(action)).await?;
        Ok(())
    }

    /// Compares the players' thinking times with the difficulty of their moves. A game without an analysis is analysed first; until then
    /// the result has only the times.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchGame`], [`ModerationError::Analysis`].
    pub async fn game_signals(&self, by: &Caller, id: GameId) -> Result<Vec<PlayerSignals>, ModerationError> {
        let game = self.store.game_with_moves(id).await?.ok_or(ModerationError::NoSuchGame)?;
        let known = self.analyses.request(&game, by.user.id, self.time.now()).await?;
        let known = known.value();
        if !known.done {
            return Ok(signals(&game, None));
        }
        let quick_moves = self.analyses.quick_moves(&game, by.user.id).await?;
        Ok(signals(&game, Some(ExpectedMoves { analysis: &known.positions, quick_moves: &quick_moves })))
    }

    /// Checks that a user is not muted.
    ///
    /// # Errors
    /// [`ModerationError::Muted`] if the user is muted.
    pub async fn check_mute(&self, user: UserId) -> Result<Unmuted, ModerationError> {
        let now = self.time.now();
        let mute = self.store.sanction_in_force(SanctionKind::Mute, Some(user), None, now).await?;
        Unmuted::unless(mute).map_err(ModerationError::Muted)
    }

    /// Logs that a moderator acted in a tournament without being its director.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn record_tournament(
        &self,
        by: &Caller,
        tournament: TournamentId,
        words: String,
    ) -> Result<(), ModerationError> {
        let action = self.action(by, ModerationActionKind::Tournament, tournament.0.to_string(), words);
        Ok(self.store.log_action(&action).await?)
    }

    /// Returns the moderation log, the newest entry first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn log(&self, before: Option<Uuid>, limit: u32) -> Result<Vec<LogRow>, ModerationError> {
        Ok(self.store.moderation_log(before, limit).await?)
    }

    /// Returns the user if their rank is lower.
    async fn below(&self, rank: Role, user: UserId) -> Result<UserRow, ModerationError> {
        let user = self.store.user(user).await?.ok_or(ModerationError::NoSuchUser)?;
        if user.role < rank { Ok(user) } else { Err(ModerationError::Rank(user.role)) }
    }

    fn action(
        &self,
        by: &Caller,
        kind: ModerationActionKind,
        target: String,
        words: String,
    ) -> ModerationAction {
        let at: Timestamp = self.time.now();
        ModerationAction { id: Uuid::now_v7(), at, by: by.user.id, kind, target, words }
    }
}

fn moderator_reason(reason: &str) -> Result<Text, ModerationError> {
    Text::moderator_reason(reason).map_err(ModerationError::Reason)
}
