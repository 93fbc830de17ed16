//! A fixed search workload, to measure the cost of a change and to detect changes of the search.

use std::time::Instant;

use sumito_engine::{Limits, Root, Searcher, Stop};
use sumito_rules::{Mode, Position};

/// Positions of all modes: the mode, the position's line, and the depth in plies.
const POSITIONS: [(Mode, &str, u8); 8] = [
    (Mode::Two, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0", 11),
    (Mode::Two, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0", 11),
    (Mode::Two, "4b/1w1bbb/1wbwbb1/2bbwb2/3wbw3/2www3/3wwwb/4bw/5 b 1,1 4 50", 9),
    (Mode::Two, "5/6/wb2b2/1wwbbb2/1b1bb4/2bwb3/1wwww2/bwbww1/5 w 3,2 1 55", 9),
    (Mode::Two, "5/6/2bwww1/4wbbb/4wwbw1/4b1b1/5b1/2bwb1/1w3 b 5,4 9 70", 9),
    (Mode::Three, "ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb b 0,0,0 0 0", 7),
    (Mode::Four, "b3w/bb2ww/bbb1www/bbb2www/9/yyy2rrr/yyy1rrr/yy2rr/y3r b 0,0 0 0", 7),
    (Mode::FourConsecutive, "b3w/bb2ww/bbb1www/bbb2www/9/yyy2rrr/yyy1rrr/yy2rr/y3r b 0,0 0 0", 7),
];

/// Searches all of them from an empty table and reports the number of positions and the speed.
pub(crate) fn run() -> String {
    let started = Instant::now();
    let mut nodes = 0;
    for (mode, line, depth) in POSITIONS {
        let position = Position::parse(mode, line).expect("the positions of the benchmark are positions");
        let found =
            Searcher::new(16).search(&Root::new(position), &Limits::depth(depth), &Stop::new(), &mut |_| {});
        nodes += found.nodes;
    }
    let time = started.elapsed();
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!("bench nodes {nodes} time {} nps {nps}", time.as_millis())
}
