//! A finished game, move by move.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use sumito_client::protocol::games::GameDetail;
use sumito_client::rules::{Bitboard, Move, Position};
use sumito_client::{first_position, rules_mode};

use super::table::last_line;
use super::{RenderContext, Transition, draw_keys, wrapped};
use crate::board::{self, Board};
use crate::side;
use crate::theme::Theme;

/// A finished game, move by move.
pub(crate) struct Review {
    game: Box<GameDetail>,
    /// All positions from the start to the end; only the last one if the start is unknown to this client.
    positions: Vec<Position>,
    ply: usize,
    turned: bool,
}

impl Review {
    /// Creates the page, showing the final position.
    pub(crate) fn new(game: Box<GameDetail>) -> Self {
        let positions = positions(&game).unwrap_or_else(|| {
            let end = Position::parse(rules_mode(game.summary.mode), &game.summary.final_position);
            end.into_iter().collect()
        });
        Self { ply: positions.len().saturating_sub(1), positions, game, turned: false }
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Transition {
        let last = self.positions.len().saturating_sub(1);
        match key {
            KeyCode::Esc => return Transition::Back,
            KeyCode::Left => self.ply = self.ply.saturating_sub(1),
            KeyCode::Right | KeyCode::Char(' ') => self.ply = (self.ply + 1).min(last),
            KeyCode::Home | KeyCode::Up => self.ply = 0,
            KeyCode::End | KeyCode::Down => self.ply = last,
            KeyCode::Tab => self.turned = !self.turned,
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let words = context.words;
        let upper = Rect { height: area.height.saturating_sub(4), ..area };
        self.draw_board(frame, Rect { width: board::WIDTH, ..upper }, context);
        let beside = Rect {
            x: area.x + board::WIDTH + 1,
            width: area.width.saturating_sub(board::WIDTH + 1),
            ..upper
        };
        self.draw_side(frame, beside, context);
        let place = words
            .with("replay.position", "ply", self.ply)
            .replace("{last, number}", &self.game.moves.len().to_string());
        frame.render_widget(
            Line::styled(place, Theme::bold()),
            Rect { y: upper.bottom() + 1, height: 1, ..area },
        );
        let keys = [
            ("<- ->", words.text("tui.step")),
            ("Home End", words.text("tui.ends")),
            ("Tab", words.text("tui.turnBoard")),
            ("Esc", words.text("tui.back")),
        ];
        draw_keys(frame, last_line(area), &keys);
    }

    fn draw_board(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let moves = &self.game.moves;
        if let Some(position) = self.positions.get(self.ply) {
            let last = self.ply.checked_sub(1).and_then(|ply| moves.get(ply)?.parse::<Move>().ok());
            let board = Board {
                position,
                turned: self.turned,
                cursor: None,
                picked: Vec::new(),
                next: Bitboard::EMPTY,
                last: last.map_or(Bitboard::EMPTY, |mv| mv.named().step(mv.direction())),
                theme: context.theme,
            };
            frame.render_widget(board, area);
        }
    }

    /// Draws the players, the result and the moves.
    fn draw_side(&self, frame: &mut Frame<'_>, area: Rect, context: &RenderContext<'_>) {
        let summary = &self.game.summary;
        let names: Vec<_> = summary.players.iter().map(|player| player.name.clone()).collect();
        let own =
            summary.players.iter().position(|player| Some(player.id) == context.user).map(|seat| seat as u8);
        let mut lines: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(seat, name)| {
                let color = sumito_client::rules::Color::ALL[seat.min(3)];
                format!(" {}  {name}", color.letter().to_ascii_uppercase())
            })
            .collect();
        lines.push(String::new());
        lines.extend(side::result_lines(&summary.result, &summary.clock, &names, own, context.words));
        let width = usize::from(area.width);
        let lines: Vec<_> = lines.iter().flat_map(|text| wrapped(text, width)).map(Line::raw).collect();
        let height = lines.len() as u16 + 1;
        frame.render_widget(Paragraph::new(lines), area);
        let below = Rect { y: area.y + height, height: area.height.saturating_sub(height), ..area };
        side::draw_moves(frame, below, &self.game.moves, names.len(), self.ply, context);
    }
}

/// Returns all positions of a game, if this client can build its start and its moves are legal.
fn positions(game: &GameDetail) -> Option<Vec<Position>> {
    let summary = &game.summary;
    let mut position = first_position(summary.mode, &summary.layout, summary.start_position.as_deref())?;
    let mut positions = vec![position];
    for (ply, mv) in game.moves.iter().enumerate() {
        // Skipped seats: the ledger contains the seat that moved.
        let mover = game.ledger.get(ply).map(|timing| usize::from(timing.seat));
        for _ in 0..position.mode().seats() {
            if mover.is_none_or(|seat| position.turn().index() == seat) {
                break;
            }
            position = position.pass_turn();
        }
        position = position.play(position.parse_move(mv).ok()?).ok()?.position;
        positions.push(position);
    }
    Some(positions)
}
