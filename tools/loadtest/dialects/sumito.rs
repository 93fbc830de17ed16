//! Sumito's dialect for the comparison bench: a room plays one recorded game after the other, with a rematch between.
//!
//! The bench calls a message that every seat must receive before the next one is sent a "move", and numbers moves by `ply`. Here a round is
//! a recorded game of 55 plies and two offers of a rematch, which turns the seats: the number is odd, so the sockets rotate through all
//! seats. Rooms do not run in lockstep, as with real players: each starts at another ply of its first game.
use crate::dialect::{Dialect, Recv, RoomState};
use crate::net::{find, Net, Ws};
use crate::wsframe::TEXT;
use std::io;

/// The recorded game migs-29940: Belgian daisy, Black ejects six marbles.
const GAME: [&str; 55] = [
    "i9h8", "a5b5", "a1b2", "a4b4", "b2c3", "b4c4", "b1c1", "i5h5", "i8h7", "h4g4", "c1c3d1", "f4f5", "d1d2",
    "b6c6", "d2d3", "c5d6", "g8g7", "f5f6", "d3e3", "b5c6", "g7g6", "d7e7", "h9h8", "i6h5", "h8h7", "d6e6", "h6g5",
    "g6f5", "f3e3", "f7f6", "d3e4", "e6f6", "e3f3", "f6g6", "g3f3", "i6h6", "f3e3", "c6c5", "a2b3b2", "c5c4",
    "e3d3", "h6g6", "d3e3", "c4b4", "c2c3", "b4b3", "c3d4", "b3b2", "f6f5", "b1a1", "d4e4", "f3g3", "e4f4", "a1b2",
    "g5g4",
];
const ROUND: u64 = GAME.len() as u64 + 2;
const CLOCK: &str = r#"{"kind":"fischer","initial_ms":600000,"increment_ms":5000}"#;

pub struct Sumito;

/// The position in the round of a room whose first `ply` is offset by this number of plies.
fn place(ply: u32, st: &RoomState) -> usize {
    ((u64::from(ply) + st.n) % ROUND) as usize
}

fn play(id: &str, room: &str, at: usize) -> String {
    format!(r#"{{"id":"{id}","type":"play","room":"{room}","ply":{at},"move":"{}"}}"#, GAME[at])
}

/// Returns the JSON value of a text field.
fn field(message: &[u8], name: &str) -> io::Result<String> {
    let key = format!("\"{name}\":\"");
    let start = find(message, key.as_bytes()).map(|at| at + key.len());
    let value = start.and_then(|start| message[start..].split(|&byte| byte == b'"').next());
    let missing = || io::Error::other(format!("no {name} in {}", String::from_utf8_lossy(message)));
    value.map(|value| String::from_utf8_lossy(value).into_owned()).ok_or_else(missing)
}

impl Dialect for Sumito {
    fn join(&mut self, net: &mut Net, room: u32, seat: u8, st: &mut RoomState) -> io::Result<Ws> {
        let (status, body) = net.http("POST", "/api/v1/guests", "{}")?;
        if status != 201 {
            return Err(io::Error::other(format!("POST /api/v1/guests: {status} {body}")));
        }
        let token = field(body.as_bytes(), "token")?;
        let mut ws = net.ws("/ws", &format!("Authorization: Bearer {token}\r\n"))?;
        if seat == 0 {
            ws.text(&format!(
                r#"{{"id":"make","type":"create_room","visibility":"private","layout":"belgian_daisy","clock":{CLOCK}}}"#
            ))?;
            // Even, so that the first socket continues.
            st.n = u64::from(room) * 2 % (ROUND - 3);
            st.id = field(&ws.recv_until(br#""id":"make""#)?, "room")?;
        }
        // The game starts when the second seat is taken: the first watcher receives the start.
        ws.text(&format!(r#"{{"type":"watch","room":"{}"}}"#, st.id))?;
        ws.recv_until(br#""type":"snapshot""#)?;
        if seat == 1 {
            ws.text(&format!(r#"{{"type":"join","room":"{}"}}"#, st.id))?;
        }
        Ok(ws)
    }

    fn ready(&mut self, seats: &mut [Ws], st: &mut RoomState) -> io::Result<()> {
        // Spectators come after the start.
        for seat in seats.iter_mut().take(2) {
            seat.recv_until(br#""kind":"started""#)?;
        }
        for at in 0..st.n as usize {
            seats[at % 2].text(&play(&format!("p{at}"), &st.id, at))?;
            for seat in seats.iter_mut() {
                seat.recv_until(br#""kind":"moved""#)?;
            }
        }
        Ok(())
    }

    fn encode_move(&mut self, _room: u32, _seat: u8, ply: u32, st: &mut RoomState, out: &mut Vec<u8>) -> u8 {
        let (at, id) = (place(ply, st), format!("m{ply}"));
        let text = if at < GAME.len() {
            play(&id, &st.id, at)
        } else {
            format!(r#"{{"id":"{id}","type":"offer","room":"{}","what":"rematch"}}"#, st.id)
        };
        out.extend_from_slice(text.as_bytes());
        TEXT
    }

    fn classify(&mut self, _seat: u8, ply: u32, msg: &[u8], st: &mut RoomState) -> Recv {
        if msg.starts_with(br#"{"type":"error""#) {
            return Recv::Rejected;
        }
        let awaited: &[u8] = match place(ply, st).checked_sub(GAME.len() - 1) {
            None => br#""kind":"moved""#,
            Some(0) => br#""kind":"finished""#,
            Some(1) => br#""kind":"offered""#,
            Some(_) => br#""kind":"started""#,
        };
        // The start of an event contains its kind.
        if find(&msg[..msg.len().min(160)], awaited).is_some() { Recv::Moved } else { Recv::Ignore }
    }
}
