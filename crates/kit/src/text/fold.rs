//! Text as the word filter reads it: Latin letters without case and accents, in words.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Separator of words in a [`Reading`].
pub(super) const GAP: u8 = b' ';
/// A letter of another script.
const OTHER: u8 = b'?';
/// Maximum number of digits or symbols in a row that stand for letters.
const LONGEST_LEET: usize = 2;
/// Minimum number of single letters in a row that are a word.
const SHORTEST_SPELLING: usize = 3;
/// Maximum number of characters between two letters of a word that is spelled out.
const WIDEST_GAP: usize = 3;
/// Maximum number of letters that one character stands for (`ﬃ`).
const LONGEST_LIGATURE: usize = 3;

/// Meaning of digits and symbols in a word. Between letters they are letters, except for long numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leet {
    /// At the edges of a word they are numbers and punctuation: `Martin1989`, `done!`.
    Inside,
    /// A single one at an edge is a letter as well.
    Edges,
    /// As [`Leet::Edges`], and `1` is an l.
    EdgesWithL,
}

/// A letter of a reading, or equal letters in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// Number of equal letters.
    pub(super) run: u32,
    /// Place of the letters in the text, in bytes.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether a capital after a small letter starts here: `BigWord` is also two words.
    pub(super) is_hump: bool,
}

/// One way to read a text. `letters` and `cells` have the same length; equal letters in a row are one, and so are separators.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) letters: Vec<u8>,
    pub(super) cells: Vec<Cell>,
}

/// A character of a text.
#[derive(Debug, Clone, Copy)]
struct Sign {
    kind: Kind,
    start: u32,
    end: u32,
    is_capital: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter(u8),
    Digit(u8),
    Symbol(u8),
    Gap,
}

/// A text with its classified characters, in several readings.
#[derive(Debug)]
pub(super) struct Folded(Vec<Sign>);

impl Folded {
    pub(super) fn new(text: &str) -> Self {
        let mut signs = Vec::with_capacity(text.len());
        for (start, c) in text.char_indices() {
            let [start, end] = [start, start + c.len_utf8()].map(|at| at.try_into().unwrap_or(u32::MAX));
            let mut push = |kind, is_capital| signs.push(Sign { kind, start, end, is_capital });
            if c.is_ascii() {
                push(kind_of(c), c.is_ascii_uppercase());
            } else if let Some(letters) = special(c) {
                letters.bytes().for_each(|letter| push(Kind::Letter(letter), false));
            } else {
                let parts = c.nfkd().filter(|c| !is_combining_mark(*c)).take(LONGEST_LIGATURE);
                parts.for_each(|part| push(kind_of(part), c.is_uppercase()));
            }
        }
        Self(signs)
    }

    /// Returns the ways to read the text; only one if it has no digits and symbols in words.
    pub(super) fn readings(&self) -> impl Iterator<Item = Reading> {
        let has_leet = self.0.iter().any(|sign| !matches!(sign.kind, Kind::Letter(_) | Kind::Gap));
        let leets = [Leet::Inside, Leet::Edges, Leet::EdgesWithL];
        leets.into_iter().take(if has_leet { leets.len() } else { 1 }).map(|leet| self.read(leet))
    }

    fn read(&self, leet: Leet) -> Reading {
        let mut reading =
            Reading { letters: Vec::with_capacity(self.0.len()), cells: Vec::with_capacity(self.0.len()) };
        let mut spelling = Spelling::default();
        let words = self.0.chunk_by(|one, next| (one.kind == Kind::Gap) == (next.kind == Kind::Gap));
        for word in words {
            if word[0].kind == Kind::Gap {
                spelling.gap(word);
            } else {
                split(word, leet, |word| spelling.word(word, &mut reading, leet));
            }
        }
        spelling.end(&mut reading);
        reading
    }
}

/// Holds back single letters until it is known whether they spell a word.
#[derive(Debug, Default)]
struct Spelling<'a> {
    letters: Vec<&'a Sign>,
    /// Characters since the last letter.
    gap: usize,
}

impl<'a> Spelling<'a> {
    fn gap(&mut self, gap: &[Sign]) {
        self.gap += gap.len();
    }

    fn word(&mut self, word: &'a [Sign], reading: &mut Reading, leet: Leet) {
        let single = if let [only] = word { Some(only) } else { None };
        if self.gap > WIDEST_GAP || single.is_none() {
            self.end(reading);
        }
        if let Some(only) = single {
            self.letters.push(only);
        } else {
            reading.word(word, leet);
        }
        self.gap = 0;
    }

    fn end(&mut self, reading: &mut Reading) {
        let is_word = self.letters.len() >= SHORTEST_SPELLING;
        for (place, letter) in self.letters.drain(..).enumerate() {
            if place == 0 || !is_word {
                reading.gap(letter.start);
            }
            reading.letter(letter, Leet::Inside, false);
        }
    }
}

impl Reading {
    fn word(&mut self, word: &[Sign], leet: Leet) {
        self.gap(word[0].start);
        let mut before = None;
        for sign in word {
            let is_hump = sign.is_capital && before.is_some_and(|before: &Sign| !before.is_capital);
            self.letter(sign, leet, is_hump);
            before = Some(sign);
        }
    }

    fn gap(&mut self, at: u32) {
        if self.letters.last().is_some_and(|last| *last != GAP) {
            self.letters.push(GAP);
            self.cells.push(Cell { run: 1, start: at, end: at, is_hump: false });
        }
    }

    fn letter(&mut self, sign: &Sign, leet: Leet, is_hump: bool) {
        let Some(letter) = letter_of(sign.kind, leet) else { return };
        match (self.letters.last(), self.cells.last_mut()) {
            (Some(last), Some(cell)) if *last == letter => {
                // A digit does not stretch a word: `Twatt7` is a name with a number.
                let stretches = cell.run < 2 || matches!(sign.kind, Kind::Letter(_));
                cell.run += u32::from(stretches);
                cell.end = sign.end;
            }
            _ => {
                self.letters.push(letter);
                self.cells.push(Cell { run: 1, start: sign.start, end: sign.end, is_hump });
            }
        }
    }
}

/// Splits a word at digits and symbols that are no letters.
fn split<'a>(word: &'a [Sign], leet: Leet, mut each: impl FnMut(&'a [Sign])) {
    let is_letter = |sign: &Sign| matches!(sign.kind, Kind::Letter(_));
    let (mut begun, mut at) = (0, 0);
    for run in word.chunk_by(|one, next| is_letter(one) == is_letter(next)) {
        let start = at;
        at += run.len();
        let longest = match leet {
            _ if start > 0 && at < word.len() => LONGEST_LEET,
            Leet::Inside => 0,
            Leet::Edges | Leet::EdgesWithL => 1,
        };
        if !is_letter(&run[0]) && run.len() > longest {
            if begun < start {
                each(&word[begun..start]);
            }
            begun = at;
        }
    }
    if begun < at {
        each(&word[begun..]);
    }
}

fn kind_of(c: char) -> Kind {
    match c {
        'a'..='z' => Kind::Letter(c as u8),
        'A'..='Z' => Kind::Letter(c.to_ascii_lowercase() as u8),
        '0'..='9' => Kind::Digit(c as u8),
        '@' => Kind::Symbol(b'a'),
        '$' => Kind::Symbol(b's'),
        '!' => Kind::Symbol(b'i'),
        _ if c.is_alphabetic() => Kind::Letter(special(c).map_or(OTHER, |letters| letters.as_bytes()[0])),
        _ => Kind::Gap,
    }
}

fn letter_of(kind: Kind, leet: Leet) -> Option<u8> {
    Some(match kind {
        Kind::Letter(letter) | Kind::Symbol(letter) => letter,
        Kind::Digit(b'0') => b'o',
        Kind::Digit(b'1') if leet == Leet::EdgesWithL => b'l',
        Kind::Digit(b'1') => b'i',
        Kind::Digit(b'3') => b'e',
        Kind::Digit(b'4') => b'a',
        Kind::Digit(b'5') => b's',
        Kind::Digit(b'6' | b'9') => b'g',
        Kind::Digit(b'7') => b't',
        Kind::Digit(b'8') => b'b',
        Kind::Digit(_) => OTHER,
        Kind::Gap => return None,
    })
}

/// Returns the Latin letters of a character that Unicode does not decompose: ligatures, and Cyrillic and Greek letters that look Latin.
fn special(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ø' | 'Ø' | 'о' | 'О' | 'ο' | 'Ο' => "o",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' | 'ԁ' => "d",
        'ı' | 'і' | 'І' | 'ι' | 'Ι' => "i",
        'а' | 'А' | 'α' | 'Α' => "a",
        'В' | 'Β' => "b",
        'с' | 'С' | 'ϲ' => "c",
        'е' | 'Е' | 'ε' | 'Ε' => "e",
        'ɡ' => "g",
        'һ' | 'Н' | 'Η' => "h",
        'ј' | 'Ј' => "j",
        'к' | 'К' | 'κ' | 'Κ' => "k",
        'м' | 'М' | 'Μ' => "m",
        'ո' | 'Ν' => "n",
        'р' | 'Р' | 'ρ' | 'Ρ' => "p",
        'ѕ' | 'Ѕ' => "s",
        'т' | 'Т' | 'τ' | 'Τ' => "t",
        'υ' | 'ս' => "u",
        'ν' | 'ѵ' => "v",
        'ѡ' | 'ԝ' => "w",
        'х' | 'Х' | 'χ' | 'Χ' => "x",
        'у' | 'У' | 'Υ' => "y",
        'Ζ' => "z",
        _ => return None,
    })
}
