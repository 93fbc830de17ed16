//! The word filter: lists of words for each language, found in one pass over a text.
//!
//! The lists are matched against whole words with the inflections of their language, so that `Niger` or `hoeren` pass. Repeated letters match
//! fewer of them. The time is linear in the length of the text, whatever it contains.

use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::fold::{Folded, GAP, Marks, Reading};

/// The lists, whose entries [`Word::new`] reads.
const LISTS: [&str; 4] = [
    include_str!("words/en.txt"),
    include_str!("words/de.txt"),
    include_str!("words/pl.txt"),
    include_str!("words/nl.txt"),
];

/// Line of a list with the endings of its words.
const ENDINGS: &str = "endings:";

/// Number of equal letters that stand for fewer of them in every word.
const STRETCHED: u32 = 3;

/// Minimum number of different letters in a row of a word that is found across punctuation: `go.ok` are two words.
const SHORTEST_ACROSS_MARKS: usize = 5;

static FILTER: LazyLock<Filter> = LazyLock::new(|| Filter::new(&LISTS));

/// Returns the first part of the text with slurs, threats or the like. Milder words are left to the readers.
pub(super) fn offence(text: &str) -> Option<&str> {
    FILTER.find(text)
}

#[derive(Debug)]
struct Filter {
    words: Vec<Word>,
    finder: AhoCorasick,
    endings: Vec<Endings>,
}

/// A word or a phrase of a list.
#[derive(Debug)]
struct Word {
    /// Number of equal letters at each place.
    runs: Vec<u32>,
    /// Whether a letter may be repeated once: `kuurwa`. Otherwise only more often, since `rapping` is harmless.
    may_double: bool,
    begins_anywhere: bool,
    end: End,
}

/// Letters that may follow a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    None,
    Any,
    /// An ending of the language with this index.
    Inflected(usize),
}

/// Endings of a language, with equal letters in a row as one.
#[derive(Debug, Default)]
struct Endings {
    known: HashSet<Vec<u8>>,
    longest: usize,
}

impl Filter {
    fn new(lists: &[&str]) -> Self {
        let (mut patterns, mut words, mut endings) = (Vec::new(), Vec::new(), Vec::new());
        for list in lists {
            let language = endings.len();
            endings.push(Endings::default());
            let lines = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            for line in lines {
                if let Some(known) = line.strip_prefix(ENDINGS) {
                    endings[language] = Endings::new(known);
                    continue;
                }
                let (pattern, word) = Word::new(line, language);
                patterns.push(pattern);
                words.push(word);
            }
        }
        let finder =
            AhoCorasick::new(patterns).expect("the lists are far shorter than the limits of the finder");
        Self { words, finder, endings }
    }

    fn find<'a>(&self, text: &'a str) -> Option<&'a str> {
        let folded = Folded::new(text);
        folded
            .readings()
            .find_map(|reading| self.find_in(&reading))
            .map(|(start, end)| &text[start as usize..end as usize])
    }

    /// Returns the place of the first match in bytes of the text.
    fn find_in(&self, reading: &Reading) -> Option<(u32, u32)> {
        self.finder.find_overlapping_iter(&reading.letters).find_map(|found| {
            let word = &self.words[found.pattern().as_usize()];
            let cells = &reading.cells[found.range()];
            let runs = cells.iter().map(|cell| cell.run).zip(&word.runs);
            let is_equal = |(run, of_word): (u32, &u32)| {
                run == *of_word || run >= STRETCHED || word.may_double && run > *of_word
            };
            let begins = word.begins_anywhere || reading.begins_word(found.start());
            let is_long = word.begins_anywhere || cells.len() >= SHORTEST_ACROSS_MARKS;
            if !begins || reading.marks == Marks::LeftOut && !is_long || !{ runs }.all(is_equal) {
                return None;
            }
            let end = self.end(reading, word.end, found.end())?;
            Some((cells.first()?.start, reading.cells[..end].last()?.end))
        })
    }

    /// Returns the end of a word with its ending, if it ends there.
    fn end(&self, reading: &Reading, end: End, at: usize) -> Option<usize> {
        if reading.ends_word(at) || end == End::Any {
            return Some(at);
        }
        let End::Inflected(language) = end else { return None };
        let Endings { known, longest } = &self.endings[language];
        let rest = &reading.letters[at..reading.letters.len().min(at + longest)];
        (1..=rest.len())
            .find(|&length| known.contains(&rest[..length]) && reading.ends_word(at + length))
            .map(|length| at + length)
    }
}

impl Reading {
    fn begins_word(&self, at: usize) -> bool {
        at == 0 || self.letters[at - 1] == GAP || self.cells[at].is_hump
    }

    fn ends_word(&self, at: usize) -> bool {
        self.letters.get(at).is_none_or(|next| *next == GAP) || self.cells[at].is_hump
    }
}

impl Word {
    /// Reads an entry: `word`, `=word` without endings, `word*` with any, `*word*` inside other words too, `word!` without doubled letters.
    fn new(entry: &str, language: usize) -> (Vec<u8>, Self) {
        let (entry, may_double) = entry.strip_suffix('!').map_or((entry, true), |entry| (entry, false));
        let (entry, is_exact) = entry.strip_prefix('=').map_or((entry, false), |entry| (entry, true));
        let (entry, begins_anywhere) = entry.strip_prefix('*').map_or((entry, false), |entry| (entry, true));
        let (entry, end) = match entry.strip_suffix('*') {
            Some(entry) => (entry, End::Any),
            None if is_exact => (entry, End::None),
            None => (entry, End::Inflected(language)),
        };
        let (letters, runs) = collapsed(entry);
        (letters, Self { runs, may_double, begins_anywhere, end })
    }
}

impl Endings {
    fn new(endings: &str) -> Self {
        let known: HashSet<_> = endings.split_whitespace().map(|ending| collapsed(ending).0).collect();
        let longest = known.iter().map(Vec::len).max().unwrap_or_default();
        Self { known, longest }
    }
}

/// Returns the letters with equal ones in a row as one, and the number of each.
fn collapsed(word: &str) -> (Vec<u8>, Vec<u32>) {
    word.as_bytes().chunk_by(u8::eq).map(|run| (run[0], run.len() as u32)).unzip()
}
