//! Bodies of the HTTP interface under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{AchievementKind, RatedOffer, RatingBand};
use ts_rs::TS;
use uuid::Uuid;

use crate::identity::Role;
use crate::moderation::BanNotice;
use crate::pairings::BadPair;
use crate::parts::{
    Analysis, Clock, Color, GameResult, Mode, MoveTiming, MyGame, RoomSummary, Score, ScoredLine, User,
};
use crate::{ErrorCode, RoomId};

/// `POST /guests`: the created guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GuestCreated {
    /// The authentication token: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` if the browser's cookie authenticates already.
    pub token: Option<String>,
    /// The guest user.
    pub user: User,
}

/// `GET /me`: the current user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Me {
    /// The user of the token; `null` if anonymous.
    pub user: Option<User>,
    /// The user's permissions beyond playing; left out for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<Role>,
}

/// `PUT /me/bot`: the games that a bot accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotAccepts {
    /// The accepted modes; every mode when empty or left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Mode>>")]
    pub modes: Vec<Mode>,
    /// The shortest permitted time of a player for a game of forty moves, in seconds; 0 when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub shortest_s: u32,
    /// The longest permitted time, in seconds; unlimited when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub longest_s: Option<u32>,
    /// True if the bot plays without a clock.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub untimed: bool,
    /// Maximum number of simultaneous games: 1 to 64; 8 when left out.
    #[serde(default = "eight")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 64))]
    pub games_at_once: u32,
}

fn eight() -> u32 {
    8
}

/// Default preferences of a bot: every mode with any clock, but not without a clock, and eight simultaneous games.
impl Default for BotAccepts {
    fn default() -> Self {
        Self { modes: Vec::new(), shortest_s: 0, longest_s: None, untimed: false, games_at_once: eight() }
    }
}

/// An online bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Bot {
    /// The user concerned.
    pub user: User,
    /// The games that the bot accepts.
    pub accepts: BotAccepts,
    /// Number of its games, including games that wait for players.
    pub games: u64,
}

/// `GET /bots`: the online bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotList {
    /// The bots by name, at most 200.
    pub bots: Vec<Bot>,
}

/// `POST /rooms`: the created room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomCreated {
    /// The room's id.
    pub room: RoomId,
    /// The creator's seat.
    pub seat: u8,
}

/// `GET /rooms`: the public rooms that wait for players or have a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomList {
    /// The rooms, newest first.
    pub rooms: Vec<RoomSummary>,
}

/// `GET /me/rooms`: the rooms in which the caller has a seat: waiting, running, and for some time after the end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MyGameList {
    /// Rooms that wait for the caller first, then by the end of the turn, then the last changed first; at most 200.
    pub rooms: Vec<MyGame>,
}

/// `GET /lobbies`: the lobbies in which players are paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyList {
    /// The lobbies, in the order of the configuration.
    pub lobbies: Vec<LobbyOffer>,
}

/// The games that a lobby offers. An empty list means no restriction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyOffer {
    /// The lobby's name.
    pub name: String,
    /// The permitted modes.
    pub modes: Vec<Mode>,
    /// The names of the permitted start layouts.
    pub layouts: Vec<String>,
    /// The permitted time controls.
    pub clocks: Vec<Clock>,
    /// The policy for rated games.
    pub rated: RatedOffer,
}

/// A finished game as shown in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameSummary {
    /// Its unique id.
    pub id: Uuid,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// True if a coach helped the player. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coach: bool,
    /// True if it counted for ratings.
    pub rated: bool,
    /// The tournament of the game. Left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// The time control.
    pub clock: Clock,
    /// The players, by seat.
    pub players: Vec<User>,
    /// Start time, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// End time, in microseconds since the Unix epoch.
    pub finished_at: i64,
    /// The result of the game.
    pub result: GameResult,
    /// Number of moves played.
    pub plies: u32,
    /// The final position line.
    pub final_position: String,
}

/// `GET /games`: a page of finished games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GamePage {
    /// The games, newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// The reason why a rated game changes no ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// The game was aborted.
    Aborted,
    /// A player has made fewer than three moves.
    TooShort,
}

/// `GET /games/{id}`: a finished game with its moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameDetail {
    /// The game's summary, as in lists.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// Effect of each move on its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// Rating changes by seat; left out if the game was unrated, aborted or too short, or ended only a moment ago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<RatingChange>,
    /// The reason why a rated game changes no ratings; left out if it changes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<Unrated>,
    /// True if the operator imported the game. Left out otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub imported: bool,
    /// With `positions=true`: the position lines after 0, 1, 2, … moves. A skipped seat is skipped when the next move is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub positions: Option<Vec<String>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A running game in `GET /me/export`: the caller's own moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunningGame {
    /// The room in which it is played.
    pub room: RoomId,
    /// The game's id, under which the history has it after its end.
    pub game: Uuid,
    /// The caller's seat.
    pub seat: u8,
    /// The caller's moves.
    pub moves: Vec<RunningMove>,
}

/// A move of a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunningMove {
    /// Plies played before this move.
    pub ply: u32,
    /// The move in Aba-Pro notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Time of the move, in microseconds since the Unix epoch.
    pub at: i64,
}

/// A line of `GET /games/export` and of the input of `sumito import`: a finished game with all data that another server needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportedGame {
    /// The game's summary, as in lists.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// Effect of each move on its player's clock.
    pub ledger: Vec<MoveTiming>,
}

/// `GET /explorer`: the moves played in a position, and their results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExplorerResult {
    /// The position line.
    pub position: String,
    /// Number of plies from the start that are counted; later positions have no moves.
    pub plies: u32,
    /// The moves, most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// The frequency and results of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExplorerMove {
    /// The move in Aba-Pro notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// The strength of the players.
    pub band: RatingBand,
    /// Number of games in which it was played here.
    pub games: u64,
    /// Of these, won by the mover, alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// The speed of a game: played in one sitting, or by correspondence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// The players stay at the board.
    #[default]
    Live,
    /// The players have more than ten minutes for a move.
    Correspondence,
}

/// A player's rating in one pool: a mode, live or by correspondence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerRating {
    /// The game's mode.
    pub mode: Mode,
    /// Live or by correspondence.
    pub speed: Speed,
    /// The rating; the initial value is 1500.
    pub rating: i32,
    /// The current rating deviation: it grows with the time without a game, up to 350.
    pub deviation: i32,
    /// True if the rating is too uncertain to be meaningful. Leaderboards exclude such ratings.
    pub provisional: bool,
    /// Number of rated games.
    pub games: u32,
    /// End of the last rated game, in microseconds since the Unix epoch.
    pub last_at: i64,
}

/// A player's rating change by a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingChange {
    /// The rating before the game.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
}

/// A player in a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leader {
    /// The rank, from 1.
    pub rank: u32,
    /// The player concerned.
    pub user: User,
    /// The player's rating.
    pub rating: PlayerRating,
}

/// `GET /leaderboards/{mode}`: a page of the players with non-provisional ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leaderboard {
    /// The players, highest rating first.
    pub players: Vec<Leader>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /leaderboards/{mode}/distribution`: how many players have which rating, without provisional ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDistribution {
    /// Number of all players.
    pub players: u64,
    /// Width of each step, in rating points.
    pub width: u32,
    /// The steps from the lowest with a player to the highest, without gaps.
    pub steps: Vec<RatingStep>,
}

/// Players whose ratings are in the same step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingStep {
    /// The lowest rating of the step.
    pub from: u32,
    /// Number of players.
    pub players: u64,
}

/// A player's place among the players of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Standing {
    /// The game's mode.
    pub mode: Mode,
    /// Live or by correspondence.
    pub speed: Speed,
    /// Percentage of the other players of the pool who have a lower rating, 0 to 100.
    pub better_than: u8,
    /// Number of players of the pool.
    pub players: u64,
}

/// `GET /players/{name}/counts`: the results of a player's finished games. Aborted games are excluded; private games are included only for
/// the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerCounts {
    /// By mode; modes without finished games are left out.
    pub modes: Vec<ModeCounts>,
}

/// The results of a player's finished games of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModeCounts {
    /// The game's mode.
    pub mode: Mode,
    /// Number of finished games.
    pub games: u64,
    /// Of these, won: alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// `GET /players/{name}`: a player's public profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Profile {
    /// The player concerned.
    pub user: User,
    /// Time of registration or first visit, in microseconds since the Unix epoch.
    pub since: i64,
    /// The player's own text: plain text; may be empty.
    pub words: String,
    /// The ratings by mode and speed, for pools with rated games.
    pub ratings: Vec<PlayerRating>,
    /// The results of the finished games, by mode; private games are included only for the player.
    pub counts: Vec<ModeCounts>,
    /// The player's places among the players of the pools: for ratings that are not provisional, in pools of at least ten players.
    #[serde(default)]
    pub standings: Vec<Standing>,
    /// How many players the player follows, and how many follow the player.
    #[serde(default)]
    pub follows: FollowCounts,
    /// The country that the player shows, as a code of ISO 3166-1 with two letters; left out if the player shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub country: Option<String>,
    /// Tag of the player's picture, which `GET /players/{name}/avatar` returns; left out without a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub avatar: Option<String>,
}

/// How many players a player follows, and how many follow the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowCounts {
    /// Number of players whom the player follows.
    pub following: u32,
    /// Number of players who follow the player; at most 1,000 are counted.
    pub followers: u32,
    /// Number of players for whom both are true.
    pub friends: u32,
}

/// `GET /players/{name}/compare/{other}`: two players side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Comparison {
    /// The player of the path.
    pub one: ComparedPlayer,
    /// The other player.
    pub other: ComparedPlayer,
    /// The results of their games against each other by mode, from the view of `one`. Private games are included only for the two.
    pub games: Vec<ModeCounts>,
}

/// A player of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ComparedPlayer {
    /// The player concerned.
    pub user: User,
    /// The ratings by mode and speed, for pools with rated games.
    pub ratings: Vec<PlayerRating>,
}

/// `PUT /me/country`: the country that the user shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OwnCountry {
    /// A code of ISO 3166-1 with two capital letters; `null` to show none.
    #[schemars(regex(pattern = "^[A-Z]{2}$"))]
    pub country: Option<String>,
}

/// `PUT /me/avatar`: the user's new picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Avatar {
    /// Tag of the picture: another picture has another tag.
    pub tag: String,
}

/// `GET /faces`: the details shown next to players' names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FaceList {
    /// The faces, without players who show nothing.
    pub faces: Vec<Face>,
}

/// The details shown next to a player's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Face {
    /// Id of the player.
    pub user: Uuid,
    /// The country, as a code of ISO 3166-1 with two letters; left out if the player shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub country: Option<String>,
    /// Tag of the player's picture; left out without a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub avatar: Option<String>,
}

/// `PUT /me/profile`: the user's own text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OwnProfile {
    /// Plain text of at most 500 characters without links; empty to remove it.
    pub words: String,
}

/// `GET /players?prefix=…`: a page of accounts whose names have this prefix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerList {
    /// The players, by name.
    pub players: Vec<User>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /me/blocks`: the players whom the caller blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BlockList {
    /// The players, most recently blocked first.
    pub players: Vec<User>,
}

/// `GET /players/{name}/ratings`: the history of a rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingHistory {
    /// A point for each rated game, newest first. Private games are listed only for the player: for others, their changes appear in the
    /// next public game.
    pub points: Vec<RatingPoint>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A rating after one of the player's games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingPoint {
    /// The game's id.
    pub game: Uuid,
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
    /// The rating deviation after it.
    pub deviation: i32,
}

/// `GET /players/{name}/statistics`: statistics of a player's finished games. Aborted games are excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerStatistics {
    /// By mode, layout and colour; private games are included only for the player.
    pub played: Vec<PlayedStatistics>,
    /// The most frequent opponents in public games, at most 20.
    pub opponents: Vec<OpponentStatistics>,
    /// Series of equal results in public games, by mode.
    pub streaks: Vec<StreakStatistics>,
}

/// Results of games with one layout and one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayedStatistics {
    /// The game's mode.
    pub mode: Mode,
    /// The start layout's name.
    pub layout: String,
    /// The player's colour.
    pub color: Color,
    /// The results of these games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Marbles ejected by the player's team.
    pub ejected: u64,
    /// Number of moves of all players.
    pub plies: u64,
}

/// Numbers of games by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tally {
    /// Number of finished games.
    pub games: u64,
    /// Of these, won: alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// Results of games against one opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpponentStatistics {
    /// The opponent concerned.
    pub user: User,
    /// The results from the player's view.
    #[serde(flatten)]
    pub tally: Tally,
}

/// `GET /players/{name}/activity`: a player's finished games by day, and the best wins. Aborted games are excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerActivity {
    /// The days of the last year with finished games, in order; private games are included only for the player.
    pub days: Vec<ActiveDay>,
    /// The rated public wins against the opponents with the highest ratings, the best first: at most 10, one for each opponent.
    pub best_wins: Vec<BestWin>,
}

/// A player's finished games of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ActiveDay {
    /// The day (UTC): `2026-12-31`.
    pub day: String,
    /// The results of its games.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A win against a rated opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BestWin {
    /// The game's id.
    pub game: Uuid,
    /// The game's mode.
    pub mode: Mode,
    /// Live or by correspondence.
    pub speed: Speed,
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The opponent; of several, the one with the highest rating.
    pub opponent: User,
    /// The opponent's rating before the game.
    pub rating: i32,
}

/// `GET /players/{name}/achievements`: a player's achievements in public games and puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AchievementList {
    /// All achievements, also those not reached yet.
    pub achievements: Vec<Achievement>,
}

/// A count with levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Achievement {
    /// The counted thing.
    pub kind: AchievementKind,
    /// The count so far.
    pub value: u64,
    /// The reached level; 0 below the first.
    pub level: u32,
    /// Number of levels.
    pub levels: u32,
    /// The count at which the next level starts; `null` at the last.
    pub next: Option<u64>,
}

/// `GET /players/{name}/ratings/days`: a player's ratings at the end of days with rated games, of all pools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDays {
    /// The pools with rated games.
    pub pools: Vec<PoolDays>,
}

/// A player's rating in one pool at the end of days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PoolDays {
    /// The game's mode.
    pub mode: Mode,
    /// Live or by correspondence.
    pub speed: Speed,
    /// The days with games in order, or some of them if there are more than 600.
    pub days: Vec<RatingDay>,
}

/// A rating after the last game of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDay {
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
}

/// Series of equal results in games of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StreakStatistics {
    /// The game's mode.
    pub mode: Mode,
    /// The result of the last game.
    pub result: GameScore,
    /// Length of the current series.
    pub length: u64,
    /// The longest series of wins.
    pub longest_won: u64,
    /// The longest series of losses.
    pub longest_lost: u64,
}

/// The result of a game for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    /// The player won, alone or with the team.
    Won,
    /// The game had no winner.
    Drawn,
    /// Another player or team won.
    Lost,
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

/// `GET /layouts`: a start layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LayoutInfo {
    /// The layout's name, as in `create_room`.
    pub name: String,
    /// Number of players.
    pub players: u8,
    /// The rows of the position line, from I to A.
    pub rows: String,
}

/// `GET /games/{id}/analysis`: the search results so far for a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KnownAnalysis {
    /// No analysis was requested.
    None,
    /// The requested analysis, as far as it has progressed.
    Asked(Analysis),
}

/// `GET /positions/evaluation`: the search result for a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PositionEvaluation {
    /// The mode for which the position was read.
    pub mode: Mode,
    /// The canonical line of the position.
    pub position: String,
    /// The evaluation for the player to move.
    pub score: Score,
    /// Points that the player to move, or their team, can expect, in thousandths.
    pub chance: u16,
    /// Search depth in plies.
    pub depth: u8,
    /// Number of searched positions.
    pub nodes: u64,
    /// The best continuation in Aba-Pro notation; empty if the game is over.
    pub line: Vec<String>,
    /// The next best lines, best first. Left out unless the request asks for several lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ScoredLine>>")]
    pub others: Vec<ScoredLine>,
}

/// `GET /positions/formations`: the named formations of a position. Cells are given by their names, such as `c3`, in the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PositionFormations {
    /// The mode for which the position was read.
    pub mode: Mode,
    /// The canonical line of the position.
    pub position: String,
    /// The colours, in the order of the seats.
    pub colors: Vec<ColorFormations>,
    /// Equal forces in line. Each is listed once, in either direction.
    pub pacs: Vec<Contact>,
    /// Superior forces in line, each pointing at the weaker team.
    pub sumitos: Vec<Contact>,
}

/// The named formations of one colour. Each marble is in exactly one of the groups from `singles` to `multiples`; the other lists name some
/// of them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ColorFormations {
    /// The colour concerned.
    pub color: Color,
    /// The colour's team.
    pub team: u8,
    /// Marbles without a neighbour of their colour.
    pub singles: Vec<String>,
    /// Pairs of neighbours.
    pub pairs: Vec<Vec<String>>,
    /// Triplets in a row.
    pub lances: Vec<Vec<String>>,
    /// Triplets in a bend.
    pub arcs: Vec<Vec<String>>,
    /// Triplets in a triangle.
    pub shields: Vec<Vec<String>>,
    /// Groups of four or more neighbours.
    pub multiples: Vec<Vec<String>>,
    /// Groups of nine in three adjacent parallel rows of three.
    pub blocks: Vec<Vec<String>>,
    /// Marbles with opposing marbles on all sides.
    pub dets: Vec<String>,
    /// Marbles that an opponent could eject by a legal move if it were that opponent's turn.
    pub in_danger: Vec<String>,
}

/// Two teams in contact along a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Contact {
    /// The team that faces in `direction`; in a sumito, the superior one.
    pub team: u8,
    /// The direction from that team to the other.
    pub direction: Direction,
    /// The team's marbles that count, one to three, in `direction`: the last of them touches the first opposing marble.
    pub own: Vec<String>,
    /// The opposing marbles that count, in `direction`.
    pub opposing: Vec<String>,
    /// True if a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
    pub open: bool,
}

/// A direction on the board, in Black's view: row A is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the row towards higher numbers.
    East,
    /// To the next higher row and number.
    NorthEast,
    /// To the next higher row, with the same number.
    NorthWest,
    /// Along the row towards lower numbers.
    West,
    /// To the next lower row and number.
    SouthWest,
    /// To the next lower row, with the same number.
    SouthEast,
}

/// An error of the HTTP interface, as in RFC 9457 (`application/problem+json`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Problem {
    /// Always `about:blank`: the code is more specific than a link would be.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The cause and the remedy, for people.
    pub detail: String,
    /// The error code, for programs: the same words as on the socket.
    pub code: ErrorCode,
    /// The part of a text that is at fault, when `code` is `bad_words` or `bad_name` and the fault is a link or a blocked word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub part: Option<String>,
    /// The ban, if a login is rejected with `banned`: its end, its reason, and a token for an appeal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ban: Option<BanNotice>,
    /// The pairs that cannot be made, if a pairing is rejected with `bad_pairs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<BadPair>>")]
    pub pairs: Vec<BadPair>,
    /// The values of the body that are at fault, if the fault is theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FieldFault>>")]
    pub errors: Vec<FieldFault>,
}

/// A fault of one value in the body of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FieldFault {
    /// The place of the value in the body: a JSON Pointer (RFC 6901), such as `/clock/initial_ms`.
    pub pointer: String,
    /// The fault and the remedy, for people.
    pub detail: String,
}
