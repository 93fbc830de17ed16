//! The home page: the user's games, open games, and actions to start a game.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use sumito_client::protocol::RoomId;
use sumito_client::protocol::parts::{Clock, Mode, MyGame, RoomSummary, Status, User};

use super::setup::Setup;
use super::table::last_line;
use super::{RenderContext, Transition, draw_keys, draw_list};
use crate::clock_text;
use crate::theme::Theme;
use sumito_words::Words;

/// The home page.
#[derive(Default)]
pub(crate) struct Home {
    pub(crate) own: Vec<MyGame>,
    pub(crate) open: Vec<RoomSummary>,
    chosen: usize,
    /// A link being entered.
    link: Option<String>,
    pub(crate) note: Option<String>,
}

impl Home {
    pub(crate) fn key(&mut self, key: KeyCode) -> Transition {
        self.note = None;
        if let Some(link) = &mut self.link {
            match key {
                KeyCode::Esc => self.link = None,
                KeyCode::Backspace => drop(link.pop()),
                KeyCode::Char(c) => link.push(c),
                KeyCode::Enter => {
                    let id = room_in(link);
                    self.link = None;
                    return id.map_or(Transition::Stay, Transition::OpenRoom);
                }
                _ => {}
            }
            return Transition::Stay;
        }
        match key {
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.listed().len().saturating_sub(1)),
            KeyCode::Enter => {
                return self
                    .listed()
                    .get(self.chosen)
                    .cloned()
                    .map_or(Transition::Stay, Transition::OpenRoom);
            }
            KeyCode::Char('n') => return Transition::OpenSetup(Box::new(Setup::people())),
            KeyCode::Char('c') => return Transition::OpenSetup(Box::new(Setup::computer())),
            KeyCode::Char('j') => self.link = Some(String::new()),
            KeyCode::Char('h') => return Transition::OpenGames,
            KeyCode::Char('l') => return Transition::NextLanguage,
            KeyCode::Char('q') => return Transition::Quit,
            _ => {}
        }
        Transition::Stay
    }

    /// The rooms in display order: the user's own first.
    fn listed(&self) -> Vec<RoomId> {
        let own = self.own.iter().map(|room| room.room.clone());
        own.chain(self.others().map(|room| room.room.clone())).collect()
    }

    fn others(&self) -> impl Iterator<Item = &RoomSummary> {
        self.open.iter().filter(|room| self.own.iter().all(|own| own.room != room.room))
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let words = context.words;
        let mut lines: Vec<_> = self.own.iter().map(|room| Line::raw(own_line(room, words))).collect();
        lines.extend(self.others().map(|room| Line::raw(open_line(room, words))));
        let title = format!(
            "{} ({})  {} ({})",
            words.text("myGames.title"),
            self.own.len(),
            words.text("home.open"),
            self.others().count()
        );
        frame.render_widget(Line::styled(title, Theme::bold()), Rect { height: 1, ..area });
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(6), ..area };
        if lines.is_empty() {
            frame.render_widget(Line::raw(words.text("home.noneOpen")), Rect { height: 1, ..list });
        }
        draw_list(frame, list, lines, self.chosen);
        let line = |from_below: u16| Rect { y: area.bottom().saturating_sub(from_below), height: 1, ..area };
        if let Some(link) = &self.link {
            frame.render_widget(Line::raw(format!("{}: {link}_", words.text("tui.linkPrompt"))), line(4));
        } else if let Some(note) = &self.note {
            frame.render_widget(Line::styled(note.as_str(), context.theme.warning()), line(4));
        }
        let keys = [
            ("Enter", words.text("tui.open")),
            ("n", words.text("create.heading")),
            ("c", words.text("tui.computer")),
            ("j", words.text("tui.joinLink")),
        ];
        draw_keys(frame, line(2), &keys);
        let keys = [
            ("h", words.text("tui.finished")),
            ("l", words.text("language.label")),
            ("q", words.text("tui.quit")),
        ];
        draw_keys(frame, last_line(area), &keys);
    }
}

/// Parses a link to a room, or a room's id.
pub(crate) fn room_in(text: &str) -> Option<RoomId> {
    let id = text.trim().trim_end_matches('/').rsplit('/').next()?.split(['?', '#']).next()?;
    (!id.is_empty()).then(|| RoomId(id.to_lowercase()))
}

fn own_line(room: &MyGame, words: &Words) -> String {
    let how = match room.status {
        Status::Playing if room.your_turn => words.text("myGames.yourTurn").to_owned(),
        Status::Playing => {
            let turn = room.turn.and_then(|turn| room.seats.get(usize::from(turn)));
            let name = turn.and_then(|seat| seat.player.as_ref()).map_or("", |player| &player.name);
            words.with("myGames.theirTurn", "name", name)
        }
        Status::Waiting => words.text("myGames.waiting").to_owned(),
        Status::Finished | Status::Closed => words.text("myGames.over").to_owned(),
    };
    let players = players(room.seats.iter().map(|seat| seat.player.as_ref()), words);
    format!("{how:<26.26} {players:<34.34} {}", terms(&room.clock, room.start_position.as_deref(), words))
}

fn open_line(room: &RoomSummary, words: &Words) -> String {
    let players = players(room.seats.iter().map(|seat| seat.player.as_ref()), words);
    let mode = mode_name(room.mode, words);
    format!("{players:<40.40} {mode:<18.18} {}", terms(&room.clock, room.start_position.as_deref(), words))
}

/// Returns the clock of a room, and says so if its games start from a position.
fn terms(clock: &Clock, start_position: Option<&str>, words: &Words) -> String {
    let clock = clock_text::setting(clock, words);
    start_position.map_or_else(|| clock.clone(), |_| format!("{clock}, {}", words.text("layout.position")))
}

fn players<'a>(players: impl Iterator<Item = Option<&'a User>>, words: &Words) -> String {
    let name = |player: Option<&User>| {
        player.map_or_else(|| words.text("player.free").to_owned(), |player| player.name.clone())
    };
    players.map(name).collect::<Vec<_>>().join(", ")
}

/// The mode's name as text.
pub(crate) fn mode_name(mode: Mode, words: &Words) -> &str {
    words.of_kind("mode", sumito_client::rules_mode(mode).name()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_or_an_id_leads_to_a_room() {
        for text in
            ["f5cfawbpmmz8", " https://example.org/room/f5cfawbpmmz8/ ", "example.org/room/F5CFAWBPMMZ8?x#y"]
        {
            assert_eq!(room_in(text), Some(RoomId("f5cfawbpmmz8".to_owned())), "{text}");
        }
        assert_eq!(room_in("  "), None);
    }

    #[test]
    fn a_game_from_a_position_says_so() {
        let words = Words::of(sumito_words::Language::En);
        let clock = Clock::None {};
        let layout = terms(&clock, None, &words);
        let line = "5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,0 0 0";
        assert_eq!(terms(&clock, Some(line), &words), format!("{layout}, From a position"));
    }
}
