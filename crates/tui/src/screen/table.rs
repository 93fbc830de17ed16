//! A room: its running game, and the user's actions.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use sumito_client::protocol::parts::Status;
use sumito_client::protocol::server::Notice;
use sumito_client::protocol::{Command, RoomId};
use sumito_client::rules::{Bitboard, Move};
use sumito_client::{Error, RoomState};

use super::menu::{Action, Item, Menu, MenuResult};
use super::{RenderContext, Transition, draw_keys};
use crate::actions::actions;
use crate::board::{self, Board};
use crate::entry::{Misfit, MoveInput};
use crate::inbox::{AbortOnDrop, RoomSnapshot};
use crate::theme::Theme;
use crate::{side, trouble};
use sumito_words::Words;

/// The page of a room.
pub(crate) struct Table {
    pub(crate) id: RoomId,
    /// The link for other players.
    link: String,
    seen: Option<RoomSnapshot>,
    entry: MoveInput,
    /// True if White sits at the lower edge; `None`: by the user's seat, until the user turns the board.
    turned: Option<bool>,
    menu: Option<Menu>,
    /// An action that waits for confirmation.
    grave: Option<Item>,
    /// The user's move in transit, with the number of plies before it.
    sent: Option<(u32, String)>,
    note: Option<String>,
    _following: AbortOnDrop,
}

impl Table {
    pub(crate) fn new(id: RoomId, link: String, following: AbortOnDrop) -> Self {
        Self {
            id,
            link,
            seen: None,
            entry: MoveInput::new(),
            turned: None,
            menu: None,
            grave: None,
            sent: None,
            note: None,
            _following: following,
        }
    }

    /// Applies the room's new state.
    pub(crate) fn room(&mut self, seen: RoomSnapshot) {
        let moved_on =
            self.sent.as_ref().is_some_and(|(ply, _)| seen.state.ply != *ply || seen.state.turn.is_none());
        if moved_on {
            self.sent = None;
            self.entry.text.clear();
        }
        let before = self.seen.as_ref().map(|seen| (seen.state.game, seen.state.ply));
        if before != Some((seen.state.game, seen.state.ply)) {
            self.note = None;
        }
        self.seen = Some(seen);
    }

    /// Handles the end of the room's subscription.
    pub(crate) fn ended(&mut self, failure: &Error, words: &Words) {
        self.note = Some(trouble::text(failure, words));
    }

    /// Handles the answer to a command.
    pub(crate) fn answered(&mut self, answer: &Result<(), Error>, words: &Words) {
        if let Err(failure) = answer {
            self.note = Some(trouble::text(failure, words));
            self.sent = None;
        }
    }

    /// Returns whether a visible clock is running.
    pub(crate) fn has_running_clock(&self) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.state.clocks.running.is_some())
    }

    pub(crate) fn key(&mut self, key: KeyCode, context: &RenderContext<'_>) -> Transition {
        if let Some(item) = self.grave.take() {
            let yes = context.words.text("tui.yes").chars().next();
            return if matches!(key, KeyCode::Char(c) if Some(c) == yes || c == 'y') {
                self.run_action(item.action, context)
            } else {
                Transition::Stay
            };
        }
        if let Some(menu) = &mut self.menu {
            return match menu.key(key) {
                MenuResult::Nothing => Transition::Stay,
                MenuResult::Closed => {
                    self.menu = None;
                    Transition::Stay
                }
                MenuResult::Item(item) => {
                    self.menu = None;
                    if item.grave {
                        self.grave = Some(item);
                        return Transition::Stay;
                    }
                    self.run_action(item.action, context)
                }
            };
        }
        let (right, up) = if self.is_turned(context) { (-1, -1) } else { (1, 1) };
        match key {
            KeyCode::Esc if self.entry.text.is_empty() => return Transition::Back,
            KeyCode::Esc => self.entry.text.clear(),
            KeyCode::Tab => self.menu = self.seen.as_ref().map(|seen| Menu::new(actions(seen, context))),
            KeyCode::Enter => return self.play(context),
            KeyCode::Char(' ') => {
                let picked = self.entry.pick();
                self.entered(' ', picked, context.words);
            }
            KeyCode::Char(c) => {
                let written = self.entry.write(c.to_ascii_lowercase());
                self.entered(c, written, context.words);
            }
            KeyCode::Backspace => drop(self.entry.text.pop()),
            KeyCode::Left => self.entry.go(-right, 0),
            KeyCode::Right => self.entry.go(right, 0),
            KeyCode::Up => self.entry.go(0, up),
            KeyCode::Down => self.entry.go(0, -up),
            _ => {}
        }
        Transition::Stay
    }

    /// Handles a key for the move being entered; if it is invalid, shows a hint.
    fn entered(&mut self, key: char, entered: Result<(), Misfit>, words: &Words) {
        self.note = entered.err().map(|misfit| match misfit {
            Misfit::Letter => words.with("tui.letterNext", "key", key),
            Misfit::Digit => words.with("tui.digitNext", "key", key),
            Misfit::Full => words.text("tui.entryFull").to_owned(),
        });
    }

    fn run_action(&mut self, action: Action, context: &RenderContext<'_>) -> Transition {
        match action {
            Action::Command(command) => {
                self.note = None;
                Transition::Command(Box::new(command))
            }
            Action::TurnBoard => {
                self.turned = Some(!self.is_turned(context));
                Transition::Stay
            }
            Action::Review => match self.seen.as_ref().and_then(|seen| seen.state.game) {
                Some(game) => Transition::OpenGame(game),
                None => Transition::Stay,
            },
            Action::Leave => Transition::Back,
        }
    }

    /// Plays the entered move. Reports illegal moves immediately.
    fn play(&mut self, context: &RenderContext<'_>) -> Transition {
        let Some(seen) = &self.seen else { return Transition::Stay };
        if self.entry.text.is_empty() || self.sent.is_some() {
            return Transition::Stay;
        }
        let state = &seen.state;
        if state.turn.is_none() || state.turn != own_seat(state, context) {
            self.note = Some(context.words.text("error.not_your_turn").to_owned());
            return Transition::Stay;
        }
        let legal = match state.position().map(|position| position.parse_move(&self.entry.text)) {
            Ok(Ok(mv)) => mv,
            Ok(Err(why)) => {
                self.note = context.words.of_kind("try", why.code()).map(str::to_owned);
                return Transition::Stay;
            }
            Err(why) => {
                self.note = Some(why.to_string());
                return Transition::Stay;
            }
        };
        let (room, ply, mv) = (self.id.clone(), state.ply, legal.to_string());
        (self.sent, self.note) = (Some((ply, mv.clone())), None);
        Transition::Command(Box::new(Command::Play { room, ply, mv }))
    }

    fn is_turned(&self, context: &RenderContext<'_>) -> bool {
        let by_seat = || self.seen.as_ref().and_then(|seen| own_seat(&seen.state, context)) == Some(1);
        self.turned.unwrap_or_else(by_seat)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let Some(seen) = &self.seen else {
            let text = self.note.as_deref().unwrap_or(context.words.text("room.loading"));
            frame.render_widget(Line::raw(text), area);
            draw_keys(frame, last_line(area), &[("Esc", context.words.text("tui.back"))]);
            return;
        };
        let state = &seen.state;
        let lower = 4;
        let upper = Rect { height: area.height.saturating_sub(lower), ..area };
        let board_area = Rect { width: board::WIDTH, ..upper };
        let mine = state.turn.is_some() && state.turn == own_seat(state, context);
        if let Ok(position) = state.position() {
            let next = if mine { self.entry.next_cells(&position) } else { Bitboard::EMPTY };
            let last = state.moves.last().and_then(|mv| mv.parse::<Move>().ok());
            let board = Board {
                position: &position,
                turned: self.is_turned(context),
                cursor: self.entry.cursor,
                picked: self.entry.cells(),
                next,
                last: last.map_or(Bitboard::EMPTY, |mv| mv.named().step(mv.direction())),
                theme: context.theme,
            };
            frame.render_widget(board, board_area);
        }
        let side_area = Rect {
            x: area.x + board::WIDTH + 1,
            width: area.width.saturating_sub(board::WIDTH + 1),
            ..upper
        };
        side::draw(frame, side_area, state, context);
        self.draw_lower(frame, Rect { y: upper.bottom(), height: lower, ..area }, seen, context);
        if let Some(menu) = &self.menu {
            menu.draw(frame, area, context.words.text("tui.actions"));
        }
    }

    /// Draws notices, the move being entered, and the keys.
    fn draw_lower(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        seen: &RoomSnapshot,
        context: &RenderContext<'_>,
    ) {
        let line = |number: u16| Rect { y: area.y + number, height: 1, ..area };
        let words = context.words;
        let notice = match seen.notice {
            Some(Notice::StorageUnavailable) => Some(words.text("notice.storage_unavailable")),
            Some(Notice::RoomUnreachable) => Some(words.text("notice.room_unreachable")),
            Some(Notice::PlayerUnreachable) => Some(words.text("notice.player_unreachable")),
            Some(Notice::RoomLost) => Some(words.text("notice.room_lost")),
            Some(Notice::ComputerWaits) => Some(words.text("tui.computerWaits")),
            None if seen.state.stands_still() => Some(words.text("notice.stopping")),
            None if !seen.in_control => Some(words.text("room.elsewhere")),
            None => None,
        };
        let grave = self.grave.as_ref().map(|item| format!("{}: {}", item.text, words.text("tui.sure")));
        let text = grave.as_deref().or(self.note.as_deref()).or(notice);
        frame.render_widget(Line::styled(text.unwrap_or(""), context.theme.warning()), line(0));
        if seen.state.status == Status::Waiting {
            frame.render_widget(Line::raw(format!("{}: {}", words.text("waiting.link"), self.link)), line(1));
        } else {
            let written = self
                .sent
                .as_ref()
                .map_or_else(|| format!("{}_", self.entry.text), |(_, mv)| format!("{mv} ..."));
            let hint = words.text("typing.hint");
            let entry = Line::from(vec![
                format!("{}: ", words.text("typing.label")).into(),
                ratatui::text::Span::styled(format!("{written:<10}"), Theme::bold()),
                ratatui::text::Span::styled(
                    format!("{hint}. {}", words.text("tui.pick")),
                    context.theme.dim(),
                ),
            ]);
            frame.render_widget(entry, line(1));
        }
        let keys = [("Tab", words.text("tui.actions")), ("Esc", words.text("tui.back"))];
        draw_keys(frame, last_line(area), &keys);
    }
}

/// The user's own seat.
pub(crate) fn own_seat(state: &RoomState, context: &RenderContext<'_>) -> Option<u8> {
    context.user.and_then(|user| state.seat_of(user))
}

/// The last line of an area.
pub(crate) fn last_line(area: Rect) -> Rect {
    Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }
}
