//! Emails about turns in correspondence games, to players who have chosen them for a game.

use std::time::Duration;

use sumito_store::{AttemptKey, StoreError};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::Identities;
use crate::accounts::mail::{Address, Email, EmailKind};
use crate::social::push::TurnMail;
use sumito_kit::task;

/// Maximum number of emails about turns to a user at once; as many again in each [`SPAN`].
const BURST: u32 = 20;
const SPAN: Duration = Duration::from_hours(24);

impl Identities {
    /// Sends the emails about turns until the server stops.
    pub async fn mail_turns(self, mut turns: mpsc::Receiver<TurnMail>, stopping: CancellationToken) {
        while let Some(Some(turn)) = stopping.run_until_cancelled(turns.recv()).await {
            let to = turn.to;
            if let Err(error) = self.mail_turn(turn).await {
                warn!(%error, user = %to.0, "turn reminder email not sent");
            }
        }
    }

    /// Sends an email about a turn, if the user has a confirmed address and has not received too many.
    async fn mail_turn(&self, TurnMail { to, room, players, language }: TurnMail) -> Result<(), StoreError> {
        let (store, Ok(place)) = (&self.0.store, self.0.mail.place()) else { return Ok(()) };
        let Some(address) = store.mail_of(to, self.0.time.now()).await?.address else { return Ok(()) };
        let (Ok(address), Some(user)) = (Address::parse(&address), store.user(to).await?) else {
            return Ok(());
        };
        let key = AttemptKey::new("turn mails", &[to.0.as_bytes()]);
        if store.count_attempt(key, BURST, SPAN).await?.is_some() {
            return Ok(());
        }
        let purpose = EmailKind::Turn { room, players };
        let letter = Email { to: address, name: user.name, language, purpose };
        task::spawn(async move { place.deliver(&letter).await });
        Ok(())
    }
}
