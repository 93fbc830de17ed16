//! The named starting arrangements.

use std::{error::Error, fmt, str::FromStr};

use crate::{Bitboard, Cell, Mode, cell::CELLS};

macro_rules! layouts {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $seats:literal, $rows:literal;)*) => {
        /// A named starting arrangement.
        ///
        /// ```
        /// use sumito_rules::{Layout, Mode};
        /// let daisy: Layout = "belgian_daisy".parse()?;
        /// assert!(daisy.fits(Mode::Two) && !daisy.fits(Mode::Three));
        /// # Ok::<(), sumito_rules::LayoutError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Layout {
            $($(#[$doc])* $variant,)*
        }

        impl Layout {
            /// Every layout: those for two players first, then three, then four.
            pub const ALL: [Self; TABLE.len()] = [$(Self::$variant),*];
        }

        /// Name, number of seats and rows of each layout.
        const TABLE: [(&str, usize, &str); [$($name),*].len()] = [$(($name, $seats, $rows)),*];
    };
}

layouts! {
    /// The layout “Standard”.
    Standard = "standard", 2, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    /// The layout “Belgian daisy”.
    BelgianDaisy = "belgian_daisy", 2, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww";
    /// The layout “German daisy”.
    GermanDaisy = "german_daisy", 2, "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5";
    /// The layout “Dutch daisy”.
    DutchDaisy = "dutch_daisy", 2, "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww";
    /// The layout “Swiss daisy”.
    SwissDaisy = "swiss_daisy", 2, "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5";
    /// The layout “Domination”.
    Domination = "domination", 2, "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5";
    /// The layout “The wall”.
    TheWall = "the_wall", 2, "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2";
    /// The layout “Fujiyama”.
    Fujiyama = "fujiyama", 2, "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb";
    /// The layout “Star”.
    Star = "star", 2, "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w";
    /// The layout “Face to face”.
    FaceToFace = "face_to_face", 2, "5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5";
    /// The layout “Alliances”.
    Alliances = "alliances", 2, "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5";
    /// The layout “Atomouche”.
    Atomouche = "atomouche", 2, "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw";
    /// The layout “Centrifuge”.
    Centrifuge = "centrifuge", 2, "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1";
    /// The layout “Snakes”.
    Snakes = "snakes", 2, "bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww";
    /// The layout “Snakes variant”.
    SnakesVariant = "snakes_variant", 2, "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww";
    /// The layout “Alien”.
    Alien = "alien", 2, "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w";
    /// The layout “Anglattack”.
    Anglattack = "anglattack", 2, "ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb";
    /// The layout “Six nine”.
    SixNine = "six_nine", 2, "5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5";
    /// The layout “Duel”.
    Duel = "duel", 2, "1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1";
    /// The layout “Checkerboard”.
    Checkerboard = "checkerboard", 2, "5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5";
    /// The standard layout for three players.
    ThreeStandard = "three_standard", 3, "ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb";
    /// The standard layout for four players.
    FourStandard = "four_standard", 4, "b3w/bb2ww/bbb1www/bbb2www/9/yyy2rrr/yyy1rrr/yy2rr/y3r";
}

/// The marbles of each seat, read from the rows at compile time.
const MARBLES: [[Bitboard; 4]; TABLE.len()] = {
    let mut marbles = [[Bitboard::EMPTY; 4]; TABLE.len()];
    let mut layout = 0;
    while layout < TABLE.len() {
        marbles[layout] = read_rows(TABLE[layout].2.as_bytes());
        layout += 1;
    }
    marbles
};

/// Reads rows I to A. A mistake in the table is a compile error.
const fn read_rows(rows: &[u8]) -> [Bitboard; 4] {
    let mut marbles = [Bitboard::EMPTY; 4];
    let (mut row, mut passed, mut cells, mut at) = (8_u8, 0, 0, 0);
    while at < rows.len() {
        let seat = match rows[at] {
            b'/' => {
                row -= 1;
                passed = 0;
                at += 1;
                continue;
            }
            digit @ b'1'..=b'9' => {
                passed += digit - b'0';
                cells += (digit - b'0') as usize;
                at += 1;
                continue;
            }
            b'b' => 0,
            b'w' => 1,
            b'r' => 2,
            b'y' => 3,
            _ => panic!("a row may contain only the letters b, w, r, y and digits"),
        };
        let first = if row > 4 { row - 3 } else { 1 };
        marbles[seat] = marbles[seat]
            .with(Cell::new(row, first + passed).expect("the row is no longer than the board's"));
        passed += 1;
        cells += 1;
        at += 1;
    }
    assert!(row == 0 && cells == CELLS);
    marbles
}

impl Layout {
    /// The name, as in `belgian_daisy`.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// Number of players of the layout: 2, 3 or 4.
    pub const fn seats(self) -> usize {
        TABLE[self as usize].1
    }

    /// Returns whether the layout is made for the number of players of the mode.
    pub const fn fits(self, mode: Mode) -> bool {
        self.seats() == mode.seats()
    }

    /// The rows I to A, as at the start of a position's text.
    pub const fn rows(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// The marbles of each seat.
    pub const fn marbles(self) -> [Bitboard; 4] {
        MARBLES[self as usize]
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        Self::ALL.into_iter().find(|layout| layout.name() == text).ok_or(LayoutError)
    }
}

/// The text is not the name of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayoutError;

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a layout; the layouts are")?;
        for (count, layout) in Layout::ALL.into_iter().enumerate() {
            write!(f, "{}{layout}", if count == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl Error for LayoutError {}
