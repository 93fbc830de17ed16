//! Rows beyond their retention period.

use sqlx::{Connection, SqliteConnection};
use sumito_game::Timestamp;
use sumito_store::Stale;

use super::{Scene, batch, created, on_all};
use crate::database::Kind;

#[tokio::test]
async fn empty_guests_are_found_in_pages_and_rechecked() {
    on_all(async |Scene { store, writer, .. }: &mut Scene| {
        // Nine guests; one of them has made a room.
        writer.append(&batch([created(1, None)])).await.unwrap();
        let what = Stale::QuietGuests(Timestamp(1));
        let (mut pages, mut all, mut after) = (Vec::new(), Vec::new(), None);
        loop {
            let (ids, next) = store.stale(what, after, 4).await.unwrap();
            pages.push(ids.len());
            all.extend(ids);
            after = next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(pages.len(), 3, "four are looked at, four, and one");
        assert_eq!(all.len(), 8);
        assert_eq!(
            store.stale(Stale::QuietGuests(Timestamp(-1)), None, 4).await.unwrap(),
            (Vec::new(), None)
        );
        // Another guest has made a room meanwhile.
        let mut change = created(2, None);
        if let Some(new) = &mut change.new {
            new.created_by = super::user_id(2);
        }
        writer.append(&batch([change])).await.unwrap();
        let removed = store.remove_stale(what, &all).await.unwrap();
        assert_eq!((removed.sessions.len(), removed.guests), (7, 7));
        assert_eq!(store.remove_stale(what, &all).await.unwrap().rows, 0);
    })
    .await;
}

#[tokio::test]
async fn stale_rows_are_found_during_writes() {
    let scene = Scene::new(Kind::Sqlite).await;
    let mut other = SqliteConnection::connect(scene.database.url()).await.unwrap();
    let transaction = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let now = Timestamp(1);
    for what in [
        Stale::Sessions(now),
        Stale::QuietGuests(now),
        Stale::Lines(now),
        Stale::Reports(now),
        Stale::Challenges(now),
    ] {
        scene.store.stale(what, None, 10).await.unwrap();
    }
    transaction.rollback().await.unwrap();
    scene.end().await;
}
