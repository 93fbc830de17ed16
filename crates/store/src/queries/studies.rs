//! Queries for studies.

use sqlx::{Connection as _, QueryBuilder, Row, query};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::super::{BEGIN, Db, LOCKED, SNAPSHOT};
use super::accounts::hold_user;
use super::users::{user_row, user_row_of};
use super::{Connection, DbRow, Queries, Result, unsigned};
use crate::{
    AddedStudy, AppendedStudyEvent, NewStudy, NewStudyEvent, OnlyPublic, StoreError, StoredStudy, StudyEvent,
    StudyFilter, StudyRow, StudyVisibility, UserRow,
};

/// Maximum number of events since a snapshot: a snapshot is made long before.
const MAX_EVENTS: i64 = 10_000;

impl Queries {
    pub(crate) async fn add_study(&self, study: &NewStudy, limit: u32, max_bytes: u64) -> Result<AddedStudy> {
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            hold_user(&mut transaction, study.owner).await?;
            let sql = "SELECT count(*) AS count, CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes
                       FROM studies WHERE owner_id = $1";
            let row = query(sql).bind(study.owner.0).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("count")?)? >= u64::from(limit) {
                return Ok(AddedStudy::TooMany);
            }
            if unsigned(row.try_get("bytes")?)?.saturating_add(study.bytes) > max_bytes {
                return Ok(AddedStudy::Full);
            }
            let sql = "INSERT INTO studies (id, owner_id, name, visibility, chapters, created_at, changed_at, snapshot, bytes)
                       VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)";
            query(sql)
                .bind(study.id)
                .bind(study.owner.0)
                .bind(&study.name)
                .bind(study.visibility.as_str())
                .bind(i64::from(study.chapters))
                .bind(study.created_at.0)
                .bind(&study.snapshot)
                .bind(i64::try_from(study.bytes).unwrap_or(i64::MAX))
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(AddedStudy::Added)
        })
        .await
    }

    pub(crate) async fn study(&self, id: Uuid) -> Result<Option<StoredStudy>> {
        self.pools
            .history
            .run(async |connection| {
                // One snapshot of the database for both statements.
                let mut transaction = connection.begin_with(SNAPSHOT).await?;
                let sql = "SELECT snapshot, snapshot_seq, created_at, changed_at FROM studies WHERE id = $1";
                let Some(row) = query(sql).bind(id).fetch_optional(&mut *transaction).await? else {
                    return Ok(None);
                };
                let snapshot_seq = unsigned(row.try_get("snapshot_seq")?)?;
                let events = events_after(&mut transaction, id, snapshot_seq, MAX_EVENTS).await?;
                Ok(Some(StoredStudy {
                    snapshot: row.try_get("snapshot")?,
                    snapshot_seq,
                    events,
                    created_at: Timestamp(row.try_get("created_at")?),
                    changed_at: Timestamp(row.try_get("changed_at")?),
                }))
            })
            .await
    }

    pub(crate) async fn study_events(
        &self,
        id: Uuid,
        after: u64,
        limit: u32,
    ) -> Result<Option<Vec<StudyEvent>>> {
        self.pools
            .history
            .run(async |connection| {
                let mut transaction = connection.begin_with(SNAPSHOT).await?;
                let sql = "SELECT seq FROM studies WHERE id = $1";
                let Some(row) = query(sql).bind(id).fetch_optional(&mut *transaction).await? else {
                    return Ok(None);
                };
                let last = unsigned(row.try_get("seq")?)?;
                if last <= after {
                    return Ok(Some(Vec::new()));
                }
                let events = events_after(&mut transaction, id, after, i64::from(limit)).await?;
                let is_whole = events.first().is_some_and(|first| first.seq == after + 1);
                Ok(is_whole.then_some(events))
            })
            .await
    }

    pub(crate) async fn study_command(&self, id: Uuid, user: UserId, command: &str) -> Result<Option<u64>> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT seq FROM study_events WHERE study_id = $1 AND user_id = $2 AND command = $3";
            Ok(query(sql).bind(id).bind(user.0).bind(command).fetch_optional(connection).await?)
        });
        row.await?.map(|row| unsigned(row.try_get("seq")?)).transpose()
    }

    pub(crate) async fn append_study_event(
        &self,
        id: Uuid,
        new: &NewStudyEvent,
    ) -> Result<AppendedStudyEvent> {
        let NewStudyEvent { event, command, .. } = new;
        self.write(&self.pools.users, async |connection| {
            let mut transaction = connection.begin_with(BEGIN).await?;
            // The row is held until the end of the transaction: edits on all nodes run one after the other.
            let mut sql = QueryBuilder::<Db>::new("SELECT seq FROM studies WHERE id = ");
            sql.push_bind(id).push(LOCKED);
            if sql.build().fetch_optional(&mut *transaction).await?.is_none() {
                return Ok(AppendedStudyEvent::Gone);
            }
            if let Some(command) = command {
                let sql =
                    "SELECT seq FROM study_events WHERE study_id = $1 AND user_id = $2 AND command = $3";
                let known = query(sql).bind(id).bind(event.user.0).bind(command);
                if let Some(row) = known.fetch_optional(&mut *transaction).await? {
                    return Ok(AppendedStudyEvent::Repeated(unsigned(row.try_get("seq")?)?));
                }
            }
            // A separate statement, so that it reads the writes of the transaction that held the row before.
            let sql = "SELECT seq FROM studies WHERE id = $1";
            let row = query(sql).bind(id).fetch_one(&mut *transaction).await?;
            if unsigned(row.try_get("seq")?)? + 1 != event.seq {
                return Ok(AppendedStudyEvent::Stale);
            }
            if let Some(max) = new.max_bytes {
                let sql = "SELECT CAST(coalesce(sum(others.bytes), 0) AS BIGINT) AS bytes
                           FROM studies JOIN studies AS others ON others.owner_id = studies.owner_id AND others.id <> studies.id
                           WHERE studies.id = $1";
                let row = query(sql).bind(id).fetch_one(&mut *transaction).await?;
                if unsigned(row.try_get("bytes")?)?.saturating_add(new.bytes) > max {
                    return Ok(AppendedStudyEvent::Full);
                }
            }
            store_event(&mut transaction, id, new).await?;
            transaction.commit().await?;
            Ok(AppendedStudyEvent::Stored)
        })
        .await
    }

    pub(crate) async fn delete_study(&self, id: Uuid) -> Result<bool> {
        self.write(&self.pools.users, async |connection| {
            let sql = "DELETE FROM studies WHERE id = $1";
            Ok(query(sql).bind(id).execute(connection).await?.rows_affected() > 0)
        })
        .await
    }

    pub(crate) async fn studies(
        &self,
        filter: StudyFilter,
        before: Option<(Timestamp, Uuid)>,
        limit: u32,
    ) -> Result<Vec<StudyRow>> {
        let rows = self.pools.history.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new(
                "SELECT studies.id, studies.name, visibility, chapters, studies.created_at, changed_at,
                     users.id AS owner_id, users.name AS owner_name, users.guest AS owner_guest, users.bot AS owner_bot,
                     users.role AS owner_role, users.created_at AS owner_created_at
                 FROM studies JOIN users ON users.id = studies.owner_id ",
            );
            match filter {
                StudyFilter::Public => {
                    sql.push("WHERE visibility = 'public'");
                }
                StudyFilter::OwnedBy(owner, only_public) => {
                    sql.push("WHERE studies.owner_id = ").push_bind(owner.0);
                    if only_public == OnlyPublic::Yes {
                        sql.push(" AND visibility = 'public'");
                    }
                }
                StudyFilter::SharedWith(user) => {
                    sql.push("WHERE studies.id IN (SELECT study_id FROM study_members WHERE user_id = ");
                    sql.push_bind(user.0).push(")");
                }
            }
            if let Some((at, id)) = before {
                sql.push(" AND (changed_at, studies.id) < (").push_bind(at.0);
                sql.push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY changed_at DESC, studies.id DESC LIMIT ").push_bind(i64::from(limit));
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(study_row).collect()
    }

    pub(crate) async fn count_shared_studies(&self, user: UserId) -> Result<u64> {
        let row = self.pools.history.run(async |connection| {
            let sql = "SELECT count(*) AS count FROM study_members WHERE user_id = $1";
            Ok(query(sql).bind(user.0).fetch_one(connection).await?)
        });
        unsigned(row.await?.try_get("count")?)
    }

    pub(crate) async fn users(&self, ids: &[UserId]) -> Result<Vec<UserRow>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.pools.rooms.run(async |connection| {
            let mut sql = QueryBuilder::<Db>::new("SELECT * FROM users WHERE id IN (");
            let mut list = sql.separated(", ");
            for id in ids {
                list.push_bind(id.0);
            }
            sql.push(")");
            Ok(sql.build().fetch_all(connection).await?)
        });
        rows.await?.iter().map(user_row).collect()
    }
}

async fn events_after(
    connection: &mut Connection,
    id: Uuid,
    after: u64,
    limit: i64,
) -> Result<Vec<StudyEvent>> {
    let sql = "SELECT seq, user_id, at, edit FROM study_events WHERE study_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = query(sql).bind(id).bind(after).bind(limit).fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            Ok(StudyEvent {
                seq: unsigned(row.try_get("seq")?)?,
                user: UserId(row.try_get("user_id")?),
                at: Timestamp(row.try_get("at")?),
                edit: row.try_get("edit")?,
            })
        })
        .collect()
}

async fn store_event(connection: &mut Connection, id: Uuid, new: &NewStudyEvent) -> Result<()> {
    let NewStudyEvent { event, command, name, visibility, chapters, bytes, max_bytes: _, member, snapshot } =
        new;
    let seq = i64::try_from(event.seq).unwrap_or(i64::MAX);
    let sql = "INSERT INTO study_events (study_id, seq, user_id, command, at, edit) VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(id)
        .bind(seq)
        .bind(event.user.0)
        .bind(command)
        .bind(event.at.0)
        .bind(&event.edit)
        .execute(&mut *connection)
        .await?;
    let sql =
        "UPDATE studies SET seq = $2, name = $3, visibility = $4, chapters = $5, changed_at = $6, bytes = $7
               WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(seq)
        .bind(name)
        .bind(visibility.as_str())
        .bind(i64::from(*chapters))
        .bind(event.at.0)
        .bind(i64::try_from(*bytes).unwrap_or(i64::MAX))
        .execute(&mut *connection)
        .await?;
    match member {
        Some((user, Some(role))) => {
            let sql = "INSERT INTO study_members (user_id, study_id, role) VALUES ($1, $2, $3)
                       ON CONFLICT (user_id, study_id) DO UPDATE SET role = excluded.role";
            query(sql).bind(user.0).bind(id).bind(role.as_str()).execute(&mut *connection).await?;
        }
        Some((user, None)) => {
            let sql = "DELETE FROM study_members WHERE user_id = $1 AND study_id = $2";
            query(sql).bind(user.0).bind(id).execute(&mut *connection).await?;
        }
        None => {}
    }
    if let Some((snapshot, snapshot_seq, drop_until)) = snapshot {
        let seq = i64::try_from(*snapshot_seq).unwrap_or(i64::MAX);
        let sql = "UPDATE studies SET snapshot = $2, snapshot_seq = $3 WHERE id = $1";
        query(sql).bind(id).bind(snapshot).bind(seq).execute(&mut *connection).await?;
        let sql = "DELETE FROM study_events WHERE study_id = $1 AND seq <= $2";
        let until = i64::try_from(*drop_until).unwrap_or(i64::MAX);
        query(sql).bind(id).bind(until).execute(&mut *connection).await?;
    }
    Ok(())
}

fn study_row(row: &DbRow) -> Result<StudyRow> {
    let visibility: &str = row.try_get("visibility")?;
    let chapters: i64 = row.try_get("chapters")?;
    Ok(StudyRow {
        id: row.try_get("id")?,
        owner: user_row_of(row, "owner")?,
        name: row.try_get("name")?,
        visibility: StudyVisibility::parse(visibility)
            .ok_or_else(|| StoreError::Corrupt(format!("a study with the visibility {visibility:?}")))?,
        chapters: u32::try_from(chapters).map_err(|_| StoreError::Corrupt(format!("{chapters} chapters")))?,
        created_at: Timestamp(row.try_get("created_at")?),
        changed_at: Timestamp(row.try_get("changed_at")?),
    })
}
