//! Idle sockets with nothing but heartbeats.

use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;

use crate::report::ResourceReport;
use crate::socket::Socket;
use crate::{Target, Usage};

/// Number of sockets that share a guest's token: the cost of a socket does not depend on its user.
const SOCKETS_PER_GUEST: usize = 50;

/// Number of idle sockets, and the duration.
#[derive(Debug, Clone)]
pub struct IdlePlan {
    /// Number of authenticated sockets.
    pub sockets: usize,
    /// Duration after all sockets are open.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Opens sockets and holds them.
///
/// # Errors
/// Fails if a socket cannot be opened, or the server closes one.
pub async fn hold_sockets(target: &Target, plan: &IdlePlan) -> anyhow::Result<ResourceReport> {
    let tasks = LocalSet::new();
    tasks.run_until(hold_sockets_on_current_thread(target, plan)).await
}

async fn hold_sockets_on_current_thread(target: &Target, plan: &IdlePlan) -> anyhow::Result<ResourceReport> {
    let usage = || (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose();
    let mut listening = JoinSet::new();
    let mut token = target.guest().await?;
    let before = usage()?;
    let start = Instant::now();
    for number in 0..plan.sockets {
        if number % SOCKETS_PER_GUEST == SOCKETS_PER_GUEST - 1 {
            token = target.guest().await?;
        }
        let socket = Socket::connect(&target.socket_url(), Some(&token)).await;
        let mut socket = socket.with_context(|| format!("socket number {number}; see `ulimit -n`"))?;
        listening.spawn_local(async move { socket.listen().await });
    }
    let making = start.elapsed();
    let made = usage()?;
    tokio::select! {
        () = sleep(plan.span) => {}
        Some(broken) = listening.join_next() => return Err(broken.context("a socket's task panicked")?),
    }
    let usage = match (before, made, usage()?) {
        (Some(before), Some(made), Some(after)) => Some([before, made, after]),
        _ => None,
    };
    Ok(ResourceReport { count: plan.sockets, making, usage, span: plan.span })
}
