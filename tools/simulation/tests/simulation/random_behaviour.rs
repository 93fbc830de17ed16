//! Random behaviour of simulated players.

use sumito_protocol::RoomId;
use sumito_protocol::client::Command;
use sumito_protocol::client::CreateRoom;
use sumito_protocol::parts::{Claim, Clock, Mode, Offer, Status, Visibility};
use sumito_protocol::server::Snapshot;
use uuid::Uuid;

const OFFERS: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::Resignation];

/// White is to move, and each side needs two more marbles.
const START_POSITION: &str = "w4/w5/2bb3/3bw3/b3wwb2/3bw3/2b4/6/w4 w 4,4 0 0";

/// Returns a room of any kind.
pub(super) fn room(rng: &mut fastrand::Rng) -> CreateRoom {
    let clocks = [
        Clock::None {},
        Clock::SuddenDeath { initial_ms: 40_000 },
        Clock::Fischer { initial_ms: 20_000, increment_ms: 2_000 },
        Clock::Bronstein { initial_ms: 20_000, delay_ms: 3_000 },
        Clock::Delay { initial_ms: 20_000, delay_ms: 3_000 },
        Clock::PerMove { move_ms: 15_000 },
        Clock::PerGame { limit_ms: 90_000 },
    ];
    let modes = [Mode::Two, Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive];
    let mode = modes[rng.usize(..modes.len())];
    CreateRoom {
        mode,
        start_position: (mode == Mode::Two && rng.u8(..4) == 0).then(|| START_POSITION.to_owned()),
        clock: clocks[rng.usize(..clocks.len())].clone(),
        visibility: if rng.bool() { Visibility::Public } else { Visibility::Private },
        ready: rng.u8(..4) == 0,
        spectator_delay_s: if rng.u8(..3) == 0 { rng.u32(1..30) } else { 0 },
        seat: (rng.u8(..3) == 0).then(|| rng.u8(..2)),
        ..CreateRoom::default()
    }
}

/// Returns a command of a player with this view of the room: most often a sensible command.
pub(super) fn command(rng: &mut fastrand::Rng, room: &RoomId, seen: Option<&Snapshot>, who: Uuid) -> Command {
    let Some(seen) = seen.filter(|_| rng.u8(..12) > 0) else { return anything(rng, room, seen) };
    let mine =
        |seat: &&sumito_protocol::parts::Seat| seat.player.as_ref().is_some_and(|player| player.id == who);
    let Some(seat) = seen.seats.iter().find(mine).map(|seat| seat.seat) else {
        return Command::Join { room: room.clone(), seat: (rng.u8(..3) == 0).then(|| rng.u8(..4)) };
    };
    match seen.status {
        Status::Waiting | Status::Closed => match rng.u8(..8) {
            0 => Command::Leave { room: room.clone() },
            number => Command::Ready { room: room.clone(), ready: number > 2 },
        },
        Status::Finished => {
            if seen.offers.is_empty() {
                Command::Offer { room: room.clone(), what: Offer::Rematch }
            } else {
                Command::Accept { room: room.clone(), what: Offer::Rematch }
            }
        }
        Status::Playing => {
            let open = seen.offers.iter().find(|offer| !offer.agreed.contains(&seat));
            if let Some(open) = open.filter(|_| rng.u8(..3) > 0) {
                let what = open.what;
                return if rng.u8(..3) > 0 {
                    Command::Accept { room: room.clone(), what }
                } else {
                    Command::Decline { room: room.clone(), what }
                };
            }
            match rng.u8(..60) {
                0 => Command::Resign { room: room.clone() },
                1 | 2 => Command::Offer { room: room.clone(), what: Offer::Draw },
                3..=7 => Command::Offer { room: room.clone(), what: Offer::Takeback },
                8..=10 => Command::Claim {
                    room: room.clone(),
                    result: if rng.bool() { Claim::Win } else { Claim::Draw },
                },
                _ => play(rng, room, seen),
            }
        }
    }
}

fn play(rng: &mut fastrand::Rng, room: &RoomId, seen: &Snapshot) -> Command {
    let legal: Vec<_> = seen.legal.iter().flatten().cloned().collect();
    let mv = rng.choice(legal).unwrap_or_else(|| "a1b2".to_owned());
    Command::Play { room: room.clone(), ply: seen.ply, mv }
}

/// Returns any command, valid or not.
fn anything(rng: &mut fastrand::Rng, room: &RoomId, seen: Option<&Snapshot>) -> Command {
    let what = OFFERS[rng.usize(..OFFERS.len())];
    match rng.u8(..12) {
        0 => Command::Join { room: room.clone(), seat: Some(rng.u8(..5)) },
        1 => Command::Leave { room: room.clone() },
        2 => Command::Ready { room: room.clone(), ready: rng.bool() },
        3 => Command::Offer { room: room.clone(), what },
        4 => Command::Accept { room: room.clone(), what },
        5 => Command::Decline { room: room.clone(), what },
        6 => Command::Abort { room: room.clone() },
        7 => Command::Claim { room: room.clone(), result: Claim::Win },
        8 => Command::TakeOver { room: room.clone() },
        9 => Command::Play { room: room.clone(), ply: rng.u32(..9), mv: "i9h8".to_owned() },
        10 => Command::Play { room: room.clone(), ply: 0, mv: "nonsense".to_owned() },
        _ => match seen {
            Some(seen) => play(rng, room, seen),
            None => Command::Resign { room: room.clone() },
        },
    }
}
