//! Options of the engine.

use sumito_engine::{Level, Limits, Searcher};

/// The settings of the engine.
pub(crate) struct Options {
    pub(crate) threads: usize,
    pub(crate) hash_mib: usize,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) lines: u8,
    pub(crate) book: bool,
}

const MAX_THREADS: u64 = 64;
const MAX_HASH_MIB: u64 = 4096;
const MAX_SEED: u64 = u32::MAX as u64;

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 16, level: Level::FULL, seed: 0, lines: 1, book: true }
    }
}

impl Options {
    /// The lines that describe the options.
    pub(crate) fn describe() -> String {
        let Self { threads, hash_mib, level, seed, lines, book } = Self::default();
        let (highest, max_lines, book) = (Level::FULL, Limits::MAX_LINES, u8::from(book));
        format!(
            "option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
             option name Hash type spin default {hash_mib} min 1 max {MAX_HASH_MIB}\n\
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
    pub(crate) fn set(&mut self, name: &str, value: &str, searcher: &mut Searcher) -> Result<(), String> {
        let number = |min: u64, max: u64| match value.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("{name} must be a number from {min} to {max}, not {value}")),
        };
        match name {
            "Threads" => self.threads = number(1, MAX_THREADS)? as usize,
            "Hash" => {
                self.hash_mib = number(1, MAX_HASH_MIB)? as usize;
                *searcher = Searcher::new(self.hash_mib);
            }
            "Level" => self.level = value.parse().map_err(|error| format!("{value}: {error}"))?,
            "Seed" => self.seed = number(0, MAX_SEED)?,
            "MultiPV" => self.lines = number(1, Limits::MAX_LINES.into())? as u8,
            "Book" => self.book = number(0, 1)? == 1,
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(())
    }
}
