//! Idle rooms.

use std::time::{Duration, Instant};

use sumito_protocol::Command;
use sumito_protocol::client::CreateRoom;
use sumito_protocol::parts::Visibility;
use tokio::time::sleep;

use crate::report::ResourceReport;
use crate::{Target, Usage};

/// Number of rooms per guest: below the server's default limit.
const ROOMS_PER_GUEST: usize = 50;

/// Number of idle rooms, and the duration.
#[derive(Debug, Clone)]
pub struct RoomsPlan {
    /// Number of rooms, half of which wait for a second player; in the other half a game was started and aborted.
    pub rooms: usize,
    /// Waiting time after all are created.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Creates rooms and leaves them idle.
///
/// # Errors
/// Fails if the server rejects a room.
pub async fn make_rooms(target: &Target, plan: &RoomsPlan) -> anyhow::Result<ResourceReport> {
    let usage = || (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose();
    let other = target.client().await?;
    let mut maker = target.guest().await?;
    let request = CreateRoom { visibility: Visibility::Private, ..CreateRoom::default() };
    let before = usage()?;
    let start = Instant::now();
    for number in 0..plan.rooms {
        if number % ROOMS_PER_GUEST == ROOMS_PER_GUEST - 1 {
            maker = target.guest().await?;
        }
        let room = target.room(&maker, &request).await?;
        if number % 2 == 1 {
            other.join(&room, None).await?;
            other.request(Command::Abort { room }).await?;
        }
    }
    let making = start.elapsed();
    let made = usage()?;
    sleep(plan.span).await;
    let usage = match (before, made, usage()?) {
        (Some(before), Some(made), Some(after)) => Some([before, made, after]),
        _ => None,
    };
    Ok(ResourceReport { count: plan.rooms, making, usage, span: plan.span })
}
