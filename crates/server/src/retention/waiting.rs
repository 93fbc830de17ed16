//! Rooms in which somebody waits for others who do not come.

use sumito_game::Timestamp;
use tokio_util::sync::CancellationToken;
use tracing::{debug, info};

use crate::rooms::Rooms;
use crate::store::{Store, StoreError};

/// Rooms that are looked for at once. Each comes into memory for a moment.
const AT_ONCE: u32 = 100;

/// Closes rooms that wait for players and in which nothing has happened since `quiet_since`: whoever waits there gets up, as an event like
/// any other, and somebody who comes later can sit down again. Goes on until there are none left or `stopping` is cancelled.
///
/// # Errors
/// [`StoreError::Unavailable`] when the database does not answer.
pub(super) async fn close_waiting(
    store: &Store,
    rooms: &Rooms,
    quiet_since: Timestamp,
    stopping: &CancellationToken,
) -> Result<(), StoreError> {
    let mut sum = 0;
    while !stopping.is_cancelled() {
        let mut closed = 0;
        for id in store.quiet_waiting_rooms(quiet_since, AT_ONCE).await? {
            let outcome = async { rooms.get(id).await?.close_waiting(quiet_since).await };
            match outcome.await {
                Ok(true) => closed += 1,
                Ok(false) => {}
                // One that is damaged or has no place now is left for the next time.
                Err(error) => debug!(room = %id, %error, "a room that waits in vain is not closed"),
            }
        }
        sum += closed;
        if closed < AT_ONCE {
            break;
        }
    }
    if sum > 0 {
        info!(rooms = sum, "rooms were closed in which somebody waited for others who did not come");
    }
    Ok(())
}
