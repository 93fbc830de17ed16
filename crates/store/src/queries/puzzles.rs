//! Queries for puzzles.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{GameId, Timestamp, UserId};
use sumito_ratings::{Rating, day_of, rate};
use sumito_rules::Mode;
use uuid::Uuid;

use super::super::{BEGIN, Db, EXPLAIN, explained};
use super::accounts::hold_user;
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::{
    LeftOut, NewPuzzle, PuzzleAttempt, PuzzleOrigin, PuzzleRow, PuzzleRun, PuzzleSearch, PuzzleSolver,
    PuzzleVote, RecordDay, ReportedAttempt, RunKind, RunRecord, StoreError,
};

/// Puzzles in a statement that adds them.
const ADDED_AT_ONCE: usize = 64;

/// Days for which a user's best score of a day is kept.
const DAYS_KEPT: i64 = 7;

/// The lowest and the highest band that a rating can have.
const BANDS: [i64; 2] = [band(Rating::VALUE_MIN), band(Rating::VALUE_MAX)];

/// Returns the band of a rating.
const fn band(rating: f64) -> i64 {
    (rating / 100.0) as i64
}

impl Queries {
    pub(crate) async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64> {
        let mut added = 0;
        for puzzles in puzzles.chunks(ADDED_AT_ONCE) {
            added += self
                .write(&self.pools.projections, async |connection| add(connection, puzzles).await)
                .await?;
        }
        Ok(added)
    }

    pub(crate) async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRow>> {
        let row = self.pools.history.run(async |connection| {
            Ok(query("SELECT * FROM puzzles WHERE id = $1").bind(id).fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(puzzle_row).transpose()
    }

    pub(crate) async fn next_puzzle(&self, search: &PuzzleSearch) -> Result<Option<PuzzleRow>> {
        self.pools.history.run(async |connection| find(connection, search, "").await).await
    }

    pub(crate) async fn explain_next_puzzle(&self, search: &PuzzleSearch) -> Result<String> {
        let mut sql = in_band(EXPLAIN, search, band(search.rating), PARTS[0], "");
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn daily_puzzle(&self, day: i64, search: &PuzzleSearch) -> Result<Option<PuzzleRow>> {
        const OF_DAY: &str = "SELECT * FROM puzzles WHERE daily_on = $1";
        let row = self
            .pools
            .history
            .run(async |connection| Ok(query(OF_DAY).bind(day).fetch_optional(connection).await?));
        if let Some(row) = row.await? {
            return puzzle_row(&row).map(Some);
        }
        // Only the choice needs the turn of a writer.
        let found = self
            .pools
            .history
            .run(async |connection| find(connection, search, " AND daily_on IS NULL").await);
        let Some(puzzle) = found.await? else { return Ok(None) };
        self.write(&self.pools.users, async |connection| {
            let sql = "UPDATE puzzles SET daily_on = $1
                       WHERE id = $2 AND daily_on IS NULL
                           AND NOT EXISTS (SELECT 1 FROM puzzles WHERE daily_on = $1)";
            let chosen = query(sql).bind(day).bind(&puzzle.id).execute(&mut *connection).await;
            match chosen.map_err(StoreError::from) {
                // Another node has chosen at the same moment.
                Ok(_) | Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error),
            }
            let row = query(OF_DAY).bind(day).fetch_optional(connection).await?;
            row.as_ref().map(puzzle_row).transpose()
        })
        .await
    }

    pub(crate) async fn attempt_puzzle(
        &self,
        user: UserId,
        puzzle: &str,
        solved: bool,
        now: Timestamp,
    ) -> Result<Option<ReportedAttempt>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let guest = query("SELECT guest FROM users WHERE id = $1").bind(user.0);
            let Some(guest) = guest.fetch_optional(&mut *transaction).await? else { return Ok(None) };
            let is_guest: bool = guest.try_get("guest")?;
            if let Some(earlier) = attempt_of(&mut transaction, user, puzzle).await? {
                return Ok(Some(ReportedAttempt::Repeated(earlier)));
            }
            // Holds the row until the end of the transaction: another solver's attempt waits.
            let sql =
                "UPDATE puzzles SET attempts = attempts + 1, solved = solved + $2 WHERE id = $1 RETURNING *";
            let row =
                query(sql).bind(puzzle).bind(i64::from(solved)).fetch_optional(&mut *transaction).await?;
            let Some(row) = row else { return Ok(None) };
            let mut difficulty = puzzle_row(&row)?.rating;
            difficulty.games -= 1;
            let solver = solver_of(&mut transaction, user).await?;
            let before = solver.map_or(Rating::START, |solver| solver.rating);
            let [after, harder] = rated(before, difficulty, solved, now);
            // An attacker can create any number of guests, and could set a rating with them.
            if !is_guest {
                set_difficulty(&mut transaction, puzzle, harder).await?;
            }
            let all_solved = solver.map_or(0, |solver| solver.solved as i64) + i64::from(solved);
            set_solver(&mut transaction, user, after, all_solved).await?;
            let (puzzle, at, vote) = (puzzle.to_owned(), now, PuzzleVote::None);
            let attempt =
                PuzzleAttempt { puzzle, at, solved, before: before.value, after: after.value, vote };
            add_attempt(&mut transaction, user, &attempt).await?;
            transaction.commit().await?;
            Ok(Some(ReportedAttempt::Counted(attempt)))
        })
        .await
    }

    pub(crate) async fn puzzle_attempt(&self, user: UserId, puzzle: &str) -> Result<Option<PuzzleAttempt>> {
        self.pools.history.run(async |connection| attempt_of(connection, user, puzzle).await).await
    }

    pub(crate) async fn puzzle_attempts(
        &self,
        user: UserId,
        until: Option<(Timestamp, &str)>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>> {
        let (at, puzzle) = until.unwrap_or((Timestamp::MAX, ""));
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT * FROM puzzle_attempts WHERE user_id = $1 AND (at, puzzle_id) < ($2, $3)
                       ORDER BY at DESC, puzzle_id DESC LIMIT $4";
            let rows = query(sql).bind(user.0).bind(at.0).bind(puzzle).bind(i64::from(limit));
            Ok(rows.fetch_all(connection).await?)
        });
        rows.await?.iter().map(attempt_row).collect()
    }

    pub(crate) async fn vote_on_puzzle(&self, user: UserId, puzzle: &str, vote: PuzzleVote) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, user).await?;
            let Some(attempt) = attempt_of(&mut transaction, user, puzzle).await? else { return Ok(false) };
            let sql = "UPDATE puzzle_attempts SET vote = $3 WHERE user_id = $1 AND puzzle_id = $2";
            query(sql).bind(user.0).bind(puzzle).bind(vote_number(vote)).execute(&mut *transaction).await?;
            let more = |of: PuzzleVote| i64::from(vote == of) - i64::from(attempt.vote == of);
            let sql =
                "UPDATE puzzles SET up_votes = up_votes + $2, down_votes = down_votes + $3 WHERE id = $1";
            query(sql)
                .bind(puzzle)
                .bind(more(PuzzleVote::Up))
                .bind(more(PuzzleVote::Down))
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn puzzle_solver(&self, user: UserId) -> Result<Option<PuzzleSolver>> {
        self.pools.history.run(async |connection| solver_of(connection, user).await).await
    }

    pub(crate) async fn start_run(&self, run: &PuzzleRun) -> Result<()> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // The puzzles of the run before are deleted with their run.
            query("DELETE FROM puzzle_runs WHERE user_id = $1 AND kind = $2")
                .bind(run.user.0)
                .bind(run.kind.as_str())
                .execute(&mut *transaction)
                .await?;
            let sql = "INSERT INTO puzzle_runs (user_id, kind, id, puzzle_id, started_at, ends_at)
                       VALUES ($1, $2, $3, $4, $5, $6)
                       ON CONFLICT (user_id, kind) DO UPDATE SET id = excluded.id, puzzle_id = excluded.puzzle_id,
                           started_at = excluded.started_at, ends_at = excluded.ends_at, ended_at = NULL,
                           score = 0, mistakes = 0, moves = 0";
            query(sql)
                .bind(run.user.0)
                .bind(run.kind.as_str())
                .bind(run.id)
                .bind(&run.puzzle)
                .bind(run.started_at.0)
                .bind(run.ends_at.map(|at| at.0))
                .execute(&mut *transaction)
                .await?;
            add_puzzle_of_run(&mut transaction, run).await?;
            transaction.commit().await?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn run(&self, id: Uuid) -> Result<Option<PuzzleRun>> {
        let row = self.pools.history.run(async |connection| {
            Ok(query("SELECT * FROM puzzle_runs WHERE id = $1").bind(id).fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(run_row).transpose()
    }

    pub(crate) async fn advance_run(
        &self,
        run: &PuzzleRun,
        counts: bool,
        puzzle: &str,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let sql = "UPDATE puzzle_runs
                       SET puzzle_id = $3, ends_at = $4, ended_at = $5, score = $6, mistakes = $7, moves = $8
                       WHERE id = $1 AND puzzle_id = $2 AND ended_at IS NULL";
            let changed = query(sql)
                .bind(run.id)
                .bind(puzzle)
                .bind(&run.puzzle)
                .bind(run.ends_at.map(|at| at.0))
                .bind(run.ended_at.map(|at| at.0))
                .bind(i64::from(run.score))
                .bind(i64::from(run.mistakes))
                .bind(i64::from(run.moves))
                .execute(&mut *transaction)
                .await?;
            if changed.rows_affected() == 0 {
                return Ok(false);
            }
            if run.ended_at.is_none() {
                add_puzzle_of_run(&mut transaction, run).await?;
            } else {
                let sql = "DELETE FROM puzzle_run_puzzles WHERE run_id = $1";
                query(sql).bind(run.id).execute(&mut *transaction).await?;
            }
            if counts && run.score > 0 {
                for day in [RecordDay::Ever, RecordDay::Day(day_of(now.0))] {
                    record_score(&mut transaction, run, day, now).await?;
                }
            }
            let sql = "DELETE FROM puzzle_records WHERE user_id = $1 AND kind = $2 AND day <> 0 AND day < $3";
            let since = day_of(now.0) - DAYS_KEPT;
            query(sql)
                .bind(run.user.0)
                .bind(run.kind.as_str())
                .bind(since)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(true)
        })
        .await
    }

    pub(crate) async fn run_records(
        &self,
        kind: RunKind,
        day: RecordDay,
        limit: u32,
    ) -> Result<Vec<RunRecord>> {
        let rows = self.pools.history.run(async |connection| {
            let sql = "SELECT user_id, name, score, at FROM puzzle_records JOIN users ON users.id = user_id
                       WHERE kind = $1 AND day = $2 ORDER BY score DESC, at LIMIT $3";
            let rows = query(sql).bind(kind.as_str()).bind(day_number(day)).bind(i64::from(limit));
            Ok(rows.fetch_all(connection).await?)
        });
        let record = |row: &DbRow| {
            Ok(RunRecord {
                user: UserId(row.try_get("user_id")?),
                name: row.try_get("name")?,
                score: small(row, "score")?,
                at: Timestamp(row.try_get("at")?),
            })
        };
        rows.await?.iter().map(record).collect()
    }

    pub(crate) async fn run_record(
        &self,
        user: UserId,
        kind: RunKind,
        day: RecordDay,
    ) -> Result<Option<u32>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT score FROM puzzle_records WHERE user_id = $1 AND kind = $2 AND day = $3";
            let row = query(sql).bind(user.0).bind(kind.as_str()).bind(day_number(day));
            Ok(row.fetch_optional(connection).await?)
        });
        row.await?.map(|row| small(&row, "score")).transpose()
    }
}

/// Adds a few puzzles in one statement.
pub(super) async fn add(connection: &mut Connection, puzzles: &[NewPuzzle]) -> Result<u64> {
    if puzzles.is_empty() {
        return Ok(0);
    }
    let mut sql = QueryBuilder::<Db>::new(
        "INSERT INTO puzzles (id, mode, line, themes, rating, deviation, volatility, band, shuffle, game_id, ply) ",
    );
    sql.push_values(puzzles, |mut row, puzzle| {
        row.push_bind(puzzle.id.clone())
            .push_bind(puzzle.mode.name())
            .push_bind(puzzle.line.clone())
            .push_bind(i64::from(puzzle.themes))
            .push_bind(puzzle.rating.value)
            .push_bind(puzzle.rating.deviation)
            .push_bind(puzzle.rating.volatility)
            .push_bind(band(puzzle.rating.value))
            .push_bind(i64::from(puzzle.shuffle))
            .push_bind(puzzle.origin.map(|origin| origin.game.0))
            .push_bind(puzzle.origin.map(|origin| i64::from(origin.ply)));
    });
    sql.push(" ON CONFLICT (id) DO NOTHING");
    Ok(sql.build().execute(connection).await?.rows_affected())
}

/// Searches the band of the wanted rating first, then bands further and further away.
async fn find(
    connection: &mut Connection,
    search: &PuzzleSearch,
    condition: &str,
) -> Result<Option<PuzzleRow>> {
    let wanted = band(search.rating).clamp(BANDS[0], BANDS[1]);
    for distance in 0..=BANDS[1] - BANDS[0] {
        let mut bands = vec![wanted - distance, wanted + distance];
        bands.dedup();
        for band in bands.into_iter().filter(|band| (BANDS[0]..=BANDS[1]).contains(band)) {
            for part in PARTS {
                let mut sql = in_band("", search, band, part, condition);
                if let Some(row) = sql.build().fetch_optional(&mut *connection).await? {
                    return puzzle_row(&row).map(Some);
                }
            }
        }
    }
    Ok(None)
}

/// The puzzles of a band from a random number on, and those before it.
const PARTS: [&str; 2] = [" AND shuffle >= ", " AND shuffle < "];

/// Returns the query for the first puzzle in a part of a band.
fn in_band(explain: &str, search: &PuzzleSearch, band: i64, part: &str, condition: &str) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push("SELECT * FROM puzzles WHERE id = (SELECT id FROM puzzles WHERE mode = ");
    sql.push_bind(search.mode.name()).push(" AND band = ").push_bind(band);
    sql.push(part).push_bind(i64::from(search.shuffle));
    if search.theme != 0 {
        // A literal, as in the index of the theme.
        sql.push(" AND themes & ").push(search.theme).push(" <> 0");
    }
    sql.push(condition);
    match search.left_out {
        LeftOut::Nothing => {}
        LeftOut::AttemptsOf(user) => {
            sql.push(" AND NOT EXISTS (SELECT 1 FROM puzzle_attempts WHERE user_id = ").push_bind(user.0);
            sql.push(" AND puzzle_id = puzzles.id)");
        }
        LeftOut::PuzzlesOfRun(run) => {
            sql.push(" AND NOT EXISTS (SELECT 1 FROM puzzle_run_puzzles WHERE run_id = ").push_bind(run);
            sql.push(" AND puzzle_id = puzzles.id)");
        }
    }
    sql.push(" ORDER BY shuffle LIMIT 1)");
    sql
}

/// Stores the rating of a puzzle.
async fn set_difficulty(connection: &mut Connection, puzzle: &str, rating: Rating) -> Result<()> {
    let sql = "UPDATE puzzles SET rating = $2, deviation = $3, volatility = $4, last_at = $5, band = $6
               WHERE id = $1";
    query(sql)
        .bind(puzzle)
        .bind(rating.value)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(rating.last_at)
        .bind(band(rating.value))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the rating of a solver, and the number of solved puzzles.
async fn set_solver(connection: &mut Connection, user: UserId, rating: Rating, solved: i64) -> Result<()> {
    let sql = "INSERT INTO puzzle_solvers (user_id, value, deviation, volatility, attempts, solved, last_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (user_id) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
                   volatility = excluded.volatility, attempts = excluded.attempts, solved = excluded.solved,
                   last_at = excluded.last_at";
    query(sql)
        .bind(user.0)
        .bind(rating.value)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(i64::from(rating.games))
        .bind(solved)
        .bind(rating.last_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the first attempt of a user at a puzzle.
async fn add_attempt(connection: &mut Connection, user: UserId, attempt: &PuzzleAttempt) -> Result<()> {
    let sql = "INSERT INTO puzzle_attempts (user_id, puzzle_id, at, solved, before, after)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(user.0)
        .bind(&attempt.puzzle)
        .bind(attempt.at.0)
        .bind(attempt.solved)
        .bind(attempt.before)
        .bind(attempt.after)
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the score of a run as its user's record of this day, unless the record is higher. Guests have no name that others would recognise.
async fn record_score(
    connection: &mut Connection,
    run: &PuzzleRun,
    day: RecordDay,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO puzzle_records (kind, day, user_id, score, at)
               SELECT $1, $2, users.id, $4, $5 FROM users WHERE users.id = $3 AND NOT guest
               ON CONFLICT (user_id, kind, day) DO UPDATE SET score = excluded.score, at = excluded.at
               WHERE puzzle_records.score < excluded.score";
    query(sql)
        .bind(run.kind.as_str())
        .bind(day_number(day))
        .bind(run.user.0)
        .bind(i64::from(run.score))
        .bind(now.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores that a run has had its current puzzle.
async fn add_puzzle_of_run(connection: &mut Connection, run: &PuzzleRun) -> Result<()> {
    let sql = "INSERT INTO puzzle_run_puzzles (run_id, puzzle_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    query(sql).bind(run.id).bind(&run.puzzle).execute(connection).await?;
    Ok(())
}

/// Returns the ratings of the user and of the puzzle after an attempt.
fn rated(user: Rating, puzzle: Rating, solved: bool, now: Timestamp) -> [Rating; 2] {
    let after = rate(Mode::Two, now.0, &[user, puzzle], &[solved, !solved]);
    [after[0], after[1]]
}

async fn attempt_of(
    connection: &mut Connection,
    user: UserId,
    puzzle: &str,
) -> Result<Option<PuzzleAttempt>> {
    let sql = "SELECT * FROM puzzle_attempts WHERE user_id = $1 AND puzzle_id = $2";
    let row = query(sql).bind(user.0).bind(puzzle).fetch_optional(connection).await?;
    row.as_ref().map(attempt_row).transpose()
}

async fn solver_of(connection: &mut Connection, user: UserId) -> Result<Option<PuzzleSolver>> {
    let row = query("SELECT * FROM puzzle_solvers WHERE user_id = $1")
        .bind(user.0)
        .fetch_optional(connection)
        .await?;
    let solver = |row: DbRow| {
        let rating = Rating {
            value: row.try_get("value")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: small(&row, "attempts")?,
            last_at: row.try_get("last_at")?,
        };
        Ok(PuzzleSolver { rating, solved: unsigned(row.try_get("solved")?)? })
    };
    row.map(solver).transpose()
}

fn puzzle_row(row: &DbRow) -> Result<PuzzleRow> {
    let (game, ply): (Option<Uuid>, Option<i64>) = (row.try_get("game_id")?, row.try_get("ply")?);
    Ok(PuzzleRow {
        id: row.try_get("id")?,
        mode: mode(row)?,
        line: row.try_get("line")?,
        themes: small(row, "themes")?,
        rating: Rating {
            value: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: small(row, "attempts")?,
            last_at: row.try_get("last_at")?,
        },
        solved: unsigned(row.try_get("solved")?)?,
        up_votes: unsigned(row.try_get("up_votes")?)?,
        down_votes: unsigned(row.try_get("down_votes")?)?,
        origin: match game.zip(ply) {
            Some((game, ply)) => Some(PuzzleOrigin { game: GameId(game), ply: to_small(ply)? }),
            None => None,
        },
    })
}

fn attempt_row(row: &DbRow) -> Result<PuzzleAttempt> {
    Ok(PuzzleAttempt {
        puzzle: row.try_get("puzzle_id")?,
        at: Timestamp(row.try_get("at")?),
        solved: row.try_get("solved")?,
        before: row.try_get("before")?,
        after: row.try_get("after")?,
        vote: match row.try_get::<i64, _>("vote")? {
            1 => PuzzleVote::Up,
            -1 => PuzzleVote::Down,
            _ => PuzzleVote::None,
        },
    })
}

fn run_row(row: &DbRow) -> Result<PuzzleRun> {
    let kind: &str = row.try_get("kind")?;
    Ok(PuzzleRun {
        id: row.try_get("id")?,
        user: UserId(row.try_get("user_id")?),
        kind: RunKind::parse(kind).ok_or_else(|| StoreError::Corrupt(format!("a run of kind {kind:?}")))?,
        puzzle: row.try_get("puzzle_id")?,
        started_at: Timestamp(row.try_get("started_at")?),
        ends_at: row.try_get::<Option<i64>, _>("ends_at")?.map(Timestamp),
        ended_at: row.try_get::<Option<i64>, _>("ended_at")?.map(Timestamp),
        score: small(row, "score")?,
        moves: small(row, "moves")?,
        mistakes: small(row, "mistakes")?,
    })
}

fn mode(row: &DbRow) -> Result<Mode> {
    let name: &str = row.try_get("mode")?;
    name.parse().map_err(|_| StoreError::Corrupt(format!("mode {name:?}")))
}

fn vote_number(vote: PuzzleVote) -> i64 {
    match vote {
        PuzzleVote::Up => 1,
        PuzzleVote::Down => -1,
        PuzzleVote::None => 0,
    }
}

/// Returns the number of a day in the table of records.
fn day_number(day: RecordDay) -> i64 {
    match day {
        RecordDay::Ever => 0,
        RecordDay::Day(day) => day,
    }
}

fn small(row: &DbRow, column: &str) -> Result<u32> {
    to_small(row.try_get(column)?)
}

fn to_small(number: i64) -> Result<u32> {
    u32::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} where a small count must be")))
}
