//! Databases of earlier versions.

use sqlx::{Connection, PgConnection, SqliteConnection};
use sumito_game::Timestamp;
use sumito_store::migrations::{POSTGRES, SQLITE};
use sumito_store::{Store, TokenHash};

use super::{settings, user_id};
use crate::database::{BOTH, Database, Kind};
use crate::upgrades::until;

const USER: &str = "INSERT INTO users (id, name, guest, created_at) VALUES ($1, 'Velvet Otter 77', TRUE, 5)";
const SESSION: &str = "INSERT INTO sessions (token_hash, user_id, created_at) VALUES ($1, $2, 5)";

/// Makes the tables of the third version, with a guest whose token has the hash `[7; 32]`: before sessions had labels and ends.
async fn guest_of_the_third_version(kind: Kind, database: &Database) {
    if kind == Kind::Sqlite {
        let url = format!("{}?mode=rwc", database.url());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        until(&SQLITE, 3).run(&mut connection).await.unwrap();
        sqlx::query(USER).bind(user_id(7).0).execute(&mut connection).await.unwrap();
        let session = sqlx::query(SESSION).bind([7_u8; 32].to_vec()).bind(user_id(7).0);
        session.execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    } else {
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        until(&POSTGRES, 3).run(&mut connection).await.unwrap();
        sqlx::query(USER).bind(user_id(7).0).execute(&mut connection).await.unwrap();
        let session = sqlx::query(SESSION).bind([7_u8; 32].to_vec()).bind(user_id(7).0);
        session.execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

#[tokio::test]
async fn guest_tokens_survive_the_accounts_migration() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        guest_of_the_third_version(kind, &database).await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let token = TokenHash([7; 32]);
        let found = store.holder(&token, Timestamp(5)).await.unwrap().unwrap();
        assert_eq!((found.user.id, found.user.name.as_str()), (user_id(7), "Velvet Otter 77"));
        // The migration treats it as used now, and valid for another 90 days.
        let now = sumito_kit::time_source::TimeSource::from_system().now();
        let lasts = found.session.expires_at.since(now).as_secs() / 86_400;
        assert!((88..=90).contains(&lasts), "{lasts} days");
        assert_eq!((found.session.created_at, found.session.scopes), (Timestamp(5), None));
        store.close().await;
    }
}
