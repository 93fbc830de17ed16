//! Whole games in every mode.

use sumito_client::protocol::ErrorCode;
use sumito_client::protocol::client::{ComputerSeat, CreateRoom};
use sumito_client::protocol::parts::Offer::{Draw, Rematch, Takeback};
use sumito_client::protocol::parts::{Mode, Reason, Status};
use sumito_client::protocol::server::EventKind;
use sumito_client::{Client, Room, Update};

use crate::server::{TestServer, leisurely, play_all, recorded_game, table};

async fn clients(server: &TestServer, count: usize) -> Vec<Client> {
    let mut clients = Vec::new();
    for _ in 0..count {
        clients.push(server.client().await);
    }
    clients
}

#[tokio::test]
async fn two_play_a_recorded_game_to_its_end_and_again_with_seats_turned() {
    let server = TestServer::start().await;
    let clients = clients(&server, 2).await;
    let mut rooms = table(&clients, CreateRoom::default()).await;
    let moves = recorded_game();
    play_all(&mut rooms, &moves).await;
    for room in &mut rooms {
        let state = room.until(|state| state.status == Status::Finished).await.unwrap();
        let result = state.result.clone().unwrap();
        assert_eq!((result.winners, result.reason, result.score), (vec![1], Reason::Ejections, vec![0, 6]));
        assert_eq!(state.moves, moves);
        server.assert_same(room).await;
    }
    let game = clients[0].rest().game(rooms[0].state().game.unwrap()).await.unwrap();
    assert_eq!(game.moves, moves);

    rooms[0].offer(Rematch).await.unwrap();
    rooms[1].until(|state| state.offers.iter().any(|offer| offer.what == Rematch)).await.unwrap();
    rooms[1].accept(Rematch).await.unwrap();
    for room in &mut rooms {
        room.until(|state| state.status == Status::Playing).await.unwrap();
        assert!(room.state().moves.is_empty() && room.state().result.is_none());
        server.assert_same(room).await;
    }
    assert_eq!((rooms[0].seat(), rooms[1].seat()), (Some(1), Some(0)));
}

/// Plays like a simple bot: ejects a marble if possible, and plays a random move otherwise.
async fn play_to_the_end(mut room: Room, mut random: fastrand::Rng) -> Room {
    while room.state().result.is_none() {
        if room.is_my_turn() {
            let position = room.state().position().unwrap();
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let ejecting = moves.iter().find(|&&mv| position.effect(mv).ejected.is_some());
            let any = moves[random.usize(..moves.len())];
            match room.play(*ejecting.unwrap_or(&any)).await {
                // The game is drawn, and the event has not arrived yet.
                Err(failure) if failure.is(ErrorCode::NotPlaying) => {}
                played => drop(played.unwrap()),
            }
        }
        room.next().await.unwrap();
    }
    room
}

#[tokio::test]
async fn in_every_mode_bots_play_whole_games_and_agree_about_them() {
    let server = TestServer::start().await;
    for (mode, seats) in [(Mode::Two, 2), (Mode::Three, 3), (Mode::Four, 4), (Mode::FourConsecutive, 4)] {
        let clients = clients(&server, seats).await;
        let rooms = table(&clients, leisurely(mode)).await;
        let playing = rooms
            .into_iter()
            .enumerate()
            .map(|(seat, room)| tokio::spawn(play_to_the_end(room, fastrand::Rng::with_seed(seat as u64))));
        let mut ends = Vec::new();
        for room in playing.collect::<Vec<_>>() {
            let mut room = room.await.unwrap();
            server.assert_same(&mut room).await;
            assert_eq!(room.state().status, Status::Finished, "{mode:?}");
            assert!(room.state().ply > 10, "{mode:?}");
            ends.push((room.state().moves.clone(), room.state().result.clone()));
        }
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{mode:?}");
    }
}

#[tokio::test]
async fn client_state_matches_server_after_offers_takebacks_and_eliminations() {
    let server = TestServer::start().await;
    let three = clients(&server, 3).await;
    let mut rooms = table(&three, leisurely(Mode::Three)).await;
    for round in 0..4 {
        let turn = usize::from(rooms[0].state().turn.unwrap());
        let mv = rooms[turn].state().position().unwrap().legal_moves().into_iter().next().unwrap();
        rooms[turn].play(mv).await.unwrap();
        for room in &mut rooms {
            room.until(|state| state.ply > round).await.unwrap();
        }
    }
    rooms[0].offer(Takeback).await.unwrap();
    for seat in [1, 2] {
        rooms[seat].until(|state| state.offers.iter().any(|offer| offer.what == Takeback)).await.unwrap();
        rooms[seat].accept(Takeback).await.unwrap();
    }
    for room in &mut rooms {
        room.until(|state| state.ply == 3).await.unwrap();
        server.assert_same(room).await;
    }
    rooms[1].offer(Draw).await.unwrap();
    rooms[2].until(|state| !state.offers.is_empty()).await.unwrap();
    server.assert_same(&mut rooms[2]).await;
    rooms[2].decline(Draw).await.unwrap();
    rooms[0].resign().await.unwrap();
    let event = loop {
        if let Update::Event(event) = rooms[1].next().await.unwrap()
            && let EventKind::Eliminated { seat, .. } = event.kind
        {
            break seat;
        }
    };
    assert_eq!(event, 0);
    for room in &mut rooms {
        room.until(|state| state.seats[0].out).await.unwrap();
        server.assert_same(room).await;
    }
}

#[tokio::test]
async fn against_a_computer_a_game_begins_with_its_room() {
    let server = TestServer::start().await;
    let client = server.client().await;
    let computers = vec![ComputerSeat { level: 1, seat: None }];
    let made = client.create_room(CreateRoom { computers, ..leisurely(Mode::Two) }).await.unwrap();
    let mut room = client.watch(&made.room).await.unwrap();
    assert!(room.is_my_turn());
    assert_eq!(room.state().seats[1].player.as_ref().unwrap().computer, Some(1));
    room.play("a1b2").await.unwrap();
    assert!(!room.is_my_turn(), "one's own move is on its way, or known");
    room.until(|state| state.ply == 2).await.unwrap();
    assert!(room.is_my_turn());
}
