//! Sockets on which nothing happens but heartbeats.

use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;

use crate::report::Spent;
use crate::socket::Socket;
use crate::{Target, Usage};

/// Guests that share a token: what a socket costs does not depend on whose it is.
const SOCKETS_PER_GUEST: usize = 50;

/// How many sockets to hold open, and for how long.
#[derive(Debug, Clone)]
pub struct IdlePlan {
    /// Sockets of somebody who is known to the server.
    pub sockets: usize,
    /// How long to hold them, once all are open.
    pub span: Duration,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// Opens sockets and holds them.
///
/// # Errors
/// When a socket cannot be opened, or the server closes one.
pub async fn hold_sockets(target: &Target, plan: &IdlePlan) -> anyhow::Result<Spent> {
    let tasks = LocalSet::new();
    tasks.run_until(hold_sockets_here(target, plan)).await
}

async fn hold_sockets_here(target: &Target, plan: &IdlePlan) -> anyhow::Result<Spent> {
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
        Some(broken) = listening.join_next() => return Err(broken.context("a socket's task broke off")?),
    }
    let usage = match (before, made, usage()?) {
        (Some(before), Some(made), Some(after)) => Some([before, made, after]),
        _ => None,
    };
    Ok(Spent { count: plan.sockets, making, usage, span: plan.span })
}
