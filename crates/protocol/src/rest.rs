//! The bodies of the HTTP interface under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identity::Role;
use crate::parts::{Analysis, Clock, Color, GameResult, Mode, MoveTiming, OwnRoom, RoomSummary, Score, User};
use crate::{ErrorCode, RoomId};

/// `POST /guests`: a guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GuestCreated {
    /// The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` where the browser's cookie
    /// proves it already.
    pub token: Option<String>,
    /// The guest.
    pub user: User,
}

/// `GET /me`: who one is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Me {
    /// The user of the token; `null` for nobody.
    pub user: Option<User>,
    /// What they may do besides playing; left out for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<Role>,
}

/// `PUT /me/bot`: which games a bot takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotAccepts {
    /// The modes; every mode when empty or left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Mode>>")]
    pub modes: Vec<Mode>,
    /// The shortest time that a player may have for a game of forty moves, in seconds; 0 when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub shortest_s: u32,
    /// The longest, in seconds; as long as one likes when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub longest_s: Option<u32>,
    /// Whether it plays without a clock.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub untimed: bool,
    /// How many games it plays at once: 1 to 64; 8 when left out.
    #[serde(default = "eight")]
    #[ts(optional, as = "Option<u32>")]
    #[schema(minimum = 1, maximum = 64)]
    pub games_at_once: u32,
}

fn eight() -> u32 {
    8
}

/// What a bot takes that leaves every field out: every mode with any clock, but not without one, eight games at once.
impl Default for BotAccepts {
    fn default() -> Self {
        Self { modes: Vec::new(), shortest_s: 0, longest_s: None, untimed: false, games_at_once: eight() }
    }
}

/// A bot that is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Bot {
    /// Who it is.
    pub user: User,
    /// Which games it takes.
    pub accepts: BotAccepts,
    /// How many games it has, those that wait for others among them.
    #[ts(type = "number")]
    pub games: u64,
}

/// `GET /bots`: the bots that are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct BotList {
    /// By name, at most 200.
    pub bots: Vec<Bot>,
}

/// `POST /rooms`: a new room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomCreated {
    /// Its id.
    #[ts(type = "string")]
    pub room: RoomId,
    /// The maker's seat.
    pub seat: u8,
}

/// `GET /rooms`: the public rooms that wait for players or are being played in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomList {
    /// The newest first.
    pub rooms: Vec<RoomSummary>,
}

/// `GET /me/rooms`: the rooms in which one has a seat: those that wait for players, those that are played in, and for some time those
/// in which a game has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct OwnRoomList {
    /// First what waits for oneself, then by when a turn ends, the last changed first; at most 200.
    pub rooms: Vec<OwnRoom>,
}

/// `GET /lobbies`: the lobbies in which players are paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct LobbyList {
    /// In the order of the configuration.
    pub lobbies: Vec<LobbyOffer>,
}

/// What a lobby offers. What an empty list names is not limited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct LobbyOffer {
    /// Its name.
    pub name: String,
    /// The modes.
    pub modes: Vec<Mode>,
    /// The names of the start layouts.
    pub layouts: Vec<String>,
    /// How thinking time is limited.
    pub clocks: Vec<Clock>,
    /// Whether results count for ratings.
    pub rated: RatedOffer,
}

/// Whether the results of a lobby's games count for ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatedOffer {
    /// As the players wish.
    Both,
    /// Always.
    Rated,
    /// Never.
    Unrated,
}

/// A finished game as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameSummary {
    /// Its id.
    pub id: Uuid,
    /// How many played.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// The tournament to which it belonged. Left out where there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// How thinking time was limited.
    pub clock: Clock,
    /// The players, by seat.
    pub players: Vec<User>,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub started_at: i64,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub finished_at: i64,
    /// How it ended.
    pub result: GameResult,
    /// How many moves were played.
    pub plies: u32,
    /// The position line at the end.
    pub final_position: String,
}

/// `GET /games`: a page of finished games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GamePage {
    /// The newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// Why a rated game changes no ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It was aborted.
    Aborted,
    /// A player has made fewer than three moves.
    TooShort,
}

/// `GET /games/{id}`: a finished game with its moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameDetail {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// What each of the moves did to its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// What the game has changed, by seat; left out where it was not rated, was aborted, was too short, or has ended only a moment ago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RatingChange>>")]
    pub ratings: Vec<RatingChange>,
    /// Why a rated game changes no ratings; left out where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<Unrated>,
    /// Whether it was not played here, but taken in by the operator. Left out if not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub imported: bool,
    /// With `positions=true`: the position lines after 0, 1, 2, … moves. Whoever is passed over is passed over when the next move is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub positions: Option<Vec<String>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A line of `GET /games/export`, and of what `sumito import` takes: a finished game with all that makes it another server's game, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ExportedGame {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// What each of the moves did to its player's clock.
    pub ledger: Vec<MoveTiming>,
}

/// `GET /explorer`: what was played in a position, and how it went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Explored {
    /// The position line.
    pub position: String,
    /// How many plies from the start on are counted; a position after that has no moves.
    pub plies: u32,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// How well the players of a game were rated when it began: the mean of their ratings in its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatingBand {
    /// Not all of them had a rating.
    Unrated,
    /// Below 1400.
    #[serde(rename = "under_1400")]
    Under1400,
    /// From 1400 to below 1600: where everybody begins.
    #[serde(rename = "from_1400")]
    From1400,
    /// From 1600 to below 1800.
    #[serde(rename = "from_1600")]
    From1600,
    /// From 1800 to below 2000.
    #[serde(rename = "from_1800")]
    From1800,
    /// From 2000 on.
    #[serde(rename = "from_2000")]
    From2000,
}

/// How often a move was played, and how it went for whoever played it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ExploredMove {
    /// In Aba-Pro notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// How well the players were rated.
    pub band: RatingBand,
    /// Games in which it was played here.
    #[ts(type = "number")]
    pub games: u64,
    /// Of these, won by whoever played it, alone or with the team.
    #[ts(type = "number")]
    pub won: u64,
    /// Of these, without a winner.
    #[ts(type = "number")]
    pub drawn: u64,
    /// Of these, lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// Whether the players of a game sit at the board all the time.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// They do.
    #[default]
    Live,
    /// They have more than ten minutes for a move.
    Correspondence,
}

/// How strong a player is, in one pool: a mode, live or by correspondence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerRating {
    /// How many play.
    pub mode: Mode,
    /// Live or by correspondence.
    pub speed: Speed,
    /// The rating: one begins at 1500.
    pub rating: i32,
    /// How unsure that is now: it grows with the time without a game, up to 350.
    pub deviation: i32,
    /// Whether it is so unsure that the rating says little. Such a rating is in no leaderboard.
    pub provisional: bool,
    /// Rated games.
    pub games: u32,
    /// When the last of them ended, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub last_at: i64,
}

/// What a game has changed for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RatingChange {
    /// The rating before the game.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
}

/// A player in a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Leader {
    /// The place, from 1.
    pub rank: u32,
    /// Who.
    pub user: User,
    /// The rating.
    pub rating: PlayerRating,
}

/// `GET /leaderboards/{mode}`: a page of the players whose ratings are not provisional.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Leaderboard {
    /// The highest rating first.
    pub players: Vec<Leader>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /players/{name}/counts`: how a player's finished games went. Aborted games do not count, private ones for the player
/// alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerCounts {
    /// By mode; a mode in which the player has finished no game is left out.
    pub modes: Vec<ModeCounts>,
}

/// How a player's finished games of one mode went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ModeCounts {
    /// How many play.
    pub mode: Mode,
    /// Finished games.
    #[ts(type = "number")]
    pub games: u64,
    /// Of these, won: alone or with the team.
    #[ts(type = "number")]
    pub won: u64,
    /// Of these, without a winner.
    #[ts(type = "number")]
    pub drawn: u64,
    /// Of these, lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// `GET /players/{name}`: a player, as others see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Profile {
    /// Who.
    pub user: User,
    /// When they first came, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub since: i64,
    /// What they say of themselves: plain text; empty where they say nothing.
    pub words: String,
    /// Their ratings, by mode and speed, where they have played rated games.
    pub ratings: Vec<PlayerRating>,
    /// How their finished games went, by mode; private ones for the player alone.
    pub counts: Vec<ModeCounts>,
}

/// `PUT /me/profile`: what one says of oneself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnProfile {
    /// Plain text of at most 500 characters without links; empty to say nothing.
    pub words: String,
}

/// `GET /players?prefix=…`: accounts whose names begin so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerList {
    /// By name.
    pub players: Vec<User>,
}

/// `GET /me/blocks`: whom one blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct BlockList {
    /// Those that were blocked last first.
    pub players: Vec<User>,
}

/// `GET /players/{name}/ratings`: how a rating went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RatingHistory {
    /// A point for each rated game, the newest first. Private games are listed for the player alone: what they have changed shows in the
    /// next public one.
    pub points: Vec<RatingPoint>,
    /// The `before` of the page with the games before these; `null` on the last.
    #[ts(type = "number | null")]
    pub next: Option<i64>,
}

/// A rating after one of the player's games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RatingPoint {
    /// The game.
    pub game: Uuid,
    /// When it ended, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
    /// How unsure that was.
    pub deviation: i32,
}

/// `GET /players/{name}/statistics`: how a player's finished games went. Aborted games do not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerStatistics {
    /// By mode, layout and colour; private games count for the player alone.
    pub played: Vec<PlayedStatistics>,
    /// In public games, those against whom the player has played most often, at most 20.
    pub opponents: Vec<OpponentStatistics>,
    /// How often in a row public games went the same way, by mode.
    pub streaks: Vec<StreakStatistics>,
}

/// How games went that were played with one layout by one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayedStatistics {
    /// How many played.
    pub mode: Mode,
    /// The start layout's name.
    pub layout: String,
    /// The player's colour.
    pub color: Color,
    /// How they went.
    #[serde(flatten)]
    pub tally: Tally,
    /// Marbles that the player's side has pushed out.
    #[ts(type = "number")]
    pub ejected: u64,
    /// Moves of everybody.
    #[ts(type = "number")]
    pub plies: u64,
}

/// How many games went how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Tally {
    /// Finished games.
    #[ts(type = "number")]
    pub games: u64,
    /// Of these, won: alone or with the team.
    #[ts(type = "number")]
    pub won: u64,
    /// Of these, without a winner.
    #[ts(type = "number")]
    pub drawn: u64,
    /// Of these, lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// How games against somebody went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct OpponentStatistics {
    /// Against whom.
    pub user: User,
    /// How they went for the player.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How often in a row games of one mode went the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct StreakStatistics {
    /// How many play.
    pub mode: Mode,
    /// How the last game went.
    pub result: GameScore,
    /// How many at the end went so.
    #[ts(type = "number")]
    pub length: u64,
    /// The most that were won in a row.
    #[ts(type = "number")]
    pub longest_won: u64,
    /// The most that were lost in a row.
    #[ts(type = "number")]
    pub longest_lost: u64,
}

/// How a game went for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    /// The player won, alone or with the team.
    Won,
    /// Nobody did.
    Drawn,
    /// Somebody else did.
    Lost,
}

/// `POST /reports`: what the moderators should know of somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Whom it is about: a name or an id.
    pub player: String,
    /// The finished game that it is about.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub game: Option<Uuid>,
    /// The line of a chat that it is about.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub line: Option<Uuid>,
    /// The tournament whose words it is about: its name, its description, or the name of the player's team.
    #[serde(default)]
    #[ts(optional, as = "Option<Uuid>")]
    pub tournament: Option<Uuid>,
    /// What has happened: plain text of at most 1,000 characters without links.
    pub words: String,
}

/// `GET /layouts`: one start layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct LayoutInfo {
    /// Its name, as `create_room` takes it.
    pub name: String,
    /// For how many players.
    pub players: u8,
    /// The rows of the position line, from I to A.
    pub rows: String,
}

/// `GET /games/{id}/analysis`: what a search has found in a finished game by now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KnownAnalysis {
    /// No request for one has been made yet.
    None,
    /// It was asked for, and is there as far as it has come.
    Asked(Analysis),
}

/// `GET /positions/evaluation`: what a search has found in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PositionEvaluation {
    /// How the position was read.
    pub mode: Mode,
    /// The position's line as the server writes it.
    pub position: String,
    /// What it is worth to whoever is to move.
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: u8,
    /// How many positions were looked at.
    #[ts(type = "number")]
    pub nodes: u64,
    /// How it should go on, in Aba-Pro notation; empty where the game is over.
    pub line: Vec<String>,
}

/// `GET /positions/formations`: what has a name in a position. Cells are given by their names, such as `c3`, in the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PositionFormations {
    /// How the position was read.
    pub mode: Mode,
    /// The position's line as the server writes it.
    pub position: String,
    /// Colour by colour, in the order of the seats.
    pub colors: Vec<ColorFormations>,
    /// Equal forces in line. Each is listed once, with its direction pointing either way.
    pub pacs: Vec<Contact>,
    /// Superior forces in line, each pointing at the weaker one.
    pub sumitos: Vec<Contact>,
}

/// What has a name among the marbles of one colour. Each marble is in exactly one of the groups from `singles` to `multiples`; the
/// other lists name some of them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ColorFormations {
    /// The colour.
    pub color: Color,
    /// Its team.
    pub team: u8,
    /// Marbles that touch no other of their colour.
    pub singles: Vec<String>,
    /// Two that touch.
    pub pairs: Vec<Vec<String>>,
    /// Triplets in a row.
    pub lances: Vec<Vec<String>>,
    /// Triplets in a bend.
    pub arcs: Vec<Vec<String>>,
    /// Triplets in a triangle.
    pub shields: Vec<Vec<String>>,
    /// Four and more that touch.
    pub multiples: Vec<Vec<String>>,
    /// Nine in three adjacent parallel rows of three.
    pub blocks: Vec<Vec<String>>,
    /// Marbles with opposing ones on all sides.
    pub dets: Vec<String>,
    /// Marbles that an opponent could push off the board by a legal move if it were that opponent's turn.
    pub in_danger: Vec<String>,
}

/// Two teams that touch in line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Contact {
    /// The team that faces in `direction`; in a sumito, the superior one.
    pub team: u8,
    /// From that team to the other.
    pub direction: Direction,
    /// The team's marbles that count, one to three, in `direction`: the last of them touches the first of the others.
    pub own: Vec<String>,
    /// The opposing marbles that count, in `direction`.
    pub opposing: Vec<String>,
    /// Whether a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
    pub open: bool,
}

/// A direction on the board, as Black sees it: row A is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the row towards higher numbers.
    East,
    /// One row up, one number up.
    NorthEast,
    /// One row up, the same number.
    NorthWest,
    /// Along the row towards lower numbers.
    West,
    /// One row down, one number down.
    SouthWest,
    /// One row down, the same number.
    SouthEast,
}

/// An error of the HTTP interface, as RFC 9457 has it (`application/problem+json`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says more than a link would.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// For people: what is wrong and what to do.
    pub detail: String,
    /// For programs: the same words as on the socket.
    pub code: ErrorCode,
}
