//! Measures the filter of users' texts. With files of words, the most frequent first: the words that it refuses, and how many of 2,000
//! lines of six random words each. Without files: its time for a byte of hostile text.

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::hint::black_box;
use std::time::Instant;

use sumito_kit::text::Text;

/// Number of words of each file.
const WORDS: usize = 5_000;
/// Number of random lines.
const LINES: u32 = 2_000;
/// Texts that are repeated.
const HOSTILE: [&str; 12] =
    ["x", "**x", "a1", "1a1", "f u c k", "kill yoursel", "nigge", "a@b.", "a.b.c.d.", "://", "ﷺ", "@"];

fn main() -> anyhow::Result<()> {
    let mut files = std::env::args().skip(1).peekable();
    if files.peek().is_none() {
        measure_time();
    }
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let words: Vec<_> = text.lines().take(WORDS).collect();
        let refused: Vec<_> = words.iter().filter(|word| !is_accepted(word)).collect();
        println!("{file}: {} of {} words refused: {refused:?}", refused.len(), words.len());
        let mut rng = fastrand::Rng::with_seed(7);
        let harmless: Vec<_> = words.iter().filter(|word| is_accepted(word)).collect();
        let line = |_| [(); 6].map(|()| *harmless[rng.usize(..harmless.len())]).join(" ");
        let lines = (0..LINES).map(line).filter(|line| !is_accepted(line)).count();
        println!("{file}: {lines} of {LINES} lines of accepted words refused");
    }
    Ok(())
}

fn is_accepted(text: &str) -> bool {
    Text::chat_line(text, 300, 1_200, false).is_ok()
}

fn measure_time() {
    for part in HOSTILE {
        let text: String = part.chars().cycle().take(1_000).collect();
        let begin = Instant::now();
        for _ in 0..100 {
            let _ = black_box(Text::chat_line(black_box(&text), 1_000, 4_000, false));
        }
        let nanos = begin.elapsed().as_nanos() as f64 / (100 * text.len()) as f64;
        println!("{nanos:6.1} ns a byte: {part}");
    }
}
