//! The counts of `tests/data/perft.jsonl`, made by an independent program, for every layout and mode.

use serde_json::Value;
use sumito_rules::{Layout, Mode, Position, perft, perft_playing};

/// Deeper counts are left to the benchmark.
const MAX_LEAVES: u64 = 1_000_000;

fn mode(name: &str) -> Mode {
    match name {
        "2p" => Mode::Two,
        "3p" => Mode::Three,
        "4p" => Mode::Four,
        "4p_consecutive" => Mode::FourConsecutive,
        other => panic!("{other}"),
    }
}

#[test]
fn counts_agree_with_the_reference_for_every_layout_and_mode() {
    let mut layouts = Vec::new();
    for line in include_str!("data/perft.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let layout: Layout = line["layout"].as_str().unwrap().parse().unwrap();
        let mode = mode(line["mode"].as_str().unwrap());
        let order: Vec<u64> = mode.turn_order().iter().map(|color| color.index() as u64).collect();
        assert_eq!(line["turn_order"], Value::from(order));

        let start = Position::start(mode, layout).unwrap();
        let counts = line["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
        for (depth, count) in (1..).zip(counts).take_while(|&(_, count)| count <= MAX_LEAVES) {
            assert_eq!(perft(&start, depth), count, "{layout} {mode} {depth}");
            assert_eq!(perft_playing(&start, depth), count, "{layout} {mode} {depth}, playing");
        }
        layouts.push(layout);
    }
    layouts.dedup();
    assert_eq!(layouts, Layout::ALL);
}
