//! Games of the real engine.

use sumito_bot::{OfferPolicy, Settings};
use sumito_client::Room;
use sumito_client::protocol::ErrorCode;
use sumito_client::protocol::client::CreateRoom;
use sumito_client::protocol::parts::{Clock, Mode, Offer, Reason, Status};

use crate::setting::{Playing, Setting, against, engine, invite, play_something, ply, result};

/// The first legal move is nearly always bad: the engine wins.
async fn play_badly_to_the_end(room: &mut Room) {
    while room.state().result.is_none() {
        if room.is_my_turn() {
            play_something(room).await;
        }
        room.next().await.unwrap();
    }
}

#[tokio::test]
async fn a_whole_game_is_played_and_another_one_with_seats_turned() {
    let setting = Setting::new().await;
    let answers = OfferPolicy { rematches: true, takebacks: true };
    let bot = Playing::start(Settings { answers, ..setting.settings(engine(&["Seed=3"])) }).await;
    let person = setting.person().await;
    let mut room = invite(&person, against(&bot.user, 0)).await;
    assert!(room.state().seats[1].player.as_ref().unwrap().bot);

    play_something(&mut room).await;
    ply(&mut room, 2).await;
    room.offer(Offer::Takeback).await.unwrap();
    room.until(|state| state.ply == 0).await.unwrap();
    room.offer(Offer::Draw).await.unwrap();
    room.until(|state| state.offers.len() == 1).await.unwrap();
    room.until(|state| state.offers.is_empty()).await.unwrap();
    assert_eq!(room.state().status, Status::Playing, "the draw is declined");

    play_badly_to_the_end(&mut room).await;
    let end = result(&mut room).await;
    assert_eq!((end.winners, end.reason), (vec![1], Reason::Ejections));

    room.offer(Offer::Rematch).await.unwrap();
    room.until(|state| state.status == Status::Playing).await.unwrap();
    assert_eq!(room.seat(), Some(1));
    play_something(&mut room).await;
    ply(&mut room, 3).await;
    room.resign().await.unwrap();
    assert_eq!(result(&mut room).await.winners, [0]);
    bot.stop().await;
}

#[tokio::test]
async fn games_are_played_at_once_with_clocks_and_no_more_than_it_says() {
    let setting = Setting::new().await;
    let bot = Playing::start(setting.settings(engine(&["Level=1"]))).await;
    let person = setting.person().await;
    let clocks = [
        Clock::SuddenDeath { initial_ms: 300_000 },
        Clock::Fischer { initial_ms: 60_000, increment_ms: 1_000 },
        Clock::PerMove { move_ms: 60_000 },
    ];
    let mut rooms = Vec::new();
    for (number, clock) in clocks.into_iter().enumerate() {
        let settings = CreateRoom { clock, ..against(&bot.user, number as u8 % 2) };
        rooms.push(invite(&person, settings).await);
    }
    let refused = person.create_room(against(&bot.user, 0)).await.unwrap_err();
    assert!(refused.is(ErrorCode::NotAccepted), "{refused}");
    for _ in 0..4 {
        for room in &mut rooms {
            play_something(room).await;
        }
    }
    for room in &mut rooms {
        ply(room, 7).await;
        room.resign().await.unwrap();
        let end = result(room).await;
        assert_eq!((end.winners, end.reason), (vec![1 - room.seat().unwrap()], Reason::Resignation));
    }
    // A slot is free again.
    let mut room = invite(&person, against(&bot.user, 1)).await;
    ply(&mut room, 1).await;
    room.offer(Offer::Takeback).await.unwrap_err();
    room.resign().await.unwrap();
    result(&mut room).await;
    room.offer(Offer::Rematch).await.unwrap();
    room.until(|state| state.offers.len() == 1).await.unwrap();
    room.until(|state| state.offers.is_empty()).await.unwrap();
    assert_eq!(room.state().status, Status::Finished, "the rematch is declined");
    bot.stop().await;
}

#[tokio::test]
async fn bot_plays_on_after_elimination_with_three_players() {
    let setting = Setting::new().await;
    let bot = Playing::start(setting.settings(engine(&["Level=1"]))).await;
    let (first, second) = (setting.person().await, setting.person().await);
    let mut rooms = vec![invite(&first, CreateRoom { mode: Mode::Three, ..against(&bot.user, 0) }).await];
    second.join(rooms[0].id(), None).await.unwrap();
    rooms.push(second.watch(rooms[0].id()).await.unwrap());
    let bots_seat = 3 - rooms[1].seat().unwrap();
    for _ in 0..2 {
        // In any seating order: after a person's move, the bot's turn is at most one away.
        for room in &mut rooms {
            play_something(room).await;
        }
    }
    rooms[0].resign().await.unwrap();
    rooms[1].until(|state| state.seats[0].out).await.unwrap();
    for _ in 0..2 {
        play_something(&mut rooms[1]).await;
    }
    rooms[1].resign().await.unwrap();
    assert_eq!(result(&mut rooms[1]).await.winners, [bots_seat]);
    bot.stop().await;
}

#[tokio::test]
async fn it_stops_thinking_when_its_move_is_not_wanted_any_more() {
    let setting = Setting::new().await;
    let mut settings = setting.settings(engine(&[]));
    // Longer than a test may take.
    settings.thinking.move_time = std::time::Duration::from_hours(1);
    settings.accepts.games_at_once = 1;
    let bot = Playing::start(settings).await;
    let person = setting.person().await;
    for _ in 0..2 {
        let mut room = invite(&person, against(&bot.user, 0)).await;
        play_something(&mut room).await;
        // The bot answers during its search.
        room.offer(Offer::Draw).await.unwrap();
        room.until(|state| state.offers.len() == 1).await.unwrap();
        room.until(|state| state.offers.is_empty()).await.unwrap();
        assert_eq!(room.state().ply, 1);
        room.resign().await.unwrap();
        result(&mut room).await;
    }
    bot.stop().await;
}
