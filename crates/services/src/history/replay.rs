//! Validation of imported games.

use std::collections::HashSet;

use sumito_game::{MoveText, Reason, Seat, SeatSet};
use sumito_rules::Position;

use sumito_kit::text::{LONGEST_IMPORTED_NAME, Text};
use sumito_store::FinishedGame;

/// The last timestamp that fits in a cursor.
const LAST_MOMENT: i64 = 1 << 59;

/// Replays every move of an imported game and checks that all other data of the game follows from the moves.
///
/// # Errors
/// The first inconsistency, with the expected value.
pub fn check(game: &FinishedGame) -> Result<(), String> {
    check_players(game)?;
    let moments = 0..=LAST_MOMENT;
    if game.started_at > game.finished_at
        || !moments.contains(&game.started_at.0)
        || !moments.contains(&game.finished_at.0)
    {
        return Err(
            "`started_at` and `finished_at` must be microseconds since the Unix epoch, in this order"
                .to_owned(),
        );
    }
    if game.rated && game.start_position.is_some() {
        return Err("games from a start position are unrated: `rated` must be false".to_owned());
    }
    if game.rated && game.coach {
        return Err("games with a coach are unrated: `rated` must be false".to_owned());
    }
    let last = play(game)?;
    if !leads_to(last, &game.final_position) {
        return Err(format!("`final_position` must be where the moves lead: {last}"));
    }
    check_outcome(game, last)
}

fn check_players(game: &FinishedGame) -> Result<(), String> {
    let seats = game.mode.seats();
    if game.players.len() != seats {
        return Err(format!("this mode has {seats} players"));
    }
    let ids: HashSet<_> = game.players.iter().map(|player| player.id).collect();
    if ids.len() != seats {
        return Err("players must be distinct".to_owned());
    }
    game.players.iter().try_for_each(|player| match Text::imported_name(&player.name) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!(
            "a player's name must be 1 to {LONGEST_IMPORTED_NAME} characters without line breaks, other \
             control characters or invisible characters"
        )),
    })
}

/// Returns the position after the last move.
fn play(game: &FinishedGame) -> Result<Position, String> {
    let moves: Vec<_> = game.moves.moves.split_whitespace().collect();
    if moves.len() != game.plies as usize || moves.len() != game.moves.ledger.len() {
        return Err("`plies`, `moves` and `ledger` must have the same number of moves".to_owned());
    }
    let mut position = game.start().position(game.mode).map_err(|error| error.to_string())?;
    for (ply, (text, timing)) in (1..).zip(moves.into_iter().zip(&game.moves.ledger)) {
        let wrong = |why: String| format!("move {ply}, {text}: {why}");
        position = turn_to(position, timing.seat).ok_or_else(|| wrong("no such seat".to_owned()))?;
        let mv = position.parse_move(text).map_err(|error| wrong(error.to_string()))?;
        if MoveText::from(mv).as_str() != text {
            return Err(wrong(format!("write {mv}")));
        }
        position = position.play(mv).map_err(|error| wrong(error.to_string()))?.position;
    }
    Ok(position)
}

/// Returns the position with the turn of `seat`; `None` if the seat does not exist.
fn turn_to(mut position: Position, seat: Seat) -> Option<Position> {
    for _ in 0..position.mode().seats() {
        if position.turn() == seat.color() {
            return Some(position);
        }
        position = position.pass_turn();
    }
    None
}

/// Returns whether a line encodes the position, with the turn of any player who could move next.
fn leads_to(mut position: Position, line: &str) -> bool {
    (0..position.mode().seats()).any(|_| {
        let is_same = position.to_string() == line;
        position = position.pass_turn();
        is_same
    })
}

fn check_outcome(game: &FinishedGame, last: Position) -> Result<(), String> {
    let outcome = &game.outcome;
    if outcome.score != last.captured() {
        return Err(format!("`score` must be the ejected marbles: {:?}", last.captured()));
    }
    if !SeatSet::first(game.mode.seats()).is_superset(outcome.winners) {
        return Err("`winners` must be seats of the game".to_owned());
    }
    let by_ejections =
        last.winner().map(|team| game.mode.colors_of(team).map(Seat::from).collect::<SeatSet>());
    let is_so = match by_ejections {
        Some(winners) => outcome.reason == Reason::Ejections && outcome.winners == winners,
        None => outcome.reason != Reason::Ejections,
    };
    if is_so {
        Ok(())
    } else {
        Err("the sixth ejected marble must end the game, won by the side that ejected it".to_owned())
    }
}
