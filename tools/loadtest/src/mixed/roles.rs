//! Roles that do not play.

use std::rc::Rc;
use std::time::{Duration, Instant};

use sumito_client::{GameQuery, Rest};
use sumito_protocol::parts::Mode;
use sumito_protocol::{Command, RoomId, TopicKey};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{Kind, MixedPlan, Tally};
use crate::Target;
use crate::pace::Pace;
use crate::play::POSITION;
use crate::socket::Socket;

/// Interval between two requests of a client.
const EVERY: Duration = Duration::from_secs(1);

/// Connected clients that do not play.
pub(super) struct Roles {
    rooms: Rc<[RoomId]>,
    spectators: Vec<Socket>,
    lobby_watchers: Vec<Socket>,
    readers: Vec<Rest>,
    askers: Vec<Rest>,
}

impl Roles {
    pub(super) async fn gather(
        target: &Target,
        plan: &MixedPlan,
        rooms: Rc<[RoomId]>,
    ) -> anyhow::Result<Self> {
        let mut roles = Self {
            rooms,
            spectators: Vec::new(),
            lobby_watchers: Vec::new(),
            readers: Vec::new(),
            askers: Vec::new(),
        };
        for _ in 0..plan.spectators {
            roles.spectators.push(Socket::connect(&target.socket_url(), None).await?);
        }
        for _ in 0..plan.lobby_watchers {
            roles.lobby_watchers.push(Socket::connect(&target.socket_url(), None).await?);
        }
        for _ in 0..plan.readers {
            roles.readers.push(target.guest_rest().await?);
        }
        for _ in 0..plan.askers {
            roles.askers.push(target.guest_rest().await?);
        }
        Ok(roles)
    }

    /// Starts the clients, each with its own offset.
    pub(super) fn spawn(self, all: &mut JoinSet<anyhow::Result<()>>, start: Instant, tally: &Rc<Tally>) {
        let pace = |number: usize, count: usize| {
            let rate = count as f64 / EVERY.as_secs_f64();
            Pace::of_one(Some(rate), count, number, start)
        };
        let (spectators, watchers, readers) =
            (self.spectators.len(), self.lobby_watchers.len(), self.readers.len());
        if !self.rooms.is_empty() {
            for (number, socket) in self.spectators.into_iter().enumerate() {
                let rooms = Rc::clone(&self.rooms);
                all.spawn_local(spectate(socket, rooms, number, pace(number, spectators), Rc::clone(tally)));
            }
        }
        for (number, socket) in self.lobby_watchers.into_iter().enumerate() {
            all.spawn_local(browse_lobby(socket, pace(number, watchers), Rc::clone(tally)));
        }
        for (number, rest) in self.readers.into_iter().enumerate() {
            let rooms = Rc::clone(&self.rooms);
            all.spawn_local(read(rest, rooms, number, pace(number, readers), Rc::clone(tally)));
        }
        for rest in self.askers {
            all.spawn_local(request_evaluations(rest, Rc::clone(tally)));
        }
    }
}

/// Waits for the next request while reading messages.
async fn listen_until_due(socket: &mut Socket, pace: &mut Pace) -> anyhow::Result<Instant> {
    tokio::select! {
        biased;
        due = pace.next() => Ok(due),
        broken = socket.listen() => Err(broken),
    }
}

async fn spectate(
    mut socket: Socket,
    rooms: Rc<[RoomId]>,
    first: usize,
    mut pace: Pace,
    tally: Rc<Tally>,
) -> anyhow::Result<()> {
    let mut before = None::<RoomId>;
    for room in rooms.iter().cycle().skip(first % rooms.len()) {
        let due = listen_until_due(&mut socket, &mut pace).await?;
        let waiting = tally.start_wait(Kind::Watch, due);
        if let Some(room) = before.replace(room.clone()) {
            socket.send(None, Command::Unwatch { room }).await?;
        }
        socket.send(None, Command::Watch { room: room.clone(), since: None, legal: false }).await?;
        socket.until_type("snapshot").await?;
        drop(waiting);
    }
    Ok(())
}

async fn browse_lobby(mut socket: Socket, mut pace: Pace, tally: Rc<Tally>) -> anyhow::Result<()> {
    loop {
        let due = listen_until_due(&mut socket, &mut pace).await?;
        let waiting = tally.start_wait(Kind::Lobby, due);
        let lobby = TopicKey::Lobby("main".to_owned());
        socket.send(Some("left".to_owned()), lobby.clone().unsubscribe()).await?;
        // Earlier messages do not count.
        socket.until_type("ok").await?;
        socket.send(None, lobby.subscribe(None)).await?;
        socket.until_type("lobby").await?;
        drop(waiting);
    }
}

async fn read(
    rest: Rest,
    rooms: Rc<[RoomId]>,
    first: usize,
    mut pace: Pace,
    tally: Rc<Tally>,
) -> anyhow::Result<()> {
    let page = GameQuery { limit: Some(25), ..GameQuery::default() };
    let mut newest = None;
    for number in first.. {
        let due = pace.next().await;
        let pages = [Page::Rooms, Page::Games, Page::Tournaments, Page::Layouts]
            .into_iter()
            .chain(newest.map(Page::Game))
            .chain(rooms.get(number % rooms.len().max(1)).map(Page::Room));
        let pages: Vec<_> = pages.collect();
        let page_now = &pages[number % pages.len()];
        let waiting = tally.start_wait(page_now.kind(), due);
        match page_now {
            Page::Rooms => drop(rest.rooms("main").await?),
            Page::Games => newest = rest.games(&page).await?.games.first().map(|game| game.id),
            Page::Tournaments => drop(rest.tournaments(true, None).await?),
            Page::Layouts => drop(rest.layouts().await?),
            Page::Game(game) => drop(rest.game(*game).await?),
            Page::Room(room) => drop(rest.room(room).await?),
        }
        drop(waiting);
    }
    Ok(())
}

/// Pages that readers request, in turn.
enum Page<'a> {
    Rooms,
    Games,
    Tournaments,
    Layouts,
    Game(Uuid),
    Room(&'a RoomId),
}

impl Page<'_> {
    fn kind(&self) -> Kind {
        match self {
            Self::Rooms | Self::Games | Self::Tournaments | Self::Layouts => Kind::List,
            Self::Game(_) | Self::Room(_) => Kind::Thing,
        }
    }
}

async fn request_evaluations(rest: Rest, tally: Rc<Tally>) -> anyhow::Result<()> {
    loop {
        let waiting = tally.start_wait(Kind::Asked, Instant::now());
        rest.evaluation(Mode::Two, POSITION, 1).await?;
        drop(waiting);
    }
}
