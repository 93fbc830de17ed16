//! The program, started as a new user would.

use std::process::Stdio;

use sumito_client::protocol::parts::User;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};

use crate::setting::{Setting, against, engine_path, invite, play_something, ply, result};

struct Program {
    child: Child,
    log: Lines<BufReader<ChildStderr>>,
}

impl Program {
    fn start(setting: &Setting, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sumito-bot"));
        command.current_dir(setting.folder.path()).env_remove("SUMITO_TOKEN").env_remove("RUST_LOG");
        command.args(["--server", &setting.url()]).args(arguments);
        let mut child = command.stderr(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, log }
    }

    async fn says(&mut self, words: &str) {
        while !self.log.next_line().await.unwrap().unwrap().contains(words) {}
    }

    async fn stop(mut self) {
        let id = rustix::process::Pid::from_raw(self.child.id().unwrap() as i32).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.says("bot stopped").await;
        assert!(self.child.wait().await.unwrap().success());
    }
}

#[tokio::test]
async fn it_comes_back_as_the_same_bot_and_plays_on() {
    let setting = Setting::new().await;
    let person = setting.person().await;
    let engine = engine_path();
    let arguments =
        ["--engine", engine.to_str().unwrap(), "--option", "Level=1", "--untimed", "--modes", "two,four"];
    let mut program = Program::start(&setting, &arguments);
    program.says("bot connected").await;
    let bots = person.rest().bots().await.unwrap();
    let [bot] = &bots[..] else { panic!("{bots:?}") };
    assert!(bot.user.bot && bot.accepts.untimed && bot.accepts.modes.len() == 2);
    let mut room = invite(&person, against(&bot.user, 0)).await;
    play_something(&mut room).await;
    ply(&mut room, 2).await;
    program.stop().await;

    play_something(&mut room).await;
    let mut program = Program::start(&setting, &[&arguments[..], &["--games", "2"]].concat());
    program.says("bot connected").await;
    ply(&mut room, 4).await;
    let again = person.rest().bots().await.unwrap();
    assert_eq!(again.iter().map(|bot| &bot.user).collect::<Vec<&User>>(), [&bot.user]);
    assert_eq!(again[0].accepts.games_at_once, 2, "it has changed its mind");
    room.resign().await.unwrap();
    program.says("game finished").await;
    result(&mut room).await;
    program.stop().await;
}

#[tokio::test]
async fn program_reports_mistakes_as_text() {
    let setting = Setting::new().await;
    let engine = engine_path();
    let engine = engine.to_str().unwrap();
    for (arguments, words) in [
        (&["--engine", "/no/such/engine"][..], "cannot start /no/such/engine"),
        (&["--engine", engine, "--option", "Level"], "Name=Value"),
        (&["--engine", engine, "--modes", "five"], "four-consecutive"),
        (&["--engine", engine, "--games", "65"], "65"),
        (&["--engine", engine, "--shortest", "9", "--longest", "8"], "shortest_s"),
        (&["--engine", engine, "--token", "nonsense"], "bad_token"),
        (&["--engine", engine, "--token-file", "/no/such/folder/token"], "could not be written"),
    ] {
        let mut program = Program::start(&setting, arguments);
        program.says(words).await;
        assert!(!program.child.wait().await.unwrap().success(), "{arguments:?}");
    }
}
