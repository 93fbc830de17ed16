//! Rows beyond their retention period.

use sqlx::{Connection, SqliteConnection};
use sumito_game::{Timestamp, TournamentId};
use sumito_store::{Stale, TournamentChange, TournamentEvent, TournamentRow};
use uuid::Uuid;

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
        // Another guest has made a room in between.
        let mut change = created(2, None);
        if let Some(new) = &mut change.new {
            new.created_by = super::user_id(2);
        }
        writer.append(&[change.into()]).await.unwrap();
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
        Stale::Tournaments(now),
    ] {
        scene.store.stale(what, None, 10).await.unwrap();
    }
    transaction.rollback().await.unwrap();
    scene.end().await;
}

/// Returns the change of a new tournament that has ended.
fn ended(number: u128, series: Option<&str>) -> TournamentChange {
    let id = TournamentId(Uuid::from_u128(number));
    let row = TournamentRow {
        id,
        made_by: None,
        series: series.map(str::to_owned),
        club: None,
        password_hash: None,
    };
    TournamentChange {
        id,
        new: Some(row),
        open_max: None,
        open_in_club_max: None,
        clubs: None,
        events: vec![TournamentEvent { seq: 1, at: Timestamp(1), payload: "{}".to_owned() }],
        entered: Vec::new(),
        invited: Vec::new(),
        invitations_max: None,
        answered: Vec::new(),
        password_hash: None,
        open: false,
        at: Timestamp(1),
        wake_at: None,
        summary: "{}".to_owned(),
    }
}

#[tokio::test]
async fn tournaments_of_a_series_without_participants_are_removed() {
    on_all(async |Scene { store, writer, .. }: &mut Scene| {
        let unused = ended(1, Some("hourly-1"));
        let entered = TournamentChange { entered: vec![super::user_id(1)], ..ended(2, Some("hourly-2")) };
        let open = TournamentChange { open: true, ..ended(3, Some("hourly-3")) };
        let later = TournamentChange { at: Timestamp(3), ..ended(4, Some("hourly-4")) };
        let of_a_user = ended(5, None);
        let all = [unused, entered, open, later, of_a_user];
        let ids = all.each_ref().map(|change| change.id);
        for change in all {
            writer.append(&[change.into()]).await.unwrap();
        }
        let what = Stale::Tournaments(Timestamp(2));
        assert_eq!(store.stale(what, None, 10).await.unwrap(), (vec![ids[0].0], None));
        let everything = ids.map(|id| id.0);
        assert_eq!(store.remove_stale(what, &everything).await.unwrap().rows, 1);
        for id in ids {
            assert_eq!(store.tournament(id).await.unwrap().is_some(), id != ids[0], "{id:?}");
        }
        assert_eq!(store.remove_stale(what, &everything).await.unwrap().rows, 0);
    })
    .await;
}
