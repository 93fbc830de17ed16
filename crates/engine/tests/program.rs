//! The program itself, through its pipes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use sumito_rules::{Layout, Mode, Position};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sumito-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Returns all lines up to the first with this prefix, inclusive.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "the program has ended before {start}; it said {lines:?}");
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    fn request(&mut self, line: &str, start: &str) -> Vec<String> {
        self.send(line);
        self.until(start)
    }

    fn best_move(&mut self, go: &str) -> String {
        let lines = self.request(go, "bestmove");
        lines.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap().to_owned()
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn it_introduces_itself_and_says_nothing_unasked() {
    let mut engine = Engine::start();
    let lines = engine.request("uai", "uaiok");
    assert!(lines[0].starts_with("id name Sumito") && lines[1].starts_with("id author"));
    for option in ["Threads", "Hash", "Level", "Seed", "MultiPV", "Book"] {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("option name {option} type spin default")))
        );
    }
    assert_eq!(engine.request("isready", "readyok").len(), 1);
    engine.quit();
}

#[test]
fn invalid_lines_are_answered_and_ignored() {
    let mut engine = Engine::start();
    engine.send("position mode two layout standard moves a1b2");
    for line in [
        "castle kingside",
        "setoption name Style value bold",
        "setoption name Level value 13",
        "setoption name Hash value 0",
        "position mode two layout standrad",
        "position mode two line 5/6/7 b 0,0 0 0",
        "position mode two layout standard moves i9h8",
        "go backwards",
        "go depth 1 searchmoves a1b2",
        "setoption name MultiPV value 17",
        "setoption name Book value 2",
        "go clock 1000",
    ] {
        let lines = engine.request(line, "info string");
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
    }
    // The last valid position is kept: it is white's turn.
    let best = engine.best_move("go depth 3");
    let mut position = Position::start(Mode::Two, Layout::Standard).unwrap();
    position = position.play(position.parse_move("a1b2").unwrap()).unwrap().position;
    assert!(position.parse_move(&best).is_ok());
    engine.quit();
}

#[test]
fn progress_is_reported() {
    let mut engine = Engine::start();
    let lines = engine.request("go depth 4", "bestmove");
    let words: Vec<_> = lines[3].split(' ').collect();
    let names: Vec<_> = words.iter().skip(1).step_by(2).take(9).copied().collect();
    let expected = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "hashfull", "pv"];
    assert_eq!(names, expected, "{}", lines[3]);
    assert_eq!(words[2], "4");
    engine.quit();
}

#[test]
fn several_lines_and_given_moves_are_searched() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let lines = engine.request("go depth 2 searchmoves a1b2 a2b3 b1c2 c3d4 nodes 100000", "bestmove");
    let words = |line: &str, name: &str| {
        let mut words = line.split(' ').skip_while(|word| *word != name).skip(1);
        words.next().unwrap_or_default().to_owned()
    };
    let numbers: Vec<_> = lines.iter().map(|line| words(line, "multipv")).collect();
    assert_eq!(numbers, ["1", "2", "3", "1", "2", "3", ""], "{lines:?}");
    for line in &lines {
        let first = words(line, if line.starts_with("info") { "pv" } else { "bestmove" });
        assert!(["a1b2", "a2b3", "b1c2", "c3d4"].contains(&first.as_str()), "{line}");
    }
    engine.quit();
}

#[test]
fn it_stops_in_the_first_millisecond_and_knows_a_move() {
    let mut engine = Engine::start();
    for _ in 0..20 {
        engine.send("go infinite");
        engine.send("stop");
        assert_ne!(engine.until("bestmove").last().unwrap(), "bestmove none");
    }
    engine.quit();
}

#[test]
fn it_answers_while_it_searches_but_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("isready");
    engine.until("readyok");
    engine.send("newgame");
    engine.until("info string");
    engine.send("go depth 1");
    engine.until("info string");
    assert_ne!(engine.request("stop", "bestmove").last().unwrap(), "bestmove none");
    engine.send("stop");
    assert_eq!(engine.request("isready", "readyok").len(), 1, "a second stop says nothing");
    engine.quit();
}

#[test]
fn it_quits_while_it_searches() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.quit();
    // The same applies at the end of the input.
    let mut engine = Engine::start();
    engine.send("go infinite");
    drop(engine.input);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut engine = Engine::start();
    engine.send("position mode two line 5/6/7/8/wbb6/8/7/6/5 b 5,0 0 0 moves e3e2");
    for go in ["go depth 5", "go infinite", "go movetime 60000"] {
        assert_eq!(engine.best_move(go), "none");
    }
    engine.quit();
}

#[test]
fn a_clock_is_kept() {
    let mut engine = Engine::start();
    engine.send("position mode three layout three_standard moves");
    let legal = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
    assert!(legal.parse_move(&engine.best_move("go clock 200 60000 60000 increment 0")).is_ok());
    engine.quit();
}

#[test]
fn the_same_seed_plays_the_same_move() {
    let play = |seed: u32, level: u8| {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send(&format!("setoption name Level value {level}"));
        let best = engine.best_move("go nodes 20000");
        engine.quit();
        best
    };
    assert_eq!(play(1, 12), play(1, 12));
    assert_eq!(play(1, 1), play(1, 1));
    let moves: std::collections::BTreeSet<_> = (0..8).map(|seed| play(seed, 1)).collect();
    assert!(moves.len() > 1, "a beginner does not always play the same");
}

/// Only a change of the search changes this number: record the new one, with the gain of the change.
const BENCH_NODES: u64 = 558_053;

#[test]
fn the_benchmark_looks_at_as_many_positions_as_ever() {
    let mut engine = Engine::start();
    let line = engine.request("bench", "bench nodes").pop().unwrap();
    let nodes: u64 = line.split(' ').nth(2).unwrap().parse().unwrap();
    assert_eq!(nodes, BENCH_NODES, "{line}");
    engine.quit();
}
