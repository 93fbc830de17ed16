//! The nodes: each is a server with its own runtime. Their clocks pass in step.
//!
//! A node that dies takes its runtime with it, in the middle of its work. The runtime of a suspended node is not run, and its clock jumps when
//! it wakes.

use std::time::Duration;

use futures_util::FutureExt;
use sumito_cluster::{Bus, Node as Member, NodeId, SimulatedNats, Standing};
use sumito_game::Timestamp;
use sumito_gateway::simulated::{Life, SessionInput, SessionOutput};
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{Store, UserRow};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance, sleep_until, timeout};
use uuid::Uuid;

use crate::simulation::life;

/// Id of the database that all nodes share.
const DATABASE: Uuid = Uuid::nil();

/// Time within which a process exits when it stops, as `shutdown_grace_ms` says.
const STOPS_WITHIN: Duration = Duration::from_secs(10);

/// A server, with everything that ends when its process ends.
pub(super) struct Node {
    pub(super) id: NodeId,
    /// Number of the node in the simulation.
    pub(super) number: usize,
    pub(super) faults: Faults,
    /// Start of its suspension; `None` while it runs.
    pub(super) suspended: Option<Timestamp>,
    state: State,
    runtime: Runtime,
    /// The moment of its start, on its own clock and on the simulation's.
    origin: Instant,
    born: Timestamp,
}

enum State {
    Starting(JoinHandle<anyhow::Result<Life>>),
    Running(Box<Life>),
    Stopping(Box<Life>, JoinHandle<()>),
}

/// Resources of a new node.
pub(super) struct Surroundings<'a> {
    pub(super) queries: &'a Queries,
    pub(super) faults: Faults,
    /// The bus between the nodes; `None` for the only server of the store.
    pub(super) nats: Option<&'a SimulatedNats>,
    pub(super) now: Timestamp,
    /// Time that the clock of its host shows.
    pub(super) host_time: Timestamp,
}

/// Fate of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    GoesOn,
    /// It could not start.
    Failed,
    Stopped,
    /// Another node has fenced it: its process exits.
    Fenced,
}

impl Node {
    /// Starts a node.
    pub(super) fn start(id: NodeId, number: usize, with: Surroundings<'_>) -> Self {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime without I/O needs nothing");
        let origin = runtime.block_on(async { Instant::now() });
        let Surroundings { queries, faults, nats, now, host_time } = with;
        let (queries, nats, own_faults) = (queries.clone(), nats.cloned(), faults.clone());
        let starting = runtime.spawn(async move {
            let (store, member) = join(&queries, nats.as_ref(), id, own_faults, now).await?;
            life::start_node(store, member, host_time).await
        });
        Self {
            id,
            number,
            faults,
            suspended: None,
            state: State::Starting(starting),
            runtime,
            origin,
            born: now,
        }
    }

    /// Returns the server, if it has started and neither stops nor is suspended.
    pub(super) fn life(&self) -> Option<&Life> {
        match &self.state {
            State::Running(life) if self.suspended.is_none() => Some(life),
            _ => None,
        }
    }

    pub(super) fn is_starting(&self) -> bool {
        matches!(self.state, State::Starting(_))
    }

    /// Runs until its clock shows `now`.
    pub(super) fn run_until(&self, now: Timestamp) {
        if self.suspended.is_none() {
            let until = self.instant(now);
            self.runtime.block_on(async { sleep_until(until).await });
        }
    }

    /// Runs a task on this node.
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.runtime.spawn(work)
    }

    /// Returns the result of a task that has ended.
    pub(super) fn result<T>(&self, task: JoinHandle<T>) -> T {
        self.runtime.block_on(task).expect("the task does not panic")
    }

    /// Continues after a suspension: its clock jumps before any task runs.
    pub(super) fn wake(&mut self, now: Timestamp) {
        if self.suspended.take().is_some() {
            let until = self.instant(now);
            self.runtime.block_on(async {
                // The clock advances at once; the future's remaining wait is not needed.
                let _ = advance(until.saturating_duration_since(Instant::now())).now_or_never();
            });
        }
    }

    /// Starts to stop in order.
    pub(super) fn stop(&mut self) {
        let placeholder = self.runtime.spawn(async { anyhow::bail!("not started") });
        self.state = match std::mem::replace(&mut self.state, State::Starting(placeholder)) {
            State::Running(life) => {
                let stop = life.stop();
                let stopping = self.runtime.spawn(async {
                    // A process that cannot stop in order exits all the same.
                    let _ = timeout(STOPS_WITHIN, stop).await;
                });
                State::Stopping(life, stopping)
            }
            other => other,
        };
    }

    /// Checks whether the node has started, or has ended.
    pub(super) fn poll(&mut self) -> Fate {
        match &mut self.state {
            _ if self.suspended.is_some() => Fate::GoesOn,
            State::Starting(starting) if starting.is_finished() => {
                match self.runtime.block_on(starting).expect("the start does not panic") {
                    Ok(life) => {
                        self.state = State::Running(Box::new(life));
                        Fate::GoesOn
                    }
                    Err(_) => Fate::Failed,
                }
            }
            State::Stopping(_, stopping) if stopping.is_finished() => Fate::Stopped,
            State::Running(life) | State::Stopping(life, _) if life.store.fenced().is_cancelled() => {
                Fate::Fenced
            }
            _ => Fate::GoesOn,
        }
    }

    /// Connects a client.
    pub(super) fn connect(&self, user: Option<UserRow>) -> Option<Connection> {
        let life = self.life()?;
        let _context = self.runtime.enter();
        let (mut session, output) = life.connect(user).into_parts();
        let (input, mut received) = mpsc::unbounded_channel();
        self.runtime.spawn(async move {
            while let Some(input) = received.recv().await {
                match input {
                    Input::Text(text) => receive(&mut session, &text).await,
                    Input::RoundTrip(span) => session.set_round_trip(span),
                    Input::End { on_purpose } => return session.end(on_purpose).await,
                }
            }
        });
        Some(Connection { node: self.number, input, output })
    }

    fn instant(&self, now: Timestamp) -> Instant {
        self.origin + now.since(self.born)
    }
}

/// Handles a text. Boxed: the future is large.
async fn receive(session: &mut SessionInput, text: &str) {
    Box::pin(session.receive(text, Instant::now())).await;
}

/// Opens the store and joins the bus, as a server does at its start.
async fn join(
    queries: &Queries,
    nats: Option<&SimulatedNats>,
    id: NodeId,
    faults: Faults,
    now: Timestamp,
) -> anyhow::Result<(Store, Member)> {
    let Some(nats) = nats else { return Ok((queries.store(), Member::alone())) };
    let store = queries.join(id, faults, now).await?;
    let member = Member::new(&store, Bus::simulate(nats, id, DATABASE, Standing::of(&store)).await?);
    Ok((store, member))
}

/// A client's connection to a node.
pub(super) struct Connection {
    /// Number of the node.
    pub(super) node: usize,
    input: mpsc::UnboundedSender<Input>,
    output: SessionOutput,
}

enum Input {
    Text(String),
    RoundTrip(Duration),
    End { on_purpose: bool },
}

impl Connection {
    /// Sends a text frame. The node handles it when it runs.
    pub(super) fn send(&self, text: &str) {
        // A node that has died receives nothing.
        let _ = self.input.send(Input::Text(text.to_owned()));
    }

    pub(super) fn set_round_trip(&self, span: Duration) {
        let _ = self.input.send(Input::RoundTrip(span));
    }

    pub(super) fn end(self, on_purpose: bool) {
        let _ = self.input.send(Input::End { on_purpose });
    }

    pub(super) fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    pub(super) fn take_texts(&mut self) -> Vec<String> {
        self.output.take_texts()
    }
}

/// Returns whether any node cannot use the store at the moment.
pub(super) fn any_trouble(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| node.faults.condition() != Condition::Healthy)
}
