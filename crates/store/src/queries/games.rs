//! Queries for finished games.

use std::collections::HashMap;

use sqlx::{QueryBuilder, Row, query};
use sumito_game::{
    GameId, Outcome, Player, Reason, RoomId, Seat, SeatSet, StartPosition, Timestamp, TournamentId, UserId,
};
use sumito_rules::Mode;
use uuid::Uuid;

use super::super::{Db, EXPLAIN, explained};
use super::rooms::{room_id, visibility};
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, event_hash, filled_up, json, unsigned};
use crate::facets::{ABORTED, Facet, FacetQuery, GENERAL, LENGTH, WINNERS};
use crate::{
    FinishedGame, GameFilter, GameMoves, GameSummary, PlayerCounts, StoreError, TournamentGame, Visibility,
    WinnerFilter, move_timings,
};

impl Queries {
    pub(crate) async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>> {
        let Some(mut sql) = list("", filter) else { return Ok(Vec::new()) };
        self.pools
            .history
            .run(async |connection| {
                let rows = sql.build().fetch_all(&mut *connection).await?;
                with_players(connection, &rows).await
            })
            .await
    }

    pub(crate) async fn explain_games(&self, filter: &GameFilter) -> Result<String> {
        let Some(mut sql) = list(EXPLAIN, filter) else { return Ok(String::new()) };
        let rows =
            self.pools.history.run(async |connection| Ok(sql.build().fetch_all(connection).await?)).await?;
        let lines: Vec<String> = rows.iter().map(explained).collect::<sqlx::Result<_>>()?;
        Ok(lines.join("\n"))
    }

    pub(crate) async fn game(&self, id: GameId) -> Result<Option<GameSummary>> {
        let mut games = self
            .pools
            .history
            .run(async |connection| {
                let sql = query("SELECT * FROM games WHERE id = $1").bind(id.0);
                let rows = sql.fetch_all(&mut *connection).await?;
                with_players(connection, &rows).await
            })
            .await?;
        Ok(games.pop())
    }

    pub(crate) async fn game_with_moves(&self, id: GameId) -> Result<Option<FinishedGame>> {
        let sql = "SELECT games.*, moves, ledger
                   FROM games JOIN game_moves ON game_id = games.id WHERE games.id = $1";
        let mut games = self
            .pools
            .history
            .run(async |connection| {
                let rows = query(sql).bind(id.0).fetch_all(&mut *connection).await?;
                with_moves(with_players(connection, &rows).await?, &rows)
            })
            .await?;
        Ok(games.pop())
    }

    pub(crate) async fn games_among(&self, ids: &[GameId]) -> Result<Vec<GameSummary>> {
        self.pools
            .history
            .run(async |connection| {
                let mut found = Vec::new();
                for ids in ids.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new("SELECT * FROM games WHERE id IN (");
                    let mut list = sql.separated(", ");
                    for id in filled_up(ids) {
                        list.push_bind(id.0);
                    }
                    sql.push(")");
                    let rows = sql.build().fetch_all(&mut *connection).await?;
                    found.extend(with_players(connection, &rows).await?);
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn games_with_moves(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        self.pools
            .history
            .run(async |connection| {
                let mut found = Vec::new();
                for ids in ids.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new(
                        "SELECT games.*, moves, ledger
                         FROM games JOIN game_moves ON game_id = games.id WHERE games.id IN (",
                    );
                    let mut list = sql.separated(", ");
                    for id in filled_up(ids) {
                        list.push_bind(id.0);
                    }
                    sql.push(")");
                    let rows = sql.build().fetch_all(&mut *connection).await?;
                    found.extend(with_moves(with_players(connection, &rows).await?, &rows)?);
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn moves_of(&self, games: &[GameId]) -> Result<HashMap<GameId, GameMoves>> {
        self.pools
            .history
            .run(async |connection| {
                let mut found = HashMap::with_capacity(games.len());
                for games in games.chunks(ROWS_AT_ONCE) {
                    let mut sql = QueryBuilder::<Db>::new(
                        "SELECT game_id, moves, ledger FROM game_moves WHERE game_id IN (",
                    );
                    let mut list = sql.separated(", ");
                    for game in filled_up(games) {
                        list.push_bind(game.0);
                    }
                    sql.push(")");
                    for row in sql.build().fetch_all(&mut *connection).await? {
                        let id = GameId(row.try_get("game_id")?);
                        found.insert(id, moves(id, &row)?);
                    }
                }
                Ok(found)
            })
            .await
    }

    pub(crate) async fn games_of_room(&self, room: RoomId) -> Result<Vec<FinishedGame>> {
        let sql = "SELECT games.*, moves, ledger
                   FROM games JOIN game_moves ON game_id = games.id WHERE room_id = $1 ORDER BY last_seq";
        self.pools
            .history
            .run(async |connection| {
                let rows = query(sql).bind(room.as_str()).fetch_all(&mut *connection).await?;
                with_moves(with_players(connection, &rows).await?, &rows)
            })
            .await
    }

    pub(crate) async fn player_counts(&self, user: UserId, with_private: bool) -> Result<Vec<PlayerCounts>> {
        let rows = self
            .pools
            .history
            .run(async |connection| {
                Ok(counts_of("", user, with_private).build().fetch_all(connection).await?)
            })
            .await?;
        let counts = |row: &DbRow| {
            let count = |column| unsigned(row.try_get(column)?);
            Ok(PlayerCounts {
                mode: parse_word(row.try_get("mode")?, "mode")?,
                games: count("games")?,
                won: count("won")?,
                drawn: count("drawn")?,
                lost: count("lost")?,
            })
        };
        rows.iter().map(counts).collect()
    }
}

/// Returns the query for the results of a player's games.
pub(super) fn counts_of(explain: &str, user: UserId, with_private: bool) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    sql.push(
        "SELECT mode, CAST(sum(games) AS BIGINT) AS games, CAST(sum(won) AS BIGINT) AS won,
                CAST(sum(drawn) AS BIGINT) AS drawn, CAST(sum(lost) AS BIGINT) AS lost
         FROM player_statistics WHERE user_id = ",
    );
    sql.push_bind(user.0).push(" AND (public OR ").push_bind(with_private);
    sql.push(") GROUP BY mode ORDER BY mode");
    sql
}

/// Returns the query for a page of games; `None` if no game can match. It uses one index, in the order of the list, and reads only games
/// that it lists or that are the player's own.
fn list(explain: &str, filter: &GameFilter) -> Option<QueryBuilder<Db>> {
    let mut sql = QueryBuilder::<Db>::new(explain);
    if let Some(tournament) = filter.tournament {
        list_of_tournament(&mut sql, tournament, filter);
        return Some(sql);
    }
    let facets = FacetQuery::of(filter)?;
    match (filter.player, filter.opponent) {
        // No player plays against themselves.
        (Some(player), Some(opponent)) if player == opponent => return None,
        (None, None) => list_of_all(&mut sql, &facets.facets(), filter),
        (Some(player), opponent) | (None, opponent @ Some(player)) => {
            let opponent = opponent.filter(|&opponent| opponent != player);
            list_of_player(&mut sql, &facets, player, opponent, filter);
        }
    }
    Some(sql)
}

/// Appends the query for all players' games that have one of these facets.
fn list_of_all(sql: &mut QueryBuilder<Db>, facets: &[i64], filter: &GameFilter) {
    if let [facet] = facets
        && !filter.has_bounded_plies()
    {
        sql.push("SELECT games.* FROM game_facets AS listed JOIN games ON games.id = listed.game_id");
        sql.push(" WHERE listed.facet = ").push_bind(*facet);
        within(sql, filter);
        in_order(sql, filter.limit);
        return;
    }
    // Each part is sorted and limited separately, so the parts are merged.
    sql.push("SELECT games.* FROM (SELECT * FROM (");
    for (number, facet) in facets.iter().enumerate() {
        sql.push(if number == 0 { "" } else { " UNION ALL " });
        sql.push("SELECT * FROM (SELECT listed.finished_at, listed.game_id FROM game_facets AS listed");
        if filter.has_bounded_plies() {
            sql.push(" JOIN games ON games.id = listed.game_id");
        }
        sql.push(" WHERE listed.facet = ").push_bind(*facet);
        within(sql, filter);
        in_order(sql, filter.limit);
        sql.push(") AS part");
    }
    sql.push(") AS listed");
    in_order(sql, filter.limit);
    sql.push(") AS listed JOIN games ON games.id = listed.game_id");
    in_order(sql, filter.limit);
}

/// Appends the query for the games of a player: all, or those with an opponent.
fn list_of_player(
    sql: &mut QueryBuilder<Db>,
    facets: &FacetQuery,
    player: UserId,
    opponent: Option<UserId>,
    filter: &GameFilter,
) {
    sql.push("SELECT games.* FROM game_players AS listed JOIN games ON games.id = listed.game_id");
    sql.push(" WHERE listed.user_id = ").push_bind(player.0);
    let (named, facet) = facets.named();
    if named != 0 {
        sql.push(" AND listed.facet & ").push_bind(named).push(" = ").push_bind(facet);
    }
    if let Some(winners) = facets.winners() {
        sql.push(" AND listed.facet & ").push_bind(WINNERS).push(" IN (");
        let mut list = sql.separated(", ");
        for code in winners {
            list.push_bind(code);
        }
        sql.push(")");
    }
    if let Some((first, last)) = facets.lengths() {
        sql.push(" AND listed.facet & ").push_bind(LENGTH);
        sql.push(" BETWEEN ").push_bind(first).push(" AND ").push_bind(last);
    }
    if filter.reason.is_none() {
        let (reason, aborted) = ABORTED;
        sql.push(" AND listed.facet & ").push_bind(reason).push(" <> ").push_bind(aborted);
    }
    if filter.viewer.is_none_or(|viewer| viewer != player && Some(viewer) != opponent) {
        sql.push(" AND listed.public");
    }
    if let Some(opponent) = opponent {
        sql.push(
            " AND EXISTS (SELECT 1 FROM game_players AS other WHERE other.finished_at = listed.finished_at
              AND other.game_id = listed.game_id AND other.user_id = ",
        );
        sql.push_bind(opponent.0).push(")");
    }
    within(sql, filter);
    in_order(sql, filter.limit);
}

/// Appends the query for the games of a tournament. All other conditions are checked game by game, since a tournament has few games.
fn list_of_tournament(sql: &mut QueryBuilder<Db>, tournament: TournamentId, filter: &GameFilter) {
    sql.push("SELECT games.* FROM (SELECT finished_at, id AS game_id FROM games WHERE tournament = ");
    sql.push_bind(tournament.0);
    sql.push(") AS listed JOIN games ON games.id = listed.game_id WHERE games.visibility = ");
    sql.push_bind(Visibility::Public.as_str());
    if let Some(mode) = filter.mode {
        sql.push(" AND games.mode = ").push_bind(mode.to_string());
    }
    if let Some(layout) = filter.layout {
        sql.push(" AND games.start_position IS NULL AND games.layout = ").push_bind(layout.to_string());
    }
    if let Some(rated) = filter.rated {
        sql.push(" AND games.rated = ").push_bind(rated);
    }
    match filter.reason {
        Some(reason) => sql.push(" AND games.reason = ").push_bind(reason.as_str()),
        None => sql.push(" AND games.reason <> ").push_bind(Reason::Aborted.as_str()),
    };
    for user in [filter.player, filter.opponent].into_iter().flatten() {
        sql.push(" AND EXISTS (SELECT 1 FROM game_players WHERE game_id = games.id AND user_id = ");
        sql.push_bind(user.0).push(")");
    }
    match filter.won {
        None => {}
        Some(WinnerFilter::NoWinner) => {
            sql.push(" AND games.winners = '[]'");
        }
        Some(WinnerFilter::Seat(seat)) => {
            sql.push(" AND games.winners LIKE ").push_bind(format!("%{seat}%"));
        }
        Some(won) => {
            let not = if won == WinnerFilter::Opponents { " NOT" } else { "" };
            sql.push(" AND games.winners <> '[]' AND EXISTS (SELECT 1 FROM game_players WHERE game_id = games.id AND games.winners");
            sql.push(not).push(" LIKE '%' || CAST(seat AS TEXT) || '%' AND user_id = ");
            sql.push_bind(filter.player.unwrap_or(UserId(Uuid::nil())).0).push(")");
        }
    }
    within(sql, filter);
    in_order(sql, filter.limit);
}

/// Appends the time bounds and the cursor.
fn within(sql: &mut QueryBuilder<Db>, filter: &GameFilter) {
    if let Some(since) = filter.since {
        sql.push(" AND listed.finished_at >= ").push_bind(since.0);
    }
    if let Some(until) = filter.until {
        sql.push(" AND listed.finished_at < ").push_bind(until.0);
    }
    if let Some(after) = filter.after {
        sql.push(" AND (listed.finished_at, listed.game_id) < (").push_bind(after.finished_at.0);
        sql.push(", ").push_bind(after.id.0).push(")");
    }
    // A length class may contain more lengths than requested.
    if let Some(plies) = filter.plies_min {
        sql.push(" AND games.plies >= ").push_bind(i64::from(plies));
    }
    if let Some(plies) = filter.plies_max {
        sql.push(" AND games.plies <= ").push_bind(i64::from(plies));
    }
}

fn in_order(sql: &mut QueryBuilder<Db>, limit: u32) {
    sql.push(" ORDER BY listed.finished_at DESC, listed.game_id DESC LIMIT ").push_bind(i64::from(limit));
}

/// Reads the games of these rows, with their players.
pub(super) async fn with_players(connection: &mut Connection, rows: &[DbRow]) -> Result<Vec<GameSummary>> {
    let mut games = rows.iter().map(game).collect::<Result<Vec<_>>>()?;
    let places: HashMap<Uuid, usize> = games.iter().map(|game| game.id.0).zip(0..).collect();
    let ids: Vec<_> = games.iter().map(|game| game.id.0).collect();
    for ids in ids.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "SELECT game_id, user_id, users.name, users.guest, users.bot
             FROM game_players JOIN users ON users.id = user_id WHERE game_id IN (",
        );
        let mut list = sql.separated(", ");
        for id in filled_up(ids) {
            list.push_bind(*id);
        }
        sql.push(") ORDER BY game_id, seat");
        for row in sql.build().fetch_all(&mut *connection).await? {
            let player = Player {
                id: UserId(row.try_get("user_id")?),
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
                bot: row.try_get("bot")?,
            };
            if let Some(&place) = places.get(&row.try_get("game_id")?) {
                games[place].players.push(player);
            }
        }
    }
    Ok(games)
}

/// Adds the moves in these rows to the games.
fn with_moves(games: Vec<GameSummary>, rows: &[DbRow]) -> Result<Vec<FinishedGame>> {
    let with_moves = |(game, row): (GameSummary, &DbRow)| {
        let moves = moves(game.id, row)?;
        Ok(game.with_moves(moves))
    };
    games.into_iter().zip(rows).map(with_moves).collect()
}

fn moves(game: GameId, row: &DbRow) -> Result<GameMoves> {
    let corrupt = |error| StoreError::Corrupt(format!("game {}, ledger: {error}", game.0));
    Ok(GameMoves {
        moves: row.try_get("moves")?,
        ledger: move_timings::decode(row.try_get("ledger")?).map_err(corrupt)?,
    })
}

fn game(row: &DbRow) -> Result<GameSummary> {
    let id: Uuid = row.try_get("id")?;
    let text = |column: &'static str| row.try_get::<&str, _>(column).map_err(StoreError::from);
    let mode = parse_word(text("mode")?, "mode")?;
    Ok(FinishedGame {
        id: GameId(id),
        room: room_id(text("room_id")?)?,
        visibility: visibility(text("visibility")?)?,
        mode,
        layout: parse_word(text("layout")?, "layout")?,
        start_position: start_position(row, mode)?,
        coach: row.try_get("coach")?,
        time: from_json(text("clock")?, "clock")?,
        rated: row.try_get("rated")?,
        tournament: tournament(row)?,
        players: Vec::new(),
        started_at: Timestamp(row.try_get("started_at")?),
        finished_at: Timestamp(row.try_get("finished_at")?),
        outcome: Outcome {
            winners: from_json::<SeatSet>(text("winners")?, "winners")?,
            reason: from_json(&json(&text("reason")?), "reason")?,
            score: from_json(text("score")?, "score")?,
        },
        plies: unsigned(row.try_get("plies")?)? as u32,
        final_position: row.try_get("final_position")?,
        last_seq: unsigned(row.try_get("last_seq")?)?,
        last_hash: event_hash(row.try_get("last_hash")?)?,
        moves: (),
    })
}

/// Reads the position from which a game starts.
fn start_position(row: &DbRow, mode: Mode) -> Result<Option<StartPosition>> {
    let line = row.try_get::<Option<&str>, _>("start_position")?;
    let corrupt = |error| StoreError::Corrupt(format!("start_position {line:?}: {error}"));
    line.map(|line| StartPosition::parse(mode, line)).transpose().map_err(corrupt)
}

/// Reads the tournament data of a game.
fn tournament(row: &DbRow) -> Result<Option<TournamentGame>> {
    let Some(id) = row.try_get::<Option<Uuid>, _>("tournament")? else { return Ok(None) };
    let berserk = from_json(row.try_get::<Option<&str>, _>("berserk")?.unwrap_or("[]"), "berserk")?;
    Ok(Some(TournamentGame { id: TournamentId(id), berserk }))
}

/// Parses a word of a column.
fn parse_word<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str, column: &str) -> Result<T> {
    text.parse().map_err(|error| StoreError::Corrupt(format!("{column} {text:?}: {error}")))
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str, column: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("{column} {text:?}: {error}")))
}

/// Inserts finished games with their list entries and appends them to the feed. If many rooms started together, many games end together.
pub(super) async fn insert_games(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    for games in games.chunks(ROWS_AT_ONCE) {
        insert_rows(connection, games).await?;
        insert_moves(connection, games).await?;
        insert_players(connection, games).await?;
        insert_facets(connection, games).await?;
        insert_into_feed(connection, games).await?;
    }
    Ok(())
}

async fn insert_rows(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    let mut sql = QueryBuilder::<Db>::new(
        "INSERT INTO games (id, room_id, visibility, mode, layout, clock, rated, started_at, finished_at, reason, winners,
                            score, plies, final_position, last_seq, last_hash, tournament, berserk, start_position,
                            coach)
         SELECT DISTINCT * FROM (",
    );
    sql.push_values(filled_up(games), |mut row, game| {
        row.push_bind(game.id.0)
            .push_bind(game.room.to_string())
            .push_bind(game.visibility.as_str())
            .push_bind(game.mode.to_string())
            .push_bind(game.layout.to_string())
            .push_bind(json(&game.time))
            .push_bind(game.rated)
            .push_bind(game.started_at.0)
            .push_bind(game.finished_at.0)
            .push_bind(json(&game.outcome.reason).trim_matches('"').to_owned())
            .push_bind(json(&game.outcome.winners))
            .push_bind(json(&game.outcome.score))
            .push_bind(i64::from(game.plies))
            .push_bind(game.final_position.as_str())
            .push_bind(game.last_seq as i64)
            .push_bind(game.last_hash.0.to_vec())
            .push_bind(game.tournament.map(|tournament| tournament.id.0))
            .push_bind(game.tournament.map(|tournament| json(&tournament.berserk)))
            .push_bind(game.start_position.map(|start| start.line()))
            .push_bind(game.coach);
    });
    sql.push(") AS ended");
    sql.build().execute(connection).await?;
    Ok(())
}

async fn insert_moves(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    let mut sql =
        QueryBuilder::<Db>::new("INSERT INTO game_moves (game_id, moves, ledger) SELECT DISTINCT * FROM (");
    sql.push_values(filled_up(games), |mut row, game| {
        row.push_bind(game.id.0)
            .push_bind(game.moves.moves.as_str())
            .push_bind(move_timings::encode(&game.moves.ledger));
    });
    sql.push(") AS ended");
    sql.build().execute(connection).await?;
    Ok(())
}

async fn insert_players(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    let seats = |game| {
        let game: &FinishedGame = game;
        Seat::first(Seat::MAX).zip(&game.players).map(move |(seat, player)| (game, seat, player))
    };
    let players: Vec<_> = games.iter().copied().flat_map(seats).collect();
    for players in players.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO game_players (game_id, seat, user_id, finished_at, public, facet)
             SELECT DISTINCT * FROM (",
        );
        sql.push_values(filled_up(players), |mut row, (game, seat, player)| {
            row.push_bind(game.id.0)
                .push_bind(seat.index() as i64)
                .push_bind(player.id.0)
                .push_bind(game.finished_at.0)
                .push_bind(game.visibility == Visibility::Public)
                .push_bind(Facet::of_player(game, *seat).0);
        });
        sql.push(") AS seats");
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts the facets by which public games can be found.
async fn insert_facets(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    let public: Vec<_> = games.iter().filter(|game| game.visibility == Visibility::Public).collect();
    if public.is_empty() {
        return Ok(());
    }
    let mut sql = QueryBuilder::<Db>::new(
        "INSERT INTO game_facets (facet, finished_at, game_id)
         SELECT DISTINCT ended.column1 & general.column1, ended.column2, ended.column3 FROM (",
    );
    sql.push_values(filled_up(&public), |mut row, game| {
        row.push_bind(Facet::of(game).0).push_bind(game.finished_at.0).push_bind(game.id.0);
    });
    sql.push(") AS ended, (");
    sql.push_values(GENERAL, |mut row, mask| {
        row.push(mask);
    });
    let (reason, aborted) = ABORTED;
    sql.push(") AS general WHERE general.column1 & ").push(reason).push(" <> 0 OR ended.column1 & ");
    sql.push(reason).push(" <> ").push(aborted);
    sql.build().execute(connection).await?;
    Ok(())
}

/// Appends games to the feed for its consumers. Until the transaction ends, no other transaction can take the next positions.
async fn insert_into_feed(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    let end: i64 = query("UPDATE feed_end SET position = position + $1 RETURNING position")
        .bind(games.len() as i64)
        .fetch_one(&mut *connection)
        .await?
        .try_get("position")?;
    let entries: Vec<_> = (end - games.len() as i64 + 1..).zip(games).collect();
    let mut sql =
        QueryBuilder::<Db>::new("INSERT INTO finished_feed (position, game_id) SELECT DISTINCT * FROM (");
    sql.push_values(filled_up(&entries), |mut row, (position, game)| {
        row.push_bind(*position).push_bind(game.id.0);
    });
    sql.push(") AS ended");
    sql.build().execute(connection).await?;
    Ok(())
}
