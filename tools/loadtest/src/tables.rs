//! Tables of all modes with people and computers: clients of the SDK, which play at the pace of decided people.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures_util::future::try_join_all;
use sumito_client::{Client, Error};
use sumito_protocol::client::{ComputerSeat, CreateRoom};
use sumito_protocol::parts::{Clock, Mode};
use sumito_protocol::{ErrorCode, RoomId};
use tokio::time::sleep;

use crate::Target;
use crate::mixed::{Kind, Tally};

/// Number of plies after which all remaining players resign: random games have no natural end.
const PLIES: u32 = 36;

/// Pause of a player before each move.
const PAUSE: Duration = Duration::from_millis(150);

/// Modes and layouts with the number of computer seats, in turn.
const FORMS: [(Mode, Option<&str>, usize); 8] = [
    (Mode::Two, Some("standard"), 0),
    (Mode::Three, None, 0),
    (Mode::Four, None, 0),
    (Mode::Two, None, 1),
    (Mode::FourConsecutive, None, 0),
    (Mode::Two, Some("german_daisy"), 0),
    (Mode::Three, None, 1),
    (Mode::Two, Some("alien"), 0),
];

fn seats(mode: Mode) -> usize {
    match mode {
        Mode::Two => 2,
        Mode::Three => 3,
        Mode::Four | Mode::FourConsecutive => 4,
    }
}

/// Plays games one after the other, each with new guests in a new room, starting with the entry of this number.
pub(crate) async fn play_on(target: Target, first: usize, tally: Rc<Tally>) -> anyhow::Result<()> {
    for &(mode, layout, computers) in FORMS.iter().cycle().skip(first % FORMS.len()) {
        let computer = ComputerSeat { level: 1, seat: None };
        let request = CreateRoom {
            mode,
            layout: layout.map(str::to_owned),
            clock: Clock::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
            computers: vec![computer; computers],
            ..CreateRoom::default()
        };
        let people = seats(mode) - computers;
        play(&target, request, people, &tally).await.with_context(|| format!("a table of mode {mode:?}"))?;
    }
    Ok(())
}

async fn play(target: &Target, request: CreateRoom, people: usize, tally: &Tally) -> anyhow::Result<()> {
    let maker = target.client().await?;
    let room = maker.create_room(request).await?.room;
    let mut clients = vec![maker];
    while clients.len() < people {
        let client = target.client().await?;
        client.join(&room, None).await?;
        clients.push(client);
    }
    try_join_all(clients.iter().map(|client| sit(client, &room, tally))).await?;
    for client in clients {
        client.close().await;
    }
    tally.game_ended();
    Ok(())
}

/// Plays any legal moves, and resigns after a while.
async fn sit(client: &Client, room: &RoomId, tally: &Tally) -> anyhow::Result<()> {
    let mut room = client.watch(room).await?;
    let mut gave_up = false;
    while room.state().result.is_none() {
        if room.state().ply >= PLIES && !gave_up {
            gave_up = true;
            too_late(room.resign().await)?;
        } else if !gave_up && room.is_my_turn() {
            let moves: Vec<_> = room.state().position()?.legal_moves().into_iter().collect();
            let mv = moves[fastrand::usize(..moves.len())];
            sleep(PAUSE).await;
            let asked = tally.start_wait(Kind::TableMove, Instant::now());
            too_late(room.play(mv).await)?;
            drop(asked);
        }
        room.next().await?;
    }
    Ok(())
}

/// The game may have continued or ended at the same moment.
fn too_late<T>(outcome: Result<T, Error>) -> Result<(), Error> {
    match outcome {
        Ok(_) => Ok(()),
        Err(failure)
            if [ErrorCode::NotPlaying, ErrorCode::NotYourTurn, ErrorCode::StalePly]
                .into_iter()
                .any(|code| failure.is(code)) =>
        {
            Ok(())
        }
        Err(failure) => Err(failure),
    }
}
