//! Options of the engine.

use crate::{Level, Limits, Searcher};

/// The settings of the engine.
pub(super) struct Options {
    most: OptionMaxima,
    pub(super) threads: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) lines: u8,
    pub(super) book: bool,
}

/// The maxima of options that depend on the platform.
#[derive(Clone, Copy, Debug)]
pub struct OptionMaxima {
    /// Number of search threads.
    pub threads: u64,
    /// Size of the transposition table, in MiB.
    pub hash_mib: u64,
}

/// Size of the transposition table without the option, in MiB.
pub const DEFAULT_HASH_MIB: usize = 16;

const MAX_SEED: u64 = u32::MAX as u64;

impl Options {
    pub(super) fn new(most: OptionMaxima) -> Self {
        Self { most, threads: 1, level: Level::FULL, seed: 0, lines: 1, book: true }
    }

    /// The lines that describe the options.
    pub(super) fn describe(&self) -> String {
        let OptionMaxima { threads: max_threads, hash_mib: max_hash } = self.most;
        let Self { threads, level, seed, lines, book, .. } = Self::new(self.most);
        let (highest, max_lines, book) = (Level::FULL, Limits::MAX_LINES, u8::from(book));
        format!(
            "option name Threads type spin default {threads} min 1 max {max_threads}\n\
             option name Hash type spin default {DEFAULT_HASH_MIB} min 1 max {max_hash}\n\
             option name Level type spin default {level} min 1 max {highest}\n\
             option name Seed type spin default {seed} min 0 max {MAX_SEED}\n\
             option name MultiPV type spin default {lines} min 1 max {max_lines}\n\
             option name Book type spin default {book} min 0 max 1"
        )
    }

    /// Sets an option; a new table size creates a new table.
    ///
    /// # Errors
    /// Fails with a description for people; the options are then unchanged.
    pub(super) fn set(&mut self, name: &str, value: &str, searcher: &mut Searcher) -> Result<(), String> {
        let number = |min: u64, max: u64| match value.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("{name} must be a number from {min} to {max}, not {value}")),
        };
        match name {
            "Threads" => self.threads = number(1, self.most.threads)? as usize,
            "Hash" => searcher.resize(number(1, self.most.hash_mib)? as usize),
            "Level" => self.level = value.parse().map_err(|error| format!("{value}: {error}"))?,
            "Seed" => self.seed = number(0, MAX_SEED)?,
            "MultiPV" => self.lines = number(1, Limits::MAX_LINES.into())? as u8,
            "Book" => self.book = number(0, 1)? == 1,
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(())
    }
}
