//! What concerns oneself.

use sumito_protocol::notifications::Notification;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::oneshot;

use crate::conversation::Ask;
use crate::{Client, Failure};

/// What the server tells one of itself: that a game has begun, that somebody challenges one. What is told while there is no connection
/// does not come later.
#[derive(Debug)]
pub struct Notifications(broadcast::Receiver<Notification>);

impl Notifications {
    /// Waits for the next one. Of those that nobody took in time, the oldest are left out. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`Failure::Closed`] when there will be no further one.
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
    /// What concerns oneself, from now on.
    ///
    /// # Errors
    /// [`Failure::Closed`] when the connection has been closed for good.
    pub async fn notifications(&self) -> Result<Notifications, Failure> {
        let (reply, answer) = oneshot::channel();
        self.ask(Ask::Notifications(reply)).await?;
        Ok(Notifications(answer.await.map_err(|_| Failure::Closed)?))
    }
}
