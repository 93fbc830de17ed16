//! Spellings of other programs: PlayStrategy's moves and positions, the archive's positions, names of layouts, results.
//!
//! The archive is <https://github.com/ocj94/Abalassembly>, its format APGN. PlayStrategy is the site of that name.

use crate::position_text::{captured_of, number, read_rows, single_letter};
use crate::{
    Assumption, Cell, Color, Direction, Layout, Mode, Move, Position, PositionError, SetupError, Shape,
};

/// A layout by its own name, or by one that another program uses: any case, spaces and hyphens, and some short forms.
pub(crate) fn layout_named(text: &str) -> Option<Layout> {
    let name: String = text
        .trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation())
        .chars()
        .map(|c| if matches!(c, ' ' | '-') { '_' } else { c.to_ascii_lowercase() })
        .collect();
    let own = match name.as_str() {
        "belgian" => "belgian_daisy",
        "german" => "german_daisy",
        "dutch" => "dutch_daisy",
        "swiss" => "swiss_daisy",
        "centrifugeuse" => "centrifuge",
        "alien_attack" => "alien",
        "classic" | "classical" => "standard",
        "wall" => "the_wall",
        other => other,
    };
    own.parse().ok()
}

/// The result of a game as other programs write it, by who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultToken {
    /// `1-0`: the player who begins, Black, has won.
    First,
    /// `0-1`: the other player, White, has won.
    Second,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: not known, or not finished.
    Unknown,
}

impl ResultToken {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Draw, Self::Unknown];

    /// The usual spelling.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads a token, also with dashes and fractions of typesetters.
    pub fn read(text: &str) -> Option<Self> {
        let plain = text.replace(['–', '—'], "-").replace('½', "1/2");
        Self::ALL.into_iter().find(|token| token.as_str() == plain)
    }
}

impl Position {
    /// Reads a position in any known spelling: the own line, with or without its counts; rows alone; the archive's
    /// `ROWS-5b4w TURN`, which counts the marbles that each colour has lost; PlayStrategy's `ROWS SCORE SCORE TURN QUIET ROUND` with `S` for
    /// black and `s` for white marbles. Missing parts are assumed, and named in the second value.
    ///
    /// # Errors
    /// A [`PositionError`] names the faulty part.
    pub fn read(mode: Mode, text: &str) -> Result<(Self, Vec<Assumption>), PositionError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some((&rows, rest)) = fields.split_first() else {
            return Err(PositionError::Missing { field: "rows" });
        };
        if mode == Mode::Two && rows.contains(['s', 'S']) {
            return read_playstrategy(rows, rest);
        }
        let (rows, lost) = match rows.split_once('-') {
            Some((rows, lost)) => (rows, Some(lost)),
            None => (rows, None),
        };
        let mut assumed = Vec::new();
        let mut setup = read_rows(mode, rows)?;
        let mut rest = rest.iter();
        match rest.next() {
            Some(turn) => setup = setup.turn(turn_of(turn)?),
            None => assumed.push(Assumption::Turn),
        }
        let captured = match (lost, rest.next()) {
            (Some(_), Some(_)) => return Err(PositionError::TooLong),
            (Some(lost), None) => lost_marbles(lost)?,
            (None, Some(counts)) => captured_of(counts)?,
            (None, None) => {
                assumed.push(Assumption::Score);
                vec![0; mode.teams()]
            }
        };
        setup = setup.captured(&captured);
        if let Some(quiet) = rest.next() {
            setup = setup.quiet_plies(number(quiet).ok_or(PositionError::Plies { field: "quiet plies" })?);
        }
        if let Some(ply) = rest.next() {
            setup = setup.ply(number(ply).ok_or(PositionError::Plies { field: "plies played" })?);
        }
        if rest.next().is_some() {
            return Err(PositionError::TooLong);
        }
        Ok((setup.position()?, assumed))
    }

    /// Writes a position of two players as PlayStrategy does; `None` for more players.
    ///
    /// ```
    /// use sumito_rules::{Layout, Mode, Position};
    /// let start = Position::start(Mode::Two, Layout::BelgianDaisy)?;
    /// let text = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1";
    /// assert_eq!(start.to_playstrategy().as_deref(), Some(text));
    /// assert_eq!(Position::read(Mode::Two, text).map(|(position, _)| position), Ok(start));
    /// # Ok::<(), sumito_rules::SetupError>(())
    /// ```
    pub fn to_playstrategy(&self) -> Option<String> {
        let [black, white] = self.captured() else { return None };
        if self.mode() != Mode::Two {
            return None;
        }
        let line = self.to_string();
        let rows = line.split(' ').next().unwrap_or_default().replace('b', "S").replace('w', "s");
        let (turn, quiet) = (self.turn().letter(), self.quiet_plies());
        Some(format!("{rows} {black} {white} {turn} {quiet} {}", self.ply() / 2 + 1))
    }

    /// Writes a position of two players as the archive does; `None` for more players.
    ///
    /// ```
    /// use sumito_rules::{Mode, Position};
    /// let position = Position::parse(Mode::Two, "5/6/7/8/2wwb4/3bbw2/7/6/5 w 4,5 0 0")?;
    /// assert_eq!(position.to_apgn().as_deref(), Some("5/6/7/8/2wwb4/3bbw2/7/6/5-5b4w w"));
    /// # Ok::<(), sumito_rules::PositionError>(())
    /// ```
    pub fn to_apgn(&self) -> Option<String> {
        let [black, white] = self.captured() else { return None };
        if self.mode() != Mode::Two {
            return None;
        }
        let line = self.to_string();
        let rows = line.split(' ').next().unwrap_or_default();
        let lost = if (*black, *white) == (0, 0) { String::new() } else { format!("-{white}b{black}w") };
        Some(format!("{rows}{lost} {}", self.turn().letter()))
    }

    /// Writes a legal move as PlayStrategy does: in line the trailing marble's cell and the cell that the foremost of all moved marbles
    /// enters, or leaves over the edge; sideways the cell of one end and the target of the other end, whichever pair lies farther apart.
    ///
    /// ```
    /// use sumito_rules::{Layout, Mode, Position};
    /// let start = Position::start(Mode::Two, Layout::BelgianDaisy)?;
    /// assert_eq!(start.playstrategy_move("a1b2".parse().unwrap()), "a1d4");
    /// # Ok::<(), sumito_rules::SetupError>(())
    /// ```
    pub fn playstrategy_move(&self, m: Move) -> String {
        let direction = m.direction();
        let (from, to) = match m.other_end() {
            None => {
                let effect = self.effect(m);
                let marbles = effect.moved.len() + effect.pushed.len();
                let steps = if effect.ejected.is_some() { marbles - 1 } else { marbles };
                (m.from(), along(m.from(), direction, steps))
            }
            Some(other) => {
                let axis = match m.shape() {
                    Shape::SideStep { axis, .. } => axis,
                    Shape::InLine => direction,
                };
                let (near, far) =
                    if is_sixty_degrees(axis, direction) { (m.from(), other) } else { (other, m.from()) };
                (near, far.neighbor(direction))
            }
        };
        to.map_or_else(|| m.to_string(), |to| format!("{from}{to}"))
    }

    /// Reads a move of two cells that are not neighbours, as PlayStrategy and the notation Nacre write it (see
    /// [`playstrategy_move`](Self::playstrategy_move); Nacre names the cell that the foremost own marble enters). `None` if no legal move
    /// has this name.
    pub(crate) fn far_move(&self, from: Cell, to: Cell) -> Option<Move> {
        for direction in Direction::ALL {
            if let Some(steps) = steps_between(from, to, direction) {
                let m = Move::in_line(from, direction).filter(|m| self.check(*m).is_ok())?;
                let effect = self.effect(m);
                let (own, all) = (effect.moved.len(), effect.moved.len() + effect.pushed.len());
                let last = if effect.ejected.is_some() { all - 1 } else { all };
                return (steps == own || steps == last).then_some(m);
            }
        }
        for axis in Direction::ALL {
            for direction in [turned(axis, 1), turned(axis, 5)] {
                for length in [2, 3] {
                    let Some(other) = along(from, axis, length - 1) else { continue };
                    if other.neighbor(direction) != Some(to) {
                        continue;
                    }
                    let m = Move::side_step(from, other, direction).filter(|m| self.check(*m).is_ok());
                    if m.is_some() {
                        return m;
                    }
                }
            }
        }
        None
    }
}

fn turned(direction: Direction, sixths: usize) -> Direction {
    Direction::ALL[(direction.index() + sixths) % 6]
}

fn is_sixty_degrees(axis: Direction, direction: Direction) -> bool {
    direction == turned(axis, 1) || direction == turned(axis, 5)
}

fn along(from: Cell, direction: Direction, steps: usize) -> Option<Cell> {
    (0..steps).try_fold(from, |cell, _| cell.neighbor(direction))
}

/// The number of steps from one cell to another in a direction: at least two.
fn steps_between(from: Cell, to: Cell, direction: Direction) -> Option<usize> {
    let cells = std::iter::successors(Some(from), |cell| cell.neighbor(direction));
    cells.enumerate().find(|(_, cell)| *cell == to).map(|(steps, _)| steps).filter(|steps| *steps > 1)
}

fn read_playstrategy(rows: &str, rest: &[&str]) -> Result<(Position, Vec<Assumption>), PositionError> {
    let letter = |c| match c {
        'S' => 'b',
        's' => 'w',
        // The own letters do not mix with these.
        'b' | 'w' => '?',
        other => other,
    };
    let rows: String = rows.chars().map(letter).collect();
    let mut assumed = Vec::new();
    let mut setup = read_rows(Mode::Two, &rows)?;
    let mut rest = rest.iter();
    let score = match (rest.next(), rest.next()) {
        (Some(black), Some(white)) => {
            [number(black).ok_or(PositionError::Captured)?, number(white).ok_or(PositionError::Captured)?]
        }
        (Some(_), None) => return Err(PositionError::Captured),
        (None, _) => {
            assumed.push(Assumption::Score);
            [0, 0]
        }
    };
    let turn = if let Some(turn) = rest.next() {
        turn_of(&turn.to_ascii_lowercase())?
    } else {
        assumed.push(Assumption::Turn);
        Color::Black
    };
    let mut count =
        |field| rest.next().map_or(Ok(0), |text| number(text).ok_or(PositionError::Plies { field }));
    let (quiet, round): (u32, u32) = (count("quiet plies")?, count("rounds")?);
    let ply = round.saturating_sub(1).saturating_mul(2).saturating_add(u32::from(turn == Color::White));
    setup = setup.turn(turn).captured(&score).quiet_plies(quiet).ply(ply);
    Ok((setup.position()?, assumed))
}

fn turn_of(text: &str) -> Result<Color, PositionError> {
    single_letter(text).and_then(Color::from_letter).ok_or(PositionError::Turn)
}

/// Reads the marbles that Black and White have lost, `5b4w`, as those that each has pushed out.
fn lost_marbles(text: &str) -> Result<Vec<u8>, PositionError> {
    let counts = text.strip_suffix('w').and_then(|text| text.split_once('b'));
    let (black, white) = counts.ok_or(PositionError::Captured)?;
    let count = |text| number(text).ok_or(PositionError::Captured);
    Ok(vec![count(white)?, count(black)?])
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}
