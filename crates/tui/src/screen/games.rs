//! Finished games: the user's own, or all.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use sumito_client::protocol::games::GameSummary;

use super::home::mode_name;
use super::table::last_line;
use super::{RenderContext, Transition, draw_keys, draw_list};
use crate::theme::Theme;
use sumito_words::Words;

/// Finished games, newest first.
#[derive(Default)]
pub(crate) struct Games {
    /// `None` while they are loading.
    listed: Option<Vec<GameSummary>>,
    /// True if only the user's own games are listed.
    pub(crate) own: bool,
    chosen: usize,
    pub(crate) note: Option<String>,
}

impl Games {
    pub(crate) fn own() -> Self {
        Self { own: true, ..Self::default() }
    }

    pub(crate) fn show(&mut self, games: Vec<GameSummary>) {
        (self.listed, self.chosen) = (Some(games), 0);
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Transition {
        let games = self.listed.as_deref().unwrap_or_default();
        match key {
            KeyCode::Esc => return Transition::Back,
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(games.len().saturating_sub(1)),
            KeyCode::Enter => {
                return games.get(self.chosen).map_or(Transition::Stay, |game| Transition::OpenGame(game.id));
            }
            KeyCode::Char('a') => {
                self.own = !self.own;
                self.listed = None;
                return Transition::OpenGames;
            }
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let words = context.words;
        let title = if self.own { words.text("myGames.title") } else { words.text("games.title") };
        frame.render_widget(Line::styled(title, Theme::bold()), Rect { height: 1, ..area });
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(4), ..area };
        match (&self.note, &self.listed) {
            (Some(note), _) => {
                frame.render_widget(Line::styled(note.as_str(), context.theme.warning()), list);
            }
            (None, None) => frame.render_widget(Line::raw(words.text("games.loading")), list),
            (None, Some(games)) if games.is_empty() => {
                frame.render_widget(Line::raw(words.text("gameList.none")), list);
            }
            (None, Some(games)) => {
                draw_list(
                    frame,
                    list,
                    games.iter().map(|game| Line::raw(line(game, words))).collect(),
                    self.chosen,
                );
            }
        }
        let other = if self.own { words.text("tui.allFinished") } else { words.text("myGames.title") };
        let keys = [("Enter", words.text("tui.open")), ("a", other), ("Esc", words.text("tui.back"))];
        draw_keys(frame, last_line(area), &keys);
    }
}

fn line(game: &GameSummary, words: &Words) -> String {
    let players = game.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(", ");
    let score = game.result.score.iter().map(u8::to_string).collect::<Vec<_>>().join(":");
    format!("{players:<46.46} {score:<8} {:>4}  {:.16}", game.plies, mode_name(game.mode, words))
}
