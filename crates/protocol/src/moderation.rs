//! Bodies of the HTTP interface for moderators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::chat::ChatLine;
use crate::parts::User;

/// The kind of a sanction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// The user cannot use the server.
    Ban,
    /// Other users cannot read the user's texts.
    Mute,
}

/// `POST /moderation/sanctions`: a new sanction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateSanction {
    /// The id of the user.
    pub user: Uuid,
    /// The kind of the sanction.
    pub kind: SanctionKind,
    /// True if the ban also covers the networks in which the user's sessions began. Only valid for bans.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub networks: bool,
    /// Duration in days: 1 to 3650; unlimited when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(range(min = 1, max = 3650))]
    pub days: Option<u32>,
    /// The reason, shown to the user: 1 to 300 characters.
    pub reason: String,
}

/// A sanction on a user or on a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Sanction {
    /// The sanction's id.
    pub id: Uuid,
    /// The kind of the sanction.
    pub kind: SanctionKind,
    /// The sanctioned user; `null` for a network.
    pub user: Option<Uuid>,
    /// The user's name; `null` for a network.
    pub name: Option<String>,
    /// An IPv4 address, or the /64 network of an IPv6 address; `null` for a user.
    pub network: Option<String>,
    /// The moderator's reason.
    pub reason: String,
    /// The name of the moderator.
    pub made_by: String,
    /// Start time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Expiry time, in microseconds since the Unix epoch; `null` if unlimited.
    pub ends_at: Option<i64>,
}

/// `GET /moderation/sanctions`: a page of active sanctions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SanctionPage {
    /// The sanctions, newest first.
    pub sanctions: Vec<Sanction>,
    /// The `before` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// `PUT /moderation/players/{id}/name`: a new name for an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RenameUser {
    /// The new name.
    pub name: String,
    /// The reason: 1 to 300 characters.
    pub reason: String,
}

/// `PUT /moderation/tournaments/{id}/words`: replacements for unacceptable texts of a tournament. Fields that are left out do not change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentRewording {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The new description; an empty one removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// A team and its new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub team: Option<TeamRewording>,
    /// True if the reasons that directors have given so far are removed.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub reasons: bool,
    /// The reason: 1 to 300 characters.
    pub reason: String,
}

/// A new name for a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TeamRewording {
    /// The number of the team among the participants.
    pub number: u32,
    /// The new name.
    pub name: String,
}

/// `POST /moderation/players/{id}/avatar/remove`: the reason for removing a player's picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AvatarRemoval {
    /// The reason: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/rooms/{id}/close`: the reason for closing a room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RoomClosing {
    /// The reason: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/rooms/{id}/close`: the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomClosed {
    /// True if the room had a waiting player or a running game.
    pub closed: bool,
}

/// A user's report on another user, for the moderators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Report {
    /// The report's id.
    pub id: Uuid,
    /// Time of the report, in microseconds since the Unix epoch.
    pub at: i64,
    /// The id of the reporting user.
    pub reporter: Uuid,
    /// The reporter's name; `null` for a deleted guest.
    pub reporter_name: Option<String>,
    /// The id of the reported user.
    pub reported: Uuid,
    /// The reported user's name; `null` for a deleted guest.
    pub reported_name: Option<String>,
    /// The reported game.
    pub game: Option<Uuid>,
    /// The reported chat line.
    pub line: Option<Uuid>,
    /// The tournament whose texts are reported.
    pub tournament: Option<Uuid>,
    /// The club whose texts are reported.
    pub club: Option<Uuid>,
    /// The reported text: the line or its preset, the names of the tournament and the team, the name and the description of the club, or its
    /// announcement. Kept even if it was removed since.
    pub said: Option<String>,
    /// The reporter's description.
    pub words: String,
}

/// `GET /moderation/reports`: a page of open reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportPage {
    /// The reports, oldest first.
    pub reports: Vec<Report>,
    /// The `after` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// `GET /moderation/reports/{id}/lines`: the reported chat line, with lines of its channel before and after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportedLines {
    /// The lines, oldest first.
    pub lines: Vec<ChatLine>,
}

/// `POST /moderation/reports/{id}/close`: the result of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportClosing {
    /// A text for the log: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/games/{id}/signals`: correlation of the players' move times with the difficulty of their moves. The server draws no
/// conclusions from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameSignals {
    /// True if the game is analysed; otherwise only the times are known.
    pub analysed: bool,
    /// The players' signals, by seat.
    pub players: Vec<PlayerSignals>,
}

/// `GET /moderation/pairs`: pairs of accounts that may play each other to manipulate ratings. The server draws no conclusions from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SuspectPairs {
    /// The pairs with the most games first, at most 50.
    pub pairs: Vec<SuspectPair>,
}

/// Two accounts with at least eight rated games against each other in the last seven days, where one account gained in nine of ten games,
/// or the games had fewer than twenty plies on average.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SuspectPair {
    /// The two accounts.
    pub users: Vec<User>,
    /// Number of their games.
    pub games: u32,
    /// Number of games in which each account gained, in the order of `users`.
    pub gained: Vec<u32>,
    /// Average number of plies of a game.
    pub plies: u32,
    /// True if sessions of both were begun from the same network.
    pub same_network: bool,
    /// The last five games, newest first.
    pub latest: Vec<Uuid>,
}

/// A player's move times in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerSignals {
    /// The player concerned.
    pub user: User,
    /// Signals of all their moves.
    pub all: MoveSignals,
    /// Signals of easy moves: a search of a thousand positions prefers the same move as the analysis.
    pub plain: Option<MoveSignals>,
    /// Signals of hard moves, which a short search does not find.
    pub hard: Option<MoveSignals>,
}

/// Statistics of some of a player's moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MoveSignals {
    /// Number of moves.
    pub count: u32,
    /// Number of moves that match the analysis; 0 without an analysis.
    pub best: u32,
    /// First quartile of the move times, in milliseconds.
    pub quarter_ms: u64,
    /// Median of the move times, in milliseconds.
    pub half_ms: u64,
    /// Third quartile of the move times, in milliseconds.
    pub three_quarters_ms: u64,
}

/// The kind of a moderation action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModerationActionKind {
    /// Ban a user.
    Ban,
    /// Mute a user.
    Mute,
    /// End a sanction early.
    Lift,
    /// Rename an account.
    Rename,
    /// Close a room and end its game.
    CloseRoom,
    /// Close a report.
    CloseReport,
    /// Remove a chat line.
    RemoveLine,
    /// Remove all chat lines of a user.
    ClearLines,
    /// Remove a player's picture.
    RemoveAvatar,
    /// Replace texts of a tournament or a club.
    Reword,
    /// Delete a club.
    CloseClub,
    /// Stop accepting new games.
    Drain,
    /// Accept new games again.
    Undrain,
    /// Set or withdraw an announcement to all users.
    Announce,
    /// Reload the settings.
    Reload,
    /// Act in another user's tournament.
    Tournament,
    /// Create or revoke a registration link.
    RegistrationLink,
    /// Create accounts.
    CreateAccounts,
}

/// A moderator's action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModerationAction {
    /// The action's id.
    pub id: Uuid,
    /// Time of the action, in microseconds since the Unix epoch.
    pub at: i64,
    /// The name of the moderator.
    pub by: String,
    /// The kind of the action.
    pub action: ModerationActionKind,
    /// The id of the user, the sanction, the room, the tournament or the club.
    pub target: String,
    /// The reason and the changes, as text.
    pub words: String,
}

/// `GET /moderation/log`: a page of the moderation log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModerationLogPage {
    /// The actions, newest first.
    pub deeds: Vec<ModerationAction>,
    /// The `before` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}
