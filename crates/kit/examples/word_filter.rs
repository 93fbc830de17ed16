//! Measures the filter of users' texts. With files of words, one a line and the most frequent first: refused words that are not in the tests'
//! lists of bad words, and refused lines of six random words. It fails if there are more than the limits. Without files: its time for a byte
//! of hostile text.

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use anyhow::ensure;
use sumito_kit::text::Text;

/// Number of words of each file.
const WORDS: usize = 20_000;
/// Number of random lines for each file.
const LINES: usize = 4_000;
/// One harmless word in so many may be refused.
const WORDS_PER_REFUSAL: usize = 5_000;
/// One line in so many may be refused.
const LINES_PER_REFUSAL: usize = 2_000;
/// Words that are refused on purpose.
const BAD: [&str; 4] = [
    include_str!("../tests/words/bad/en.txt"),
    include_str!("../tests/words/bad/de.txt"),
    include_str!("../tests/words/bad/pl.txt"),
    include_str!("../tests/words/bad/nl.txt"),
];
/// Texts that are repeated.
const HOSTILE: [&str; 14] = [
    "x",
    "**x",
    "a1",
    "1a1",
    "f u c k",
    "f.u",
    "fu.ck",
    "kill yoursel",
    "nigge",
    "a@b.",
    "a.b.c.d.",
    "://",
    "ﷺ",
    "@",
];

fn main() -> anyhow::Result<()> {
    let files: Vec<_> = std::env::args().skip(1).collect();
    if files.is_empty() {
        measure_time();
    }
    let bad: HashSet<_> = BAD.iter().flat_map(|words| words.lines()).collect();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let words: Vec<_> =
            text.lines().filter(|word| is_word(word) && !bad.contains(word)).take(WORDS).collect();
        let refused: Vec<_> = words.iter().filter(|word| !is_accepted(word)).collect();
        println!("{file}: {} of {} words refused: {refused:?}", refused.len(), words.len());
        let mut rng = fastrand::Rng::with_seed(7);
        let line = |_| [(); 6].map(|()| words[rng.usize(..words.len())]).join(" ");
        let lines: Vec<_> = (0..LINES).map(line).filter(|line| !is_accepted(line)).collect();
        println!("{file}: {} of {LINES} lines refused: {lines:?}", lines.len());
        ensure!(refused.len() * WORDS_PER_REFUSAL <= words.len(), "too many words are refused");
        ensure!(lines.len() * LINES_PER_REFUSAL <= LINES, "too many lines are refused");
    }
    Ok(())
}

/// Returns whether a line is a word: no address, and no mark.
fn is_word(line: &str) -> bool {
    line.contains(char::is_alphanumeric) && !line.contains('.')
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
