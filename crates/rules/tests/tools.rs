//! The examples as other programs use them: exact inputs and outputs.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::{
    env,
    io::Write,
    process::{Command, Output, Stdio},
};

/// Runs an example, which Cargo has built next to this test.
fn run(example: &str, arguments: &[&str], input: &str) -> Output {
    let mut path = env::current_exe().unwrap();
    path.pop();
    path.set_file_name("examples");
    path.push(format!("{example}{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build the examples first: cargo build -p sumito-rules --examples");
    let mut child = Command::new(path)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn output(example: &str, arguments: &[&str], input: &str) -> String {
    String::from_utf8(run(example, arguments, input).stdout).unwrap()
}

#[test]
fn perft_writes_depth_count_seconds_and_rate() {
    let text = output("perft", &["--mode", "two", "--layout", "standard", "--depth", "3"], "");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let counts: Vec<_> = lines.iter().map(|line| (line[0], line[1])).collect();
    assert_eq!(counts, [("1", "44"), ("2", "1936"), ("3", "98912")]);
    for line in lines {
        assert_eq!(line.len(), 4);
        assert!(line[2].parse::<f64>().unwrap() >= 0.0 && line[3].parse::<u64>().unwrap() > 0);
    }
}

#[test]
fn perft_divides_the_greatest_depth_among_the_moves() {
    let position = "5/6/7/8/9/8/7/6/2bbw b 5,0 0 0";
    let text = output("perft", &["--position", position, "--depth", "1", "--divide"], "");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..3], ["a3a2\t1", "a3a4\t1", "a3a4b3\t1"]);
    assert_eq!(lines.len(), 10);
    assert!(lines[9].starts_with("1\t9\t"));
}

#[test]
fn perft_rejects_invalid_arguments() {
    for arguments in [["--mode", "five"], ["--layout", "nowhere"], ["--position", "5/6"]] {
        assert!(!run("perft", &arguments, "").status.success());
    }
}

#[test]
fn moves_answers_each_line_with_a_line() {
    let input = r#"{"mode":"two","position":"5/6/7/8/9/8/7/6/bw1bw w 5,0 0 0"}

{"position":"5/6/7/8/9/8/7/6/2bbw b 6,0 0 0"}
{"mode":"two","position":"5"}
{"mode":"three"}
"#;
    let text = output("moves", &[], input);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    let first = r#"{"moves":[{"move":"a2a3","position":"5/6/7/8/9/8/7/6/b1wbw b 5,0 1 1","ejected":null},"#;
    assert!(lines[0].starts_with(first), "{}", lines[0]);
    assert_eq!(lines[1], r#"{"moves":[]}"#);
    assert!(lines[2].contains("missing: the colour to move"), "{}", lines[2]);
    assert!(lines[3].starts_with(r#"{"error":"#), "{}", lines[3]);
    let ejection = output("moves", &[], r#"{"mode":"two","position":"5/6/7/8/9/8/7/6/2bbw b 0,0 0 0"}"#);
    let pushed = r#"{"move":"a3a4","position":"5/6/7/8/9/8/7/6/3bb w 1,0 0 1","ejected":"w"}"#;
    assert!(ejection.contains(pushed), "{ejection}");
}

#[test]
fn replay_answers_each_game_with_a_line() {
    let input = r#"{"layout":"standard","moves":["a1b2","i5h5"]}
{"layout":"standard","moves":["a1b2","a1b2"]}
{"layout":"nowhere","moves":[]}
{"mode":"four","layout":"four_standard","moves":["f2e2"]}
{"position":"5/6/7/8/9/8/7/6/2bbw b 5,0 0 30","moves":["a3a4"]}
"#;
    let text = output("replay", &["--json"], input);
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].starts_with(r#"{"ok":true,"plies":2,"position":""#)
            && lines[0].ends_with(r#"","winner":null}"#)
    );
    assert_eq!(lines[1], r#"{"ok":false,"ply":1,"error":"a1b2: there is no marble on a1"}"#);
    assert!(lines[2].starts_with(r#"{"ok":false,"ply":0,"error":"not a layout"#), "{}", lines[2]);
    assert!(lines[3].contains(r#""plies":1,"#), "{}", lines[3]);
    assert_eq!(lines[4], r#"{"ok":true,"plies":1,"position":"5/6/7/8/9/8/7/6/3bb w 6,0 0 31","winner":"b"}"#);
}

#[test]
fn replay_prints_the_state_of_the_game() {
    let game = "[Position \"5/6/7/8/9/8/7/6/2bbw b 5,0 0 30\"]\n\n1. a3a4\n";
    let text = output("replay", &[], game);
    assert_eq!(text, "1 plies\n5/6/7/8/9/8/7/6/3bb w 6,0 0 31\npushed out: black 6, white 0; black won\n");
    let wrong = run("replay", &[], "[Layout \"standard\"]\n\n1. e5e6\n");
    assert!(!wrong.status.success());
    assert_eq!(String::from_utf8(wrong.stdout).unwrap(), "line 3, column 4: there is no marble on e5\n");
}
