//! Signals of unfair play in the rated games of the last days, for moderators. A signal has no automatic effect ([ADR
//! 0030](../../../../../docs/adr/0030-show-moderators-signals-not-verdicts.md)).
//!
//! A duty searches for signals after rated games. The strength of a signal orders the list of the moderators, and is no probability. A
//! signal that a moderator has dismissed returns only if later games alone are evidence for it.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{GameId, Reason, Timestamp, UserId};
use sumito_ratings::Pool;
use tokio::time::sleep;
use uuid::Uuid;

use super::cheat_signals::{ExpectedMoves, MoveStats, signals as signals_of_game};
use super::{DAY, Moderation, ModerationError, moderator_reason};
use crate::accounts::identity::Caller;
use crate::history::analyses::AnalysisError;
use sumito_cluster::{Duties, Wakeup};
use sumito_kit::retry::Retry;
use sumito_store::{
    FoundSignal, ModerationActionKind, PoolGame, SignalKind, SignalRow, StoreError, SuspectPair, UserRow,
};

/// Days of games that the duty searches, for pairs and for single players.
const PAIR_DAYS: u32 = 7;
const DAYS: u32 = 30;

/// Minimum number of rated games of a pair, and maximum number of pairs.
const PAIR_GAMES: u32 = 8;
const MAX_PAIRS: u32 = 50;

/// A loss is quick within fewer plies than these.
const QUICK_PLIES: u32 = 20;
/// Minimum number of quick losses, and of rating points that they cost.
const QUICK_LOSSES: u32 = 5;
const LOST_POINTS: f64 = 75.0;
/// Minimum number of later games against opponents below the level before the losses, and the part of them that the player has won.
const LATER_GAMES: u32 = 5;
const LATER_WON: f64 = 0.8;
/// Maximum number of examined players, and of games of each.
const MAX_LOSERS: u32 = 50;
const POOL_GAMES: u32 = 500;

/// Minimum length of a game that shows how a player finds moves, minimum number of these games, and the number of examined ones.
const ENGINE_PLIES: u32 = 20;
const ENGINE_GAMES: u32 = 3;
const ENGINE_LOOKED_AT: u32 = 6;
/// Maximum number of players examined in a pass: a short search of each game takes a moment.
const MAX_ANALYSED: u32 = 20;
const LOOKED_AT_ONCE: usize = 4;
/// Minimum number of moves of each group.
const GROUP: u32 = 20;
/// Minimum share of hard moves that agree with the analysis, also relative to the share of plain moves, and maximum ratio of the times.
const HARD_FOUND: f64 = 0.5;
const HARD_TO_PLAIN: f64 = 0.85;
const HARD_TIME: f64 = 1.3;

/// Games that are named as evidence: the newest.
const NAMED: usize = 5;

/// Maximum pause before a failed pass is made again: a pass is expensive.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// A signal with its evidence.
#[derive(Debug)]
pub struct Signal {
    /// Id of the signal.
    pub id: Uuid,
    /// The user, or the two users of a pair.
    pub users: Vec<UserRow>,
    /// Strength from 1 to 100.
    pub strength: u8,
    /// The server's findings.
    pub evidence: Evidence,
    /// Time at which it was found first.
    pub found_at: Timestamp,
    /// Time at which its evidence was last computed.
    pub updated_at: Timestamp,
}

/// Evidence of a signal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Evidence {
    /// Many rated games of a pair that one of the two wins, or that are very short.
    Farming {
        /// Number of games.
        games: u64,
        /// Number of games in which each has gained rating.
        gained: [u64; 2],
        /// Mean number of plies of a game.
        plies: u64,
        /// Whether both have started sessions from the same network.
        same_network: bool,
        /// The last games, newest first.
        latest: Vec<GameId>,
    },
    /// Quick losses, and then wins against opponents below the level before.
    Sandbagging {
        /// Mode and speed of the games.
        #[serde(with = "pool_words")]
        pool: Pool,
        /// Number of quick losses.
        losses: u32,
        /// Rating before the first of them.
        highest: i32,
        /// Rating after the last of them.
        lowest: i32,
        /// Number of later games against opponents below the rating before.
        games: u32,
        /// Number of these games that the player has won.
        won: u32,
        /// The last quick losses, newest first.
        latest: Vec<GameId>,
    },
    /// Hard moves are found as often as plain ones, in about the same time.
    Engine {
        /// The games, newest first.
        games: Vec<GameId>,
        /// Moves that a short search finds, too.
        plain: MoveGroup,
        /// Moves that a short search does not find.
        hard: MoveGroup,
    },
}

/// Moves of a player in several games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveGroup {
    /// Number of moves.
    pub count: u32,
    /// Number of moves that match the analysis.
    pub best: u32,
    /// Median of the medians of the games, in milliseconds.
    pub half_ms: u64,
}

/// Mode and speed as words.
mod pool_words {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use sumito_ratings::Pool;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(pool: &Pool, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{} {}", pool.mode.name(), pool.speed.name()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Pool, D::Error> {
        let text = String::deserialize(from)?;
        let pool = Pool::all().find(|pool| format!("{} {}", pool.mode.name(), pool.speed.name()) == text);
        pool.ok_or_else(|| D::Error::custom(format!("no pool: {text}")))
    }
}

/// The newest examined game of each player, so that the same games are not searched again.
type LookedAt = HashMap<UserId, GameId>;

impl Moderation {
    /// Searches for signals after rated games, at most once per `pause`, on one node at a time, until the server stops.
    pub async fn run(self, rated: Wakeup, pause: Duration, duties: Duties) {
        duties.run("signals", || self.look_for_signals(&rated, pause)).await;
    }

    async fn look_for_signals(&self, rated: &Wakeup, pause: Duration) {
        let (mut rated, mut looked_at) = (rated.subscribe(), LookedAt::new());
        let mut retry =
            Retry::new("search for signals of unfair play").pauses(LONGEST_PAUSE / 10, LONGEST_PAUSE);
        loop {
            rated.mark_unchanged();
            match self.find_signals(&mut looked_at).await {
                Ok(()) => {
                    retry.succeeded();
                    sleep(pause).await;
                    // The news do not end: they were borrowed.
                    let _ = rated.changed().await;
                }
                Err(error) => retry.pause(error).await,
            }
        }
    }

    /// Searches for all signals once.
    async fn find_signals(&self, looked_at: &mut LookedAt) -> Result<(), ModerationError> {
        let now = self.time.now();
        let mut found = Vec::new();
        for pair in self.store.suspect_pairs(now - DAY * PAIR_DAYS, PAIR_GAMES, MAX_PAIRS).await? {
            found.push(farming(pair)?);
        }
        let since = now - DAY * DAYS;
        let dismissed = self.store.dismissed_signals(SignalKind::Sandbagging).await?;
        for (user, pool) in self.store.quick_losers(since, QUICK_PLIES, QUICK_LOSSES, MAX_LOSERS).await? {
            let subject = format!("{} {} {}", user.0, pool.mode.name(), pool.speed.name());
            let after = dismissed.get(&subject).map_or(since, |seen| since.max(*seen));
            let games = self.store.pool_games(user, pool, after, POOL_GAMES).await?;
            if let Some((strength, evidence)) = sandbagging(pool, &games) {
                let until = games.last().map_or(now, |game| game.at);
                found.push(signal(SignalKind::Sandbagging, subject, user, strength, &evidence, until)?);
            }
        }
        self.store.put_signals(&found, now).await?;
        let found = self.engine_signals(since, looked_at).await?;
        self.store.put_signals(&found, now).await?;
        // Later passes find none of the games of these signals.
        self.store.forget_signals(since).await?;
        Ok(())
    }

    /// Returns signals of players who may use a program. It uses analyses that exist, and requests none.
    async fn engine_signals(
        &self,
        since: Timestamp,
        looked_at: &mut LookedAt,
    ) -> Result<Vec<FoundSignal>, ModerationError> {
        let mut found = Vec::new();
        let dismissed = self.store.dismissed_signals(SignalKind::Engine).await?;
        let players = self.store.often_analysed(since, ENGINE_PLIES, ENGINE_GAMES, MAX_ANALYSED).await?;
        looked_at.retain(|player, _| players.contains(player));
        let mut left = LOOKED_AT_ONCE;
        for player in players {
            let subject = player.0.to_string();
            let after = dismissed.get(&subject).map_or(since, |seen| since.max(*seen));
            let games = self.store.analysed_games(player, after, ENGINE_PLIES, ENGINE_LOOKED_AT).await?;
            let Some(&(newest, until)) = games.first() else { continue };
            if left == 0 || games.len() < ENGINE_GAMES as usize || looked_at.get(&player) == Some(&newest) {
                continue;
            }
            left -= 1;
            let mut seen = Vec::new();
            for (game, _) in &games {
                match self.plain_and_hard(*game, player).await {
                    Ok(groups) => seen.extend(groups.map(|groups| (*game, groups))),
                    // The players' searches come first: the next pass continues.
                    Err(ModerationError::Analysis(AnalysisError::Busy)) => return Ok(found),
                    Err(error) => return Err(error),
                }
            }
            looked_at.insert(player, newest);
            if let Some((strength, evidence)) = engine(&seen) {
                found.push(signal(SignalKind::Engine, subject, player, strength, &evidence, until)?);
            }
        }
        Ok(found)
    }

    /// Returns the plain and the hard moves of a player in an analysed game.
    async fn plain_and_hard(
        &self,
        id: GameId,
        player: UserId,
    ) -> Result<Option<[MoveStats; 2]>, ModerationError> {
        let Some(game) = self.store.game_with_moves(id).await? else { return Ok(None) };
        let Some(known) = self.analyses.of(&game).await? else { return Ok(None) };
        let known = known.value();
        if !known.done {
            return Ok(None);
        }
        // No user pays for it.
        let quick_moves = match self.analyses.quick_moves(&game, UserId(Uuid::nil())).await {
            Err(AnalysisError::Corrupt) => return Ok(None),
            quick_moves => quick_moves?,
        };
        let expected = ExpectedMoves { analysis: &known.positions, quick_moves: &quick_moves };
        let found = signals_of_game(&game, Some(expected)).into_iter().find(|seat| seat.player.id == player);
        Ok(found.and_then(|seat| seat.plain.zip(seat.hard)).map(|(plain, hard)| [plain, hard]))
    }

    /// Returns the signals that are not dismissed, the strongest first; only a single user's signals if `user` is given.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn signals(&self, user: Option<UserId>, limit: u32) -> Result<Vec<Signal>, ModerationError> {
        let read = |row: SignalRow| {
            let evidence = serde_json::from_str(&row.evidence)
                .map_err(|error| StoreError::Corrupt(format!("evidence of a signal: {error}")))?;
            let SignalRow { id, users, strength, found_at, updated_at, .. } = row;
            Ok(Signal { id, users, strength, evidence, found_at, updated_at })
        };
        self.store.signals(user, limit).await?.into_iter().map(read).collect()
    }

    /// Dismisses a signal. It returns if later games alone are evidence for it.
    ///
    /// # Errors
    /// [`ModerationError::NoSuchSignal`], [`ModerationError::Reason`].
    pub async fn dismiss_signal(&self, by: &Caller, id: Uuid, reason: &str) -> Result<(), ModerationError> {
        let reason = moderator_reason(reason)?;
        let action =
            self.action(by, ModerationActionKind::DismissSignal, id.to_string(), reason.into_string());
        if self.store.dismiss_signal(id, &action).await? {
            Ok(())
        } else {
            Err(ModerationError::NoSuchSignal)
        }
    }
}

/// Returns the signal of a pair.
fn farming(pair: SuspectPair) -> Result<FoundSignal, StoreError> {
    let [(one, _), (other, _)] = pair.players;
    let plies = pair.plies / pair.games.max(1);
    let is_one_sided = pair.gained.iter().any(|gained| 10 * gained >= 9 * pair.games);
    let more = 2 * pair.games.saturating_sub(u64::from(PAIR_GAMES));
    let strength = 30
        + more.min(20)
        + if is_one_sided { 15 } else { 0 }
        + if plies < u64::from(QUICK_PLIES) { 15 } else { 0 }
        + if pair.same_network { 20 } else { 0 };
    let (games, gained, same_network, latest) = (pair.games, pair.gained, pair.same_network, pair.latest);
    let evidence = Evidence::Farming { games, gained, plies, same_network, latest };
    let subject = format!("{} {}", one.0, other.0);
    let found = signal(SignalKind::Farming, subject, one, strength, &evidence, pair.last_at)?;
    Ok(FoundSignal { other: Some(other), ..found })
}

/// Returns the strength and the evidence if a player has repeatedly lost quickly and then won against opponents below the level
/// before. `games` are the games of a pool, the oldest first.
fn sandbagging(pool: Pool, games: &[PoolGame]) -> Option<(u64, Evidence)> {
    let is_quick_loss = |game: &PoolGame| {
        let is_given_up = matches!(game.reason, Reason::Resignation | Reason::Time | Reason::Abandoned);
        game.after < game.before && game.plies < u64::from(QUICK_PLIES) && is_given_up
    };
    let losses: Vec<_> = (0..games.len()).filter(|at| is_quick_loss(&games[*at])).collect();
    let highest = games.get(*losses.first()?)?.before;
    let mut strongest: Option<(u64, Evidence)> = None;
    for (index, &last) in losses.iter().enumerate() {
        let (count, lowest) = (index as u32 + 1, games[last].after);
        if count < QUICK_LOSSES || highest - lowest < LOST_POINTS {
            continue;
        }
        let later =
            games[last + 1..].iter().filter(|game| game.opponent.is_some_and(|rating| rating < highest));
        let (mut later_games, mut won) = (0_u32, 0_u32);
        for game in later {
            later_games += 1;
            won += u32::from(game.after > game.before);
        }
        if later_games < LATER_GAMES || f64::from(won) < LATER_WON * f64::from(later_games) {
            continue;
        }
        let strength = 20
            + u64::from(3 * count).min(30)
            + u64::from(2 * won).min(30)
            + ((highest - lowest) / 10.0).clamp(0.0, 20.0) as u64;
        if strongest.as_ref().is_none_or(|(known, _)| *known < strength) {
            let named = losses[..=index].iter().rev().take(NAMED);
            let evidence = Evidence::Sandbagging {
                pool,
                losses: count,
                highest: highest.round() as i32,
                lowest: lowest.round() as i32,
                games: later_games,
                won,
                latest: named.map(|at| games[*at].game).collect(),
            };
            strongest = Some((strength, evidence));
        }
    }
    strongest
}

/// Returns the strength and the evidence if a player finds hard moves as often as plain ones, and as fast. `games` have the plain and the
/// hard moves of each game, the newest first.
fn engine(games: &[(GameId, [MoveStats; 2])]) -> Option<(u64, Evidence)> {
    if games.len() < ENGINE_GAMES as usize {
        return None;
    }
    let [plain, hard] = [0, 1].map(|group| group_of(games.iter().map(|(_, groups)| &groups[group])));
    if plain.count < GROUP || hard.count < GROUP {
        return None;
    }
    let [found_plain, found_hard] = [plain, hard].map(|group| f64::from(group.best) / f64::from(group.count));
    let times = hard.half_ms as f64 / plain.half_ms.max(1) as f64;
    if found_hard < HARD_FOUND || found_hard < HARD_TO_PLAIN * found_plain || times > HARD_TIME {
        return None;
    }
    let even = (1.0 - (times - 1.0).abs()).clamp(0.0, 1.0);
    let strength = (60.0 * found_hard + 25.0 * even) as u64 + u64::from(games.len() as u32 * 2).min(15);
    let games = games.iter().map(|(game, _)| *game).collect();
    Some((strength, Evidence::Engine { games, plain, hard }))
}

fn group_of<'a>(stats: impl Iterator<Item = &'a MoveStats>) -> MoveGroup {
    let (mut group, mut medians) = (MoveGroup::default(), Vec::new());
    for stats in stats.filter(|stats| stats.count > 0) {
        group.count += stats.count;
        group.best += stats.best;
        medians.push(stats.quartiles[1].as_millis() as u64);
    }
    medians.sort_unstable();
    group.half_ms = medians.get(medians.len() / 2).copied().unwrap_or_default();
    group
}

fn signal(
    kind: SignalKind,
    subject: String,
    user: UserId,
    strength: u64,
    evidence: &Evidence,
    until: Timestamp,
) -> Result<FoundSignal, StoreError> {
    let evidence = serde_json::to_string(evidence).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let strength = u8::try_from(strength.clamp(1, 100)).unwrap_or(100);
    Ok(FoundSignal { kind, subject, user, other: None, strength, evidence, until })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_ratings::Speed;
    use sumito_rules::Mode;

    const POOL: Pool = Pool { mode: Mode::Two, speed: Speed::Live };

    /// Games with these changes of the rating, from 1800 on: quick losses by resignation, and wins against opponents of 1600.
    fn games(changes: &[(f64, u64)]) -> Vec<PoolGame> {
        let mut rating = 1800.0;
        let game = |(at, &(change, plies)): (usize, &(f64, u64))| {
            let before = rating;
            rating += change;
            PoolGame {
                game: GameId(Uuid::from_u128(at as u128)),
                at: Timestamp(at as i64),
                before,
                after: rating,
                plies,
                reason: Reason::Resignation,
                opponent: Some(1600.0),
            }
        };
        changes.iter().enumerate().map(game).collect()
    }

    #[test]
    fn quick_losses_before_wins_are_a_signal() {
        let quick = [(-20.0, 8); 6];
        let wins = [(10.0, 60); 6];
        let (strength, evidence) = sandbagging(POOL, &games(&[&quick[..], &wins].concat())).unwrap();
        assert!((1..=100).contains(&strength), "{strength}");
        let Evidence::Sandbagging { losses, highest, lowest, games: later, won, latest, .. } = &evidence
        else {
            panic!("{evidence:?}")
        };
        assert_eq!((*losses, *highest, *lowest, *later, *won), (6, 1800, 1680, 6, 6));
        assert_eq!((latest.len(), latest[0]), (NAMED, GameId(Uuid::from_u128(5))));
        let text = serde_json::to_string(&evidence).unwrap();
        assert_eq!(serde_json::from_str::<Evidence>(&text).unwrap(), evidence, "{text}");
        for harmless in [
            games(&quick),
            games(&[&quick[..4], &wins].concat()),
            // Long games that are lost are no sign.
            games(&[&[(-20.0, 60); 6][..], &wins].concat()),
            // A bad evening: the player does not win afterwards.
            games(&[&quick[..], &[(10.0, 60), (-10.0, 60)].repeat(4)].concat()),
            games(&[&[(-2.0, 8); 6][..], &wins].concat()),
            games(&[&wins[..], &quick].concat()),
        ] {
            assert_eq!(sandbagging(POOL, &harmless), None);
        }
    }

    #[test]
    fn hard_moves_found_as_often_and_as_fast_are_a_signal() {
        let group =
            |count, best, seconds| MoveStats { count, best, quartiles: [Duration::from_secs(seconds); 3] };
        let games = |plain: MoveStats, hard: MoveStats| {
            [1, 2, 3].map(|id| (GameId(Uuid::from_u128(id)), [plain.clone(), hard.clone()]))
        };
        let (strength, evidence) = engine(&games(group(10, 9, 5), group(10, 9, 5))).unwrap();
        assert!((60..=100).contains(&strength), "{strength}");
        let Evidence::Engine { games: named, plain, hard } = evidence else { panic!("{evidence:?}") };
        assert_eq!(named.len(), 3);
        assert_eq!((plain, hard), (MoveGroup { count: 30, best: 27, half_ms: 5_000 }, plain));
        for (plain, hard) in [
            // People find fewer hard moves.
            (group(10, 8, 5), group(10, 3, 5)),
            // And take longer for them.
            (group(10, 8, 5), group(10, 8, 12)),
            (group(10, 8, 5), group(4, 4, 5)),
        ] {
            assert_eq!(engine(&games(plain, hard)), None);
        }
        assert_eq!(engine(&games(group(20, 19, 5), group(20, 19, 5))[..2]), None);
    }
}
