//! Actions of players: they open tabs at any node, create rooms, and send commands, some of them twice.

use std::time::Duration;

use sumito_protocol::client::{ClientMessage, Command};
use sumito_protocol::server::Outcome;
use sumito_protocol::{ErrorCode, RoomId as WireRoomId, ServerMessage};

use super::nodes::Connection;
use super::tab::Tab;
use super::{PEOPLE, ROOMS_MAX, Sent, TABS_MAX, World};
use crate::simulation::random_behaviour;

/// Time for which a client waits for an answer before it connects to another node.
const PATIENCE: Duration = Duration::from_secs(8);

impl World {
    /// Connects a client of this user to any node.
    fn connect(&mut self, who: Option<usize>) -> Option<Connection> {
        let running = self.running();
        let place = self.rng.choice(running)?;
        let user = who.map(|who| self.people[who].clone());
        self.nodes[place].connect(user)
    }

    /// Lets a random player act, most often the player to move.
    pub(super) fn run_action(&mut self) {
        let open: Vec<_> = (0..self.tabs.len())
            .filter(|&tab| self.tabs[tab].socket.is_some() && self.tabs[tab].who.is_some())
            .collect();
        let turn: Vec<_> = open.iter().copied().filter(|&tab| self.is_to_move(tab)).collect();
        let choice = if self.rng.u8(..3) > 0 { self.rng.choice(turn) } else { None };
        let Some(tab) = choice.or_else(|| self.rng.choice(open)) else { return };
        let (who, room) = (self.tabs[tab].who.expect("the tab has a user"), self.tabs[tab].room);
        let seen = self.tabs[tab].view.as_ref().map(|view| &*view.room);
        let command = random_behaviour::command(
            &mut self.rng,
            &WireRoomId(room.to_string()),
            seen,
            self.people[who].id.0,
        );
        let id = format!("c{}", self.ids.len());
        self.log(&format!("person {who} in tab {tab} sends {id}: {command:?}"));
        let text = text(&id, command);
        self.ids.push(id.clone());
        self.sent.insert(id.clone(), Sent { who, room, text: text.clone(), seq: None });
        self.tally.forwarded += u64::from(self.is_elsewhere(tab));
        self.send(tab, &id, &text);
    }

    fn is_to_move(&self, tab: usize) -> bool {
        let tab = &self.tabs[tab];
        let Some(seen) = tab.view.as_ref().map(|view| &*view.room) else { return false };
        let Some(turn) = seen.turn else { return false };
        let player = seen.seats[usize::from(turn)].player.as_ref();
        player.map(|player| player.id) == tab.who.map(|who| self.people[who].id.0)
    }

    /// Returns whether the room of a tab has an owner other than the node of its connection.
    fn is_elsewhere(&self, tab: usize) -> bool {
        let tab = &self.tabs[tab];
        let owner = self.queries.ownerships(tab.room).last().copied();
        let owner = owner.filter(|owner| owner.until.is_none()).map(|owner| owner.node);
        let node = tab.socket.as_ref().map(|socket| socket.node);
        let node = self.nodes.iter().find(|other| Some(other.number) == node);
        owner.is_some() && node.map(|node| node.id) != owner
    }

    /// Sends a command twice, or late.
    pub(super) fn send_again(&mut self) {
        let recent = self.ids.len().saturating_sub(30);
        let Some(id) = self.rng.choice(&self.ids[recent..]).cloned() else { return };
        let Sent { who, room, text, .. } = &self.sent[&id];
        let same = |tab: &Tab| tab.socket.is_some() && tab.who == Some(*who) && tab.room == *room;
        let Some(tab) = self.tabs.iter().position(same) else { return };
        self.tally.sent_again += 1;
        let text = text.clone();
        self.log(&format!("again: {text}"));
        self.send(tab, &id, &text);
    }

    fn send(&mut self, tab: usize, id: &str, text: &str) {
        let state = &mut self.tabs[tab];
        if let Some(socket) = &state.socket {
            socket.send(text);
            state.owed.push(id.to_owned());
        }
        self.be_busy();
    }

    /// Opens a tab, or reconnects a tab that has lost its connection.
    pub(super) fn open_tab(&mut self) {
        let closed: Vec<_> = (0..self.tabs.len()).filter(|&tab| self.tabs[tab].socket.is_none()).collect();
        let tab = match self.rng.choice(closed) {
            Some(tab) => tab,
            None if self.tabs.len() < TABS_MAX => {
                let Some(&room) = self.rng.choice(&self.rooms) else { return };
                let who = (self.rng.u8(..8) > 0).then(|| self.rng.usize(..PEOPLE));
                let wants_legal = self.rng.u8(..4) > 0;
                self.tabs.push(Tab::new(who, room, wants_legal));
                self.tabs.len() - 1
            }
            None => return,
        };
        let forgets = self.rng.u8(..4) == 0;
        let socket = self.connect(self.tabs[tab].who);
        let state = &mut self.tabs[tab];
        if forgets {
            state.view = None;
        }
        (state.is_slow, state.may_repeat, state.socket) = (false, false, socket);
        state.owed.clear();
        self.watch(tab);
    }

    /// Subscribes to the room once more, whether or not earlier messages were read.
    pub(super) fn watch_again(&mut self) {
        let open: Vec<_> = (0..self.tabs.len()).filter(|&tab| self.tabs[tab].socket.is_some()).collect();
        if let Some(tab) = self.rng.choice(open) {
            self.tabs[tab].may_repeat = true;
            self.watch(tab);
        }
    }

    fn watch(&mut self, tab: usize) {
        let (room, since) = (self.tabs[tab].room, self.tabs[tab].seq());
        let node = self.tabs[tab].socket.as_ref().map(|socket| socket.node);
        let who = self.tabs[tab].who;
        self.log(&format!("tab {tab} of {who:?} watches {room} since {since:?} at node {node:?}"));
        let legal = self.tabs[tab].wants_legal;
        let room = WireRoomId(room.to_string());
        self.send(tab, "w", &text("w", Command::Watch { room, since, legal }));
    }

    pub(super) fn close_tab(&mut self) {
        let on_purpose = self.rng.bool();
        if self.tabs.is_empty() {
            return;
        }
        let tab = self.rng.usize(..self.tabs.len());
        self.log(&format!("tab {tab} closes, on purpose: {on_purpose}"));
        if let Some(socket) = self.tabs[tab].socket.take() {
            socket.end(on_purpose);
            self.be_busy();
        }
    }

    /// Lets a player create a room, with retries at any node until it exists.
    pub(super) fn create_room(&mut self) {
        if self.rooms.len() >= ROOMS_MAX {
            return;
        }
        let who = self.rng.usize(..PEOPLE);
        let text = text(
            &format!("room {}", self.rooms.len()),
            Command::CreateRoom(random_behaviour::room(&mut self.rng)),
        );
        loop {
            self.log(&format!("person {who}: {text}"));
            let Some(mut socket) = self.connect(Some(who)) else { return self.await_a_node() };
            socket.send(&text);
            let answer = self.await_answer(&mut socket);
            socket.end(true);
            match answer {
                Some(ServerMessage::Ok { result: Outcome { room: Some(room), .. }, .. }) => {
                    self.rooms.push(room.0.parse().expect("a room's id"));
                    return;
                }
                Some(ServerMessage::Error { code: ErrorCode::Unavailable, .. }) | None => {
                    self.heal();
                    self.pass(Duration::from_millis(100));
                    self.await_a_node();
                }
                other => panic!("{text} was answered by {other:?}"),
            }
        }
    }

    /// Waits for an answer; `None` if there is none.
    fn await_answer(&mut self, socket: &mut Connection) -> Option<ServerMessage> {
        let give_up_at = self.now + PATIENCE;
        while self.now < give_up_at {
            self.be_busy();
            self.pass(Duration::from_millis(4));
            for text in socket.take_texts() {
                let message = serde_json::from_str(&text).expect("a message of the protocol");
                if matches!(message, ServerMessage::Ok { .. } | ServerMessage::Error { .. }) {
                    return Some(message);
                }
            }
        }
        None
    }
}

fn text(id: &str, command: Command) -> String {
    let message = ClientMessage { id: Some(id.to_owned()), command };
    serde_json::to_string(&message).expect("every message has a JSON form")
}
