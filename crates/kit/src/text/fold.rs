//! Text as the word filter reads it: Latin letters without case and accents, in words.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Separator of words in a [`Reading`].
pub(super) const GAP: u8 = b' ';
/// A letter of another script.
const OTHER: u8 = b'?';
/// Maximum number of digits or symbols in a row that stand for letters.
const LONGEST_LEET: usize = 2;
/// Minimum number of single letters in a row that are a word: `f u c k`.
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
    /// A single one at an edge is a letter as well, but no digit at the end of letters only: `Nutt3` is a name with a number.
    Edges,
    /// As [`Leet::Edges`], and `1` is an l.
    EdgesWithL,
}

/// Treatment of single punctuation marks between letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// They separate words: `gg.danke`.
    Separate,
    /// They are left out: `kur.wa`.
    LeftOut,
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
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) letters: Vec<u8>,
    pub(super) cells: Vec<Cell>,
    pub(super) marks: Marks,
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
    /// Punctuation and signs.
    Mark,
    Gap,
}

impl Kind {
    fn is_letter(self) -> bool {
        matches!(self, Self::Letter(_))
    }

    fn is_in_word(self) -> bool {
        !matches!(self, Self::Mark | Self::Gap)
    }
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

    /// Returns the ways to read the text; only one if its words have no digits, symbols and punctuation marks.
    pub(super) fn readings(&self) -> impl Iterator<Item = Reading> {
        let has_leet = self.0.iter().any(|sign| matches!(sign.kind, Kind::Digit(_) | Kind::Symbol(_)));
        let leets = [Leet::Inside, Leet::Edges, Leet::EdgesWithL];
        let leets = leets.into_iter().take(if has_leet { leets.len() } else { 1 });
        let separate = leets.map(|leet| self.read(leet, Marks::Separate));
        let has_marks = (0..self.0.len()).any(|at| self.is_mark_between(at));
        separate.chain(has_marks.then(|| self.read(Leet::Inside, Marks::LeftOut)))
    }

    /// Returns whether there is a single punctuation mark between two letters or digits at this place.
    fn is_mark_between(&self, at: usize) -> bool {
        let is_in_word = |at: usize| self.0.get(at).is_some_and(|sign| sign.kind.is_in_word());
        self.0[at].kind == Kind::Mark && at > 0 && is_in_word(at - 1) && is_in_word(at + 1)
    }

    fn read(&self, leet: Leet, marks: Marks) -> Reading {
        let mut reading = Reading {
            letters: Vec::with_capacity(self.0.len()),
            cells: Vec::with_capacity(self.0.len()),
            marks,
        };
        match marks {
            Marks::Separate => read(&self.0, leet, &mut reading),
            Marks::LeftOut => {
                let kept = (0..self.0.len()).filter(|at| !self.is_mark_between(*at));
                read(&kept.map(|at| self.0[at]).collect::<Vec<_>>(), leet, &mut reading);
            }
        }
        reading
    }
}

fn read(signs: &[Sign], leet: Leet, reading: &mut Reading) {
    let mut spelling = Spelling::default();
    for word in signs.chunk_by(|one, next| one.kind.is_in_word() == next.kind.is_in_word()) {
        if !word[0].kind.is_in_word() {
            spelling.gap += word.len();
        } else if let Some(letter) = single_letter(word) {
            spelling.letter(letter, reading);
        } else {
            spelling.end(reading);
            if !is_notation(word) {
                split(word, leet, |word| reading.word(word, leet));
            }
        }
    }
    spelling.end(reading);
}

/// Returns the only letter of a word, without symbols around it. Digits are no letters there: `f4 a3 g5` are cells of the board.
fn single_letter(word: &[Sign]) -> Option<&[Sign]> {
    let word = without_symbols(word);
    let is_one = word.iter().all(|sign| sign.kind.is_letter() && sign.start == word[0].start);
    (is_one && !word.is_empty()).then_some(word)
}

fn without_symbols(mut word: &[Sign]) -> &[Sign] {
    let is_symbol = |sign: &Sign| matches!(sign.kind, Kind::Symbol(_));
    while let [first, rest @ ..] = word
        && is_symbol(first)
    {
        word = rest;
    }
    while let [rest @ .., last] = word
        && is_symbol(last)
    {
        word = rest;
    }
    word
}

/// Returns whether the word is one cell of the board or more: `f4`, `f4g5`.
fn is_notation(word: &[Sign]) -> bool {
    let (pairs, rest) = without_symbols(word).as_chunks::<2>();
    let is_cell = |[row, column]: &[Sign; 2]| {
        matches!((row.kind, column.kind), (Kind::Letter(b'a'..=b'i'), Kind::Digit(b'1'..=b'9')))
    };
    rest.is_empty() && pairs.iter().all(is_cell)
}

/// Holds back single letters until it is known whether they spell a word.
#[derive(Debug, Default)]
struct Spelling<'a> {
    letters: Vec<&'a [Sign]>,
    /// Characters since the last letter.
    gap: usize,
}

impl<'a> Spelling<'a> {
    fn letter(&mut self, letter: &'a [Sign], reading: &mut Reading) {
        if self.gap > WIDEST_GAP {
            self.end(reading);
        }
        self.letters.push(letter);
        self.gap = 0;
    }

    fn end(&mut self, reading: &mut Reading) {
        let is_word = self.letters.len() >= SHORTEST_SPELLING;
        for (place, signs) in self.letters.drain(..).enumerate() {
            if place == 0 || !is_word {
                reading.gap(signs[0].start);
            }
            for sign in signs {
                reading.letter(sign, Leet::Inside, false);
            }
        }
        self.gap = 0;
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
                let stretches = cell.run < 2 || sign.kind.is_letter();
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
    let is_letter = |sign: &Sign| sign.kind.is_letter();
    let is_letters = |signs: &[Sign]| !signs.is_empty() && signs.iter().all(is_letter);
    let is_digits = |signs: &[Sign]| signs.iter().all(|sign| matches!(sign.kind, Kind::Digit(_)));
    let (mut begun, mut at) = (0, 0);
    for run in word.chunk_by(|one, next| is_letter(one) == is_letter(next)) {
        let start = at;
        at += run.len();
        let is_number = at == word.len() && is_letters(&word[..start]) && is_digits(run);
        let longest = match leet {
            _ if start > 0 && at < word.len() => LONGEST_LEET,
            _ if is_number || leet == Leet::Inside => 0,
            _ => 1,
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
        _ if c.is_whitespace() || c.is_control() => Kind::Gap,
        _ => Kind::Mark,
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
        Kind::Mark | Kind::Gap => return None,
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
