//! Notifications to the user.

use sumito_protocol::notifications::Notification;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::oneshot;

use crate::conversation::HandleRequest;
use crate::{Client, Error};

/// Notifications to the user, for example that a game has started or a challenge has arrived. Notifications during a disconnection are
/// lost.
#[derive(Debug)]
pub struct Notifications(broadcast::Receiver<Notification>);

impl Notifications {
    /// Waits for the next notification. If the reader is too slow, the oldest ones are lost. Cancel safe.
    ///
    /// # Errors
    /// [`Error::Closed`] if there will be no further one.
    pub async fn next(&mut self) -> Result<Notification, Error> {
        loop {
            match self.0.recv().await {
                Ok(notification) => return Ok(notification),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }
}

impl Client {
    /// Subscribes to notifications to the user, from now on.
    ///
    /// # Errors
    /// [`Error::Closed`] if the connection has been closed for good.
    pub async fn notifications(&self) -> Result<Notifications, Error> {
        let (reply, answer) = oneshot::channel();
        self.send_request(HandleRequest::Notifications(reply)).await?;
        Ok(Notifications(answer.await.map_err(|_| Error::Closed)?))
    }
}
