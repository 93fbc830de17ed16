//! Cleanup of rooms in which players wait too long for opponents.

use sumito_game::{RoomId, Timestamp};
use tokio_util::sync::CancellationToken;

use sumito_rooms::{RoomError, Rooms};
use sumito_store::sweep::{Page, Sweep};
use sumito_store::{RoomCursor, Store};

/// Rooms that are read with one query.
const LOOKED_AT: u32 = 100;

/// Closes rooms that wait for players and have had no event since `quiet_since`. The waiting players leave their seats by an ordinary
/// event, so the seats are free for later players. Returns the number of rooms closed.
///
/// # Errors
/// [`RoomError::Unavailable`] if the database does not answer.
pub(super) async fn close_waiting(
    sweep: &mut Sweep<RoomCursor>,
    store: &Store,
    rooms: &Rooms,
    quiet_since: Timestamp,
    stopping: &CancellationToken,
) -> Result<u64, RoomError> {
    let page = move |after| async move {
        let (rows, next) = store.quiet_waiting_rooms(quiet_since, after, LOOKED_AT).await?;
        Ok(Page { rows, next })
    };
    let close = move |ids: Vec<RoomId>| async move {
        let mut closed = 0;
        for id in ids {
            closed += u64::from(rooms.get(id).await?.close_waiting(quiet_since).await?);
        }
        Ok::<_, RoomError>(closed)
    };
    sweep.pass(stopping, page, close).await
}
