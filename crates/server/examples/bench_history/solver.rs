//! The user who sends the requests.

use anyhow::Context;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use sumito_game::UserId;

/// Creates a guest who has attempted half of the puzzles, and returns a client with the guest's token.
pub(crate) async fn create(url: &str, database_url: &str) -> anyhow::Result<(reqwest::Client, UserId)> {
    let guest = reqwest::Client::new().post(format!("{url}/api/v1/guests")).send().await?;
    let guest: Value = guest.error_for_status()?.json().await?;
    let token = guest["token"].as_str().context("a guest has a token")?;
    let user = UserId(guest["user"]["id"].as_str().context("a guest has an id")?.parse()?);
    let mut connection = PgConnection::connect(database_url).await.context("the database")?;
    let sql = "INSERT INTO puzzle_attempts (user_id, puzzle_id, at, solved, before, after)
               SELECT $1, id, 0, TRUE, 1500, 1500 FROM puzzles WHERE shuffle % 2 = 0";
    sqlx::query(sql).bind(user.0).execute(&mut connection).await?;
    connection.close().await?;
    let authorization =
        HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::try_from(format!("Bearer {token}"))?)]);
    Ok((reqwest::Client::builder().default_headers(authorization).build()?, user))
}
