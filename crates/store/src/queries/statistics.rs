//! Queries for the statistics of players.

use std::collections::HashMap;

use sqlx::query_builder::Separated;
use sqlx::{QueryBuilder, Row};
use sumito_game::{Seat, UserId};
use sumito_rules::Mode;

use super::super::{Db, EXPLAIN, explained};
use super::users::user_row;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, filled_up, unsigned};
use crate::statistics::{
    GameKey, GameTotals, OpponentRow, ResultCounts, Score, Statistics, StatisticsDelta, Streak,
};
use crate::{StoreError, Visibility};

impl Queries {
    pub(crate) async fn statistics_of(
        &self,
        user: UserId,
        with_private: bool,
        opponents: u32,
    ) -> Result<Statistics> {
        self.pools
            .history
            .run(async |connection| {
                let played = of_played("", user, with_private).build().fetch_all(&mut *connection).await?;
                let opponents = of_opponents("", user, opponents).build().fetch_all(&mut *connection).await?;
                let streaks = of_streaks("", user).build().fetch_all(&mut *connection).await?;
                Ok(Statistics {
                    played: played.iter().map(sums).collect::<Result<_>>()?,
                    opponents: opponents.iter().map(opponent).collect::<Result<_>>()?,
                    streaks: streaks
                        .iter()
                        .map(|row| Ok((mode(row)?, streak(row)?)))
                        .collect::<Result<_>>()?,
                })
            })
            .await
    }

    pub(crate) async fn explain_statistics(&self, user: UserId, opponents: u32) -> Result<String> {
        let queries = [
            of_played(EXPLAIN, user, true),
            of_opponents(EXPLAIN, user, opponents),
            of_streaks(EXPLAIN, user),
        ];
        let plans = self.pools.history.run(async |connection| {
            let mut lines = Vec::new();
            for mut sql in queries {
                let rows = sql.build().fetch_all(&mut *connection).await?;
                lines.extend(rows.iter().map(explained).collect::<sqlx::Result<Vec<String>>>()?);
            }
            Ok(lines)
        });
        Ok(plans.await?.join("\n"))
    }
}

fn of_played(explain: &str, user: UserId, with_private: bool) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM player_statistics WHERE user_id = ").push_bind(user.0);
    sql.push(" AND (public OR ").push_bind(with_private).push(")");
    sql
}

fn of_opponents(explain: &str, user: UserId, limit: u32) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push(
        "SELECT users.*, listed.games, listed.won, listed.drawn, listed.lost FROM
             (SELECT opponent_id, CAST(sum(games) AS BIGINT) AS games, CAST(sum(won) AS BIGINT) AS won,
                  CAST(sum(drawn) AS BIGINT) AS drawn, CAST(sum(lost) AS BIGINT) AS lost
              FROM player_pairs WHERE user_id = ",
    );
    sql.push_bind(user.0).push(" AND public = ").push_bind(true);
    sql.push(" GROUP BY opponent_id ORDER BY sum(games) DESC, opponent_id DESC LIMIT ");
    sql.push_bind(i64::from(limit)).push(") AS listed JOIN users ON users.id = listed.opponent_id");
    sql.push(" ORDER BY listed.games DESC, listed.opponent_id DESC");
    sql
}

fn of_streaks(explain: &str, user: UserId) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM player_streaks WHERE user_id = ").push_bind(user.0).push(" ORDER BY mode");
    sql
}

/// Adds increments to the statistics of players.
pub(super) async fn add_statistics(connection: &mut Connection, more: &StatisticsDelta) -> Result<()> {
    add_played(connection, more).await?;
    lengthen_streaks(connection, more).await
}

async fn add_played(connection: &mut Connection, more: &StatisticsDelta) -> Result<()> {
    let played: Vec<_> = more.played.iter().collect();
    for played in played.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO player_statistics (user_id, public, mode, layout, seat, games, won, drawn, lost, ejected, plies) ",
        );
        sql.push_values(played, |mut row, ((user, visibility, played), sums)| {
            row.push_bind(user.0)
                .push_bind(*visibility == Visibility::Public)
                .push_bind(played.mode.name())
                .push_bind(played.layout.to_string())
                .push_bind(i64::from(u8::from(played.seat)));
            push_tally(&mut row, &sums.tally).push_bind(sums.ejected as i64).push_bind(sums.plies as i64);
        });
        sql.push(adding_tally("player_statistics", "user_id, public, mode, layout, seat"));
        sql.push(
            ", ejected = player_statistics.ejected + excluded.ejected,
                  plies = player_statistics.plies + excluded.plies",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn lengthen_streaks(connection: &mut Connection, more: &StatisticsDelta) -> Result<()> {
    let players: Vec<_> = more.results.keys().map(|(user, _)| user.0).collect();
    let mut streaks = HashMap::new();
    for players in players.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new("SELECT * FROM player_streaks WHERE user_id IN (");
        let mut list = sql.separated(", ");
        for id in filled_up(players) {
            list.push_bind(*id);
        }
        sql.push(")");
        for row in sql.build().fetch_all(&mut *connection).await? {
            streaks.insert((UserId(row.try_get("user_id")?), mode(&row)?), streak(&row)?);
        }
    }
    let after: Vec<_> = more
        .results
        .iter()
        .filter_map(|(&(user, mode), results)| {
            let before = streaks.get(&(user, mode)).copied();
            let lengthen = |streak, &score: &Score| Some(Streak::after(streak, score));
            Some((user, mode, results.iter().fold(before, lengthen)?))
        })
        .collect();
    for streaks in after.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO player_streaks (user_id, mode, result, length, longest_won, longest_lost) ",
        );
        sql.push_values(streaks, |mut row, (user, mode, streak)| {
            row.push_bind(user.0)
                .push_bind(mode.name())
                .push_bind(streak.score.as_str())
                .push_bind(streak.length as i64)
                .push_bind(streak.longest_won as i64)
                .push_bind(streak.longest_lost as i64);
        });
        sql.push(
            " ON CONFLICT (user_id, mode) DO UPDATE SET result = excluded.result, length = excluded.length,
                  longest_won = excluded.longest_won, longest_lost = excluded.longest_lost",
        );
        sql.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) fn mode(row: &DbRow) -> Result<Mode> {
    let mode: &str = row.try_get("mode")?;
    mode.parse().map_err(|_| StoreError::Corrupt(format!("mode {mode:?}")))
}

/// Binds counts of results to the columns `games`, `won`, `drawn` and `lost` of a row.
pub(super) fn push_tally<'row, 'query>(
    row: &'row mut Separated<'query, Db, &'static str>,
    tally: &ResultCounts,
) -> &'row mut Separated<'query, Db, &'static str> {
    row.push_bind(tally.games as i64)
        .push_bind(tally.won as i64)
        .push_bind(tally.drawn as i64)
        .push_bind(tally.lost as i64)
}

/// Returns the end of a statement that adds counts of results to the row of a table with the same key.
pub(super) fn adding_tally(table: &str, key: &str) -> String {
    format!(
        " ON CONFLICT ({key}) DO UPDATE SET
              games = {table}.games + excluded.games, won = {table}.won + excluded.won,
              drawn = {table}.drawn + excluded.drawn, lost = {table}.lost + excluded.lost"
    )
}

pub(super) fn tally(row: &DbRow) -> Result<ResultCounts> {
    let count = |column| unsigned(row.try_get(column)?);
    Ok(ResultCounts {
        games: count("games")?,
        won: count("won")?,
        drawn: count("drawn")?,
        lost: count("lost")?,
    })
}

fn sums(row: &DbRow) -> Result<(GameKey, GameTotals)> {
    let (layout, seat): (&str, i64) = (row.try_get("layout")?, row.try_get("seat")?);
    let wrong = || StoreError::Corrupt(format!("layout {layout:?}, seat {seat}"));
    let played = GameKey {
        mode: mode(row)?,
        layout: layout.parse().map_err(|_| wrong())?,
        seat: usize::try_from(seat).ok().and_then(Seat::new).ok_or_else(wrong)?,
    };
    let count = |column| unsigned(row.try_get(column)?);
    Ok((played, GameTotals { tally: tally(row)?, ejected: count("ejected")?, plies: count("plies")? }))
}

fn opponent(row: &DbRow) -> Result<OpponentRow> {
    Ok(OpponentRow { user: user_row(row)?, tally: tally(row)? })
}

fn streak(row: &DbRow) -> Result<Streak> {
    let result: &str = row.try_get("result")?;
    let count = |column| unsigned(row.try_get(column)?);
    Ok(Streak {
        score: Score::parse(result).ok_or_else(|| StoreError::Corrupt(format!("result {result:?}")))?,
        length: count("length")?,
        longest_won: count("longest_won")?,
        longest_lost: count("longest_lost")?,
    })
}
