//! Bodies of the HTTP interface for moderators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{AppealOutcome, ModerationActionKind, SanctionKind};
use ts_rs::TS;
use uuid::Uuid;

use crate::Secret;
use crate::chat::ChatLine;
use crate::identity::Role;
use crate::parts::{Mode, User};
use crate::ratings::Speed;

/// `POST /moderation/sanctions`: a new sanction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateSanction {
    /// The id of the user.
    pub user: Uuid,
    /// The kind of the sanction.
    pub kind: SanctionKind,
    /// True if the ban also covers the networks in which the user's sessions started. Only valid for bans.
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
    /// Time at which a moderator lifted it, in microseconds since the Unix epoch; `null` if none did.
    pub lifted_at: Option<i64>,
}

/// `GET /moderation/sanctions`: a page of active sanctions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SanctionPage {
    /// The sanctions, newest first.
    pub sanctions: Vec<Sanction>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
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
    /// Time at which a moderator closed it, in microseconds since the Unix epoch; `null` while it is open.
    pub closed_at: Option<i64>,
    /// All open reports about the player; `null` in a record.
    pub together: Option<ReportsTogether>,
}

/// The open reports about a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportsTogether {
    /// Number of the reports.
    pub reports: u32,
    /// Number of accounts that have made them. Guests do not count.
    pub accounts: u32,
}

/// `GET /moderation/reports`: a page of open reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportPage {
    /// The reports, oldest first; reports of players whom only guests report come last.
    pub reports: Vec<Report>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
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
    /// If true, all open reports about the player are closed.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub all: bool,
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

/// `GET /moderation/overview`: numbers of tasks that wait for the moderators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModerationOverview {
    /// Number of players whom accounts have reported.
    pub reports: u32,
    /// Number of appeals without an answer.
    pub appeals: u32,
    /// Number of signals of unfair play that are not dismissed.
    pub signals: u32,
}

/// `GET /moderation/signals`: signals of unfair play in the rated games of the last days. The server draws no conclusions from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SignalList {
    /// The signals, the strongest first; at most 100.
    pub signals: Vec<Signal>,
}

/// A signal of unfair play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Signal {
    /// The signal's id.
    pub id: Uuid,
    /// The user, or the two users of a pair.
    pub users: Vec<User>,
    /// Strength, which orders the list: no probability.
    #[schemars(range(min = 1, max = 100))]
    pub strength: u8,
    /// The server's findings.
    pub evidence: Evidence,
    /// Time at which it was found first, in microseconds since the Unix epoch.
    pub found_at: i64,
    /// Time at which its evidence was last computed, in microseconds since the Unix epoch.
    pub updated_at: i64,
}

/// The server's findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Evidence {
    /// Two accounts with at least eight rated games against each other in seven days, where one account gained in nine of ten games, or the
    /// games had fewer than twenty plies on average.
    Farming {
        /// Number of their games.
        games: u32,
        /// Number of games in which each account gained, in the order of `users`.
        gained: Vec<u32>,
        /// Average number of plies of a game.
        plies: u32,
        /// True if sessions of both were started from the same network.
        same_network: bool,
        /// The last five games, newest first.
        latest: Vec<Uuid>,
    },
    /// At least five quick losses in thirty days, by resignation, on time or by leaving, and then wins against opponents below the rating
    /// before.
    Sandbagging {
        /// Mode of the games.
        mode: Mode,
        /// Speed of the games.
        speed: Speed,
        /// Number of losses within fewer than twenty plies.
        losses: u32,
        /// Rating before the first of them.
        highest: i32,
        /// Rating after the last of them.
        lowest: i32,
        /// Number of later games against opponents below the rating before.
        games: u32,
        /// Number of these games that the player has won.
        won: u32,
        /// The last five quick losses, newest first.
        latest: Vec<Uuid>,
    },
    /// In at least three analysed games, hard moves were found nearly as often as easy ones, in about the same time.
    Engine {
        /// The games, newest first.
        games: Vec<Uuid>,
        /// Easy moves: a search of a thousand positions prefers the same move as the analysis.
        plain: MoveGroup,
        /// Hard moves, which a short search does not find.
        hard: MoveGroup,
    },
}

/// Moves of a player in several games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MoveGroup {
    /// Number of moves.
    pub count: u32,
    /// Number of moves that match the analysis.
    pub best: u32,
    /// Median of the medians of the games' move times, in milliseconds.
    pub half_ms: u64,
}

/// `POST /moderation/signals/{id}/dismiss`: the reason for dismissing a signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SignalDismissal {
    /// A text for the log: 1 to 300 characters.
    pub reason: String,
}

/// `GET /moderation/players/{id}`: the moderators' view of a user. Each list has at most 50 entries: the newest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct UserRecord {
    /// The user whom the record describes.
    pub user: User,
    /// The user's role.
    pub role: Role,
    /// Time of the first visit, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last use of the server, exact to about an hour, in microseconds since the Unix epoch; `null` if it is not known.
    pub last_seen_at: Option<i64>,
    /// Sanctions on the user, also those that have ended, newest first.
    pub sanctions: Vec<Sanction>,
    /// Reports on the user, newest first.
    pub reported: Vec<Report>,
    /// Reports by the user, newest first.
    pub reporting: Vec<Report>,
    /// Actions of moderators that concern the user, newest first.
    pub deeds: Vec<ModerationAction>,
    /// Notes of moderators, oldest first; at most 100.
    pub notes: Vec<ModerationNote>,
    /// Signals of unfair play, the strongest first.
    pub signals: Vec<Signal>,
}

/// A note of a moderator on a user. Shown only to moderators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModerationNote {
    /// The note's id.
    pub id: Uuid,
    /// The name of the moderator.
    pub by: String,
    /// Text of the note.
    pub words: String,
    /// Time of the note, in microseconds since the Unix epoch.
    pub at: i64,
}

/// `POST /moderation/players/{id}/notes`: a new note on a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateModerationNote {
    /// The text: 1 to 1,000 characters, several lines.
    pub words: String,
}

/// `POST /moderation/players/{id}/networks`: the networks of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct UserNetworks {
    /// The networks from which the user has logged in or started sessions, most recent first; at most 50.
    pub networks: Vec<SharedNetwork>,
}

/// A network with its users. A network of many people proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SharedNetwork {
    /// An IPv4 address, or the /64 network of an IPv6 address.
    pub network: String,
    /// Time of the last use by the user, or in a search by any user, in microseconds since the Unix epoch; `null` if there is none.
    pub last_used_at: Option<i64>,
    /// The other users who have used it, most recent first; at most 20, and only users of a lower role.
    pub users: Vec<NetworkUser>,
    /// True if there are more users.
    pub more: bool,
}

/// A user of a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NetworkUser {
    /// A user of the network.
    pub user: User,
    /// True if the user is banned.
    pub banned: bool,
    /// Time of the last use, in microseconds since the Unix epoch.
    pub last_used_at: i64,
    /// Programs in which the user has sessions now, in any network.
    pub programs: Vec<String>,
    /// True if one of them is also a program of the user whose networks these are; false in a search.
    pub same_program: bool,
}

/// `POST /moderation/networks`: a search for the users of a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NetworkSearch {
    /// An IP address. The search covers its network: an IPv4 address itself, the /64 network of an IPv6 address.
    pub address: String,
}

/// A sanction, in its user's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnSanction {
    /// The sanction's id.
    pub id: Uuid,
    /// The kind of the sanction.
    pub kind: SanctionKind,
    /// True if it is a ban of the network, and not of the user.
    pub network: bool,
    /// The moderator's reason.
    pub reason: String,
    /// Start time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Expiry time, in microseconds since the Unix epoch; `null` if unlimited.
    pub ends_at: Option<i64>,
    /// True if it is in force.
    pub active: bool,
    /// The user's last appeal against it.
    pub appeal: Option<Appeal>,
    /// Time from which the user can appeal, in microseconds since the Unix epoch; `null` while an appeal waits, and after the end.
    pub appeal_from: Option<i64>,
}

/// `GET /me/sanctions`: the user's sanctions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnSanctions {
    /// The sanctions that are in force, and those against which the user has appealed, newest first; at most 20.
    pub sanctions: Vec<OwnSanction>,
}

/// A ban, for a banned user who has sent the right password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BanNotice {
    /// The ban that applies.
    pub sanction: OwnSanction,
    /// The token for `POST /appeals`, valid for an hour. It gives no other access.
    pub appeal_token: Secret,
}

/// `POST /appeals`: an appeal against a ban, or against the mute of the session's user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateAppeal {
    /// `appeal_token` of the rejected login; left out for a mute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<Secret>,
    /// The user's reasons: plain text of 1 to 1,000 characters without links.
    pub words: String,
}

/// An appeal, in its user's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Appeal {
    /// The appeal's id.
    pub id: Uuid,
    /// Time of the appeal, in microseconds since the Unix epoch.
    pub at: i64,
    /// The user's reasons.
    pub words: String,
    /// The decision; `null` while the appeal waits.
    pub outcome: Option<AppealOutcome>,
    /// The moderator's text; `null` while the appeal waits, empty if the sanction was lifted without an answer.
    pub answer: Option<String>,
    /// Time of the decision, in microseconds since the Unix epoch; `null` while the appeal waits.
    pub answered_at: Option<i64>,
}

/// An appeal that waits for a moderator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpenAppeal {
    /// The appeal's id.
    pub id: Uuid,
    /// Time of the appeal, in microseconds since the Unix epoch.
    pub at: i64,
    /// The id of the user who appeals.
    pub user: Uuid,
    /// The user's name; `null` for a deleted guest.
    pub name: Option<String>,
    /// The user's reasons.
    pub words: String,
    /// The sanction against which the user appeals.
    pub sanction: Sanction,
    /// True if the caller may answer: a user of a lower role appeals, and the caller has not imposed the sanction, or there is no other
    /// moderator.
    pub yours: bool,
}

/// `GET /moderation/appeals`: a page of appeals that wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AppealPage {
    /// The appeals, oldest first.
    pub appeals: Vec<OpenAppeal>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `POST /moderation/appeals/{id}/answer`: the decision on an appeal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AppealAnswer {
    /// The decision to record.
    pub outcome: AppealOutcome,
    /// Days from now until the end of the sanction: 1 to 3650. Required for `shorten`, and only valid there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(range(min = 1, max = 3650))]
    pub days: Option<u32>,
    /// The text for the user: 1 to 1,000 characters.
    pub answer: String,
}

/// `GET /transparency`: numbers of moderation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Transparency {
    /// The last whole months of UTC, newest first; at most 12.
    pub months: Vec<TransparentMonth>,
}

/// Numbers of a month. A number is `null` if it is below 3, as it could reveal what happened to one user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TransparentMonth {
    /// The month: `2026-11`.
    pub month: String,
    /// Number of reports by players.
    pub reports: Option<u32>,
    /// Number of reports that moderators closed.
    pub closed: Option<u32>,
    /// Median of the time from a report to its end, in minutes; `null` if fewer than 3 reports were closed.
    pub closed_after_minutes: Option<u32>,
    /// Number of bans of users.
    pub bans: Option<u32>,
    /// Number of mutes.
    pub mutes: Option<u32>,
    /// Number of appeals by users.
    pub appeals: Option<u32>,
    /// Number of appeals after which the sanction was lifted.
    pub lifted: Option<u32>,
    /// Number of appeals after which the sanction was shortened.
    pub shortened: Option<u32>,
    /// Number of appeals after which the sanction stayed.
    pub kept: Option<u32>,
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
    /// The id of the user, the report, the sanction, the signal, the room, the tournament or the club; empty for a search by network.
    pub target: String,
    /// The reason and the changes, as text.
    pub words: String,
}

/// `GET /moderation/log`: a page of the moderation log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModerationLogPage {
    /// The actions, newest first.
    pub deeds: Vec<ModerationAction>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `POST /reports`: a report on a user, for the moderators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The reported user: a name or an id.
    pub player: String,
    /// The reported game, which must be finished.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub game: Option<Uuid>,
    /// The reported chat line.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub line: Option<Uuid>,
    /// The tournament whose texts are reported: its name, its description, or the name of the player's team.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub tournament: Option<Uuid>,
    /// The club whose name and description are reported; the player is its owner or one of its admins.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub club: Option<Uuid>,
    /// The announcement of `club` that is reported instead; the player is its author.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub announcement: Option<Uuid>,
    /// The description: plain text of at most 1,000 characters without links.
    pub words: String,
}
