//! A finished game as text: the rules' [`Record`](sumito_rules::Record) with tags for the players, the time control and the result.

use std::fmt;

use sumito_rules::{Assumption, Mode, Position, Record, RecordError, Turn, tag};

use crate::{
    MoveText, Outcome, Reason, Seat, SeatSet, Start, StartError, StartPosition, TimeControl, Timestamp,
    clock_tag, foreign_tags,
};

/// A finished game in text form, for people and other programs. [`GameText::parse`] reads it back.
///
/// Besides mode, layout or position, and moves it has these tags: `Date` is the day on which the game ended (UTC), the colours name the
/// players, `Clock` is the kind of clock, its time in seconds and the increment (`fischer 300+3`), `Result` is the winning colours or `draw`,
/// and `Termination` is the reason. A `Result` of `*` marks an aborted game, or a record that ends before its game: the game is won if the
/// board says so, and otherwise counts as aborted. `--` is a skipped turn. Texts of other programs are read, too: see
/// [`GameReader`](sumito_rules::GameReader) and [`GameText::read`].
///
/// ```
/// use sumito_game::GameText;
///
/// let text = "[Date \"2026-11-21\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n[Mode \"two\"]\n[Layout \"belgian_daisy\"]\n\
///             [Clock \"fischer 300+3\"]\n[Result \"black\"]\n[Termination \"resignation\"]\n\n1. a1b2 i5h5\n2. b2c3\n";
/// let game = GameText::parse(text)?;
/// assert_eq!(game.names, ["Ada", "Bo"]);
/// assert_eq!(game.to_string(), text);
/// # Ok::<(), sumito_game::GameTextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// The game's mode: number and order of the players.
    pub mode: Mode,
    /// The start: a layout, or another position.
    pub start: Start,
    /// The time control.
    pub time: TimeControl,
    /// The players' names, by seat.
    pub names: Vec<String>,
    /// The day on which the game ended, as its first moment.
    pub day: Option<Timestamp>,
    /// The game's outcome.
    pub outcome: Outcome,
    /// The seat and text of each move, in order.
    pub moves: Vec<(Seat, MoveText)>,
    /// The final position. The seat after the last mover has the turn.
    pub last: Position,
}

impl GameText {
    /// Builds the text form of a stored game.
    ///
    /// # Errors
    /// [`GameTextError::Moves`] if the moves are not a legal sequence, [`GameTextError::Name`] if a name has a line break.
    pub fn new(
        (mode, start, time): (Mode, Start, TimeControl),
        names: Vec<String>,
        ended: Timestamp,
        outcome: Outcome,
        moves: impl IntoIterator<Item = (Seat, MoveText)>,
    ) -> Result<Self, GameTextError> {
        if names.iter().any(|name| name.chars().any(char::is_control)) {
            return Err(GameTextError::Name);
        }
        let mut last = start.position(mode).map_err(|_| GameTextError::Moves { ply: 0 })?;
        let moves: Vec<_> = moves.into_iter().collect();
        for (ply, (seat, text)) in (1..).zip(&moves) {
            let played = pass_to(&mut last, *seat)
                .and_then(|_| last.play(last.parse_move(text.as_str()).ok()?).ok())
                .ok_or(GameTextError::Moves { ply })?;
            last = played.position;
        }
        Ok(Self { mode, start, time, names, day: Some(Timestamp(day_of(ended) * DAY)), outcome, moves, last })
    }

    /// Returns the positions after 0, 1, 2, … moves, up to the last. A skipped seat is skipped when the next move is made.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let start = self.start.position(self.mode).ok();
        let mut position = start;
        start.into_iter().chain(self.moves.iter().map_while(move |(seat, text)| {
            let mut before = position?;
            pass_to(&mut before, *seat)?;
            position = before.play(before.parse_move(text.as_str()).ok()?).ok().map(|played| played.position);
            position
        }))
    }

    /// Parses a game.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, GameTextError> {
        Self::read(text).map(|(game, _)| game)
    }

    /// Parses a game of this or another program, and returns the assumptions where the text is silent.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read(text: &str) -> Result<(Self, Vec<Assumption>), GameTextError> {
        let (record, mut assumptions) = Record::read(text).map_err(GameTextError::Record)?;
        // Tags have been parsed, so each is at the start of a line or follows another tag.
        let line = |name: &str| {
            let tag = format!("[{name}");
            1 + text.lines().position(|line| line.contains(&tag)).unwrap_or_default()
        };
        let wrong = |name: &'static str| GameTextError::Tag { line: line(name), name };
        let mode = record.mode();
        let start = match record.layout() {
            Some(layout) => Start::Layout(layout),
            None => Start::Position(
                StartPosition::new(*record.start())
                    .map_err(|error| GameTextError::Start { line: line(tag::POSITION), error })?,
            ),
        };
        let names = mode.colors().iter().map(|color| {
            let name = color_tag(*color);
            let given = record.tag(name).filter(|text| !text.trim().is_empty());
            given.map(str::to_owned).ok_or(GameTextError::Missing { name })
        });
        let names = names.collect::<Result<_, _>>()?;
        let (moves, last) = moves_of(&record);
        let outcome = foreign_tags::outcome(&record, &last, &mut assumptions).map_err(|name| {
            if record.tag(name).is_some() { wrong(name) } else { GameTextError::Missing { name } }
        })?;
        let time = foreign_tags::time(&record, &mut assumptions).map_err(wrong)?;
        let day = foreign_tags::day(&record, &mut assumptions).map_err(wrong)?;
        Ok((Self { mode, start, time, names, day, outcome, moves, last }, assumptions))
    }

    fn record(&self) -> Result<Record, fmt::Error> {
        let mut record = match self.start {
            Start::Layout(layout) => Record::new(self.mode, layout).map_err(|_| fmt::Error)?,
            Start::Position(start) => Record::from_position(start.into()),
        };
        let mut set = |name: &str, value: &str| record.set_tag(name, value).map_err(|_| fmt::Error);
        if let Some(Timestamp(day)) = self.day {
            set(tag::DATE, &write_day(day.div_euclid(DAY)))?;
        }
        for (color, name) in self.mode.colors().iter().zip(&self.names) {
            set(color_tag(*color), name)?;
        }
        if let Some(clock) = clock_tag::write(self.time) {
            set(tag::CLOCK, &clock)?;
        }
        set(tag::RESULT, &result_text(&self.outcome))?;
        set(tag::TERMINATION, self.outcome.reason.as_str())?;
        for (seat, text) in &self.moves {
            let mut position = *record.last();
            for _ in 0..pass_to(&mut position, *seat).ok_or(fmt::Error)? {
                record.pass();
            }
            let played = record.last().parse_move(text.as_str()).ok();
            played.and_then(|mv| record.play(mv).ok()).ok_or(fmt::Error)?;
        }
        Ok(record)
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record()?.fmt(f)
    }
}

/// Passes the turn to `seat` and returns the number of skipped seats; `None` if the mode has no such seat.
fn pass_to(position: &mut Position, seat: Seat) -> Option<usize> {
    let mut times = 0;
    while position.turn() != seat.color() {
        if times == position.mode().seats() {
            return None;
        }
        *position = position.pass_turn();
        times += 1;
    }
    Some(times)
}

/// Returns the moves with their seats, and the position after them. Plies are counted from the start of the record.
fn moves_of(record: &Record) -> (Vec<(Seat, MoveText)>, Position) {
    let mut position = record.start().as_start();
    let mut moves = Vec::with_capacity(record.turns().len());
    for turn in record.turns() {
        match turn {
            Turn::Pass => position = position.pass_turn(),
            Turn::Move(mv) => {
                moves.push((Seat::from(position.turn()), MoveText::from(*mv)));
                if let Ok(played) = position.play(*mv) {
                    position = played.position;
                }
            }
        }
    }
    (moves, position)
}

pub(crate) fn seats_of(mode: Mode, team: sumito_rules::Team) -> SeatSet {
    mode.colors_of(team).map(Seat::from).collect()
}

pub(crate) fn color_tag(color: sumito_rules::Color) -> &'static str {
    use sumito_rules::Color;
    match color {
        Color::Black => tag::BLACK,
        Color::White => tag::WHITE,
        Color::Red => tag::RED,
        Color::Yellow => tag::YELLOW,
    }
}

const DRAW: &str = "draw";

/// An aborted game has no result: a reader of the tag alone must not count a draw.
fn result_text(outcome: &Outcome) -> String {
    let colors: Vec<_> = outcome.winners.iter().map(|seat| seat.color().to_string()).collect();
    match (outcome.reason, colors.is_empty()) {
        (Reason::Aborted, _) => UNKNOWN.to_owned(),
        (_, true) => DRAW.to_owned(),
        (_, false) => colors.join(" "),
    }
}

/// The result of a record that does not contain the end of its game.
pub(crate) const UNKNOWN: &str = "*";

pub(crate) fn read_winners(text: &str, mode: Mode) -> Option<SeatSet> {
    if text == DRAW {
        return Some(SeatSet::EMPTY);
    }
    let seat = |word: &str| {
        let color = mode.colors().iter().copied().find(|color| color.to_string() == word);
        color.map(Seat::from)
    };
    text.split(' ').map(seat).collect()
}

/// A day in microseconds.
pub(crate) const DAY: i64 = 86_400_000_000;

/// Days since 1970-01-01.
pub(crate) fn day_of(moment: Timestamp) -> i64 {
    moment.0.div_euclid(DAY)
}

/// Formats a day as `2026-11-21`, with Howard Hinnant's `civil_from_days`: years start in March and eras have 400 of them.
pub(crate) fn write_day(days: i64) -> String {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + 400 * era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Parses the output of [`write_day`] for the years 0 to 9999.
pub(crate) fn read_day(text: &str) -> Option<Timestamp> {
    let [year, month, day]: [&str; 3] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
    let number = |text: &str, length| {
        let is_plain = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i64>().ok().filter(|_| is_plain)
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let (shifted, march_month) = (year - i64::from(month <= 2), (month + 9) % 12);
    let (era, year_of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + (153 * march_month + 2) / 5 + day - 1;
    let days = era * 146_097 + day_of_era - 719_468;
    // The thirtieth of February yields another day.
    (write_day(days) == text).then_some(Timestamp(days * DAY))
}

/// Reasons why a text is not a finished game, or a game cannot be written as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameTextError {
    /// The text is not a game record.
    #[error(transparent)]
    Record(RecordError),
    /// A tag that a finished game needs is missing.
    #[error(
        "missing tag {name}: a finished game requires a tag for each player's colour, and Result unless it follows the moves"
    )]
    Missing {
        /// The tag's name.
        name: &'static str,
    },
    /// A tag's value is invalid.
    #[error("line {line}: {}", what_a_tag_says(name))]
    Tag {
        /// The line of the tag, from 1.
        line: usize,
        /// The tag's name.
        name: &'static str,
    },
    /// No game can start from the position of the tag `Position`.
    #[error("line {line}: {error}")]
    Start {
        /// The line of the tag, from 1.
        line: usize,
        /// The fault of the position.
        error: StartError,
    },
    /// A player's name has a line break or another control character.
    #[error("a player's name contains a control character")]
    Name,
    /// The moves are not a legal sequence.
    #[error("illegal move {ply}")]
    Moves {
        /// Number of the first illegal move, from 1.
        ply: usize,
    },
}

impl GameTextError {
    /// The line of the fault, from 1; `None` if it has no position in the text.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Record(error) => Some(error.line),
            Self::Tag { line, .. } | Self::Start { line, .. } => Some(*line),
            Self::Missing { .. } | Self::Name | Self::Moves { .. } => None,
        }
    }

    /// Describes the fault without its line, for callers with their own line count.
    pub fn what(&self) -> String {
        match self {
            Self::Record(RecordError { column, kind, .. }) => format!("column {column}: {kind}"),
            Self::Tag { name, .. } => what_a_tag_says(name).to_owned(),
            Self::Start { error, .. } => error.to_string(),
            other => other.to_string(),
        }
    }
}

fn what_a_tag_says(name: &str) -> &'static str {
    match name {
        tag::DATE => "Date must be a day such as 2026-11-21",
        tag::CLOCK => "Clock must be a kind and its seconds, such as `fischer 300+3` or `sudden_death 600`",
        _ => {
            "Result must be `draw`, the winning colours, 1-0, 0-1, 1/2-1/2 or *, and agree with the ejected \
             marbles"
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use sumito_rules::Layout;
    use sumito_vocabulary::GameFormat;

    use super::*;

    fn times() -> impl Strategy<Value = TimeControl> {
        let span = |max: u64| (1..max).prop_map(Duration::from_millis);
        prop_oneof![
            Just(TimeControl::None),
            span(10_000_000).prop_map(|initial| TimeControl::SuddenDeath { initial }),
            (span(900_000), span(60_000))
                .prop_map(|(initial, increment)| TimeControl::Fischer { initial, increment }),
            (span(900_000), span(60_000))
                .prop_map(|(initial, delay)| TimeControl::Bronstein { initial, delay }),
            (span(900_000), span(60_000)).prop_map(|(initial, delay)| TimeControl::Delay { initial, delay }),
            span(900_000).prop_map(|limit| TimeControl::PerMove { limit }),
            span(900_000).prop_map(|limit| TimeControl::PerGame { limit }),
        ]
    }

    /// Generates games of any mode; with more than two players, some turns are skipped.
    fn games() -> impl Strategy<Value = GameText> {
        let choices = prop::collection::vec((any::<prop::sample::Index>(), 0..8_u8), 0..120);
        let earlier = prop::collection::vec(any::<prop::sample::Index>(), 0..40);
        let names = prop::collection::vec("[^\\p{C}]{0,12}[a-z\"\\\\]", 4);
        let start = (0..4_usize, any::<prop::sample::Index>(), earlier);
        (start, times(), names, 0..4_000_000_000_i64, 0..9_usize, choices).prop_map(
            |((mode, layout, earlier), time, names, seconds, reason, choices)| {
                let mode = Mode::ALL[mode];
                let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
                let layout = *layout.get(&layouts);
                let start = start_after(Position::start(mode, layout).unwrap(), &earlier);
                let start = start.map_or(Start::Layout(layout), Start::Position);
                let mut position = start.position(mode).unwrap();
                let mut moves = Vec::new();
                for (choice, pass) in choices {
                    if pass == 0 && mode.seats() > 2 {
                        position = position.pass_turn();
                    }
                    let legal: Vec<_> = position.legal_moves().into_iter().collect();
                    if legal.is_empty() || position.winner().is_some() {
                        break;
                    }
                    let mv = *choice.get(&legal);
                    moves.push((Seat::from(position.turn()), MoveText::from(mv)));
                    position = position.play(mv).unwrap().position;
                }
                let winners = position.winner().map_or(SeatSet::EMPTY, |team| seats_of(mode, team));
                let reason = match Reason::ALL[reason] {
                    _ if position.winner().is_some() => Reason::Ejections,
                    Reason::Ejections => Reason::Time,
                    other => other,
                };
                let outcome = Outcome { winners, reason, score: position.captured().to_vec() };
                let names = names.into_iter().take(mode.seats()).collect();
                GameText::new((mode, start, time), names, Timestamp(seconds * 1_000_000), outcome, moves)
                    .unwrap()
            },
        )
    }

    /// Returns the position after these moves, if a game can start there. `None` without moves.
    fn start_after(mut position: Position, moves: &[prop::sample::Index]) -> Option<StartPosition> {
        for choice in moves {
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            position = position.play(*choice.get(&legal)).unwrap().position;
        }
        StartPosition::new(position).ok().filter(|_| !moves.is_empty())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn written_game_is_parsed(game in games()) {
            prop_assert_eq!(game.positions().last(), Some(game.last));
            prop_assert_eq!(game.positions().count(), game.moves.len() + 1);
            prop_assert_eq!(GameText::parse(&game.to_string()), Ok(game));
        }

        #[test]
        fn game_is_the_same_in_every_format(game in games()) {
            for format in GameFormat::ALL {
                let written = game.to_format(format);
                prop_assert_eq!(written.is_some(), format == GameFormat::Text || game.mode == Mode::Two);
                if let Some(text) = written {
                    prop_assert_eq!(GameText::parse(&text), Ok(game.clone()), "{}", text);
                }
            }
        }

        #[test]
        fn any_text_is_parsed_or_rejected(text in "\\[?(Mode|Date|Black|Layout|Result) ?\"?.{0,40}\"?\\]?\n?.{0,60}") {
            let _ = GameText::parse(&text);
        }
    }

    const TEXT: &str = "[Date \"2026-11-21\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n[Layout \"standard\"]\n[Result \"black\"]\n\
                        [Termination \"time\"]\n\n1. a1b2 i5h5\n";

    /// A game as the archive has it, with the board's result if marbles have decided.
    #[test]
    fn results_of_other_programs_are_read() {
        let read = |from: &str, to: &str| {
            let text = "[Event \"E 1\"]\n[Date \"2016.09.19\"]\n[Black \"P\"]\n[White \"Q\"]\n[Variant \"belgian\"]\n\
                        [Result \"0-1\"]\n[Termination \"Abandon\"]\n\n1. i9h8 i6h6 0-1\n";
            GameText::read(&text.replace(from, to)).unwrap()
        };
        let said =
            |assumptions: Vec<Assumption>| assumptions.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (game, assumptions) = read("", "");
        let (winners, reason) = (&game.outcome.winners, game.outcome.reason);
        assert_eq!(
            (winners.iter().map(Seat::index).collect::<Vec<_>>(), reason),
            (vec![1], Reason::Resignation)
        );
        assert_eq!(game.day.map(|day| write_day(day.0 / DAY)).as_deref(), Some("2016-09-19"));
        assert_eq!(said(assumptions), ["termination \"Abandon\" read as resignation"]);
        let (game, assumptions) = read("0-1", "1/2-1/2");
        assert_eq!((game.outcome.winners, game.outcome.reason), (SeatSet::EMPTY, Reason::Agreement));
        assert_eq!(said(assumptions), ["termination \"Abandon\" read as agreement"]);
        let (game, assumptions) = read("0-1", "*");
        assert_eq!((game.outcome.winners, game.outcome.reason), (SeatSet::EMPTY, Reason::Aborted));
        assert_eq!(said(assumptions), ["termination \"Abandon\" read as aborted"]);
        let (game, assumptions) = read("2016.09.19", "????.??.??");
        assert_eq!((game.day, assumptions.len()), (None, 2));
        let (game, assumptions) = read("[Result", "[TimeControl \"300+3\"]\n[Result");
        assert_eq!((game.time, assumptions.len()), (clock_tag::read("fischer 300+3").unwrap(), 1));
    }

    #[test]
    fn parse_error_contains_its_line() {
        assert_eq!(GameText::parse(TEXT).unwrap().day, Some(Timestamp(20_778 * DAY)));
        for (from, to, line) in [
            ("2026-11-21", "2026-02-30", Some(1)),
            ("2026-11-21", "yesterday", Some(1)),
            ("black", "yellow", Some(5)),
            ("\"black\"", "\"1-0-1\"", Some(5)),
            ("time", "ejections", Some(5)),
            ("[Result", "[Clock \"sundial 7\"]\n[Result", Some(5)),
            ("i5h5", "i5i6", Some(8)),
            ("\"Bo\"", "\" \"", None),
            ("[Result \"black\"]\n", "", None),
        ] {
            let error = GameText::parse(&TEXT.replace(from, to)).unwrap_err();
            assert_eq!(error.line(), line, "{to}: {error}");
        }
    }

    #[test]
    fn a_position_replaces_the_layout() {
        let line = "5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,0 3 41";
        let text = TEXT.replace("[Layout \"standard\"]", &format!("[Position \"{line}\"]"));
        let game = GameText::parse(&text.replace("a1b2 i5h5", "e3d3 e5e6")).unwrap();
        let written = game.to_string();
        assert!(written.contains("[Position \"5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,0 0 0\"]\n"), "{written}");
        assert_eq!((game.moves[0].0, game.last.ply()), (Seat::from(sumito_rules::Color::White), 2));
        assert_eq!(GameText::parse(&written), Ok(game));
        let over = text.replace("w 5,0", "w 6,0").replace("1. a1b2 i5h5\n", "");
        let error = GameText::parse(&over).unwrap_err();
        assert_eq!((error.line(), error.what().contains("six marbles")), (Some(4), true), "{error}");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(write_day(days), text);
            assert_eq!(read_day(text), Some(Timestamp(days * DAY)));
        }
    }
}
