//! Settings of a new game.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use sumito_client::protocol::client::{ComputerSeat, CreateRoom};
use sumito_client::protocol::parts::{Clock, Mode, Visibility};
use sumito_client::rules::{Color, Layout};
use sumito_client::rules_mode;

use super::home::mode_name;
use super::table::last_line;
use super::{RenderContext, Transition, draw_keys, draw_list};
use crate::clock_text;
use crate::theme::Theme;
use sumito_words::Words;

const MODES: [Mode; 4] = [Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive];

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// The available time controls, from fast to slow.
const CLOCKS: [Clock; 6] = [
    Clock::Fischer { initial_ms: 3 * MINUTE_MS, increment_ms: 2_000 },
    Clock::Fischer { initial_ms: 5 * MINUTE_MS, increment_ms: 3_000 },
    Clock::SuddenDeath { initial_ms: 10 * MINUTE_MS },
    Clock::Fischer { initial_ms: 15 * MINUTE_MS, increment_ms: 10_000 },
    Clock::PerMove { move_ms: DAY_MS },
    Clock::None {},
];

/// Number of levels of the computer.
const LEVELS: u8 = 12;

/// Settings of a new game.
#[derive(Debug)]
pub(crate) struct Setup {
    /// The index of the selected line.
    field: usize,
    mode: usize,
    layout: usize,
    clock: usize,
    /// The opponents: people, or computers of this level.
    level: Option<u8>,
    private: bool,
    /// The user's own seat.
    seat: u8,
}

const FIELDS: usize = 6;

impl Setup {
    /// Settings for an open game with any player.
    pub(crate) fn people() -> Self {
        Self { field: 0, mode: 0, layout: 0, clock: 1, level: None, private: false, seat: 0 }
    }

    /// Settings against the computer.
    pub(crate) fn computer() -> Self {
        Self { field: 3, clock: CLOCKS.len() - 1, level: Some(2), private: true, ..Self::people() }
    }

    fn mode(&self) -> Mode {
        MODES[self.mode]
    }

    /// The layouts of the mode, the default first.
    fn layouts(&self) -> Vec<Layout> {
        let mode = rules_mode(self.mode());
        let usual = mode.default_layout();
        let others = Layout::ALL.into_iter().filter(|layout| layout.fits(mode) && *layout != usual);
        std::iter::once(usual).chain(others).collect()
    }

    fn request(&self) -> CreateRoom {
        let mode = self.mode();
        let seats = rules_mode(mode).seats() as u8;
        let computers = self.level.map_or_else(Vec::new, |level| {
            let others = (0..seats).filter(|seat| *seat != self.seat);
            others.map(|seat| ComputerSeat { level, seat: Some(seat) }).collect()
        });
        CreateRoom {
            mode,
            layout: self.layouts().get(self.layout).map(|layout| layout.name().to_owned()),
            clock: CLOCKS[self.clock].clone(),
            visibility: if self.private { Visibility::Private } else { Visibility::Public },
            seat: Some(self.seat),
            computers,
            ..CreateRoom::default()
        }
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Transition {
        match key {
            KeyCode::Esc => return Transition::Back,
            KeyCode::Enter => return Transition::Create(Box::new(self.request())),
            KeyCode::Up => self.field = self.field.saturating_sub(1),
            KeyCode::Down => self.field = (self.field + 1).min(FIELDS - 1),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            _ => {}
        }
        Transition::Stay
    }

    fn change(&mut self, forward: bool) {
        let turn = |value: usize, count: usize| (value + if forward { 1 } else { count - 1 }) % count;
        match self.field {
            0 => {
                self.mode = turn(self.mode, MODES.len());
                (self.layout, self.seat) = (0, 0);
            }
            1 => self.layout = turn(self.layout, self.layouts().len()),
            2 => self.clock = turn(self.clock, CLOCKS.len()),
            3 => {
                // Zero stands for people, before the levels.
                let level = turn(self.level.map_or(0, usize::from), usize::from(LEVELS) + 1) as u8;
                self.level = (level > 0).then_some(level);
            }
            4 => self.seat = turn(usize::from(self.seat), rules_mode(self.mode()).seats()) as u8,
            _ => self.private = !self.private,
        }
    }

    fn values<'a>(&self, words: &'a Words) -> [(&'a str, String); FIELDS] {
        let layout = self.layouts().get(self.layout).map_or("", |layout| layout.name());
        let color = Color::ALL[usize::from(self.seat)].name();
        let opponents = match self.level {
            None => words.text("tui.people").to_owned(),
            Some(level) => words.with("tui.level", "level", level),
        };
        let visibility =
            if self.private { words.text("create.private") } else { words.text("create.public") };
        [
            (words.text("terms.mode"), mode_name(self.mode(), words).to_owned()),
            (words.text("terms.layout"), words.of_kind("layout", layout).unwrap_or(layout).to_owned()),
            (words.text("terms.clock"), clock_text::setting(&CLOCKS[self.clock], words)),
            (words.text("tui.opponents"), opponents),
            (words.text("create.color"), words.of_kind("color", color).unwrap_or(color).to_owned()),
            (words.text("create.visibility"), visibility.to_owned()),
        ]
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let words = context.words;
        frame.render_widget(
            Line::styled(words.text("create.heading"), Theme::bold()),
            Rect { height: 1, ..area },
        );
        let values = self.values(words);
        let lines =
            values.iter().map(|(name, value)| Line::raw(format!("{name:<24.24} < {value} >"))).collect();
        draw_list(frame, Rect { y: area.y + 2, height: FIELDS as u16, ..area }, lines, self.field);
        let keys = [
            ("Enter", words.text("create.submit")),
            ("< >", words.text("tui.change")),
            ("Esc", words.text("tui.back")),
        ];
        draw_keys(frame, last_line(area), &keys);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setup_creates_the_selected_game() {
        let mut setup = Setup::computer();
        setup.key(KeyCode::Right);
        setup.field = 0;
        setup.key(KeyCode::Right);
        let Transition::Create(request) = setup.key(KeyCode::Enter) else { panic!("Enter makes the room") };
        assert_eq!((request.mode, request.layout.as_deref()), (Mode::Three, Some("three_standard")));
        let seats: Vec<_> =
            request.computers.iter().map(|computer| (computer.level, computer.seat)).collect();
        assert_eq!((request.seat, seats), (Some(0), vec![(3, Some(1)), (3, Some(2))]));
    }

    #[test]
    fn every_field_comes_round_again() {
        for field in 0..FIELDS {
            let mut setup = Setup::people();
            setup.field = field;
            let before = format!("{setup:?}");
            let steps = (1..=40).find(|_| {
                setup.change(true);
                format!("{setup:?}") == before
            });
            assert!(steps.is_some_and(|steps| steps > 1), "{field}");
        }
    }
}
