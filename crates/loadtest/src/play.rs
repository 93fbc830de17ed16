//! Rooms in which recorded games are played, one after the other.

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
use crate::report::{Played, Recorder};
use crate::socket::Socket;
use crate::{Target, Usage};

/// What is asked for where the server is to think: a position in which nothing is decided for long.
pub(crate) const POSITION: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";

/// How the games are played.
#[derive(Debug, Clone)]
pub struct PlayPlan {
    /// Rooms at the same time, of two players each.
    pub rooms: usize,
    /// Moves a second in all rooms together, whether the server keeps up or not (open loop); without it, every move
    /// follows as soon as all players have seen the one before (closed loop).
    pub rate: Option<f64>,
    /// How long to play before anything is counted.
    pub warm_up: Duration,
    /// How long to count.
    pub span: Duration,
    /// Guests who meanwhile ask, one position after the other, what it is worth: searches enough keep the threads busy on which the
    /// server thinks.
    pub askers: usize,
    /// The processes of the server.
    pub pids: Vec<u32>,
}

/// One room, with a socket for each player.
pub(crate) struct Room {
    pub(crate) id: RoomId,
    /// By who sat there first.
    sockets: [Socket; 2],
    /// Which of the sockets plays Black: a rematch turns the seats.
    black: usize,
    /// Messages sent, for their ids.
    sent: u64,
}

/// What counts while rooms are played in.
pub(crate) trait Counts {
    /// A move that was due at `due` has been seen by every player.
    fn moved(&self, due: Instant);

    /// A move that was due at `due` is still not there at the end: its wait so far counts, or a server that falls behind would look good.
    fn outstanding(&self, due: Instant);

    /// A game has ended.
    fn finished(&self);
}

/// A move on its way. One that is dropped before it was seen is outstanding.
struct Underway<'a, C: Counts> {
    counts: &'a C,
    due: Option<Instant>,
}

impl<C: Counts> Underway<'_, C> {
    fn was_seen(mut self) {
        if let Some(due) = self.due.take() {
            self.counts.moved(due);
        }
    }
}

impl<C: Counts> Drop for Underway<'_, C> {
    fn drop(&mut self) {
        if let Some(due) = self.due {
            self.counts.outstanding(due);
        }
    }
}

/// Plays and counts.
///
/// # Errors
/// When a room cannot be made, or the server refuses a move or goes away.
pub async fn play(target: &Target, plan: &PlayPlan) -> anyhow::Result<Played> {
    let tasks = LocalSet::new();
    tasks.run_until(play_here(target, plan)).await
}

async fn play_here(target: &Target, plan: &PlayPlan) -> anyhow::Result<Played> {
    play_in(target, Room::open_all(target, plan.rooms).await?, plan).await
}

/// Plays in rooms that are open, whatever number of them the plan says.
pub(crate) async fn play_in(target: &Target, rooms: Vec<Room>, plan: &PlayPlan) -> anyhow::Result<Played> {
    let asked = Rc::new(Cell::new(0));
    let mut asking = JoinSet::new();
    for _ in 0..plan.askers {
        asking.spawn_local(ask(target.guest_rest().await?, Rc::clone(&asked)));
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
        room.context("a room's task broke off")??;
    }
    let evaluations = asked.get() - asked_before;
    if let Some(refused) = asking.try_join_next() {
        refused.context("a guest's task broke off")??;
    }
    let usage = match before {
        Some(before) => Some(Usage::of(&plan.pids)?.since(&before)),
        None => None,
    };
    let recorder = Rc::into_inner(recorder).expect("the rooms have ended").into_inner();
    Ok(recorder.report(evaluations, usage))
}

/// Asks what a position is worth, over and over; counts the answers.
async fn ask(rest: Rest, answered: Rc<Cell<u64>>) -> anyhow::Result<()> {
    loop {
        rest.evaluation(Mode::Two, POSITION).await?;
        answered.set(answered.get() + 1);
    }
}

impl Room {
    /// Makes so many rooms and lets two guests sit down in each.
    pub(crate) async fn open_all(target: &Target, count: usize) -> anyhow::Result<Vec<Self>> {
        let mut rooms = Vec::with_capacity(count);
        for _ in 0..count {
            rooms.push(Self::open(target).await?);
        }
        Ok(rooms)
    }

    /// Makes a room and lets two guests sit down in it.
    async fn open(target: &Target) -> anyhow::Result<Self> {
        let wish = CreateRoom {
            layout: Some(LAYOUT.to_owned()),
            clock: Clock::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
            visibility: Visibility::Private,
            ..CreateRoom::default()
        };
        let tokens = [target.guest().await?, target.guest().await?];
        let id = target.room(&tokens[0], &wish).await?;
        let url = target.socket_url();
        let sockets =
            [Socket::connect(&url, Some(&tokens[0])).await?, Socket::connect(&url, Some(&tokens[1])).await?];
        let mut room = Self { id, sockets, black: 0, sent: 0 };
        for player in [0, 1] {
            room.send(player, Command::Watch { room: room.id.clone(), since: None, legal: false }).await?;
            room.sockets[player].until_type("snapshot").await?;
        }
        room.send(1, Command::Join { room: room.id.clone(), seat: None }).await?;
        room.both_see("started").await?;
        Ok(room)
    }

    /// Plays until `end`, beginning with the game that has this number.
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
                    let underway = Underway { counts: &*counts, due };
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
