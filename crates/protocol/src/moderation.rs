//! The bodies of the HTTP interface for moderators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::parts::User;

/// What is kept from somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// To be here.
    Ban,
    /// To be read by others.
    Mute,
}

/// `POST /moderation/sanctions`: what is to be kept from whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SanctionWish {
    /// The id of the user.
    pub user: Uuid,
    /// What is kept from them.
    pub kind: SanctionKind,
    /// Whether also from whoever comes from where the user's sessions were begun; goes with a ban only.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub networks: bool,
    /// For how many days: 1 to 3650; without an end when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(minimum = 1, maximum = 3650)]
    pub days: Option<u32>,
    /// Why: 1 to 300 characters. The user is told.
    pub reason: String,
}

/// Something that is kept from a user, or from whoever comes from a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Sanction {
    /// What it is called by.
    pub id: Uuid,
    /// What is kept.
    pub kind: SanctionKind,
    /// From which user; `null` for a network's.
    pub user: Option<Uuid>,
    /// What the user is called; `null` for a network's.
    pub name: Option<String>,
    /// An IPv4 address, or the /64 network of an IPv6 address; `null` for a user's.
    pub network: Option<String>,
    /// Why.
    pub reason: String,
    /// The name of the moderator.
    pub made_by: String,
    /// When it began, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When it ends by itself, in microseconds since the Unix epoch; `null` where it does not.
    #[ts(type = "number | null")]
    pub ends_at: Option<i64>,
}

/// `GET /moderation/sanctions`: what is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SanctionPage {
    /// The newest first.
    pub sanctions: Vec<Sanction>,
    /// `before` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// `PUT /moderation/players/{id}/name`: another name for an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The name from now on.
    pub name: String,
    /// Why: 1 to 300 characters.
    pub reason: String,
}

/// `PUT /moderation/tournaments/{id}/words`: what stands in the place of words of a tournament that cannot stay. What is left out stays as
/// it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentRewording {
    /// The name from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The description from now on; an empty one takes it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// A team and its name from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub team: Option<TeamRewording>,
    /// Whether the reasons that directors have given until now are taken out.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub reasons: bool,
    /// Why: 1 to 300 characters.
    pub reason: String,
}

/// Another name for a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRewording {
    /// The number of the team among the participants.
    pub number: u32,
    /// The name from now on.
    pub name: String,
}

/// `POST /moderation/rooms/{id}/close`: why a room is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomClosing {
    /// Why: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/rooms/{id}/close`: what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomClosed {
    /// Whether anybody waited or played there.
    pub closed: bool,
}

/// What a player has told the moderators of another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Report {
    /// What it is called by.
    pub id: Uuid,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// The id of who reports.
    pub reporter: Uuid,
    /// What they are called; `null` for a guest who is gone.
    pub reporter_name: Option<String>,
    /// The id of whom it is about.
    pub reported: Uuid,
    /// What they are called; `null` for a guest who is gone.
    pub reported_name: Option<String>,
    /// The game that it is about.
    pub game: Option<Uuid>,
    /// The line of a chat that it is about.
    pub line: Option<Uuid>,
    /// The tournament whose words it is about.
    pub tournament: Option<Uuid>,
    /// What that line said, or the preset that it was, or what the tournament and the team were called, however long ago that was
    /// removed.
    pub said: Option<String>,
    /// What happened, in the reporter's words.
    pub words: String,
}

/// `GET /moderation/reports`: what waits for a moderator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ReportPage {
    /// The oldest first.
    pub reports: Vec<Report>,
    /// `after` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// `POST /moderation/reports/{id}/close`: what became of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportClosing {
    /// In words for the log: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/games/{id}/signals`: how the time that players took goes with how hard their moves were. Nothing follows from it by
/// itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameSignals {
    /// Whether the game is analysed; until then only the times are known.
    pub analysed: bool,
    /// By seat.
    pub players: Vec<PlayerSignals>,
}

/// `GET /moderation/pairs`: accounts that may play each other for the ratings' sake. Nothing follows from it by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SuspectPairs {
    /// Those with the most games first, at most 50.
    pub pairs: Vec<SuspectPair>,
}

/// Two accounts with at least eight rated games together in the last seven days, of which one has gained in nine of ten, or which were
/// shorter than twenty plies on average.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SuspectPair {
    /// Both.
    pub users: Vec<User>,
    /// How many games.
    pub games: u32,
    /// In how many of them each has gained, in the order of `users`.
    pub gained: Vec<u32>,
    /// Plies of a game on average.
    pub plies: u32,
    /// Whether sessions of both were begun from the same network.
    pub same_network: bool,
    /// The last five games, the newest first.
    pub latest: Vec<Uuid>,
}

/// How somebody played a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerSignals {
    /// Who.
    pub user: User,
    /// All their moves.
    pub all: MoveSignals,
    /// Moves that a glance finds: a search of a thousand positions wants the same as the analysis.
    pub plain: Option<MoveSignals>,
    /// Moves that a glance does not find.
    pub hard: Option<MoveSignals>,
}

/// Some of a player's moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct MoveSignals {
    /// How many.
    pub count: u32,
    /// How many of them were what the analysis wants; 0 while there is none.
    pub best: u32,
    /// A quarter of them took no longer, in milliseconds.
    #[ts(type = "number")]
    pub quarter_ms: u64,
    /// Half of them took no longer, in milliseconds.
    #[ts(type = "number")]
    pub half_ms: u64,
    /// Three quarters of them took no longer, in milliseconds.
    #[ts(type = "number")]
    pub three_quarters_ms: u64,
}

/// What moderators do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeedKind {
    /// Keep somebody away.
    Ban,
    /// Let nobody read somebody.
    Mute,
    /// End a sanction before its time.
    Lift,
    /// Give an account another name.
    Rename,
    /// End what goes on in a room.
    CloseRoom,
    /// Be done with a report.
    CloseReport,
    /// Remove a line of a chat.
    RemoveLine,
    /// Remove all that somebody has said in chats.
    ClearLines,
    /// Replace words of a tournament.
    Reword,
    /// Let the server take no new games.
    Drain,
    /// Let it take new games again.
    Undrain,
    /// Tell everybody something, or take that back.
    Announce,
    /// Read settings again.
    Reload,
    /// Act in a tournament of others.
    Tournament,
}

/// Something that a moderator has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Deed {
    /// What it is called by.
    pub id: Uuid,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// The name of the moderator.
    pub by: String,
    /// What.
    pub action: DeedKind,
    /// The id of the user, the sanction, the room or the tournament.
    pub target: String,
    /// The reason and what was changed, in words.
    pub words: String,
}

/// `GET /moderation/log`: who did what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct DeedPage {
    /// The newest first.
    pub deeds: Vec<Deed>,
    /// `before` of the next page; `null` on the last.
    pub next: Option<Uuid>,
}
