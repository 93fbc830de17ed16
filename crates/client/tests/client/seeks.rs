//! Games found by seeking.

use sumito_client::protocol::client::SeekRequest;
use sumito_client::protocol::notifications::Notification;
use sumito_client::{Client, Notifications};
use uuid::Uuid;

use crate::server::TestServer;

/// Waits for the room of the game that started by this seek.
async fn started(notifications: &mut Notifications, own: Uuid) -> String {
    loop {
        if let Notification::GameStarted { room, seek: Some(seek), .. } = notifications.next().await.unwrap()
            && seek == own
        {
            return room.0;
        }
    }
}

#[tokio::test]
async fn seeks_are_paired_and_shown_in_the_lobby() {
    let server = TestServer::start().await;
    let [anne, ben, visitor]: [Client; 3] =
        [server.client().await, server.client().await, server.client().await];
    let mut lobby = visitor.lobby("main").await.unwrap();
    let mut notifications = [anne.notifications().await.unwrap(), ben.notifications().await.unwrap()];
    let first = anne.seek(SeekRequest::default()).await.unwrap();
    while lobby.seeks().is_empty() {
        lobby.next().await.unwrap();
    }
    assert_eq!(lobby.seeks()[0].id, first);
    anne.cancel_seek().await.unwrap();
    while !lobby.seeks().is_empty() {
        lobby.next().await.unwrap();
    }
    let one = anne.seek(SeekRequest::default()).await.unwrap();
    let other = ben.take_seek(one).await.unwrap();
    let [hers, his] = &mut notifications;
    assert_eq!(started(hers, one).await, started(his, other).await);
}
