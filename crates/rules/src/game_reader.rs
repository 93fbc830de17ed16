//! Reads games from texts of this and other programs.

use crate::dialect::layout_named;
use crate::record_text::{Place, RecordError, RecordErrorKind};
use crate::text_reader::{Tag, TextReader};
use crate::{Assumption, Cell, Color, Layout, LayoutError, Mode, Position, ResultToken, Turn, tag};

/// One game of a text: its tags, its start, and its moves with comments and variations in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReading {
    /// The tags, without those that describe the start or the format. A result after the moves is a tag `Result` if there is none.
    pub tags: Vec<Tag>,
    /// The layout, if the game starts from one.
    pub layout: Option<Layout>,
    /// The first position.
    pub start: Position,
    /// Turns, comments and parentheses of variations.
    pub steps: Vec<Step>,
    /// The choices of the reader where the text is silent.
    pub assumptions: Vec<Assumption>,
}

/// A part of the moves, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The place in the text.
    pub place: Place,
    /// The part that starts there.
    pub kind: StepKind,
}

/// The kind of a part of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A turn, which is legal.
    Turn(Turn),
    /// A comment, with its backslashes: `\}` and `\\` stand for these characters.
    Comment(String),
    /// A variation begins, which replaces the turn before it.
    Open,
    /// A variation ends.
    Close,
}

/// Reads the games of a text, one after the other.
///
/// Tags come first, each as `[Name "value"]`. `Layout`, `Position`, `Variant` or `FEN` is the start; a text of moves alone may begin with the
/// name of a layout or a line of a position, and otherwise starts from the layout in which its moves are legal, first of all the usual one.
/// Then follow moves in any spelling, `--` for a turn that passed without a move, move numbers (which are not checked), variations in
/// parentheses, comments in braces or after `;`, marks, and the result.
///
/// ```
/// use sumito_rules::{Assumption, GameReader, Layout, Mode};
///
/// let game = GameReader::new("1.a1b2 i5h52.a2b3 1-0", Mode::Two).next().unwrap()?;
/// assert_eq!(game.assumptions, [Assumption::Layout(Layout::BelgianDaisy)]);
/// assert_eq!((game.steps.len(), &*game.tags[0].value), (3, "1-0"));
/// # Ok::<(), sumito_rules::RecordError>(())
/// ```
#[derive(Clone)]
pub struct GameReader<'a> {
    reader: TextReader<'a>,
    mode: Mode,
    passes_over: bool,
    is_over: bool,
}

/// Tags that describe the start or the format.
const DESCRIPTIONS: [&str; 8] =
    [tag::MODE, tag::LAYOUT, tag::POSITION, tag::VARIANT, tag::FEN, "SetUp", "Notation", "Plies"];

impl<'a> GameReader<'a> {
    /// Starts to read. `mode` is the mode of games without a tag `Mode`.
    pub fn new(text: &'a str, mode: Mode) -> Self {
        Self { reader: TextReader::new(text), mode, passes_over: false, is_over: false }
    }

    /// Passes over colours whose turn the text leaves out, with three or four players.
    #[must_use]
    pub const fn passing_over(self) -> Self {
        Self { passes_over: true, ..self }
    }

    fn game(&mut self) -> Result<GameReading, RecordError> {
        let mut head = self.head()?;
        let end = self.reader.place();
        let mut assumptions = std::mem::take(&mut head.assumptions);
        let start = match start_of(&head, self.mode)? {
            (_, Some((layout, start, assumed))) => {
                assumptions.extend(assumed);
                Ok((layout, start))
            }
            (mode, None) => Err(mode),
        };
        let (layout, start, body) = match start {
            Ok((layout, start)) => {
                let (body, reader) = self.body(start)?;
                self.reader = reader;
                (layout, start, body)
            }
            Err(mode) => {
                let (layout, start, body) = self.assumed_start(mode)?;
                if !body.steps.iter().any(|step| matches!(step.kind, StepKind::Turn(_))) {
                    let kind =
                        if head.tags.is_empty() { RecordErrorKind::NoGame } else { RecordErrorKind::NoStart };
                    return Err(end.error(kind));
                }
                assumptions.push(Assumption::Layout(layout));
                (Some(layout), start, body)
            }
        };
        let mut steps = head.comments;
        steps.extend(body.steps);
        let mut tags = head.tags;
        tags.retain(|tag| !DESCRIPTIONS.contains(&tag.name.as_str()));
        if body.far {
            assumptions.push(Assumption::FarMoves);
        }
        if body.marks {
            assumptions.push(Assumption::Marks);
        }
        assumptions.extend(body.result.and_then(|(place, token)| add_result(&mut tags, place, token)));
        Ok(GameReading { tags, layout, start, steps, assumptions })
    }

    /// Reads tags, comments, and lines before the moves.
    fn head(&mut self) -> Result<Head<'a>, RecordError> {
        let mut head = Head::default();
        loop {
            let is_after_gap = self.reader.skip_space();
            let place = self.reader.place();
            if let Some(comment) = self.reader.comment()? {
                head.comments.push(Step { place, kind: StepKind::Comment(comment) });
            } else if self.reader.peek() == Some('[') {
                let before = self.reader;
                let tag = self.reader.tag()?;
                if head.tags.iter().any(|known| known.name == tag.name) {
                    if !is_after_gap {
                        return Err(tag.place.error(RecordErrorKind::TagTwice { name: tag.name }));
                    }
                    // The next game: this one has no moves.
                    self.reader = before;
                    break;
                }
                head.tags.push(tag);
            } else if head.tags.is_empty() && head.position.is_none() && self.reader.peek().is_some() {
                let line = self.reader.line();
                if is_position(line) {
                    head.position = Some((place, line.trim()));
                } else if begins_with_a_move(line) {
                    break;
                } else if let Some(layout) = layout_named(line) {
                    head.layout = Some((place, layout));
                } else {
                    let text = line.trim().chars().take(HEADING_CHARS).collect();
                    head.assumptions.push(Assumption::Heading { text });
                }
                self.reader.take_line();
            } else {
                break;
            }
        }
        Ok(head)
    }

    /// Reads the moves from the usual layout, or the first other one in which all are legal.
    fn assumed_start(&mut self, mode: Mode) -> Result<(Layout, Position, Body), RecordError> {
        let fits = Layout::ALL.into_iter().filter(|layout| layout.fits(mode));
        let mut fault: Option<RecordError> = None;
        for layout in std::iter::once(mode.default_layout()).chain(fits) {
            let Ok(start) = Position::start(mode, layout) else { continue };
            match self.body(start) {
                Ok((body, reader)) => {
                    self.reader = reader;
                    return Ok((layout, start, body));
                }
                Err(error) if fault.as_ref().is_none_or(|known| known.place() < error.place()) => {
                    fault = Some(error);
                }
                Err(_) => {}
            }
        }
        Err(fault.unwrap_or_else(|| self.reader.place().error(RecordErrorKind::NoStart)))
    }

    /// Reads the moves from a position; returns also the reader after them.
    fn body(&self, start: Position) -> Result<(Body, TextReader<'a>), RecordError> {
        let mut body = BodyReader {
            reader: self.reader,
            passes_over: self.passes_over,
            spot: Spot { position: start, before: None },
            open: Vec::new(),
            body: Body::default(),
        };
        body.read()?;
        Ok((body.body, body.reader))
    }
}

impl Iterator for GameReader<'_> {
    type Item = Result<GameReading, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.skip_space();
        if self.is_over || self.reader.peek().is_none() {
            return None;
        }
        let game = self.game();
        self.is_over = game.is_err();
        Some(game)
    }
}

/// Maximum length of an ignored line in a note.
const HEADING_CHARS: usize = 80;

#[derive(Default)]
struct Head<'a> {
    tags: Vec<Tag>,
    comments: Vec<Step>,
    position: Option<(Place, &'a str)>,
    layout: Option<(Place, Layout)>,
    assumptions: Vec<Assumption>,
}

#[derive(Default)]
struct Body {
    steps: Vec<Step>,
    result: Option<(Place, ResultToken)>,
    far: bool,
    marks: bool,
}

/// A position in the tree of moves, and the one before its last turn.
#[derive(Clone, Copy)]
struct Spot {
    position: Position,
    before: Option<Position>,
}

struct BodyReader<'a> {
    reader: TextReader<'a>,
    passes_over: bool,
    spot: Spot,
    open: Vec<Spot>,
    body: Body,
}

impl BodyReader<'_> {
    fn read(&mut self) -> Result<(), RecordError> {
        while self.body.result.is_none() {
            self.reader.skip_space();
            let place = self.reader.place();
            match self.reader.peek() {
                None | Some('[') => break,
                Some('{' | ';') => self.comment()?,
                Some('(') => self.open(place)?,
                Some(')') => self.close(place)?,
                Some(_) => self.word(place)?,
            }
        }
        if !self.open.is_empty() {
            return Err(self.reader.place().error(RecordErrorKind::OpenVariation));
        }
        // Comments on the result.
        loop {
            let before = self.reader;
            self.reader.skip_space();
            if !matches!(self.reader.peek(), Some('{' | ';')) {
                self.reader = before;
                return Ok(());
            }
            self.comment()?;
        }
    }

    fn push(&mut self, place: Place, kind: StepKind) {
        self.body.steps.push(Step { place, kind });
    }

    fn comment(&mut self) -> Result<(), RecordError> {
        let place = self.reader.place();
        if let Some(text) = self.reader.comment()? {
            self.push(place, StepKind::Comment(text));
        }
        Ok(())
    }

    fn open(&mut self, place: Place) -> Result<(), RecordError> {
        let before = self.spot.before.ok_or_else(|| place.error(RecordErrorKind::EarlyVariation))?;
        self.reader.take('(');
        self.open.push(self.spot);
        self.spot = Spot { position: before, before: None };
        self.push(place, StepKind::Open);
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), RecordError> {
        self.spot = self.open.pop().ok_or_else(|| place.error(RecordErrorKind::CloseVariation))?;
        self.reader.take(')');
        self.push(place, StepKind::Close);
        Ok(())
    }

    /// Reads a word: move numbers, moves with marks, a pass, a result; several of them without spaces between.
    fn word(&mut self, place: Place) -> Result<(), RecordError> {
        let word = self.reader.word();
        if let Some(token) = ResultToken::read(word) {
            if self.open.is_empty() {
                self.body.result = Some((place, token));
            }
            return Ok(());
        }
        if word.strip_prefix('$').is_some_and(|mark| mark.bytes().all(|byte| byte.is_ascii_digit()))
            || word.trim_start_matches(['!', '?']).is_empty()
        {
            self.body.marks = true;
            return Ok(());
        }
        let mut rest = word;
        loop {
            let begun = word.chars().count() - rest.chars().count();
            let place = Place { column: place.column + begun, ..place };
            let unnumbered = without_number(rest);
            if unnumbered.is_empty() {
                return Ok(());
            }
            let (text, after) = first_move(unnumbered);
            self.turn(place, text).map_err(|kind| place.error(kind))?;
            let marks = after.trim_start_matches(['!', '?']);
            self.body.marks |= marks.len() < after.len();
            rest = marks.trim_start_matches(',');
            if rest.is_empty() {
                return Ok(());
            }
            if let Some(token) = ResultToken::read(rest).filter(|_| self.open.is_empty()) {
                self.body.result = Some((place, token));
                return Ok(());
            }
        }
    }

    fn turn(&mut self, place: Place, text: &str) -> Result<(), RecordErrorKind> {
        let Spot { position, .. } = self.spot;
        if text == "--" {
            if position.mode() == Mode::Two {
                return Err(RecordErrorKind::PassOfTwo);
            }
            self.spot = Spot { position: position.pass_turn(), before: Some(position) };
            self.push(place, StepKind::Turn(Turn::Pass));
            return Ok(());
        }
        let plain = text.replace('-', "");
        let mut before = position;
        if self.passes_over {
            for _ in 0..passes(&position, &plain) {
                before = before.pass_turn();
                self.push(place, StepKind::Turn(Turn::Pass));
            }
        }
        let m = match far_cells(&plain).and_then(|(from, to)| before.far_move(from, to)) {
            Some(m) => {
                self.body.far = true;
                m
            }
            None => before.parse_move(&plain).map_err(RecordErrorKind::Move)?,
        };
        let played = before.play(m).map_err(|reason| RecordErrorKind::Move(reason.into()))?;
        self.spot = Spot { position: played.position, before: Some(position) };
        self.push(place, StepKind::Turn(Turn::Move(m)));
        Ok(())
    }
}

/// Number of colours before the one whose marble the move names: none with two players.
fn passes(position: &Position, text: &str) -> usize {
    let mode = position.mode();
    let from = text.get(..2).and_then(|name| name.parse::<Cell>().ok());
    let Some(mover) = from.and_then(|from| position.color_at(from)).filter(|_| mode != Mode::Two) else {
        return 0;
    };
    let turns = std::iter::successors(Some(position.turn()), |turn| Some(mode.next(*turn)));
    turns.take(mode.seats()).position(|turn: Color| turn == mover).unwrap_or_default()
}

/// The cells of a move of two cells that are not neighbours.
fn far_cells(text: &str) -> Option<(Cell, Cell)> {
    let (from, to) = text.split_at_checked(2).filter(|(_, to)| to.len() == 2)?;
    let (from, to): (Cell, Cell) = (from.parse().ok()?, to.parse().ok()?);
    (from != to && from.direction_to(to).is_none()).then_some((from, to))
}

/// The text without a leading move number: digits, points.
fn without_number(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…'])
}

/// Splits a word after its first move: two or three cells, perhaps with hyphens between, or a pass. Everything else is taken whole.
fn first_move(word: &str) -> (&str, &str) {
    if let Some(after) = word.strip_prefix("--") {
        return ("--", after);
    }
    let mut rest = word;
    let mut cells = 0;
    while cells < 3 {
        let joined = if cells > 0 { rest.strip_prefix('-').unwrap_or(rest) } else { rest };
        let Some((_, after)) = joined.split_at_checked(2).filter(|(cell, _)| is_cell(cell)) else { break };
        (rest, cells) = (after, cells + 1);
    }
    let ends = rest.chars().next().is_none_or(|c| c.is_ascii_digit() || "!?,*½".contains(c));
    if cells >= 2 && ends { word.split_at(word.len() - rest.len()) } else { (word, "") }
}

/// Returns whether two characters are a letter from A to I and a digit, which need not be a cell of the board.
fn is_cell(text: &str) -> bool {
    are_cells(text.as_bytes())
}

fn are_cells(text: &[u8]) -> bool {
    text.chunks(2).all(|cell| matches!(cell, [b'a'..=b'i' | b'A'..=b'I', b'1'..=b'9']))
}

/// Returns whether a line begins with a move, a result, or one of the two after a number.
fn begins_with_a_move(line: &str) -> bool {
    let mut words = line.split_whitespace().map(without_number);
    let first = words.next().unwrap_or_default();
    let word = if first.is_empty() { words.next().unwrap_or_default() } else { first };
    let word = word.split(['{', '(', ')', '[', ';']).next().unwrap_or_default();
    let begins = word.replacen('-', "", 1).as_bytes().get(..4).is_some_and(are_cells);
    begins || word == "--" || line.split_whitespace().next().and_then(ResultToken::read).is_some()
}

/// Returns whether a line is meant to be a position: rows with a slash between.
fn is_position(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    if ResultToken::read(word).is_some() {
        return false;
    }
    let slashes = word.split(':').next().unwrap_or_default().matches('/').count();
    let is_rows = |c: char| c.is_ascii_digit() || "bwryBWRYsS/-".contains(c);
    slashes > 4 || (slashes > 0 && word.chars().all(is_rows))
}

/// Adds the result after the moves as a tag, or returns a note if the tag has another one.
fn add_result(tags: &mut Vec<Tag>, place: Place, token: ResultToken) -> Option<Assumption> {
    let Some(known) = tags.iter().find(|tag| tag.name == tag::RESULT) else {
        tags.push(Tag { name: tag::RESULT.to_owned(), value: token.as_str().to_owned(), place });
        return None;
    };
    let said = match known.value.as_str() {
        "black" => Some(ResultToken::First),
        "white" => Some(ResultToken::Second),
        "draw" => Some(ResultToken::Draw),
        other => ResultToken::read(other),
    };
    (said != Some(token)).then(|| Assumption::ResultToken { token: token.as_str().to_owned() })
}

type Start = (Option<Layout>, Position, Vec<Assumption>);

/// Finds the mode, and the start if the head names one.
fn start_of(head: &Head<'_>, mode: Mode) -> Result<(Mode, Option<Start>), RecordError> {
    let find = |name: &str| head.tags.iter().find(|tag| tag.name == name);
    let mode = match find(tag::MODE) {
        Some(tag) => tag.value.parse().map_err(|error| tag.place.error(RecordErrorKind::Mode(error)))?,
        None => mode,
    };
    let from_layout = |place: Place, layout| {
        let start =
            Position::start(mode, layout).map_err(|error| place.error(RecordErrorKind::Start(error)))?;
        Ok((mode, Some((Some(layout), start, Vec::new()))))
    };
    let named = |tag: &Tag| {
        layout_named(&tag.value).ok_or_else(|| tag.place.error(RecordErrorKind::Layout(LayoutError)))
    };
    let position = match (find(tag::POSITION), find(tag::FEN), head.position) {
        (Some(tag), ..) => Some((tag.place, tag.value.as_str(), false)),
        (None, Some(tag), _) => Some((tag.place, tag.value.as_str(), true)),
        (None, None, Some((place, line))) => Some((place, line, false)),
        (None, None, None) => None,
    };
    let variant = find(tag::VARIANT).filter(|tag| !tag.value.eq_ignore_ascii_case("abalone"));
    if let Some((place, line, is_fen)) = position {
        if find(tag::LAYOUT).is_some() {
            return Err(place.error(RecordErrorKind::TwoStarts));
        }
        let (start, mut assumed) =
            Position::read(mode, line).map_err(|error| place.error(RecordErrorKind::Position(error)))?;
        let layout = Layout::ALL.into_iter().find(|layout| Position::start(mode, *layout) == Ok(start));
        if let Some(tag) = variant
            && let Some(named) = layout_named(&tag.value)
            && Position::start(mode, named).is_ok_and(|named| named.key() != start.key())
        {
            assumed.push(Assumption::Variant { name: tag.value.clone() });
        }
        // Other programs have no tag for a layout beside a position. The archive leaves out a score of 0:0.
        let is_of_archive = find(tag::VARIANT).is_some();
        assumed.retain(|assumption| !is_of_archive || *assumption != Assumption::Score);
        let layout = layout.filter(|_| is_fen || is_of_archive);
        return Ok((mode, Some((layout, start, assumed))));
    }
    match (find(tag::LAYOUT), variant, head.layout) {
        (None, Some(tag), _) if tag.value.eq_ignore_ascii_case("custom") => {
            Err(tag.place.error(RecordErrorKind::NoPosition))
        }
        (Some(tag), ..) | (None, Some(tag), _) => from_layout(tag.place, named(tag)?),
        (None, None, Some((place, layout))) => from_layout(place, layout),
        (None, None, None) => Ok((mode, None)),
    }
}
