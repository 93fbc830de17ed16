//! The queries. Compiled once for each database: `Db` is the one meant.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::{FutureExt, TryStreamExt};
use sqlx::query_builder::Separated;
use sqlx::{Executor, Pool, QueryBuilder, Row, query};
use sumito_game::{GameId, Outcome, Phase, Player, Reason, SeatSet, Timestamp, UserId};
use sumito_protocol::RoomId;
use sumito_protocol::parts::Visibility;
use tokio::time::sleep;
use uuid::Uuid;

use super::Db;
use crate::store::{
    EventHash, EventId, FinishedGame, GameFilter, NewRoom, RoomChange, RoomRow, StoreError, StoredEvent,
    TokenHash, UserRow,
};

type DbRow = <Db as sqlx::Database>::Row;
type Connection = <Db as sqlx::Database>::Connection;
type Result<T> = std::result::Result<T, StoreError>;

/// How long the rows of many rooms are let come together, instead of being woken for each of them.
const ROWS_GATHER_FOR: Duration = Duration::from_millis(1);

/// The queries on one database.
#[derive(Clone, Debug)]
pub(crate) struct Queries {
    writer: Pool<Db>,
    reader: Pool<Db>,
    /// For what the database has to do beside the writer.
    beside: Option<Pool<Db>>,
}

impl Queries {
    pub(crate) fn new(writer: Pool<Db>, reader: Pool<Db>, beside: Option<Pool<Db>>) -> Self {
        Self { writer, reader, beside }
    }

    pub(crate) async fn close(&self) {
        self.reader.close().await;
        if let Some(beside) = &self.beside {
            beside.close().await;
        }
        self.writer.close().await;
    }

    pub(crate) async fn ping(&self) -> Result<()> {
        self.reader.execute("SELECT 1").await?;
        Ok(())
    }

    pub(crate) async fn add_user(&self, user: &UserRow, token: &TokenHash) -> Result<()> {
        let mut transaction = self.writer.begin().await?;
        query("INSERT INTO users (id, name, guest, created_at) VALUES ($1, $2, $3, $4)")
            .bind(user.id.0)
            .bind(&user.name)
            .bind(user.guest)
            .bind(user.created_at.0)
            .execute(&mut *transaction)
            .await?;
        query("INSERT INTO sessions (token_hash, user_id, created_at) VALUES ($1, $2, $3)")
            .bind(token.0.as_slice())
            .bind(user.id.0)
            .bind(user.created_at.0)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    pub(crate) async fn user_of_token(&self, token: &TokenHash) -> Result<Option<UserRow>> {
        let row = query(
            "SELECT users.id, users.name, users.guest, users.created_at
             FROM sessions JOIN users ON users.id = sessions.user_id
             WHERE sessions.token_hash = $1",
        )
        .bind(token.0.as_slice())
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            Ok(UserRow {
                id: UserId(row.try_get("id")?),
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
                created_at: Timestamp(row.try_get("created_at")?),
            })
        })
        .transpose()
    }

    pub(crate) async fn append(&self, changes: &[RoomChange]) -> Result<()> {
        let events = events(changes);
        // A statement is a transaction by itself.
        if events.len() <= super::MAX_EVENTS_AT_ONCE && changes.iter().all(RoomChange::is_only_events) {
            super::insert_events(&mut *self.writer.acquire().await?, &events).await?;
            return Ok(());
        }
        let mut transaction = self.writer.begin().await?;
        for new in changes.iter().filter_map(|change| change.new.as_ref()) {
            insert_room(&mut transaction, new).await?;
        }
        for events in events.chunks(super::MAX_EVENTS_AT_ONCE) {
            super::insert_events(&mut transaction, events).await?;
        }
        update_phases(&mut transaction, changes).await?;
        let games: Vec<_> = changes.iter().filter_map(|change| change.finished.as_deref()).collect();
        insert_games(&mut transaction, &games).await?;
        transaction.commit().await?;
        Ok(())
    }

    pub(crate) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        let row = query("SELECT id, lobby, visibility, created_at FROM rooms WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.reader)
            .await?;
        row.as_ref().map(room_row).transpose()
    }

    pub(crate) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomRow>> {
        let sql = "SELECT id, lobby, visibility, created_at FROM rooms WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = query(sql)
            .bind(after.as_ref().map_or("", RoomId::as_str))
            .bind(i64::from(limit))
            .fetch_all(&self.reader)
            .await?;
        rows.iter().map(room_row).collect()
    }

    pub(crate) async fn room_events(&self, id: RoomId) -> Result<Vec<StoredEvent>> {
        let mut sql = stories(&[id]);
        sql.push("SELECT * FROM story ORDER BY seq");
        let rows = sql.build().fetch_all(&self.reader).await?;
        rows.iter().map(|row| Ok(stored_event(row)?.1)).collect()
    }

    pub(crate) async fn events_and_phase(&self, id: RoomId) -> Result<(Vec<StoredEvent>, Option<Phase>)> {
        // One statement sees one state of the database. Two would see what was written between them.
        let mut sql = stories(&[id]);
        sql.push("SELECT story.*, phase FROM story JOIN rooms ON rooms.id = ").push_bind(id.as_str());
        let rows = sql.push(" ORDER BY seq").build().fetch_all(&self.reader).await?;
        let phase = rows.last().map(|row| phase(row.try_get("phase")?)).transpose()?;
        Ok((rows.iter().map(|row| Ok(stored_event(row)?.1)).collect::<Result<_>>()?, phase))
    }

    pub(crate) async fn playing_rooms(&self) -> Result<Vec<RoomRow>> {
        let sql = "SELECT id, lobby, visibility, created_at FROM rooms WHERE phase = 'playing' ORDER BY id";
        let rows = query(sql).fetch_all(&self.reader).await?;
        rows.iter().map(room_row).collect()
    }

    pub(crate) async fn events_of_rooms(
        &self,
        rooms: &[RoomId],
    ) -> Result<HashMap<RoomId, Vec<StoredEvent>>> {
        let mut sql = stories(rooms);
        sql.push("SELECT * FROM story");
        let mut rows = sql.build().fetch(&self.reader);
        let mut stories: HashMap<_, Vec<_>> = HashMap::new();
        loop {
            match rows.try_next().now_or_never() {
                Some(Ok(Some(row))) => {
                    let (room, event) = stored_event(&row)?;
                    stories.entry(room).or_default().push(event);
                }
                Some(Ok(None)) => break,
                Some(Err(error)) => return Err(error.into()),
                None => sleep(ROWS_GATHER_FOR).await,
            }
        }
        // They come so already, but no database promises it.
        for events in stories.values_mut() {
            events.sort_by_key(|event| event.seq);
        }
        Ok(stories)
    }

    pub(crate) async fn torn_off_events(&self) -> Result<Vec<(RoomId, u64)>> {
        let rows = query(
            "SELECT late.room_id AS id, min(late.seq) AS seq FROM room_events AS late
             LEFT JOIN room_events AS early ON early.id = late.previous AND early.room_id = late.room_id
             WHERE late.seq > 1 AND early.id IS NULL GROUP BY late.room_id",
        )
        .fetch_all(&self.reader)
        .await?;
        rows.iter().map(|row| Ok((room_id(row)?, unsigned(row.try_get("seq")?)?))).collect()
    }

    pub(crate) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        let row = query("SELECT id FROM rooms WHERE created_by = $1 AND command_id = $2")
            .bind(user.0)
            .bind(command_id)
            .fetch_optional(&self.reader)
            .await?;
        row.as_ref().map(room_id).transpose()
    }

    pub(crate) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        let row = query(
            "SELECT count(*) AS open FROM rooms WHERE created_by = $1 AND phase IN ('waiting', 'playing')",
        )
        .bind(user.0)
        .fetch_one(&self.reader)
        .await?;
        unsigned(row.try_get("open")?)
    }

    pub(crate) async fn games(&self, filter: &GameFilter) -> Result<Vec<FinishedGame>> {
        let mut sql = QueryBuilder::<Db>::new("SELECT * FROM games WHERE ");
        let mut wanted = sql.separated(" AND ");
        match filter.reason {
            Some(reason) => wanted.push("reason = ").push_bind_unseparated(reason_word(reason)),
            None => wanted.push("reason <> ").push_bind_unseparated(reason_word(Reason::Aborted)),
        };
        played_by(&mut wanted, filter.player.as_deref());
        played_by(&mut wanted, filter.opponent.as_deref());
        if let Some(mode) = filter.mode {
            wanted.push("mode = ").push_bind_unseparated(mode.to_string());
        }
        if let Some(layout) = filter.layout {
            wanted.push("layout = ").push_bind_unseparated(layout.to_string());
        }
        if let Some(rated) = filter.rated {
            wanted.push("rated = ").push_bind_unseparated(rated);
        }
        if let Some(since) = filter.since {
            wanted.push("finished_at >= ").push_bind_unseparated(since.0);
        }
        if let Some(until) = filter.until {
            wanted.push("finished_at < ").push_bind_unseparated(until.0);
        }
        if let Some(after) = filter.after {
            wanted
                .push("(finished_at, id) < (")
                .push_bind_unseparated(after.finished_at.0)
                .push_unseparated(", ")
                .push_bind_unseparated(after.id.0)
                .push_unseparated(")");
        }
        sql.push(" ORDER BY finished_at DESC, id DESC LIMIT ").push_bind(i64::from(filter.limit));
        let rows = sql.build().fetch_all(&self.reader).await?;
        let mut games = rows.iter().map(game).collect::<Result<Vec<_>>>()?;
        self.add_players(&mut games).await?;
        Ok(games)
    }

    pub(crate) async fn game(&self, id: GameId) -> Result<Option<FinishedGame>> {
        let row = query("SELECT * FROM games WHERE id = $1").bind(id.0).fetch_optional(&self.reader).await?;
        let mut games = row.iter().map(game).collect::<Result<Vec<_>>>()?;
        self.add_players(&mut games).await?;
        Ok(games.pop())
    }

    async fn add_players(&self, games: &mut [FinishedGame]) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let mut sql = QueryBuilder::<Db>::new(
            "SELECT game_id, user_id, name, guest FROM game_players WHERE game_id IN (",
        );
        let mut ids = sql.separated(", ");
        for game in &*games {
            ids.push_bind(game.id.0);
        }
        sql.push(") ORDER BY game_id, seat");
        for row in sql.build().fetch_all(&self.reader).await? {
            let game_id: Uuid = row.try_get("game_id")?;
            let player = Player {
                id: UserId(row.try_get("user_id")?),
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
            };
            if let Some(game) = games.iter_mut().find(|game| game.id.0 == game_id) {
                game.players.push(player);
            }
        }
        Ok(())
    }
}

async fn insert_room(connection: &mut Connection, new: &NewRoom) -> Result<()> {
    query(
        "INSERT INTO rooms (id, lobby, visibility, created_by, command_id, created_at, phase)
         VALUES ($1, $2, $3, $4, $5, $6, 'waiting')",
    )
    .bind(new.row.id.as_str())
    .bind(&new.row.lobby)
    .bind(match new.row.visibility {
        Visibility::Public => "public",
        Visibility::Private => "private",
    })
    .bind(new.created_by.0)
    .bind(new.command_id.as_deref())
    .bind(new.row.created_at.0)
    .execute(connection)
    .await?;
    Ok(())
}

/// The beginning of a query on `story`: what has happened in some rooms. From the first event of each, which comes after the
/// room's beginning, on to the one after it, and so on.
fn stories(rooms: &[RoomId]) -> QueryBuilder<Db> {
    let mut sql = QueryBuilder::new(
        "WITH RECURSIVE story (beginning, previous, id, seq, at, payload, hash) AS (
         SELECT previous, previous, id, seq, at, payload, hash FROM room_events WHERE previous IN (",
    );
    let mut beginnings = sql.separated(", ");
    for room in rooms {
        beginnings.push_bind(EventId::beginning_of(*room).0);
    }
    sql.push(
        ") UNION ALL
         SELECT beginning, late.previous, late.id, late.seq, late.at, late.payload, late.hash FROM story ",
    );
    sql.push(super::JOIN_NEXT_EVENT).push(") ");
    sql
}

fn events(changes: &[RoomChange]) -> Vec<(RoomId, &StoredEvent)> {
    changes.iter().flat_map(|change| change.events.iter().map(move |event| (change.room, event))).collect()
}

/// Says where rooms are in their life now.
async fn update_phases(connection: &mut Connection, changes: &[RoomChange]) -> Result<()> {
    let phases: Vec<_> = changes.iter().filter_map(|change| Some((change.room, change.phase?))).collect();
    if phases.is_empty() {
        return Ok(());
    }
    let mut sql = QueryBuilder::<Db>::new("UPDATE rooms SET phase = changed.column2 FROM (");
    sql.push_values(filled_up(&phases), |mut row, (room, phase)| {
        row.push_bind(room.to_string()).push_bind(phase_word(*phase));
    });
    sql.push(") AS changed WHERE rooms.id = changed.column1");
    sql.build().execute(connection).await?;
    Ok(())
}

/// The rows and then the last one again, up to 1, 2, 4, … rows: so few different statements that the database keeps each of them
/// prepared.
fn filled_up<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    let more = rows.len().next_power_of_two() - rows.len();
    rows.iter().chain(rows.last().into_iter().cycle().take(more))
}

/// Adds finished games and who played them. When many rooms began together, many games end together.
async fn insert_games(connection: &mut Connection, games: &[&FinishedGame]) -> Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let mut sql = QueryBuilder::<Db>::new(
        "INSERT INTO games (id, room_id, mode, layout, clock, rated, started_at, finished_at, reason, winners, score,
                            plies, moves, final_position) SELECT DISTINCT * FROM (",
    );
    sql.push_values(filled_up(games), |mut row, game| {
        row.push_bind(game.id.0)
            .push_bind(game.room.as_str())
            .push_bind(game.mode.to_string())
            .push_bind(game.layout.to_string())
            .push_bind(json(&game.time))
            .push_bind(game.rated)
            .push_bind(game.started_at.0)
            .push_bind(game.finished_at.0)
            .push_bind(reason_word(game.outcome.reason))
            .push_bind(json(&game.outcome.winners))
            .push_bind(json(&game.outcome.score))
            .push_bind(i64::from(game.plies))
            .push_bind(game.moves.as_str())
            .push_bind(game.final_position.as_str());
    });
    sql.push(") AS ended");
    sql.build().execute(&mut *connection).await?;
    let players: Vec<_> = games
        .iter()
        .flat_map(|game| (0_i64..).zip(&game.players).map(move |(seat, player)| (game.id, seat, player)))
        .collect();
    let mut sql = QueryBuilder::<Db>::new(
        "INSERT INTO game_players (game_id, seat, user_id, name, guest) SELECT DISTINCT * FROM (",
    );
    sql.push_values(filled_up(&players), |mut row, (game, seat, player)| {
        row.push_bind(game.0)
            .push_bind(*seat)
            .push_bind(player.id.0)
            .push_bind(player.name.as_str())
            .push_bind(player.guest);
    });
    sql.push(") AS seats");
    sql.build().execute(connection).await?;
    Ok(())
}

/// Adds the condition that somebody called `name` played.
fn played_by(wanted: &mut Separated<'_, Db, &str>, name: Option<&str>) {
    if let Some(name) = name {
        wanted
            .push("id IN (SELECT game_id FROM game_players WHERE name = ")
            .push_bind_unseparated(name.to_owned())
            .push_unseparated(")");
    }
}

fn game(row: &DbRow) -> Result<FinishedGame> {
    let id: Uuid = row.try_get("id")?;
    let corrupt = |column: &str, error: String| StoreError::Corrupt(format!("game {id}, {column}: {error}"));
    let text = |column: &'static str| row.try_get::<String, _>(column).map_err(StoreError::from);
    Ok(FinishedGame {
        id: GameId(id),
        room: text("room_id")?.parse().map_err(|error| corrupt("room_id", format!("{error}")))?,
        mode: text("mode")?.parse().map_err(|error| corrupt("mode", format!("{error}")))?,
        layout: text("layout")?.parse().map_err(|error| corrupt("layout", format!("{error}")))?,
        time: from_json(&text("clock")?).map_err(|error| corrupt("clock", error))?,
        rated: row.try_get("rated")?,
        players: Vec::new(),
        started_at: Timestamp(row.try_get("started_at")?),
        finished_at: Timestamp(row.try_get("finished_at")?),
        outcome: Outcome {
            winners: from_json::<SeatSet>(&text("winners")?).map_err(|error| corrupt("winners", error))?,
            reason: from_json(&format!("{:?}", text("reason")?)).map_err(|error| corrupt("reason", error))?,
            score: from_json(&text("score")?).map_err(|error| corrupt("score", error))?,
        },
        plies: unsigned(row.try_get("plies")?)? as u32,
        moves: text("moves")?,
        final_position: text("final_position")?,
    })
}

/// By the places of the columns: there are many of these.
fn stored_event(row: &DbRow) -> Result<(RoomId, StoredEvent)> {
    let beginning = EventId(row.try_get(0)?);
    let room = beginning.begins();
    let room = room.ok_or_else(|| StoreError::Corrupt(format!("no room begins with {}", beginning.0)))?;
    let (previous, id) = (EventId(row.try_get(1)?), EventId(row.try_get(2)?));
    let seq = unsigned(row.try_get(3)?)?;
    let (at, payload) = (Timestamp(row.try_get(4)?), row.try_get(5)?);
    let hash = event_hash(row.try_get(6)?)?;
    Ok((room, StoredEvent { id, previous, seq, at, payload, hash }))
}

fn room_row(row: &DbRow) -> Result<RoomRow> {
    let id = room_id(row)?;
    Ok(RoomRow {
        id,
        lobby: row.try_get("lobby")?,
        visibility: match row.try_get("visibility")? {
            "public" => Visibility::Public,
            "private" => Visibility::Private,
            other => return Err(StoreError::Corrupt(format!("room {id} has the visibility {other:?}"))),
        },
        created_at: Timestamp(row.try_get("created_at")?),
    })
}

fn room_id(row: &DbRow) -> Result<RoomId> {
    let id: &str = row.try_get("id")?;
    id.parse().map_err(|error| StoreError::Corrupt(format!("a room with the id {id:?}: {error}")))
}

fn event_hash(bytes: &[u8]) -> Result<EventHash> {
    let hash =
        bytes.try_into().map_err(|_| StoreError::Corrupt(format!("a hash of {} bytes", bytes.len())))?;
    Ok(EventHash(hash))
}

fn unsigned(number: i64) -> Result<u64> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} where only a count can be")))
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain values have a JSON form")
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> std::result::Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{text:?}: {error}"))
}

/// The word that stands for a phase in the table.
fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Finished => "finished",
        Phase::Closed => "closed",
    }
}

/// The phase that a word in the table stands for.
fn phase(word: &str) -> Result<Phase> {
    [Phase::Waiting, Phase::Playing, Phase::Finished, Phase::Closed]
        .into_iter()
        .find(|&phase| phase_word(phase) == word)
        .ok_or_else(|| StoreError::Corrupt(format!("a room in the phase {word:?}")))
}

/// The word that stands for a reason in the table: its serialised form.
fn reason_word(reason: Reason) -> String {
    json(&reason).trim_matches('"').to_owned()
}
