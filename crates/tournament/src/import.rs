//! Reading of FIDE's Tournament Report File, TRF16, as [`export::trf`](crate::export::trf) and other programs write it: the head of a
//! tournament and its players. Results are not read.

use time::{Date, Month};

use crate::{DoubleElimination, Format, Knockout, RoundRobin, Swiss, SwissPairing, limits};

/// Maximum length of a file, in bytes: enough for all players of a full tournament without results.
pub const TRF_BYTES_MAX: usize = 128 * 1024;

/// Column of the first round of a player's line, from 0.
const ROUNDS_FROM: usize = 91;

/// Width of a round of a player's line.
const ROUND_WIDTH: usize = 10;

/// The parts of a TRF from which a tournament can be created.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trf {
    /// The tournament's name (012).
    pub name: Option<String>,
    /// The first day (042).
    pub starts_on: Option<Date>,
    /// The days of the rounds (132).
    pub round_dates: Vec<Date>,
    /// True if a date cannot be read: the dates are planning aids, and no reason to reject the file.
    pub has_unread_dates: bool,
    /// The type of the tournament (092), as text.
    pub kind: Option<String>,
    /// The type of the tournament as a word of TRF26 (192), such as `FIDE_DUTCH_2025`.
    pub kind_word: Option<String>,
    /// The number of rounds (`XXR`, or 142 of TRF26).
    pub rounds: Option<u32>,
    /// Whether the best player starts in the first round (`XXC`).
    pub best_begins: Option<bool>,
    /// The players (001), in the order of the lines.
    pub players: Vec<TrfPlayer>,
    /// The number of rounds with results.
    pub rounds_played: u32,
}

/// A player's line of a TRF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfPlayer {
    /// Number of the line, from 1.
    pub line: u32,
    /// The player's number in the file.
    pub number: u32,
    /// The player's name.
    pub name: String,
    /// The player's title; empty if there is none.
    pub title: String,
    /// The player's rating.
    pub rating: Option<u16>,
    /// The player's federation; empty if there is none.
    pub federation: String,
    /// The player's FIDE id; empty if there is none.
    pub fide_id: String,
}

/// Text that is not a valid TRF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrfError {
    /// The file is too long.
    #[error("the file must be at most {TRF_BYTES_MAX} bytes; remove the columns of the results")]
    TooLong,
    /// The file has neither a name nor players.
    #[error("no line 012 (name) or 001 (player): this is not a TRF16; export the tournament again")]
    Empty,
    /// The file has too many players.
    #[error("line {line}: at most {} players; remove lines 001", limits::PARTICIPANTS_MAX)]
    TooManyPlayers {
        /// Number of the line, from 1.
        line: u32,
    },
    /// A player's number is missing or not a number.
    #[error("line {line}: columns 5 to 8 must be the player's number")]
    Number {
        /// Number of the line, from 1.
        line: u32,
    },
    /// Two players have the same number.
    #[error("line {line}: player {number} is also in line {earlier}; give each player a different number")]
    NumberTwice {
        /// Number of the line, from 1.
        line: u32,
        /// The number of both players.
        number: u32,
        /// Number of the line of the other player.
        earlier: u32,
    },
    /// A player has no name.
    #[error("line {line}: columns 15 to 47 must be the player's name")]
    Name {
        /// Number of the line, from 1.
        line: u32,
    },
    /// The columns of a line are shifted, or the rating is not a number.
    #[error(
        "line {line}: columns 49 to 52 must be the rating or blank, and columns 48 and 53 blank; align the columns"
    )]
    Columns {
        /// Number of the line, from 1.
        line: u32,
    },
    /// The line of the rounds has too many dates.
    #[error("line {line}: at most {} dates of rounds; remove some", limits::ROUND_STARTS_MAX)]
    TooManyDates {
        /// Number of the line, from 1.
        line: u32,
    },
    /// The number of rounds cannot be read.
    #[error("line {line}: {name} must have the number of rounds, such as `{name} 9`")]
    Rounds {
        /// Name of the line: `XXR` or `142`.
        name: &'static str,
        /// Number of the line, from 1.
        line: u32,
    },
}

impl Trf {
    /// Parses the text of a file. Lines with unknown names are skipped. A line can end with CR, LF or both, and before columns that have no
    /// value. Of two lines with the same name, the first counts, except for players.
    ///
    /// # Errors
    /// [`TrfError`] with the line to correct.
    pub fn parse(text: &str) -> Result<Self, TrfError> {
        if text.len() > TRF_BYTES_MAX {
            return Err(TrfError::TooLong);
        }
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let mut file = Self::default();
        for (line, number) in text.split(['\n', '\r']).zip(1..) {
            file.read(line, number)?;
        }
        if file.name.is_none() && file.players.is_empty() {
            return Err(TrfError::Empty);
        }
        Ok(file)
    }

    fn read(&mut self, text: &str, line: u32) -> Result<(), TrfError> {
        let Some((name, rest)) = text.split_at_checked(3) else { return Ok(()) };
        if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            return Ok(());
        }
        let value = words(rest);
        match name {
            "001" => self.read_player(text, line)?,
            _ if value.is_empty() => {}
            "012" => _ = self.name.get_or_insert(value),
            "042" if self.starts_on.is_none() => {
                self.starts_on = whole_date(&value);
                self.has_unread_dates |= self.starts_on.is_none();
            }
            "092" => _ = self.kind.get_or_insert(value),
            "192" => _ = self.kind_word.get_or_insert(value),
            "132" if self.round_dates.is_empty() => self.read_round_dates(&value, line)?,
            "XXR" if self.rounds.is_none() => self.rounds = Some(rounds(&value, "XXR", line)?),
            "142" if self.rounds.is_none() => self.rounds = Some(rounds(&value, "142", line)?),
            "XXC" => {
                let color = |word: &str| match word.to_ascii_lowercase().as_str() {
                    "white1" => Some(true),
                    "black1" => Some(false),
                    _ => None,
                };
                self.best_begins = self.best_begins.or(value.split(' ').find_map(color));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_player(&mut self, text: &str, line: u32) -> Result<(), TrfError> {
        if self.players.len() >= limits::PARTICIPANTS_MAX as usize {
            return Err(TrfError::TooManyPlayers { line });
        }
        // Some programs count letters, others bytes. A line that ends after the rating can fit both; then the one with a rating counts.
        let (by_letters, by_bytes) = (Columns::by_letters(text), Columns::by_bytes(text));
        let has_more = by_bytes.fit() && by_letters.rating().is_empty() && !by_bytes.rating().is_empty();
        let columns = if by_letters.fit() && !has_more { by_letters } else { by_bytes };
        let number = columns.text(5, 8).parse().map_err(|_| TrfError::Number { line })?;
        let name = columns.text(15, 47);
        if name.is_empty() {
            return Err(TrfError::Name { line });
        }
        if !columns.fit() {
            return Err(TrfError::Columns { line });
        }
        if let Some(other) = self.players.iter().find(|other| other.number == number) {
            return Err(TrfError::NumberTwice { line, number, earlier: other.line });
        }
        self.rounds_played = self.rounds_played.max(columns.rounds_played());
        self.players.push(TrfPlayer {
            line,
            number,
            name,
            title: columns.text(11, 13),
            rating: columns.rating().parse().ok(),
            federation: columns.text(54, 56),
            fide_id: columns.text(58, 68),
        });
        Ok(())
    }

    /// Reads the dates of the rounds: `26/11/27`, also with a year of four digits. With one that cannot be read, all are left out.
    fn read_round_dates(&mut self, text: &str, line: u32) -> Result<(), TrfError> {
        let words = text.split(' ');
        if words.clone().count() > limits::ROUND_STARTS_MAX {
            return Err(TrfError::TooManyDates { line });
        }
        let date = |word: &str| match numbers(word)? {
            [year, month, day] if year < 100 => date_of(2_000 + year, month, day),
            _ => whole_date(word),
        };
        self.round_dates = words.map(date).collect::<Option<_>>().unwrap_or_default();
        self.has_unread_dates |= self.round_dates.is_empty();
        Ok(())
    }

    /// Returns the format that the file describes. Missing values come from `given`, if that is the same format, and otherwise are as
    /// simple as possible. `None` if the file has no type, one that is not offered, or too few details for it.
    pub fn format(&self, given: Format) -> Option<Format> {
        let kinds = [self.kind.as_deref(), self.kind_word.as_deref()];
        let kind = kinds.map(Option::unwrap_or_default).join(" ").to_lowercase().replace('_', " ");
        let has = |word: &str| kind.contains(word);
        let is_round_robin = has("round robin") || has("round-robin");
        match given {
            _ if has("team") => None,
            _ if has("group") => matches!(given, Format::Groups(_)).then_some(given),
            _ if has("double elimination") => Some(match given {
                Format::DoubleElimination(_) => given,
                _ => Format::DoubleElimination(DoubleElimination { best_of: 1, extra_pairs: 0, reset: true }),
            }),
            _ if has("knockout") || has("knock-out") => Some(match given {
                Format::Knockout(_) => given,
                _ => Format::Knockout(Knockout { best_of: 1, third_place: false, extra_pairs: 0 }),
            }),
            _ if is_round_robin => {
                let usual = if let Format::RoundRobin(form) = given { form.cycles } else { 1 };
                Some(Format::RoundRobin(RoundRobin { cycles: self.cycles().unwrap_or(usual) }))
            }
            _ if has("swiss") || has("dutch") => {
                let usual = if let Format::Swiss(form) = given { Some(form) } else { None };
                let rounds = self.rounds.or(usual.map(|form| form.rounds));
                let rounds =
                    rounds.or(u32::try_from(self.round_dates.len()).ok().filter(|&count| count > 0))?;
                let usual_pairing = usual.map(|form| form.pairing).unwrap_or_default();
                Some(Format::Swiss(Swiss {
                    rounds,
                    pairing: if has("dutch") { SwissPairing::Dutch } else { usual_pairing },
                    accelerated: has("accelerat")
                        || has("baku")
                        || usual.is_some_and(|form| form.accelerated),
                    half_point_byes: usual
                        .map_or(0, |form| form.half_point_byes.min(u8::try_from(rounds).unwrap_or(u8::MAX))),
                    late_entry_rounds: usual.map_or(0, |form| form.late_entry_rounds.min(rounds)),
                }))
            }
            _ => None,
        }
    }

    /// Returns the number of cycles of a round robin with the players and rounds of the file.
    fn cycles(&self) -> Option<u8> {
        let players = u32::try_from(self.players.len()).ok().filter(|&count| count >= 2)?;
        // With an odd number, each player sits out once.
        let rounds = players - 1 + players % 2;
        let cycles = self.rounds.filter(|all| all % rounds == 0)? / rounds;
        u8::try_from(cycles).ok().filter(|cycles| (1..=4).contains(cycles))
    }
}

/// A player's line in columns. Columns count from 1, as in the handbook.
struct Columns<'a> {
    text: &'a str,
    /// Start of each column up to the first round, in bytes.
    starts: Vec<usize>,
}

impl<'a> Columns<'a> {
    fn by_letters(text: &'a str) -> Self {
        Self { text, starts: text.char_indices().map(|(at, _)| at).take(ROUNDS_FROM + 1).collect() }
    }

    fn by_bytes(text: &'a str) -> Self {
        Self { text, starts: (0..text.len().min(ROUNDS_FROM + 1)).collect() }
    }

    fn start(&self, column: usize) -> usize {
        self.starts.get(column).copied().unwrap_or(self.text.len())
    }

    /// Returns the text in these columns; empty if they cut a letter or are beyond the end of the line.
    fn text(&self, from: usize, to: usize) -> String {
        self.text.get(self.start(from - 1)..self.start(to)).map_or_else(String::new, words)
    }

    fn rating(&self) -> String {
        self.text(49, 52)
    }

    /// Returns whether the columns around and of the rating have a valid content.
    fn fit(&self) -> bool {
        let rating = self.rating();
        let is_rating = rating.is_empty() || rating.parse::<u16>().is_ok();
        let is_whole = |column: usize| self.text.is_char_boundary(self.start(column));
        is_rating
            && self.text(48, 48).is_empty()
            && self.text(53, 53).is_empty()
            && [14, 47, 48, 52, 53].into_iter().all(is_whole)
    }

    /// Returns the number of the last round in which the player has a result.
    fn rounds_played(&self) -> u32 {
        let rounds = self.text.as_bytes().get(self.start(ROUNDS_FROM)..).unwrap_or_default();
        let results = rounds.chunks(ROUND_WIDTH).map(|round| round.get(7).copied().unwrap_or(b' '));
        let played = (1..).zip(results).filter(|(_, result)| b"10=+-WDLwdl".contains(result));
        played.map(|(round, _)| round).last().unwrap_or(0)
    }
}

/// Returns the words of a text with one space between them, without control characters and marks that change the direction of text.
fn words(text: &str) -> String {
    let is_mark = |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control() || is_mark(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Parses a number of rounds.
fn rounds(text: &str, name: &'static str, line: u32) -> Result<u32, TrfError> {
    text.parse().map_err(|_| TrfError::Rounds { name, line })
}

/// Parses `2026/11/27`, also with other separators and a time after it, `27.11.2026`, and `27/11/2026` if it cannot be a month first.
fn whole_date(text: &str) -> Option<Date> {
    let parts = numbers(text).or_else(|| numbers(text.split(' ').next()?))?;
    match parts {
        [year, month, day] if year >= 1_000 => date_of(year, month, day),
        [day, month, year] if year >= 1_000 && (day > 12 || text.contains('.')) => date_of(year, month, day),
        _ => None,
    }
}

fn numbers(text: &str) -> Option<[u16; 3]> {
    let mut parts = text.split(['/', '-', '.']).map(|part| part.trim().parse().ok());
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

fn date_of(year: u16, month: u16, day: u16) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()
}
