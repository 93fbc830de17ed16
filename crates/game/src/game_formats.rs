//! Finished games in the formats of other programs.

use std::fmt::Write as _;

use sumito_rules::{Layout, Mode, ResultToken};
use sumito_vocabulary::GameFormat;

use crate::game_text::{GameText, color_tag};
use crate::{Reason, Seat, Start, clock_tag, foreign_tags};

/// Maximum length of a line of moves in characters.
const LINE: usize = 80;

impl GameText {
    /// Writes the game in a format. `None` if the format has no games of this mode: formats of other programs are for two players.
    ///
    /// ```
    /// use sumito_game::GameText;
    /// use sumito_vocabulary::GameFormat;
    ///
    /// let text = "[Date \"2026.11.21\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n[Variant \"belgian\"]\n[Result \"1-0\"]\n\n1. a1b2 i5h5 1-0";
    /// let game = GameText::parse(text)?;
    /// let written = game.to_format(GameFormat::Playstrategy).unwrap();
    /// assert!(written.ends_with("\n\n1. a1d4 i5f5 1-0\n"));
    /// assert_eq!(GameText::parse(&written), Ok(game));
    /// # Ok::<(), sumito_game::GameTextError>(())
    /// ```
    pub fn to_format(&self, format: GameFormat) -> Option<String> {
        match format {
            GameFormat::Text => Some(self.to_string()),
            _ if self.mode != Mode::Two => None,
            GameFormat::Apgn => self.to_apgn(),
            GameFormat::Playstrategy => self.to_playstrategy(),
        }
    }

    /// The archive's format: <https://github.com/ocj94/Abalassembly/blob/main/APGN.md>.
    fn to_apgn(&self) -> Option<String> {
        let mut out = self.head("?");
        let (variant, position) = match self.start {
            Start::Layout(layout) => {
                (archive_name(layout).unwrap_or("custom"), archive_name(layout).is_none())
            }
            Start::Position(_) => ("custom", true),
        };
        write_tag(&mut out, "Variant", variant);
        write_tag(&mut out, "Result", self.token().as_str());
        write_tag(&mut out, "Notation", "Aba-Pro");
        if position {
            write_tag(&mut out, "SetUp", "1");
            write_tag(&mut out, "Position", &self.start.position(self.mode).ok()?.to_apgn()?);
        }
        write_tag(&mut out, "Termination", self.outcome.reason.as_str());
        write_tag(&mut out, "Plies", &self.moves.len().to_string());
        self.write_time(&mut out);
        let moves = self.moves.iter().map(|(_, text)| text.as_str().to_owned()).collect();
        self.write_moves(&mut out, moves);
        Some(out)
    }

    /// Tags as PlayStrategy has them, and its moves.
    fn to_playstrategy(&self) -> Option<String> {
        let mut out = self.head("?");
        write_tag(&mut out, "Variant", "Abalone");
        write_tag(&mut out, "FEN", &self.start.position(self.mode).ok()?.to_playstrategy()?);
        write_tag(&mut out, "Result", self.token().as_str());
        write_tag(&mut out, "Termination", self.outcome.reason.as_str());
        self.write_time(&mut out);
        let far = |(before, (_, text)): (sumito_rules::Position, &(Seat, crate::MoveText))| {
            before.parse_move(text.as_str()).ok().map(|m| before.playstrategy_move(m))
        };
        let moves = self.positions().zip(&self.moves).map(far).collect::<Option<_>>()?;
        self.write_moves(&mut out, moves);
        Some(out)
    }

    fn head(&self, event: &str) -> String {
        let mut out = String::new();
        write_tag(&mut out, "Event", event);
        write_tag(&mut out, "Date", &foreign_tags::day_with_points(self.day));
        for (color, name) in self.mode.colors().iter().zip(&self.names) {
            write_tag(&mut out, color_tag(*color), name);
        }
        out
    }

    fn write_time(&self, out: &mut String) {
        if let Some(time) = clock_tag::write(self.time) {
            write_tag(out, "TimeControl", &time);
        }
    }

    fn token(&self) -> ResultToken {
        let mut winners = self.outcome.winners.iter();
        match (self.outcome.reason, winners.next().map(Seat::index)) {
            (Reason::Aborted, _) => ResultToken::Unknown,
            (_, None) => ResultToken::Draw,
            (_, Some(0)) => ResultToken::First,
            (_, Some(_)) => ResultToken::Second,
        }
    }

    /// Writes moves in numbered rounds, and the result.
    fn write_moves(&self, out: &mut String, moves: Vec<String>) {
        let first = self.moves.first().map_or(0, |(seat, _)| seat.index());
        let mut words = Vec::with_capacity(moves.len() + moves.len() / 2 + 1);
        for (ply, text) in (first..).zip(moves) {
            if ply % 2 == 0 {
                words.push(format!("{}. {text}", ply / 2 + 1));
            } else if ply == first {
                words.push(format!("1... {text}"));
            } else {
                words.push(text);
            }
        }
        words.push(self.token().as_str().to_owned());
        let mut length = 0;
        for word in words {
            let separator = if length == 0 || length + word.len() >= LINE { '\n' } else { ' ' };
            length = if separator == ' ' { length + 1 + word.len() } else { word.len() };
            out.push(separator);
            out.push_str(&word);
        }
        out.push('\n');
    }
}

/// The archive's name of a layout; `None` if the archive has no name for it, or none that is certain to mean the same marbles.
const fn archive_name(layout: Layout) -> Option<&'static str> {
    match layout {
        Layout::BelgianDaisy => Some("belgian"),
        Layout::Standard | Layout::GermanDaisy | Layout::DutchDaisy | Layout::SwissDaisy => {
            Some(layout.name())
        }
        _ => None,
    }
}

fn write_tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string does not fail.
    let _ = writeln!(out, "[{name} \"{value}\"]");
}
