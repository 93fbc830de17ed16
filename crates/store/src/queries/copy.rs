//! Generic queries for copying tables, regardless of their meaning.

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Executor, QueryBuilder, Row, query};
use tokio::sync::mpsc;

use super::super::{BEGIN, COLUMNS, Db, MAX_VALUES, REFERENCES, SNAPSHOT, kind};
use super::{Connection, DbRow, Result};
use crate::StoreError;
use crate::copy::{Column, ColumnType, RowBatch, Table, Value};

/// Maximum number of rows in a packet and in a statement.
const ROWS_IN_A_PACKET: usize = 1_000;

/// Starts a transaction that reads one state of the database until its end.
pub(crate) async fn begin_snapshot(connection: &mut Connection) -> Result<()> {
    Ok(connection.execute(SNAPSHOT).await.map(drop)?)
}

/// Starts a transaction that writes.
pub(crate) async fn begin_writing(connection: &mut Connection) -> Result<()> {
    Ok(connection.execute(BEGIN).await.map(drop)?)
}

pub(crate) async fn commit(connection: &mut Connection) -> Result<()> {
    Ok(connection.execute("COMMIT").await.map(drop)?)
}

/// Returns all tables by name, except the table of executed migrations.
pub(crate) async fn tables(connection: &mut Connection) -> Result<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    for row in query(COLUMNS).fetch_all(&mut *connection).await? {
        let name: String = row.try_get("of_table")?;
        let declared: String = row.try_get("kind")?;
        let column: String = row.try_get("name")?;
        let kind = kind(&declared).ok_or_else(|| {
            StoreError::Corrupt(format!("{name}.{column} is of the unknown type {declared}"))
        })?;
        if tables.last().is_none_or(|table| table.name != name) {
            tables.push(Table { name, columns: Vec::new(), refers_to: Vec::new() });
        }
        if let Some(table) = tables.last_mut() {
            table.columns.push(Column { name: column, kind });
        }
    }
    for row in query(REFERENCES).fetch_all(connection).await? {
        let name: String = row.try_get("of_table")?;
        if let Some(table) = tables.iter_mut().find(|table| table.name == name) {
            table.refers_to.push(row.try_get("other")?);
        }
    }
    tables.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(tables)
}

/// Returns whether no server has stored any data yet.
pub(crate) async fn is_unused(connection: &mut Connection) -> Result<bool> {
    let sql = "SELECT 1 FROM users UNION ALL SELECT 1 FROM rooms LIMIT 1";
    Ok(query(sql).fetch_optional(connection).await?.is_none())
}

/// Removes all rows of a table.
pub(crate) async fn empty(connection: &mut Connection, table: &Table) -> Result<()> {
    let sql = format!("DELETE FROM {}", table.name);
    Ok(query(AssertSqlSafe(sql)).execute(connection).await.map(drop)?)
}

/// Sends all rows to the receiver, while it exists.
pub(crate) async fn read(
    connection: &mut Connection,
    table: &Table,
    packets: mpsc::Sender<RowBatch>,
) -> Result<()> {
    let sql = format!("SELECT {} FROM {}", names(table), table.name);
    let mut rows = query(AssertSqlSafe(sql)).fetch(connection);
    let mut packet = RowBatch::with_capacity(ROWS_IN_A_PACKET);
    while let Some(row) = rows.try_next().await? {
        packet.push(values(&row, table)?);
        if packet.len() == ROWS_IN_A_PACKET {
            let full = std::mem::replace(&mut packet, RowBatch::with_capacity(ROWS_IN_A_PACKET));
            if packets.send(full).await.is_err() {
                return Ok(());
            }
        }
    }
    // A receiver that is gone reports its own error.
    let _ = packets.send(packet).await;
    Ok(())
}

/// Writes all received rows, and counts them.
pub(crate) async fn write(
    connection: &mut Connection,
    table: &Table,
    mut packets: mpsc::Receiver<RowBatch>,
) -> Result<u64> {
    let at_once = (MAX_VALUES / table.columns.len().max(1)).clamp(1, ROWS_IN_A_PACKET);
    let mut count = 0;
    while let Some(packet) = packets.recv().await {
        count += packet.len() as u64;
        for rows in packet.chunks(at_once) {
            let mut sql = QueryBuilder::<Db>::new(format!("INSERT INTO {} ({}) ", table.name, names(table)));
            sql.push_values(rows, |mut sql, row| {
                for value in row.iter().cloned() {
                    match value {
                        Value::Bool(value) => sql.push_bind(value),
                        Value::Integer(value) => sql.push_bind(value),
                        Value::Short(value) => sql.push_bind(value),
                        Value::Real(value) => sql.push_bind(value),
                        Value::Text(value) => sql.push_bind(value),
                        Value::Bytes(value) => sql.push_bind(value),
                        Value::Uuid(value) => sql.push_bind(value),
                    };
                }
            });
            // Packets have few sizes, but there are many tables: the statements are not kept prepared.
            sql.build().persistent(false).execute(&mut *connection).await?;
        }
    }
    Ok(count)
}

fn names(table: &Table) -> String {
    let names: Vec<_> = table.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    names.join(", ")
}

fn values(row: &DbRow, table: &Table) -> Result<Vec<Value>> {
    let value = |(index, column): (usize, &Column)| {
        Ok(match column.kind {
            ColumnType::Bool => Value::Bool(row.try_get(index)?),
            ColumnType::Integer => Value::Integer(row.try_get(index)?),
            ColumnType::Short => Value::Short(row.try_get(index)?),
            ColumnType::Real => Value::Real(row.try_get(index)?),
            ColumnType::Text => Value::Text(row.try_get(index)?),
            ColumnType::Bytes => Value::Bytes(row.try_get(index)?),
            ColumnType::Uuid => Value::Uuid(row.try_get(index)?),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}
