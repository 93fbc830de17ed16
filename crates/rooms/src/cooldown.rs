//! Cooldown from rated games for players who aborted or abandoned too many of them.

use std::time::Duration;

use sumito_game::{Command, Offer, Timestamp, UserId};

use super::{RoomError, RoomHandle, Rooms};

/// Upper bound on the breaches that are counted: the cooldown is then at its maximum.
const LOOKED_AT: u32 = 64;

impl Rooms {
    /// Checks that `user` may play rated games now.
    ///
    /// # Errors
    /// [`RoomError::Cooldown`] during a cooldown; fails if the store cannot be read.
    pub async fn check_cooldown(&self, user: UserId) -> Result<(), RoomError> {
        let config = &self.config().ratings;
        if config.breaches == 0 {
            return Ok(());
        }
        let now = self.now();
        let since = Timestamp(now.0.saturating_sub(micros(config.breach_span())));
        let moments = self.store().breaches(user, since, LOOKED_AT).await?;
        let Some(last) = moments.first() else { return Ok(()) };
        let span = config.cooldown(moments.len() as u32);
        let left = last.0.saturating_add(micros(span)).saturating_sub(now.0);
        if left <= 0 {
            return Ok(());
        }
        let minutes = Duration::from_micros(left.unsigned_abs()).as_secs().div_ceil(60).max(1);
        Err(RoomError::Cooldown { minutes })
    }
}

impl RoomHandle {
    /// Checks that `user` may start another game here. Fails if the room's games are rated and the user is in a cooldown.
    ///
    /// # Errors
    /// [`RoomError::Cooldown`] during a cooldown; fails if the room or the store cannot be read.
    pub async fn check_cooldown(&self, user: UserId) -> Result<(), RoomError> {
        if self.view(Some(user)).await?.value().settings.rated {
            self.rooms().check_cooldown(user).await?;
        }
        Ok(())
    }
}

/// Returns whether this command may start a game.
pub fn can_start_game(command: &Command) -> bool {
    matches!(command, Command::Join { .. } | Command::Offer(Offer::Rematch) | Command::Accept(Offer::Rematch))
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}
