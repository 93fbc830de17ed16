//! Brackets in their wire form.

use sumito_protocol::tournament as wire;
use sumito_tournament::{BracketMatch, BracketSlot};

use sumito_services::tournaments::TournamentView;

/// Converts all matches of a bracket.
pub(crate) fn tournament_bracket(view: &TournamentView) -> wire::TournamentBracket {
    let matches = view.tournament.bracket_matches();
    wire::TournamentBracket { matches: matches.iter().map(bracket_match).collect() }
}

fn bracket_match(one: &BracketMatch) -> wire::BracketMatch {
    let slot = |(slot, &halves): (&BracketSlot, &u32)| wire::BracketSlot {
        participant: slot.participant.map(|id| id.0),
        free: slot.is_free,
        winner_of: slot.winner_of,
        loser_of: slot.loser_of,
        points: f64::from(halves) / 2.0,
    };
    wire::BracketMatch {
        number: one.number,
        round: one.round,
        pairing: one.pairing,
        part: one.part,
        slots: one.slots.iter().zip(&one.points).map(slot).collect(),
        winner: one.winner.map(|id| id.0),
        over: one.is_over,
        games: one.games.iter().map(|number| number.0).collect(),
    }
}
