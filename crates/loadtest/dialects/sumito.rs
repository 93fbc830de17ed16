//! Sumito's dialect for the comparison bench: a room plays one recorded game after the other, with a rematch between.
//!
//! The bench calls the messages that every seat must see before the next one goes out "moves", and numbers them by
//! `ply`. Here a round is a recorded game of 48 plies and two offers of a rematch, which turns the seats: in every
//! other round the second socket plays Black.
use crate::dialect::{Dialect, Recv, RoomState};
use crate::net::{find, Net, Ws};
use crate::wsframe::TEXT;
use std::io;

/// The recorded game migs-38701: Belgian daisy, White pushes out six marbles.
const GAME: [&str; 48] = [
    "a2b3", "a4b4", "a1b1", "i5h5", "g8g7", "i6h6", "h8h9g8", "h5g5", "i8i9h8", "h4g4", "g8g9f7", "h6g6", "h8h9g8",
    "a5b5", "h7g7", "f4f5", "e7e6", "f5f6", "g7h8", "g4g5", "h8h9", "b5c5", "f9e8", "g5g6", "h9h8", "g6f6", "e8e7",
    "e4e5", "b1b2", "b5c6", "b2b3", "e5d5", "f5e5", "d5c5", "e5d5", "a5b5", "h8h9", "e6f7", "e5e6", "b5c5", "c2b2",
    "g7g8", "b2c3", "c6c5", "e5d4", "g8f8", "e6d6", "f8e8",
];
const ROUND: u32 = GAME.len() as u32 + 2;
const CLOCK: &str = r#"{"kind":"fischer","initial_ms":600000,"increment_ms":5000}"#;

pub struct Sumito;

/// The round, and the place in it.
fn place(ply: u32) -> (u32, usize) {
    (ply / ROUND, (ply % ROUND) as usize)
}

/// The JSON value of a text field.
fn field(message: &[u8], name: &str) -> io::Result<String> {
    let key = format!("\"{name}\":\"");
    let start = find(message, key.as_bytes()).map(|at| at + key.len());
    let value = start.and_then(|start| message[start..].split(|&byte| byte == b'"').next());
    let missing = || io::Error::other(format!("no {name} in {}", String::from_utf8_lossy(message)));
    value.map(|value| String::from_utf8_lossy(value).into_owned()).ok_or_else(missing)
}

impl Dialect for Sumito {
    fn join(&mut self, net: &mut Net, _room: u32, seat: u8, st: &mut RoomState) -> io::Result<Ws> {
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
            st.id = field(&ws.recv_until(br#""id":"make""#)?, "room")?;
        }
        // The game starts when the second seat is taken: whoever watches first sees it start.
        ws.text(&format!(r#"{{"type":"watch","room":"{}"}}"#, st.id))?;
        ws.recv_until(br#""type":"snapshot""#)?;
        if seat == 1 {
            ws.text(&format!(r#"{{"type":"join","room":"{}"}}"#, st.id))?;
        }
        Ok(ws)
    }

    fn ready(&mut self, seats: &mut [Ws], _st: &mut RoomState) -> io::Result<()> {
        // Spectators come after the start.
        for seat in seats.iter_mut().take(2) {
            seat.recv_until(br#""kind":"started""#)?;
        }
        Ok(())
    }

    fn mover(&self, ply: u32, _players: u8) -> u8 {
        let (round, at) = place(ply);
        ((round as usize + at) % 2) as u8
    }

    fn encode_move(&mut self, _room: u32, _seat: u8, ply: u32, st: &mut RoomState, out: &mut Vec<u8>) -> u8 {
        let (_, at) = place(ply);
        let room = &st.id;
        let text = match GAME.get(at) {
            Some(mv) => format!(r#"{{"id":"m{ply}","type":"play","room":"{room}","ply":{at},"move":"{mv}"}}"#),
            None => format!(r#"{{"id":"m{ply}","type":"offer","room":"{room}","what":"rematch"}}"#),
        };
        out.extend_from_slice(text.as_bytes());
        TEXT
    }

    fn classify(&mut self, _seat: u8, ply: u32, msg: &[u8], _st: &mut RoomState) -> Recv {
        if msg.starts_with(br#"{"type":"error""#) {
            return Recv::Rejected;
        }
        let (_, at) = place(ply);
        let awaited: &[u8] = match at.checked_sub(GAME.len() - 1) {
            None => br#""kind":"moved""#,
            Some(0) => br#""kind":"finished""#,
            Some(1) => br#""kind":"offered""#,
            Some(_) => br#""kind":"started""#,
        };
        // All that tells the kind of an event is at its beginning.
        if find(&msg[..msg.len().min(160)], awaited).is_some() { Recv::Moved } else { Recv::Ignore }
    }
}
