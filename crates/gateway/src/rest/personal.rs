//! Export of everything that the server has stored on the caller.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sumito_game::{Event, Record, RoomId, Status, UserId};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::games::{RunningGame, RunningMove};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::export::GAMES_AT_ONCE;
use crate::app::App;
use crate::codec;
use crate::http::handler::routes;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_rooms::records::RoomRecords;
use sumito_store::{GameCursor, GameFilter, GameSummary, PERSONAL, PersonalPart, PersonalType, StoreError};

/// Rows that are read at once and held in memory until the client has received them.
const ROWS_AT_ONCE: u32 = 500;

/// Maximum number of rooms whose running games are exported: far more than a user can have.
const ROOMS_MAX: u32 = 10_000;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Returns everything that the server has stored on the caller, as one JSON object: a list of rows for each kind of data, the caller's moves
/// in running games, and the finished games with all moves.
///
/// It has no secrets: of passwords, tokens and codes the server has only hashes, and these are left out. Times are in microseconds since
/// the Unix epoch. The data is read as fast as the client receives it; an interrupted answer has no last chunk.
#[utoipa::path(
    get, path = "/me/export", tag = "accounts",
    responses(
        (status = 200, description = "The data", body = Object),
        (status = 403, description = "An API token (`missing_scope`)", body = ProblemBody),
    )
)]
pub(super) async fn export(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
) -> Result<Response, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.address_limits.personal_export(address, caller.user.id)?;
    let export = Export::new(app, caller.user.id);
    let body = Body::from_stream(try_unfold(export, |mut export| async move {
        Ok::<_, StoreError>(export.next().await?.map(|chunk| (chunk, export)))
    }));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"my-data.json\"")),
    ];
    Ok((headers, body).into_response())
}

/// Returns the schema of an export.
pub(super) fn schema() -> Value {
    let list = |items: Value| json!({"type": "array", "items": items});
    let mut parts: Map<_, _> =
        PERSONAL.iter().map(|part| (part.name.to_owned(), list(row_schema(part)))).collect();
    parts.insert("running_games".to_owned(), list(json!({"$ref": "#/components/schemas/RunningGame"})));
    parts.insert("games".to_owned(), list(json!({"$ref": "#/components/schemas/ExportedGame"})));
    let exported = json!({"type": "integer", "format": "int64", "description": "Time of the export, in microseconds since the Unix epoch."});
    parts.insert("exported_at".to_owned(), exported);
    let required: Vec<_> = parts.keys().cloned().collect();
    json!({"type": "object", "properties": parts, "required": required})
}

fn row_schema(part: &PersonalPart) -> Value {
    let column = |&(name, kind): &(&str, PersonalType)| {
        let schema = match kind {
            PersonalType::Id => json!({"type": ["string", "null"], "format": "uuid"}),
            PersonalType::Text | PersonalType::Bytes => json!({"type": ["string", "null"]}),
            PersonalType::Real => json!({"type": ["number", "null"]}),
            PersonalType::Json => json!({"description": "JSON whose form depends on the row."}),
            PersonalType::Flag => json!({"type": ["boolean", "null"]}),
            PersonalType::Number if name == "at" || name.ends_with("_at") => json!({
                "type": ["integer", "null"], "format": "int64", "description": "In microseconds since the Unix epoch.",
            }),
            PersonalType::Number => json!({"type": ["integer", "null"], "format": "int64"}),
        };
        (name.to_owned(), schema)
    };
    json!({"type": "object", "properties": part.columns.iter().map(column).collect::<Map<_, _>>()})
}

/// Progress of an export.
struct Export {
    app: App,
    user: UserId,
    stage: Stage,
    /// Whether the list that is being written has an item already.
    has_items: bool,
}

/// Next part of an export.
enum Stage {
    Begin,
    /// Rows of a part, after this number of rows.
    Part(usize, u32),
    /// The running games in these rooms.
    Running(Vec<RoomId>),
    Games(GameFilter),
    Done,
}

impl Export {
    fn new(app: App, user: UserId) -> Self {
        Self { app, user, stage: Stage::Begin, has_items: false }
    }

    /// Returns the next piece of the text; `None` after the last.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        if self.app.stopping.is_cancelled() {
            return Err(StoreError::Unavailable("the server is stopping".into()));
        }
        let mut text = Vec::new();
        match &mut self.stage {
            Stage::Begin => {
                let now = self.app.time.now().0;
                text.extend_from_slice(format!("{{\"exported_at\":{now}").as_bytes());
                self.stage = Stage::Part(0, 0);
            }
            Stage::Part(index, offset) => {
                let (index, offset) = (*index, *offset);
                let Some(part) = PERSONAL.get(index) else {
                    let now = self.app.time.now();
                    let rooms = self.app.store.my_games(self.user, now, ROOMS_MAX).await?;
                    self.stage = Stage::Running(rooms);
                    text.extend_from_slice(b",\"running_games\":[");
                    self.has_items = false;
                    return Ok(Some(text.into()));
                };
                let is_last = self.write_rows(&mut text, part, offset).await?;
                self.stage = if is_last {
                    Stage::Part(index + 1, 0)
                } else {
                    Stage::Part(index, offset + ROWS_AT_ONCE)
                };
            }
            Stage::Running(rooms) => {
                let Some(room) = rooms.pop() else {
                    self.stage = Stage::Games(own_games(self.user));
                    self.has_items = false;
                    return Ok(Some(Bytes::from_static(b"],\"games\":[")));
                };
                if let Some(game) = self.running_game(room).await? {
                    self.write(&mut text, &game);
                }
            }
            Stage::Games(filter) => {
                let filter = *filter;
                let after = self.write_games(&mut text, &filter).await?;
                if after.is_none() {
                    text.extend_from_slice(b"]}\n");
                }
                self.stage = after.map_or(Stage::Done, |_| Stage::Games(GameFilter { after, ..filter }));
            }
            Stage::Done => return Ok(None),
        }
        Ok(Some(text.into()))
    }

    /// Writes the rows of a part after the first `offset` ones, at most [`ROWS_AT_ONCE`]. Returns whether there are no more.
    async fn write_rows(
        &mut self,
        text: &mut Vec<u8>,
        part: &PersonalPart,
        offset: u32,
    ) -> Result<bool, StoreError> {
        if offset == 0 {
            text.extend_from_slice(format!(",\"{}\":[", part.name).as_bytes());
            self.has_items = false;
        }
        let rows = self.app.store.personal_rows(part, self.user, offset, ROWS_AT_ONCE).await?;
        let is_last = rows.len() < ROWS_AT_ONCE as usize;
        for row in rows {
            self.write(text, &Value::Object(row));
        }
        if is_last {
            text.push(b']');
        }
        Ok(is_last)
    }

    /// Writes a page of games. Returns the place after the last of them; `None` if there was none.
    async fn write_games(
        &mut self,
        text: &mut Vec<u8>,
        filter: &GameFilter,
    ) -> Result<Option<GameCursor>, StoreError> {
        let games = self.app.store.games(filter).await?;
        let after = games.last().map(|last| GameCursor { finished_at: last.finished_at, id: last.id });
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let mut moves = self.app.store.moves_of(&ids).await?;
        let with_moves = |game: GameSummary| {
            let moves = moves.remove(&game.id)?;
            Some(codec::exported_game(&game.with_moves(moves)))
        };
        for game in games.into_iter().filter_map(with_moves) {
            self.write(text, &game);
        }
        Ok(after)
    }

    /// Returns the user's moves in the running game of a room; `None` if there is none, or if the room cannot be read.
    async fn running_game(&self, room: RoomId) -> Result<Option<RunningGame>, StoreError> {
        let Some(stored) = self.app.store.load_room(room).await? else { return Ok(None) };
        let Ok(history) = RoomRecords::load(&stored) else { return Ok(None) };
        let Ok(table) = history.table() else { return Ok(None) };
        let (Some(own), Some(game), Status::Playing) =
            (table.seat_of(self.user), table.game(), table.status())
        else {
            return Ok(None);
        };
        let own_move = |record: &Record| match &record.event {
            Event::Moved { seat, ply, mv, .. } if *seat == own => {
                Some(RunningMove { ply: *ply, mv: mv.to_string(), at: record.at.0 })
            }
            _ => None,
        };
        let moves: Vec<_> = history.records().iter().filter_map(own_move).collect();
        let room = sumito_protocol::RoomId(room.to_string());
        Ok(Some(RunningGame { room, game: game.id().0, seat: own.into(), moves }))
    }

    /// Writes an item of a list.
    fn write(&mut self, text: &mut Vec<u8>, item: &(impl Serialize + ToSchema)) {
        text.extend_from_slice(if self.has_items { b",\n" } else { b"\n" });
        text.extend_from_slice(&codec::body(item));
        self.has_items = true;
    }
}

/// Returns the filter for all games of a user, also the private ones.
fn own_games(user: UserId) -> GameFilter {
    GameFilter { player: Some(user), viewer: Some(user), limit: GAMES_AT_ONCE, ..GameFilter::default() }
}
