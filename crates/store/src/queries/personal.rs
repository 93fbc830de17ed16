//! Queries for everything on one user.

use base64ct::{Base64, Encoding};
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, Row, query};
use sumito_game::UserId;
use uuid::Uuid;

use super::{DbRow, Queries, Result};
use crate::{PersonalPart, PersonalType};

impl Queries {
    pub(crate) async fn personal_rows(
        &self,
        part: &PersonalPart,
        user: UserId,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<Map<String, Value>>> {
        let sql = statement(part);
        let rows = self.pools.history.run(async |connection| {
            Ok(query(AssertSqlSafe(sql.clone()))
                .bind(user.0)
                .bind(i64::from(limit))
                .bind(i64::from(offset))
                .fetch_all(connection)
                .await?)
        });
        rows.await?.iter().map(|row| object(part, row)).collect()
    }
}

/// Returns the query for a page of a part. All names come from this program.
fn statement(part: &PersonalPart) -> String {
    let PersonalPart { table, sums, by, condition, order, columns, .. } = part;
    let rows = if sums.is_empty() { (*table).to_owned() } else { format!("({sums}) AS sums") };
    let column = |(name, kind): &(&str, PersonalType)| match kind {
        // The databases declare integers of different sizes.
        PersonalType::Number => format!("CAST(\"{name}\" AS BIGINT) AS \"{name}\""),
        _ => format!("\"{name}\""),
    };
    let columns: Vec<_> = columns.iter().map(column).collect();
    let is_user: Vec<_> = by.iter().map(|column| format!("\"{column}\" = $1")).collect();
    let condition = if condition.is_empty() { is_user.join(" OR ") } else { (*condition).to_owned() };
    format!(
        "SELECT {} FROM {rows} WHERE {condition} ORDER BY {} LIMIT $2 OFFSET $3",
        columns.join(", "),
        order.join(", ")
    )
}

fn object(part: &PersonalPart, row: &DbRow) -> Result<Map<String, Value>> {
    let mut object = Map::new();
    for (name, kind) in part.columns {
        let value = match kind {
            PersonalType::Id => row.try_get::<Option<Uuid>, _>(*name)?.map(|id| id.to_string().into()),
            PersonalType::Text => row.try_get::<Option<String>, _>(*name)?.map(Value::from),
            PersonalType::Number => row.try_get::<Option<i64>, _>(*name)?.map(Value::from),
            PersonalType::Real => row.try_get::<Option<f64>, _>(*name)?.map(Value::from),
            PersonalType::Flag => row.try_get::<Option<bool>, _>(*name)?.map(Value::from),
            PersonalType::Json => row.try_get::<Option<String>, _>(*name)?.map(|text| {
                // A text that is not JSON is exported verbatim.
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }),
            PersonalType::Bytes => {
                row.try_get::<Option<Vec<u8>>, _>(*name)?.map(|bytes| Base64::encode_string(&bytes).into())
            }
        };
        object.insert((*name).to_owned(), value.unwrap_or_default());
    }
    Ok(object)
}
