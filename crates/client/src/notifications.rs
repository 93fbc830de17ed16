//! Notifications to the user.

use sumito_protocol::notifications::Notification;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::oneshot;

use crate::conversation::Ask;
use crate::{Client, Failure};

/// Notifications to the user, for example that a game has begun or a challenge has arrived. Notifications during a disconnection are lost.
#[derive(Debug)]
pub struct Notifications(broadcast::Receiver<Notification>);

impl Notifications {
    /// Waits for the next notification. If the reader is too slow, the oldest ones are lost. Cancel safe.
    ///
    /// # Errors
    /// [`Failure::Closed`] if there will be no further one.
    pub async fn next(&mut self) -> Result<Notification, Failure> {
        loop {
            match self.0.recv().await {
                Ok(notification) => return Ok(notification),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Err(Failure::Closed),
            }
        }
    }
}

impl Client {
    /// Subscribes to notifications to the user, from now on.
    ///
    /// # Errors
    /// [`Failure::Closed`] if the connection has been closed for good.
    pub async fn notifications(&self) -> Result<Notifications, Failure> {
        let (reply, answer) = oneshot::channel();
        self.ask(Ask::Notifications(reply)).await?;
        Ok(Notifications(answer.await.map_err(|_| Failure::Closed)?))
    }
}
