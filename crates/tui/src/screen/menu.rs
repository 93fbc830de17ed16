//! A menu of the user's actions.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear};
use sumito_client::protocol::Command;

use super::draw_list;

/// An action of the user.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) action: Action,
    /// True if it cannot be undone and needs a confirmation.
    pub(crate) grave: bool,
}

/// The effect of a menu item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    Command(Command),
    TurnBoard,
    Review,
    Leave,
}

/// A menu of the user's actions.
#[derive(Debug)]
pub(crate) struct Menu {
    pub(crate) items: Vec<Item>,
    chosen: usize,
}

/// The effect of a key on the menu.
#[derive(Debug)]
pub(crate) enum MenuResult {
    Nothing,
    Closed,
    Item(Item),
}

impl Menu {
    pub(crate) fn new(items: Vec<Item>) -> Self {
        Self { items, chosen: 0 }
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> MenuResult {
        match key {
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.items.len().saturating_sub(1)),
            KeyCode::Enter => {
                return self
                    .items
                    .get(self.chosen)
                    .map_or(MenuResult::Closed, |item| MenuResult::Item(item.clone()));
            }
            KeyCode::Esc | KeyCode::Tab => return MenuResult::Closed,
            _ => {}
        }
        MenuResult::Nothing
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, within: Rect, title: &str) {
        let widest =
            self.items.iter().map(|item| item.text.chars().count()).max().unwrap_or(0).max(title.len());
        let (width, height) =
            ((widest as u16 + 6).min(within.width), (self.items.len() as u16 + 2).min(within.height));
        let area = Rect {
            x: within.x + (within.width - width) / 2,
            y: within.y + (within.height - height) / 2,
            width,
            height,
        };
        let block = Block::bordered().title(format!(" {title} "));
        let inner = block.inner(area);
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        let lines = self.items.iter().map(|item| Line::raw(item.text.as_str())).collect();
        draw_list(frame, inner, lines, self.chosen);
    }
}
