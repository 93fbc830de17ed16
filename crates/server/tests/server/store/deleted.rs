//! Deletion of users in the store: the first step is final at once, the rest happens some rows at a time.

use sumito_game::Timestamp;
use sumito_services::history::retention::erase_deleted;
use sumito_store::{DeleteOutcome, Grounds, LineContent, NewLine, Preset, Store};
use tokio_util::sync::CancellationToken;

use super::chat::LIMITS;
use super::{Scene, settings, user, user_id};
use crate::database::BOTH;

/// A line of the first user.
fn line(number: u64) -> NewLine {
    NewLine {
        channel: "lobby:main".to_owned(),
        author: user(1),
        at: Timestamp(number as i64 * 1_000),
        said: LineContent::Preset(Preset::Hello),
        command: None,
    }
}

#[tokio::test]
async fn user_data_is_erased_in_parts_across_restarts() {
    for kind in BOTH {
        let Scene { database, store, writer, .. } = Scene::new(kind).await;
        let lines: Vec<_> = (0..2_500).map(line).collect();
        store.add_lines(&lines, LIMITS).await.unwrap();
        let left = async |store: &Store| store.last_lines("lobby:main", 9_999).await.unwrap().len();
        let grounds = Grounds { user: user_id(1), session: None, password_hash: None, second: None };
        let Ok(DeleteOutcome::Done(ended)) = store.delete_user(&grounds, "[deleted]").await.unwrap() else {
            panic!("there must be a seat");
        };
        assert_eq!(ended.len(), 1, "the session has ended");
        let deleted = store.user(user_id(1)).await.unwrap().unwrap();
        assert_eq!(
            (&*deleted.name, left(&store).await),
            ("[deleted]", 2_500),
            "the first step is final and short"
        );
        assert!(!store.erase(user_id(1), 1_000).await.unwrap(), "some lines are left");
        assert_eq!(left(&store).await, 1_500);
        // The first server ends here, and another one starts.
        writer.close().await;
        store.close().await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        assert_eq!(store.deleted_with_rows().await.unwrap(), Some(user_id(1)));
        erase_deleted(&store, &CancellationToken::new()).await.unwrap();
        assert_eq!((left(&store).await, store.deleted_with_rows().await.unwrap()), (0, None));
        store.close().await;
    }
}
