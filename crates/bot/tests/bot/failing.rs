//! Engines that hang, die, or return illegal moves.

use sumito_bot::{Bot, BotError, EngineCommand, EngineError};
use sumito_client::Room;
use sumito_client::protocol::client::CreateRoom;
use sumito_client::protocol::parts::{Clock, Reason};

use crate::setting::{Playing, Setting, against, engine, invite, ply, result};

/// Starts a game without a clock in which the bot with this engine has the first move.
async fn game(setting: &Setting, answers: &[&str]) -> (Playing, Room) {
    let bot = Playing::start(setting.settings(setting.failing(answers))).await;
    let room = invite(&setting.person().await, against(&bot.user, 1)).await;
    (bot, room)
}

#[tokio::test]
async fn an_engine_that_fails_once_is_asked_again_and_the_game_goes_on() {
    // After `a1b2` and `i5h5`, `b2c3` can be played; `a1b2` cannot be played twice.
    for failure in ["die", "hang", "none", "a1b2", "castle", "a1a9"] {
        let setting = Setting::new().await;
        let (bot, mut room) = game(&setting, &["a1b2", failure, "b2c3"]).await;
        ply(&mut room, 1).await;
        room.play("i5h5").await.unwrap();
        ply(&mut room, 3).await;
        assert_eq!(room.state().moves, ["a1b2", "i5h5", "b2c3"], "{failure}");
        bot.stop().await;
    }
}

#[tokio::test]
async fn an_engine_that_fails_again_gives_the_game_up() {
    for answers in [["a1b2", "die", "die"], ["a1b2", "hang", "die"], ["a1b2", "i5h5", "i5h5"], ["none"; 3]] {
        let setting = Setting::new().await;
        let (bot, mut room) = game(&setting, &answers).await;
        if answers[0] != "none" {
            ply(&mut room, 1).await;
            room.play("i5h5").await.unwrap();
        }
        let end = result(&mut room).await;
        assert_eq!((end.winners, end.reason), (vec![1], Reason::Resignation), "{answers:?}");
        bot.stop().await;
    }
}

#[tokio::test]
async fn an_engine_that_hangs_is_asked_again_within_its_clock() {
    let setting = Setting::new().await;
    let bot = Playing::start(setting.settings(setting.failing(&["hang", "a1b2", "hang", "hang"]))).await;
    let settings = CreateRoom { clock: Clock::SuddenDeath { initial_ms: 10_000 }, ..against(&bot.user, 1) };
    let mut room = invite(&setting.person().await, settings).await;
    ply(&mut room, 1).await;
    room.play("i5h5").await.unwrap();
    let end = result(&mut room).await;
    assert_eq!((end.winners, end.reason), (vec![1], Reason::Resignation), "it does not wait for its flag");
    bot.stop().await;
}

#[tokio::test]
async fn invalid_engine_is_detected_before_any_game() {
    let setting = Setting::new().await;
    let connect = async |engine| Bot::connect(setting.settings(engine)).await.unwrap_err();
    let program = |name: &str| EngineCommand { program: name.into(), ..EngineCommand::default() };
    let missing = connect(program("/no/such/engine")).await;
    assert!(matches!(missing, BotError::Engine(EngineError::NotStarted { .. })), "{missing:?}");
    let other = connect(program("true")).await;
    assert!(matches!(other, BotError::Engine(EngineError::Ended)), "{other:?}");
    let endless = EngineCommand { arguments: vec!["/dev/zero".into()], ..program("cat") };
    let endless = connect(endless).await;
    assert!(matches!(endless, BotError::Engine(EngineError::TooMuchOutput)), "{endless:?}");
    match connect(engine(&["Courage=9"])).await {
        BotError::Engine(EngineError::NoSuchOption { name, known }) => {
            assert_eq!(
                (name.as_str(), known.as_str()),
                ("Courage", "Threads, Hash, Level, Seed, MultiPV, Book")
            );
        }
        other => panic!("{other:?}"),
    }
    assert!(!setting.folder.path().join("token").exists(), "no guest was made for it");
}
