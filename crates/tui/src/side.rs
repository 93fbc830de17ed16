//! The side panel: players, clocks, turn, offers, moves, result.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use sumito_client::RoomState;
use sumito_client::protocol::parts::{Clock, GameResult, Offer, OpenOffer, Reason, Seat, SeatRating, Status};
use sumito_client::rules::Color;

use crate::clock_text;
use crate::screen::table::own_seat;
use crate::screen::{RenderContext, wrapped};
use crate::theme::Theme;
use sumito_words::Words;

/// Number of ejections that win.
const TO_WIN: u8 = sumito_client::rules::MARBLES_TO_WIN;

pub(crate) fn draw(frame: &mut Frame<'_>, area: Rect, state: &RoomState, context: &RenderContext<'_>) {
    let width = usize::from(area.width);
    let mut lines = Vec::new();
    for seat in &state.seats {
        lines.push(player(state, seat, width, context));
        lines.push(standing(state, seat, context));
    }
    lines.push(Line::raw(""));
    lines.push(how(state, context));
    let own = own_seat(state, context);
    for offer in &state.offers {
        let text = offer_text(state, offer, own, context.words);
        lines.extend(wrapped(&text, width).into_iter().map(|line| Line::styled(line, Theme::bold())));
    }
    if let Some(result) = &state.result {
        let said = result_lines(result, &state.clock, &names(state), own, context.words);
        lines.extend(said.iter().flat_map(|text| wrapped(text, width)).map(Line::raw));
    }
    let height = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), area);
    let below = Rect { y: area.y + height + 1, height: area.height.saturating_sub(height + 1), ..area };
    draw_moves(frame, below, &state.moves, state.seats.len(), state.moves.len(), context);
}

/// Formats a player: `> B Velvet Otter 77 (you) 1512? +12 4:56`
fn player<'a>(state: &RoomState, seat: &Seat, width: usize, context: &RenderContext<'a>) -> Line<'a> {
    let to_move = state.turn == Some(seat.seat);
    let color = Color::ALL[usize::from(seat.seat).min(3)];
    let letter = color.letter().to_ascii_uppercase();
    let name = match &seat.player {
        None => context.words.text("player.free").to_owned(),
        Some(player) if Some(player.id) == context.user => {
            format!("{} ({})", player.name, context.words.text("player.you"))
        }
        Some(player) => player.name.clone(),
    };
    let name = seat.rating.as_ref().map_or(name.clone(), |rating| format!("{name} {}", rating_text(rating)));
    let clock = state.remaining_ms(seat.seat, context.now).map(clock_text::left).unwrap_or_default();
    let room = width.saturating_sub(6 + clock.len() + 1);
    let name: String = name.chars().take(room).collect();
    let style = if to_move { Theme::bold() } else { Style::new() };
    Line::from(vec![
        Span::styled(if to_move { "> " } else { "  " }, style),
        Span::styled(format!(" {letter} "), context.theme.marble(color)),
        Span::styled(format!(" {name:<room$} {clock}"), style),
    ])
}

/// Formats the state of a seat's player.
fn standing<'a>(state: &RoomState, seat: &Seat, context: &RenderContext<'a>) -> Line<'a> {
    let words = context.words;
    let pushed_out = state.captured.get(usize::from(seat.team)).copied().unwrap_or(0);
    let mut said = vec![format!("{pushed_out}/{TO_WIN}")];
    if seat.player.is_some() && !seat.connected {
        said.push(words.text("player.offline").to_owned());
    }
    if seat.ready && state.status == Status::Waiting {
        said.push(words.text("waiting.isReady").to_owned());
    }
    if seat.out {
        said.push(words.text("player.out").to_owned());
    }
    Line::styled(format!("       {}", said.join(", ")), context.theme.dim())
}

/// Formats the state of the game as a line.
fn how<'a>(state: &RoomState, context: &RenderContext<'a>) -> Line<'a> {
    let words = context.words;
    match (state.status, state.turn) {
        (Status::Waiting, _) => Line::raw(words.text("waiting.waitingMany")),
        (Status::Closed, _) => Line::raw(words.text("room.closed")),
        (Status::Finished, _) => Line::raw(""),
        (Status::Playing, Some(turn)) if own_seat(state, context) == Some(turn) => {
            Line::styled(words.text("room.yourTurn"), Theme::bold())
        }
        (Status::Playing, turn) => {
            let name = turn.and_then(|turn| names(state).get(usize::from(turn)).cloned()).unwrap_or_default();
            Line::raw(words.with("room.turnOf", "name", name))
        }
    }
}

/// Formats a rating: `1512`; `1512?` if provisional; `1512 +12` after a game that has changed it.
fn rating_text(rating: &SeatRating) -> String {
    let SeatRating { rating, provisional, change } = rating;
    let unsure = if *provisional { "?" } else { "" };
    change.map_or_else(|| format!("{rating}{unsure}"), |change| format!("{rating}{unsure} {change:+}"))
}

fn names(state: &RoomState) -> Vec<String> {
    state
        .seats
        .iter()
        .map(|seat| seat.player.as_ref().map_or_else(String::new, |player| player.name.clone()))
        .collect()
}

fn offer_text(state: &RoomState, offer: &OpenOffer, own: Option<u8>, words: &Words) -> String {
    if own == Some(offer.by) {
        let key = match offer.what {
            Offer::Draw => words.text("offered.draw"),
            Offer::Takeback => words.text("offered.takeback"),
            Offer::Rematch => words.text("offered.rematch"),
            Offer::Resignation => words.text("offered.resignation"),
        };
        return key.to_owned();
    }
    let name = names(state).get(usize::from(offer.by)).cloned().unwrap_or_default();
    match offer.what {
        Offer::Draw => words.with("offer.draw", "name", name),
        Offer::Takeback => words.with("offer.takeback", "name", name),
        Offer::Rematch => words.with("offer.rematch", "name", name),
        Offer::Resignation => words.with("offer.resignation", "name", name),
    }
}

/// Formats the result of a game: for the user, for the others, and the reason.
pub(crate) fn result_lines(
    result: &GameResult,
    clock: &Clock,
    names: &[String],
    own: Option<u8>,
    words: &Words,
) -> Vec<String> {
    let mut lines = Vec::new();
    let aborted = result.reason == Reason::Aborted;
    if aborted {
        lines.push(words.text("result.aborted").to_owned());
    } else if result.winners.is_empty() {
        lines.push(words.text("result.draw").to_owned());
    } else if let Some(own) = own {
        let won = result.winners.contains(&own);
        lines.push(if won { words.text("result.won") } else { words.text("result.lost") }.to_owned());
    }
    let of = |wins: bool| {
        let seats = (0..names.len() as u8).filter(|seat| result.winners.contains(seat) == wins);
        seats.filter_map(|seat| names.get(usize::from(seat)).cloned()).collect::<Vec<_>>().join(", ")
    };
    let (winner, loser) = (of(true), of(false));
    let reason = result.reason.as_str();
    let in_all = matches!(clock, Clock::PerGame { .. }) && result.reason == Reason::Time;
    let why = if in_all {
        result.winners.is_empty().then(|| words.text("reasonInAll.draw").to_owned())
    } else {
        let kind = if names.len() > 2 { "reasonMany" } else { "reason" };
        words.of_kind(kind, reason).map(|why| why.replace("{winner}", &winner).replace("{loser}", &loser))
    };
    if !result.winners.is_empty() && (names.len() > 2 || why.is_none()) {
        lines.push(words.with("tui.winners", "names", winner));
    }
    lines.extend(why);
    lines.push(result.score.iter().map(u8::to_string).collect::<Vec<_>>().join(" : "));
    lines
}

/// Draws as many rounds of moves as fit, including the move that leads to `ply` plies.
pub(crate) fn draw_moves(
    frame: &mut Frame<'_>,
    area: Rect,
    moves: &[String],
    players: usize,
    ply: usize,
    context: &RenderContext<'_>,
) {
    let players = players.max(1);
    let rounds: Vec<_> = moves.chunks(players).enumerate().collect();
    let height = usize::from(area.height);
    let at = ply.saturating_sub(1) / players;
    let first = (at + 1).saturating_sub(height);
    let lines = rounds.into_iter().skip(first).take(height).map(|(round, moves)| {
        let mut spans = vec![Span::styled(format!("{:>3}. ", round + 1), context.theme.dim())];
        spans.extend(moves.iter().enumerate().map(|(place, mv)| {
            let here = round * players + place + 1 == ply;
            Span::styled(format!("{mv:<7}"), if here { Theme::bold() } else { Style::new() })
        }));
        Line::from(spans)
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}
