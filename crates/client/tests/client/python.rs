//! The clients in Python, `examples/python`, against a real server. These tests need only `python3`; `cargo xtask test` reports if
//! it is missing.

use std::process::Stdio;

use sumito_client::Room;
use sumito_client::protocol::client::{BotSeat, CreateRoom};
use sumito_client::protocol::parts::{Mode, Offer, Status};
use sumito_client::protocol::{ErrorCode, RoomId};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::server::{PATIENCE, TestServer, leisurely};

fn python(arguments: &[&str]) -> Child {
    let mut command = Command::new("python3");
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/python"));
    command.env("PYTHONDONTWRITEBYTECODE", "1").kill_on_drop(true);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the process has ended successfully; returns its output.
async fn said(child: Child) -> Vec<String> {
    let output = timeout(PATIENCE, child.wait_with_output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Plays the first ejection if there is one, or any move, until the game is over; calls `between` before each move.
async fn play(room: &mut Room, mut between: impl FnMut(u32)) {
    let mut random = fastrand::Rng::with_seed(7);
    while room.state().result.is_none() {
        if room.is_my_turn() {
            between(room.state().ply);
            let position = room.state().position().unwrap();
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let ejecting = moves.iter().find(|&&mv| position.effect(mv).ejected.is_some());
            match room.play(*ejecting.unwrap_or(&moves[random.usize(..moves.len())])).await {
                Err(failure) if failure.is(ErrorCode::NotPlaying) => {}
                played => drop(played.unwrap()),
            }
        }
        room.next().await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn a_bot_in_python_plays_two_games_over_a_line_that_breaks() {
    let server = TestServer::start().await;
    let line = server.proxy().await;
    let client = server.client().await;
    let made = client.create_room(leisurely(Mode::Two)).await.unwrap();
    let mut room = client.watch(&made.room).await.unwrap();
    let bot = python(&["sumito.py", "--server", &line.url(), "--join", &made.room.0, "--games", "2"]);
    room.until(|state| state.status == Status::Playing).await.unwrap();
    play(&mut room, |ply| {
        if ply % 16 < 2 {
            line.cut();
            line.mend();
        }
    })
    .await;
    room.until(|state| state.offers.iter().any(|offer| offer.what == Offer::Rematch)).await.unwrap();
    room.accept(Offer::Rematch).await.unwrap();
    room.until(|state| state.status == Status::Playing).await.unwrap();
    play(&mut room, |_| {}).await;
    let lines = said(bot).await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].contains(&format!("after {} plies", room.state().ply)), "{lines:?}");
    assert!(line.connections() > 3);
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn bots_in_python_fold_a_game_of_three_as_the_server_has_it() {
    let server = TestServer::start().await;
    let mut maker = python(&["sumito.py", "--server", &server.url(), "--mode", "three"]);
    let mut output = BufReader::new(maker.stdout.take().unwrap()).lines();
    let link = timeout(PATIENCE, output.next_line()).await.unwrap().unwrap().unwrap();
    let id = RoomId(link.rsplit('/').next().unwrap().to_owned());
    let compare = "
import sys, sumito
client = sumito.Client(sys.argv[1])
client.request('join', room=sys.argv[2])
room = client.follow(sys.argv[2])
sumito.play_game(room)
snapshot = client.http('GET', '/api/v1/rooms/' + room.id + '?legal=true')
timeless = lambda state: {key: value for key, value in state.items() if key not in ('at', 'clocks', 'seats')}
assert timeless(room.state) == timeless(snapshot), (room.state, snapshot)
print(room.state['ply'])
";
    let comparing = python(&["-c", compare, &server.url(), &id.0]);
    let client = server.client().await;
    client.join(&id, None).await.unwrap();
    let mut room = client.watch(&id).await.unwrap();
    room.until(|state| state.game.is_some()).await.unwrap();
    play(&mut room, |_| {}).await;
    assert_eq!(said(comparing).await, [room.state().ply.to_string()]);
    let end = timeout(PATIENCE, output.next_line()).await.unwrap().unwrap().unwrap();
    assert!(end.ends_with(&format!("after {} plies", room.state().ply)), "{end}");
    assert!(maker.wait().await.unwrap().success());
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn a_list_that_comes_in_parts_is_whole_in_python() {
    let server = TestServer::start().await;
    let follow = "
import sys, sumito
client = sumito.Client(sys.argv[1])
for _ in range(100):
    client.request('create_room', mode='four', clock={'kind': 'none'})
client.follow_own_rooms()
print(len(client.own_rooms), len(str(client.own_rooms)) > 65536, list(client.own_rooms) == [room['room'] for room in client.http('GET', '/api/v1/me/rooms')['rooms']])
";
    let following = python(&["-c", follow, &server.url()]);
    assert_eq!(said(following).await, ["100 True True"]);
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn a_bot_in_python_plays_two_games_at_once_over_a_line_that_breaks() {
    let server = TestServer::start().await;
    let line = server.proxy().await;
    let mut bot = python(&["sumito.py", "--server", &line.url(), "--bot"]);
    let mut output = BufReader::new(bot.stdout.take().unwrap()).lines();
    timeout(PATIENCE, output.next_line()).await.unwrap().unwrap().unwrap();
    let person = server.client().await;
    let bot = person.rest().bots().await.unwrap()[0].user.id;
    let mut rooms = Vec::new();
    for seat in [0, 1] {
        let bots = vec![BotSeat { id: bot, seat: None }];
        let settings = CreateRoom { bots, seat: Some(seat), ..CreateRoom::default() };
        rooms.push(person.watch(&person.create_room(settings).await.unwrap().room).await.unwrap());
    }
    for ply in 0..6 {
        for (seat, room) in rooms.iter_mut().enumerate() {
            if ply == 3 {
                line.cut();
                line.mend();
            }
            if ply % 2 == seat as u32 {
                let first = room.state().position().unwrap().legal_moves().into_iter().next();
                room.play(first.unwrap()).await.unwrap();
            }
            room.until(|state| state.ply > ply).await.unwrap();
        }
    }
    for room in &mut rooms {
        room.resign().await.unwrap();
        let said = timeout(PATIENCE, output.next_line()).await.unwrap().unwrap().unwrap();
        assert!(said.starts_with(&room.id().0), "{said}");
    }
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn errors_are_printed_in_one_line() {
    let server = TestServer::start().await;
    let made = server.client().await.create_room(CreateRoom::default()).await.unwrap();
    for (arguments, wanted) in [
        (&["--join", "000000000000"][..], "no_such_room"),
        (&["--join", &made.room.0, "--token", "nonsense"], "bad_token"),
    ] {
        let url = server.url();
        let all = [&["sumito.py", "--server", &url], arguments].concat();
        let output = timeout(PATIENCE, python(&all).wait_with_output()).await.unwrap().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(wanted) && said.lines().count() == 1, "{said}");
    }
}

#[tokio::test]
#[ignore = "needs python3: `cargo xtask test --only python`"]
async fn a_bot_by_plain_http_finishes_its_games() {
    let server = TestServer::start().await;
    let mut bot = python(&["bot.py", &server.url()]);
    let mut output = BufReader::new(bot.stdout.take().unwrap()).lines();
    timeout(PATIENCE, output.next_line()).await.unwrap().unwrap().unwrap();
    let person = server.client().await;
    let id = loop {
        // The bot opens its stream a moment after it has printed its id.
        if let Some(bot) = person.rest().bots().await.unwrap().first() {
            break bot.user.id;
        }
    };
    for seat in [0, 1] {
        let bots = vec![BotSeat { id, seat: None }];
        let settings = CreateRoom { bots, seat: Some(seat), ..CreateRoom::default() };
        let mut room = person.watch(&person.create_room(settings).await.unwrap().room).await.unwrap();
        play(&mut room, |_| {}).await;
        let state = room.state();
        assert!(state.ply > 10 && state.result.is_some(), "after {} plies", state.ply);
    }
}
