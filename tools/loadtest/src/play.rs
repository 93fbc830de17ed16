//! Rooms that play recorded games, one after the other.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use sumito_client::Rest;
use sumito_protocol::RoomId;
use sumito_protocol::client::{Command, CreateRoom};
use sumito_protocol::parts::{Clock, Mode, Offer, Visibility};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep_until;

use crate::games::{LAYOUT, recorded};
use crate::pace::Pace;
use crate::report::{PlayReport, Recorder};
use crate::socket::Socket;
use crate::{Target, Usage};

/// Position for engine requests, in which the outcome stays open for long.
pub(crate) const POSITION: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";

/// Plan of a run with recorded games.
#[derive(Debug, Clone)]
pub struct PlayPlan {
    /// Number of concurrent rooms, with two players each.
    pub rooms: usize,
    /// Moves per second in all rooms together, even if the server does not keep up (open loop); without it, every move follows as soon as
    /// all players have seen the previous one (closed loop).
    pub rate: Option<f64>,
    /// Warm-up before the measurement.
    pub warm_up: Duration,
    /// Duration of the measurement.
    pub span: Duration,
    /// Guests who continuously request position evaluations: enough to keep the engine's threads busy.
    pub askers: usize,
    /// The processes of the server.
    pub pids: Vec<u32>,
    /// Further nodes of the server's cluster. Each node makes as many of the rooms as the others.
    pub nodes: Vec<Target>,
    /// Whether the players of a room connect to other nodes than the one that makes it.
    pub apart: bool,
}

impl PlayPlan {
    /// Returns the node that makes the room of this number, and the nodes of its players.
    fn nodes_of<'a>(&'a self, first: &'a Target, number: usize) -> (&'a Target, [&'a Target; 2]) {
        let count = self.nodes.len() + 1;
        let node = |place: usize| match place % count {
            0 => first,
            place => &self.nodes[place - 1],
        };
        let players = if self.apart { [number + 1, number + 2] } else { [number, number] };
        (node(number), players.map(node))
    }
}

/// A room, with a socket for each player.
pub(crate) struct Room {
    pub(crate) id: RoomId,
    /// Sockets in the order of the initial seats.
    sockets: [Socket; 2],
    /// The socket that plays Black: a rematch turns the seats.
    black: usize,
    /// Number of messages sent, for their ids.
    sent: u64,
}

/// Receiver of measurements while games are played.
pub(crate) trait Counts {
    /// Records a move that was due at `due` and has been seen by every player.
    fn moved(&self, due: Instant);

    /// Records a move that was due at `due` and is still unseen at the end: its wait so far counts, because otherwise a server that falls
    /// behind would get good results.
    fn outstanding(&self, due: Instant);

    /// Records a finished game.
    fn finished(&self);
}

/// A move in transit. If it is dropped before it was seen, it is outstanding.
struct InFlightMove<'a, C: Counts> {
    counts: &'a C,
    due: Option<Instant>,
}

impl<C: Counts> InFlightMove<'_, C> {
    fn was_seen(mut self) {
        if let Some(due) = self.due.take() {
            self.counts.moved(due);
        }
    }
}

impl<C: Counts> Drop for InFlightMove<'_, C> {
    fn drop(&mut self) {
        if let Some(due) = self.due {
            self.counts.outstanding(due);
        }
    }
}

/// Plays recorded games and measures them.
///
/// # Errors
/// Fails if a room cannot be created, or the server rejects a move or becomes unreachable.
pub async fn play(target: &Target, plan: &PlayPlan) -> anyhow::Result<PlayReport> {
    let tasks = LocalSet::new();
    tasks.run_until(play_on_current_thread(target, plan)).await
}

async fn play_on_current_thread(target: &Target, plan: &PlayPlan) -> anyhow::Result<PlayReport> {
    let mut rooms = Vec::with_capacity(plan.rooms);
    for number in 0..plan.rooms {
        let (owner, players) = plan.nodes_of(target, number);
        rooms.push(Room::open(owner, players).await?);
    }
    play_in(target, rooms, plan).await
}

/// Plays in the given open rooms, regardless of their number in the plan.
pub(crate) async fn play_in(
    target: &Target,
    rooms: Vec<Room>,
    plan: &PlayPlan,
) -> anyhow::Result<PlayReport> {
    let asked = Rc::new(Cell::new(0));
    let mut asking = JoinSet::new();
    for _ in 0..plan.askers {
        asking.spawn_local(request_evaluations(target.guest_rest().await?, Rc::clone(&asked)));
    }
    let games: Rc<[_]> = recorded().into();
    let start = Instant::now();
    let counted_from = start + plan.warm_up;
    let end = counted_from + plan.span;
    let recorder = Rc::new(RefCell::new(Recorder::new(counted_from)));
    let mut playing = JoinSet::new();
    for (number, room) in rooms.into_iter().enumerate() {
        let pace = Pace::of_one(plan.rate, plan.rooms, number, start);
        let (games, recorder) = (Rc::clone(&games), Rc::clone(&recorder));
        playing.spawn_local(room.play(games, number, pace, end, recorder));
    }
    sleep_until(counted_from.into()).await;
    let before = (!plan.pids.is_empty()).then(|| Usage::of(&plan.pids)).transpose()?;
    let asked_before = asked.get();
    while let Some(room) = playing.join_next().await {
        room.context("a room's task panicked")??;
    }
    let evaluations = asked.get() - asked_before;
    if let Some(refused) = asking.try_join_next() {
        refused.context("a guest's task panicked")??;
    }
    let usage = match before {
        Some(before) => Some(Usage::of(&plan.pids)?.since(&before)),
        None => None,
    };
    let recorder = Rc::into_inner(recorder).expect("the rooms have ended").into_inner();
    Ok(recorder.report(evaluations, usage))
}

/// Requests position evaluations in a loop; counts the answers.
async fn request_evaluations(rest: Rest, answered: Rc<Cell<u64>>) -> anyhow::Result<()> {
    loop {
        rest.evaluation(Mode::Two, POSITION, 1).await?;
        answered.set(answered.get() + 1);
    }
}

impl Room {
    /// Creates this many rooms with two seated guests each.
    pub(crate) async fn open_all(target: &Target, count: usize) -> anyhow::Result<Vec<Self>> {
        let mut rooms = Vec::with_capacity(count);
        for _ in 0..count {
            rooms.push(Self::open(target, [target; 2]).await?);
        }
        Ok(rooms)
    }

    /// Creates a room on the node `owner`, with a seated guest on each of these nodes.
    async fn open(owner: &Target, players: [&Target; 2]) -> anyhow::Result<Self> {
        let request = CreateRoom {
            layout: Some(LAYOUT.to_owned()),
            clock: Clock::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
            visibility: Visibility::Private,
            ..CreateRoom::default()
        };
        let tokens = [owner.guest().await?, owner.guest().await?];
        let id = owner.room(&tokens[0], &request).await?;
        let sockets = [
            Socket::connect(&players[0].socket_url(), Some(&tokens[0])).await?,
            Socket::connect(&players[1].socket_url(), Some(&tokens[1])).await?,
        ];
        let mut room = Self { id, sockets, black: 0, sent: 0 };
        for player in [0, 1] {
            room.send(player, Command::Watch { room: room.id.clone(), since: None, legal: false }).await?;
            room.sockets[player].until_type("snapshot").await?;
        }
        room.send(1, Command::Join { room: room.id.clone(), seat: None }).await?;
        room.both_see("started").await?;
        Ok(room)
    }

    /// Plays until `end`, starting with the game of this number.
    pub(crate) async fn play<C: Counts>(
        mut self,
        games: Rc<[Vec<&'static str>]>,
        first: usize,
        mut pace: Pace,
        end: Instant,
        counts: Rc<C>,
    ) -> anyhow::Result<()> {
        let playing = async {
            for moves in games.iter().cycle().skip(first % games.len()) {
                for (ply, mv) in moves.iter().enumerate() {
                    let due = Some(pace.next().await);
                    let underway = InFlightMove { counts: &*counts, due };
                    self.make_move(ply as u32, mv).await?;
                    underway.was_seen();
                }
                self.both_see("finished").await?;
                counts.finished();
                self.play_again().await?;
            }
            Ok(())
        };
        tokio::select! {
            broken = playing => broken,
            () = sleep_until(end.into()) => Ok(()),
        }
    }

    /// Plays a move; returns when both players have seen it.
    async fn make_move(&mut self, ply: u32, mv: &str) -> anyhow::Result<()> {
        let mover = (self.black + ply as usize) % 2;
        self.send(mover, Command::Play { room: self.id.clone(), ply, mv: mv.to_owned() }).await?;
        for socket in &mut self.sockets {
            socket.until(|message| message.is_move(ply + 1)).await?;
        }
        Ok(())
    }

    async fn play_again(&mut self) -> anyhow::Result<()> {
        for player in [0, 1] {
            self.send(player, Command::Offer { room: self.id.clone(), what: Offer::Rematch }).await?;
        }
        self.both_see("started").await?;
        self.black = 1 - self.black;
        Ok(())
    }

    async fn both_see(&mut self, kind: &str) -> anyhow::Result<()> {
        for socket in &mut self.sockets {
            socket.until(|message| message.is(kind)).await?;
        }
        Ok(())
    }

    async fn send(&mut self, player: usize, command: Command) -> anyhow::Result<()> {
        self.sent += 1;
        let id = Some(format!("c{}", self.sent));
        self.sockets[player].send(id, command).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_and_players_spread_over_the_nodes() {
        let node = |port: u16| Target::new(&format!("http://127.0.0.1:{port}"), false).unwrap();
        let (first, nodes) = (node(1), vec![node(2), node(3)]);
        let span = Duration::ZERO;
        let plan = |apart| PlayPlan {
            rooms: 3,
            rate: None,
            warm_up: span,
            span,
            askers: 0,
            pids: Vec::new(),
            nodes: nodes.clone(),
            apart,
        };
        for (number, players) in [(0, [2, 3]), (1, [3, 1]), (2, [1, 2]), (3, [2, 3])] {
            let url = |node: &Target| node.socket_url().as_bytes()["ws://127.0.0.1:".len()] - b'0';
            let (apart, together) = (plan(true), plan(false));
            let (owner, apart) = apart.nodes_of(&first, number);
            assert_eq!(apart.map(url), players);
            assert_eq!(together.nodes_of(&first, number).1.map(url), [url(owner); 2]);
        }
    }
}
