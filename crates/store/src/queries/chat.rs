//! Queries for chat lines in rooms, lobbies, tournaments, clubs and conversations.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sqlx::{AssertSqlSafe, Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::{Builder, Uuid};

use super::super::{BEGIN, Db, HOLD_NAME, NOW};
use super::clubs::role_in;
use super::conversations;
use super::login_attempts::count;
use super::moderation::log;
use super::users::user_row;
use super::{Connection, DbRow, Queries, ROWS_AT_ONCE, Result, unsigned};
use crate::{
    AddedLine, AttemptKey, LineContent, LineLimit, LineLimits, LineRow, LineSelector, ModerationAction,
    NewLine, Preset, StoreError, UserPair, channel_club, club_channel,
};
use sumito_kit::random;
use sumito_kit::text::Text;

/// Number of a channel's latest lines whose commands are compared with the commands of new lines: a client repeats a command soon, or
/// never.
const COMPARED_COMMANDS: i64 = 64;

/// Query for lines with their authors.
pub(super) const LINES: &str =
    "SELECT users.id, users.name, users.guest, users.bot, users.role, users.created_at,
    chat_lines.id AS line_id, channel, at, text, preset, command_id
    FROM chat_lines JOIN users ON users.id = chat_lines.user_id WHERE ";

impl Queries {
    pub(crate) async fn add_lines(&self, lines: &[NewLine], limits: LineLimits) -> Result<Vec<AddedLine>> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let mut channels = hold_channels(&mut transaction, lines).await?;
            let mut refused = refusals(&mut transaction, lines, &channels, limits.pace).await?;
            let mut outcomes = Vec::with_capacity(lines.len());
            for (place, line) in lines.iter().enumerate() {
                let channel = channels.get_mut(line.channel.as_str()).expect("each channel is held");
                let outcome = match refused.remove(&place) {
                    Some(refusal) => refusal,
                    None => channel.take(&mut transaction, line, limits).await?,
                };
                outcomes.push(outcome);
            }
            insert(&mut transaction, lines, &outcomes).await?;
            for pair in channels.values().filter_map(|channel| channel.pair) {
                conversations::trim(&mut transaction, pair, limits.conversations).await?;
            }
            transaction.commit().await?;
            Ok(outcomes)
        })
        .await
    }

    pub(crate) async fn last_lines(&self, channel: &str, limit: u32) -> Result<Vec<LineRow>> {
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("channel = ").push_bind(channel);
            sql.push(" ORDER BY chat_lines.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().rev().map(line_row).collect()
    }

    pub(crate) async fn line(&self, id: Uuid) -> Result<Option<LineRow>> {
        let row = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("chat_lines.id = ").push_bind(id);
            Ok(sql.build().fetch_optional(connection).await?)
        });
        row.await?.as_ref().map(line_row).transpose()
    }

    pub(crate) async fn lines_around(&self, line: &LineRow, count: u32) -> Result<Vec<LineRow>> {
        let part = |side: &str, count: u32, order: &str| {
            let mut sql = QueryBuilder::<Db>::new(LINES);
            sql.push("channel = ").push_bind(line.channel.clone()).push(" AND chat_lines.id ").push(side);
            sql.push_bind(line.id).push(" ORDER BY chat_lines.id ").push(order);
            sql.push(" LIMIT ").push_bind(i64::from(count));
            sql
        };
        let (mut until, mut after) = (part("<= ", count + 1, "DESC"), part("> ", count, "ASC"));
        let (until, after) = self
            .pools
            .history
            .run(async |connection| {
                let until = until.build().fetch_all(&mut *connection).await?;
                Ok((until, after.build().fetch_all(connection).await?))
            })
            .await?;
        until.iter().rev().chain(&after).map(line_row).collect()
    }

    pub(crate) async fn remove_lines(
        &self,
        which: LineSelector,
        action: Option<&ModerationAction>,
        limit: u32,
    ) -> Result<u64> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            let removed = match which {
                LineSelector::Line(id) => query("DELETE FROM chat_lines WHERE id = $1").bind(id),
                LineSelector::Of(user) => query(
                    "DELETE FROM chat_lines WHERE id IN (SELECT id FROM chat_lines WHERE user_id = $1 LIMIT $2)",
                )
                .bind(user.0)
                .bind(i64::from(limit)),
                LineSelector::Club(club) => query(
                    "DELETE FROM chat_lines WHERE id IN (SELECT id FROM chat_lines WHERE channel = $1 LIMIT $2)",
                )
                .bind(club_channel(club))
                .bind(i64::from(limit)),
                LineSelector::Conversation(pair, until) => query(
                    "DELETE FROM chat_lines WHERE id IN (
                         SELECT id FROM chat_lines WHERE channel = $1 AND id <= $3 LIMIT $2)",
                )
                .bind(pair.channel())
                .bind(i64::from(limit))
                .bind(until),
            };
            let removed = removed.execute(&mut *transaction).await?.rows_affected();
            if let Some(action) = action.filter(|_| removed > 0) {
                log(&mut transaction, action).await?;
            }
            transaction.commit().await?;
            Ok(removed)
        })
        .await
    }
}

/// A channel that no other transaction adds lines to. Ids therefore grow in the order in which lines become visible, and no reader that has
/// a line misses one before it.
struct HeldChannel {
    /// The users of a conversation.
    pair: Option<UserPair>,
    /// Time of the database, in milliseconds.
    now: u64,
    /// Id of the last line.
    last: Option<Uuid>,
    /// Authors and commands of the latest lines, with their ids.
    commands: HashMap<(UserId, String), Uuid>,
    /// Authors of lines of this transaction.
    authors: HashSet<UserId>,
}

impl HeldChannel {
    /// Holds a channel until the end of the transaction.
    async fn hold(connection: &mut Connection, channel: &str) -> Result<Self> {
        if let Some(sql) = HOLD_NAME {
            query(sql).bind(channel).execute(&mut *connection).await?;
        }
        let sql = format!(
            "SELECT {NOW} AS now, latest.* FROM (SELECT 1) AS one LEFT JOIN
                 (SELECT id, user_id, command_id FROM chat_lines WHERE channel = $1 ORDER BY id DESC LIMIT $2)
             AS latest ON TRUE ORDER BY id DESC"
        );
        let rows =
            query(AssertSqlSafe(sql)).bind(channel).bind(COMPARED_COMMANDS).fetch_all(connection).await?;
        let pair = UserPair::of_channel(channel);
        let mut held = Self { pair, now: 0, last: None, commands: HashMap::new(), authors: HashSet::new() };
        for row in &rows {
            held.now = unsigned(row.try_get("now")?)? / 1_000;
            let Some(id) = row.try_get::<Option<Uuid>, _>("id")? else { continue };
            held.last = held.last.max(Some(id));
            if let Some(command) = row.try_get::<Option<String>, _>("command_id")? {
                held.commands.insert((UserId(row.try_get("user_id")?), command), id);
            }
        }
        Ok(held)
    }

    /// Returns the line that the command of this one has caused before.
    fn caused_by(&self, line: &NewLine) -> Option<Uuid> {
        self.commands.get(&(line.author.id, line.command.clone()?)).copied()
    }

    /// Takes a line in: a conversation starts with its first line.
    async fn take(
        &mut self,
        connection: &mut Connection,
        line: &NewLine,
        limits: LineLimits,
    ) -> Result<AddedLine> {
        let Some(pair) = self.pair else { return Ok(self.add(line)) };
        if let Some(refusal) = conversations::open(connection, pair, limits.conversations).await? {
            return Ok(refusal);
        }
        let mut added = self.add(line);
        if let AddedLine::Stored { id, first_unread_of, .. } = &mut added {
            let is_first = conversations::advance(connection, pair, line, *id).await?;
            if self.authors.insert(line.author.id) && is_first {
                *first_unread_of = pair.partner(line.author.id);
            }
        }
        Ok(added)
    }

    /// Gives a line the next id.
    fn add(&mut self, line: &NewLine) -> AddedLine {
        let after = self.last;
        let not_before = after.map_or(0, |id| millis_of(id) + 1);
        let id = Builder::from_unix_timestamp_millis(self.now.max(not_before), &random::bytes()).into_uuid();
        self.last = Some(id);
        self.commands.extend(line.command.clone().map(|command| ((line.author.id, command), id)));
        AddedLine::Stored { id, after, first_unread_of: None }
    }
}

/// Returns the time in an id of version 7, in milliseconds.
fn millis_of(id: Uuid) -> u64 {
    (id.as_u128() >> 80) as u64
}

/// Holds the channels of these lines, always in the same order, so that transactions do not wait for each other in a circle.
async fn hold_channels<'a>(
    connection: &mut Connection,
    lines: &'a [NewLine],
) -> Result<BTreeMap<&'a str, HeldChannel>> {
    let names: BTreeSet<_> = lines.iter().map(|line| line.channel.as_str()).collect();
    let mut channels = BTreeMap::new();
    for name in names {
        channels.insert(name, HeldChannel::hold(connection, name).await?);
    }
    Ok(channels)
}

/// Returns the outcomes of those lines that are not stored, by their place. Counts the others.
async fn refusals(
    connection: &mut Connection,
    lines: &[NewLine],
    channels: &BTreeMap<&str, HeldChannel>,
    limit: Option<LineLimit>,
) -> Result<HashMap<usize, AddedLine>> {
    let mut refused = HashMap::new();
    // Transactions hold the rows of the authors in this order.
    let mut places: Vec<_> = (0..lines.len()).collect();
    places.sort_by_key(|&place| lines[place].author.id.0);
    for place in places {
        let line = &lines[place];
        if let Some(id) = channels.get(line.channel.as_str()).and_then(|channel| channel.caused_by(line)) {
            refused.insert(place, AddedLine::Repeated(id));
        } else if let Some(club) = channel_club(&line.channel)
            && role_in(connection, club, line.author.id).await?.is_none()
        {
            refused.insert(place, AddedLine::NotMember);
        } else if let Some(pair) = UserPair::of_channel(&line.channel)
            && let Some(refusal) = conversations::check_author(connection, pair, line.author.id).await?
        {
            refused.insert(place, refusal);
        } else if let Some(LineLimit { burst, span }) = limit {
            let key = AttemptKey::new("chat lines", &[line.author.id.0.as_bytes()]);
            if let Some(wait) = count(connection, key, burst, span).await? {
                refused.insert(place, AddedLine::TooFast { wait });
            }
        }
    }
    Ok(refused)
}

/// Inserts the lines that are to be stored.
async fn insert(connection: &mut Connection, lines: &[NewLine], outcomes: &[AddedLine]) -> Result<()> {
    let stored: Vec<_> = lines
        .iter()
        .zip(outcomes)
        .filter_map(|(line, outcome)| match outcome {
            AddedLine::Stored { id, .. } => Some((line, *id)),
            AddedLine::Repeated(_)
            | AddedLine::TooFast { .. }
            | AddedLine::NotMember
            | AddedLine::NotFriends
            | AddedLine::TooManyConversations { .. } => None,
        })
        .collect();
    for lines in stored.chunks(ROWS_AT_ONCE) {
        let mut sql = QueryBuilder::<Db>::new(
            "INSERT INTO chat_lines (id, channel, user_id, at, text, preset, command_id) ",
        );
        sql.push_values(lines, |mut row, (line, id)| {
            let (text, preset) = match &line.said {
                LineContent::Text(text) => (Some(text.as_str()), None),
                LineContent::Preset(preset) => (None, Some(preset.as_str())),
            };
            row.push_bind(*id)
                .push_bind(line.channel.as_str())
                .push_bind(line.author.id.0)
                .push_bind(line.at.0)
                .push_bind(text)
                .push_bind(preset)
                .push_bind(line.command.as_deref());
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) fn line_row(row: &DbRow) -> Result<LineRow> {
    let (text, preset): (Option<String>, Option<String>) = (row.try_get("text")?, row.try_get("preset")?);
    let corrupt = || StoreError::Corrupt("a chat line of unknown content".to_owned());
    let said = match (text, preset) {
        (Some(text), None) => LineContent::Text(Text::stored(text)),
        (None, Some(word)) => LineContent::Preset(Preset::parse(&word).ok_or_else(corrupt)?),
        _ => return Err(corrupt()),
    };
    Ok(LineRow {
        id: row.try_get("line_id")?,
        channel: row.try_get("channel")?,
        author: user_row(row)?,
        at: Timestamp(row.try_get("at")?),
        said,
        command: row.try_get("command_id")?,
    })
}
