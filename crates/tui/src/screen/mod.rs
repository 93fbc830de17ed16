//! The pages of the program, of which one is visible at a time.

pub(crate) mod games;
pub(crate) mod home;
pub(crate) mod menu;
pub(crate) mod review;
pub(crate) mod setup;
pub(crate) mod table;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use sumito_client::protocol::client::CreateRoom;
use sumito_client::protocol::{Command, RoomId};
use uuid::Uuid;

use crate::theme::Theme;
use sumito_words::Words;

/// A page's request to the program after a key.
#[derive(Debug)]
pub(crate) enum Transition {
    /// Stay on the page.
    Stay,
    /// Return to the previous page.
    Back,
    Quit,
    /// Switch to the next language.
    NextLanguage,
    OpenSetup(Box<setup::Setup>),
    OpenRoom(RoomId),
    OpenGames,
    OpenGame(Uuid),
    Create(Box<CreateRoom>),
    Command(Box<Command>),
}

/// Data that every page needs for drawing.
pub(crate) struct RenderContext<'a> {
    pub(crate) words: &'a Words,
    pub(crate) theme: Theme,
    /// The server's time in microseconds.
    pub(crate) now: i64,
    /// The user's id.
    pub(crate) user: Option<Uuid>,
}

/// Draws the keys of a page at its lower edge.
pub(crate) fn draw_keys(frame: &mut Frame<'_>, area: Rect, keys: &[(&str, &str)]) {
    let mut spans = Vec::new();
    for (key, meaning) in keys {
        spans.push(Span::styled(format!(" {key} "), Theme::chosen()));
        spans.push(Span::raw(format!(" {meaning}  ")));
    }
    frame.render_widget(Line::from(spans), area);
}

/// Draws the visible part of a list, scrolled to the selected line, which is highlighted.
pub(crate) fn draw_list(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>, chosen: usize) {
    let height = usize::from(area.height);
    let first = (chosen + 1).saturating_sub(height);
    for (line, (number, text)) in lines.into_iter().enumerate().skip(first).take(height).enumerate() {
        let style = if number == chosen { Theme::chosen() } else { ratatui::style::Style::new() };
        let mark = if number == chosen { "> " } else { "  " };
        let mut spans = vec![Span::raw(mark)];
        spans.extend(text.spans);
        let row = Rect { y: area.y + line as u16, height: 1, ..area };
        frame.render_widget(Line::from(spans).style(style), row);
    }
}

/// Wraps text at word boundaries to lines of at most `width` characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line from the start");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
            continue;
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(
            wrapped("Velvet Otter pushed out six marbles.", 16),
            ["Velvet Otter", "pushed out six", "marbles."]
        );
        assert_eq!(wrapped("", 16), [""]);
        assert_eq!(wrapped("Fortschrittsanzeige", 4), ["Fortschrittsanzeige"], "a word stays whole");
    }
}
