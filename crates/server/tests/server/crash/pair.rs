//! Two players who continue playing across failures of the servers.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::log::{Charge, INCREMENT_MS, Log};
use crate::client::Client;

/// Initial time on the clocks: long enough for the slowest machine.
const INITIAL_MS: u64 = 3_600_000;

/// Two players, their room, and their knowledge of it.
pub(super) struct Pair {
    tokens: [String; 2],
    /// The moves of the game that they play repeatedly.
    moves: Vec<String>,
    layout: String,
    rng: fastrand::Rng,
    room: Option<String>,
    log: Log,
    /// The last event number that each of them has received.
    last_seq: [u64; 2],
    next_id: u32,
    /// A command without an answer yet.
    pending: Option<Sent>,
    /// The last answered command, and the event number in the answer.
    answered: Option<(Sent, u64)>,
    charges: Vec<Charge>,
    /// The awaited condition, for the report of a failure.
    waits_for: &'static str,
    /// The last answer that said to repeat the command.
    refused: Option<Value>,
    pub(super) rooms_made: usize,
    pub(super) sent_again: Tally,
}

/// Fate of commands that were resent after a kill.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    /// Stored, but the answer was lost.
    pub(super) stored: u32,
    /// Lost before it was stored.
    pub(super) lost: u32,
}

impl Tally {
    pub(super) fn plus(self, other: Self) -> Self {
        Self { stored: self.stored + other.stored, lost: self.lost + other.lost }
    }
}

/// A command as the client sent it.
#[derive(Debug, Clone)]
struct Sent {
    by: usize,
    id: String,
    command: Value,
}

/// The two sockets of a pair, until a server fails.
struct Sockets {
    clients: [Client; 2],
    users: [String; 2],
}

impl Pair {
    pub(super) fn new(tokens: [String; 2], layout: String, moves: Vec<String>, rng: fastrand::Rng) -> Self {
        Self {
            tokens,
            moves,
            layout,
            rng,
            room: None,
            log: Log::default(),
            last_seq: [0; 2],
            next_id: 0,
            pending: None,
            answered: None,
            charges: Vec::new(),
            waits_for: "nothing",
            refused: None,
            rooms_made: 0,
            sent_again: Tally::default(),
        }
    }

    /// Returns to the room and plays until a server is gone or unavailable: `None`. `urls` are the addresses of the servers to which the
    /// players connect. Calls `acknowledged` for each acknowledged command.
    pub(super) async fn play(
        &mut self,
        urls: [&str; 2],
        acknowledged: impl Fn() + Send,
    ) -> Option<Infallible> {
        let mut sockets = self.reconnect(urls).await?;
        loop {
            let sent = self.choose(&sockets.users);
            self.execute(&mut sockets, sent).await?;
            acknowledged();
        }
    }

    /// Returns to the room, checks it, and repeats the unanswered command, if any.
    pub(super) async fn resolve(&mut self, urls: [&str; 2]) -> Option<()> {
        self.reconnect(urls).await.map(drop)
    }

    /// Describes where it stands.
    pub(super) fn describe(&self) -> String {
        let Self { room, last_seq, pending, waits_for, refused, log, .. } = self;
        format!(
            "room {room:?}, events {last_seq:?} of {}, pending {pending:?}, waits for {waits_for}, last refused by {refused:?}",
            log.seq()
        )
    }

    /// Records that the players have lost a server.
    pub(super) fn server_lost(&mut self) {
        self.log.server_lost();
    }

    /// Returns the time that clocks were charged in all rooms so far.
    pub(super) fn charges(&self) -> &[Charge] {
        &self.charges
    }

    async fn connect(&self, url: &str, who: usize) -> Option<Client> {
        let headers = [("authorization", format!("Bearer {}", self.tokens[who]))];
        Client::connect_with(url, &headers).await.ok()
    }

    async fn connect_both(&mut self, urls: [&str; 2]) -> Option<Sockets> {
        self.waits_for = "a connection";
        let clients = [self.connect(urls[0], 0).await?, self.connect(urls[1], 1).await?];
        let users = [0, 1].map(|who| clients[who].user_id().to_owned());
        Some(Sockets { clients, users })
    }

    /// Watches the room again, checks its state, and repeats the unanswered command.
    async fn reconnect(&mut self, urls: [&str; 2]) -> Option<Sockets> {
        let mut sockets = self.connect_both(urls).await?;
        if self.room.is_some() {
            for who in [0, 1] {
                self.watch(&mut sockets, who).await?;
            }
            // Periodically reads everything again from the start: it must be the same as the first time. The first sockets would also
            // receive updates that the room publishes in between.
            if self.rng.u8(..4) == 0 {
                sockets = self.connect_both(urls).await?;
                self.last_seq = [0; 2];
                for who in [0, 1] {
                    self.watch(&mut sockets, who).await?;
                }
            }
            self.log.check_restart();
            self.check_snapshot(&mut sockets).await?;
            if let Some((sent, seq)) = self.answered.clone().filter(|_| self.rng.bool()) {
                assert_eq!(self.request(&mut sockets, &sent).await?, Ok(seq), "{sent:?} was answered before");
            }
        }
        let known = self.log.seq();
        if let Some(sent) = self.pending.clone() {
            self.execute(&mut sockets, sent).await?;
            if let Some((_, seq)) = &self.answered {
                let tally =
                    if *seq <= known { &mut self.sent_again.stored } else { &mut self.sent_again.lost };
                *tally += 1;
            }
        }
        if self.room.is_some() {
            self.log.check_causes();
        }
        Some(sockets)
    }

    /// Chooses the next action of one of the two players.
    fn choose(&mut self, users: &[String; 2]) -> Sent {
        if self.log.status() == Some("finished") && self.log.offer().is_none() && self.rng.bool() {
            // The room is closed, as it should be at this point.
            (self.room, self.log, self.last_seq) = (None, Log::default(), [0; 2]);
        }
        let Some(room) = self.room.clone() else {
            let clock = json!({"kind": "fischer", "initial_ms": INITIAL_MS, "increment_ms": INCREMENT_MS});
            return self.command(0, json!({"type": "create_room", "layout": self.layout, "clock": clock}));
        };
        let at = |seat: u64| users.iter().position(|user| self.log.player(seat) == Some(user)).unwrap();
        let of_room = |kind: &str| json!({"type": kind, "room": room});
        let offer = |kind: &str, what: &str| json!({"type": kind, "room": room, "what": what});
        let whim = self.rng.u8(..24);
        let (by, command) = match self.log.status() {
            Some("finished") => match self.log.offer() {
                Some((what, seat)) => (at(1 - seat), offer("accept", what)),
                None => (0, offer("offer", "rematch")),
            },
            Some("playing") => {
                let ply = self.log.ply();
                let turn = ply as u64 % 2;
                match (self.log.offer(), whim) {
                    (Some((what, seat)), _) => {
                        let answer = if what == "takeback" && whim < 16 { "accept" } else { "decline" };
                        (at(1 - seat), offer(answer, what))
                    }
                    (None, 0) if ply > 1 && !self.log.was_declined() => {
                        (at(1 - turn), offer("offer", "takeback"))
                    }
                    (None, 1) if !self.log.was_declined() => (at(turn), offer("offer", "draw")),
                    (None, _) => match self.moves.get(ply) {
                        Some(text) => {
                            (at(turn), json!({"type": "play", "room": room, "ply": ply, "move": text}))
                        }
                        None => (at(turn), of_room("resign")),
                    },
                }
            }
            _ => (1, of_room("join")),
        };
        self.command(by, command)
    }

    fn command(&mut self, by: usize, command: Value) -> Sent {
        self.next_id += 1;
        Sent { by, id: format!("c{}", self.next_id), command }
    }

    /// Sends a command until it is answered, and records its events.
    async fn execute(&mut self, sockets: &mut Sockets, sent: Sent) -> Option<()> {
        self.pending = Some(sent.clone());
        if sent.command["type"] == "create_room" {
            let made = self.answer(sockets, &sent).await?;
            let made = made.unwrap_or_else(|error| panic!("{sent:?}: {error}"));
            (self.pending, self.answered) = (None, None);
            self.room = made["room"].as_str().map(str::to_owned);
            self.rooms_made += 1;
            for who in [0, 1] {
                self.watch(sockets, who).await?;
            }
            return Some(());
        }
        let answer = self.request(sockets, &sent).await?;
        let seq = answer.unwrap_or_else(|error| panic!("{sent:?}: {error}"));
        self.log.acknowledge(&sent.id, seq);
        (self.pending, self.answered) = (None, Some((sent.clone(), seq)));
        if self.rng.u8(..8) == 0 {
            assert_eq!(self.request(sockets, &sent).await?, Ok(seq), "sent twice: {sent:?}");
        }
        self.waits_for = "an event";
        for who in [0, 1] {
            while self.last_seq[who] < seq
                || (self.last_seq[who] == self.log.seq() && self.log.expects_more())
            {
                self.receive(sockets, who).await?;
            }
        }
        Some(())
    }

    /// Returns the event number with which a command is answered.
    async fn request(&mut self, sockets: &mut Sockets, sent: &Sent) -> Option<Result<u64, Value>> {
        Some(self.answer(sockets, sent).await?.map(|result| result["seq"].as_u64().unwrap()))
    }

    async fn answer(&mut self, sockets: &mut Sockets, sent: &Sent) -> Option<Result<Value, Value>> {
        let mut text = sent.command.clone();
        text["id"] = json!(sent.id);
        sockets.clients[sent.by].try_send(&text.to_string()).await.ok()?;
        self.waits_for = "an answer";
        loop {
            let message = self.receive(sockets, sent.by).await?;
            if message["id"] == sent.id {
                return match &message["type"] {
                    kind if kind == "ok" => Some(Ok(message["result"].clone())),
                    // The command is resent, under the same id.
                    _ if message["code"] == "unavailable" || message["code"] == "busy" => {
                        self.refused = Some(message);
                        None
                    }
                    _ => Some(Err(message)),
                };
            }
        }
    }

    /// Watches the room from the player's last event on, until the player has received all events. Returns `None` if new sockets must
    /// reread.
    async fn watch(&mut self, sockets: &mut Sockets, who: usize) -> Option<()> {
        let since = self.last_seq[who];
        let watch = json!({"type": "watch", "room": self.room, "since": since, "legal": true});
        let sent = self.command(who, watch);
        let seq = self.request(sockets, &sent).await?.unwrap_or_else(|error| panic!("{sent:?}: {error}"));
        assert!(seq >= self.log.seq(), "of {} received events, {seq} are left", self.log.seq());
        self.waits_for = "events that were missed";
        while self.last_seq[who] < seq {
            let message = self.receive(sockets, who).await?;
            // If too many events are missing, the server sends a snapshot.
            if message["type"] == "snapshot" {
                assert_eq!(message["seq"], seq);
                if since < self.log.seq() && self.log.seq() < seq {
                    // The room has published events since the other player read it: new sockets read only these.
                    self.last_seq[who] = self.log.seq();
                    return None;
                }
                assert_eq!(self.log.seq(), seq, "events are missing before {message}");
                self.last_seq[who] = seq;
            }
        }
        Some(())
    }

    /// Compares a fresh snapshot with the recorded events. Returns `None` if new sockets must reread.
    async fn check_snapshot(&mut self, sockets: &mut Sockets) -> Option<()> {
        let sent = self.command(0, json!({"type": "watch", "room": self.room, "legal": true}));
        self.request(sockets, &sent).await?.unwrap_or_else(|error| panic!("{sent:?}: {error}"));
        self.waits_for = "a snapshot";
        loop {
            let message = self.receive(sockets, 0).await?;
            if message["type"] == "snapshot" {
                if message["seq"].as_u64() > Some(self.log.seq()) {
                    // The room has published events since the players read it: new sockets read them first.
                    return None;
                }
                self.log.check_snapshot(&message);
                return Some(());
            }
        }
    }

    /// Returns the next message to one of the two; records it if it is an event of the room.
    async fn receive(&mut self, sockets: &mut Sockets, who: usize) -> Option<Value> {
        let message = sockets.clients[who].try_next().await?;
        if message["type"] == "event" && message["room"].as_str() == self.room.as_deref() {
            assert_eq!(message["seq"], self.last_seq[who] + 1, "one event after the other: {message}");
            self.last_seq[who] += 1;
            self.charges.extend(self.log.apply(message.clone()));
        }
        Some(message)
    }
}
