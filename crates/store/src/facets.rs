//! Facets: index keys for filters on finished games.
//!
//! A facet states a required value or "any" for each of mode, layout, reason, rated, winners and length. Each has its own bits, and zero
//! means any: a game's own facet states all of them, and [`GENERAL`] derives the more general facets from it. Mode, layout, reason and
//! rated may be open in any combination; winners and length are open together or not at all, which keeps the number of facets per game to
//! a quarter. A list of games is then one index lookup, or with a filter on winners or length, one lookup for each possible winner and
//! length class, merged.
//!
//! The facet in a player's row also has bits for the result for that player.
//!
//! The numbers are stored. New ones may be added, but existing ones must never change.

use std::ops::RangeInclusive;

use sumito_game::{Outcome, Reason, Seat};
use sumito_rules::{Layout, Mode};

use super::{FinishedGame, GameFilter, WinnerFilter};

const RATED: i64 = 0b11;
const REASON: i64 = 0b1_1111 << REASON_SHIFT;
const LAYOUT: i64 = 0xff << LAYOUT_SHIFT;
/// The order of turns, if there is more than one for this number of players.
const ORDER: i64 = 0b11 << ORDER_SHIFT;
const SEATS: i64 = 0b111 << SEATS_SHIFT;
pub(super) const WINNERS: i64 = 0b111 << WINNERS_SHIFT;
pub(super) const LENGTH: i64 = 0b111 << LENGTH_SHIFT;
const OWN: i64 = 0b11 << OWN_SHIFT;

const REASON_SHIFT: u32 = 2;
const LAYOUT_SHIFT: u32 = 7;
const ORDER_SHIFT: u32 = 15;
const SEATS_SHIFT: u32 = 17;
const WINNERS_SHIFT: u32 = 20;
const LENGTH_SHIFT: u32 = 23;
const OWN_SHIFT: u32 = 26;

/// First number of plies of each further length class. Each class has about the same number of games, except the last.
const LENGTHS: [u32; 6] = [20, 50, 80, 120, 180, 260];

/// All length classes.
const ALL_LENGTHS: RangeInclusive<i64> = 1..=LENGTHS.len() as i64 + 1;

/// Masks that derive from a game's own facet all facets that it matches: each combination of mode, layout, reason and rated, without and
/// with winners and length. A layout implies the number of players, so that is kept with it: then only the order of turns is left open.
pub(super) const GENERAL: [i64; 32] = {
    let mut masks = [0; 32];
    let mut number = 0;
    while number < masks.len() {
        let (mode, layout) = (number & 1 != 0, number & 2 != 0);
        masks[number] = if mode { SEATS | ORDER } else { 0 }
            | if layout { SEATS | LAYOUT } else { 0 }
            | if number & 4 != 0 { REASON } else { 0 }
            | if number & 8 != 0 { RATED } else { 0 }
            | if number & 16 != 0 { WINNERS | LENGTH } else { 0 };
        number += 1;
    }
    masks
};

/// The bits of the reason, and their value for an aborted game: such games are listed only on request.
pub(super) const ABORTED: (i64, i64) = (REASON, reason_code(Reason::Aborted) << REASON_SHIFT);

/// Properties of a game, or a filter on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facet(pub(super) i64);

impl Facet {
    /// Returns the full facet of a game. A game that does not start from a layout has no layout there.
    pub(super) fn of<M>(game: &FinishedGame<M>) -> Self {
        let Self(kind) =
            Self::new(Some(game.mode), game.start().layout(), Some(game.outcome.reason), Some(game.rated));
        Self(kind | winners_code(&game.outcome) << WINNERS_SHIFT | length_code(game.plies) << LENGTH_SHIFT)
    }

    /// Returns the facet of a game for the player who had `seat` in it.
    pub(super) fn of_player<M>(game: &FinishedGame<M>, seat: Seat) -> Self {
        let winners = game.outcome.winners;
        let own = if winners.is_empty() {
            WinnerFilter::NoWinner
        } else if winners.contains(seat) {
            WinnerFilter::Player
        } else {
            WinnerFilter::Opponents
        };
        Self(Self::of(game).0 | own_code(own) << OWN_SHIFT)
    }

    fn new(mode: Option<Mode>, layout: Option<Layout>, reason: Option<Reason>, rated: Option<bool>) -> Self {
        let seats = mode.map(Mode::seats).or(layout.map(Layout::seats)).map_or(0, |seats| seats as i64);
        Self(
            rated.map_or(0, |rated| 1 + i64::from(rated))
                | reason.map_or(0, reason_code) << REASON_SHIFT
                | layout.map_or(0, layout_code) << LAYOUT_SHIFT
                | mode.map_or(0, order_code) << ORDER_SHIFT
                | seats << SEATS_SHIFT,
        )
    }
}

/// Filter on games, in terms of facets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FacetQuery {
    /// Mode, layout, reason and rated; for a player's games also the result for the player.
    facet: Facet,
    /// The allowed codes of winners.
    winners: Option<Vec<i64>>,
    /// The allowed length classes. The first and the last may contain games outside of the filter.
    lengths: Option<RangeInclusive<i64>>,
    /// The possible winners, as far as `facet` implies the number of players.
    possible: RangeInclusive<i64>,
}

impl FacetQuery {
    /// Converts `filter`; `None` if no game can match: the layout is for a different number of players, the longest length is below the
    /// shortest, or a result is given without a player.
    pub(super) fn of(filter: &GameFilter) -> Option<Self> {
        let &GameFilter { mode, layout, reason, rated, won, plies_min, plies_max, .. } = filter;
        let fit = layout.zip(mode).is_none_or(|(layout, mode)| layout.fits(mode));
        let (shortest, longest) = (plies_min.unwrap_or(0), plies_max.unwrap_or(u32::MAX));
        if !fit || shortest > longest {
            return None;
        }
        let seats = mode.map(Mode::seats).or(layout.map(Layout::seats));
        let Facet(mut facet) = Facet::new(mode, layout, reason, rated);
        let mut winners = None;
        match won {
            Some(WinnerFilter::Seat(seat)) => winners = Some(codes_with(seat, seats)?),
            Some(WinnerFilter::NoWinner) => winners = Some(vec![NO_WINNER]),
            Some(WinnerFilter::Player | WinnerFilter::Opponents) if filter.player.is_none() => return None,
            Some(own) => facet |= own_code(own) << OWN_SHIFT,
            None => {}
        }
        let is_bounded = plies_min.is_some() || plies_max.is_some();
        let lengths = is_bounded.then(|| length_code(shortest)..=length_code(longest));
        Some(Self { facet: Facet(facet), winners, lengths, possible: NO_WINNER..=last_code(seats) })
    }

    /// Returns all facets of such games. Each game has exactly one of them.
    pub(super) fn facets(&self) -> Vec<i64> {
        let Facet(facet) = self.facet;
        if self.winners.is_none() && self.lengths.is_none() {
            return vec![facet];
        }
        let winners = self.winners.clone().unwrap_or_else(|| self.possible.clone().collect());
        let lengths = self.lengths.clone().unwrap_or(ALL_LENGTHS);
        let of = |(winners, length)| facet | winners << WINNERS_SHIFT | length << LENGTH_SHIFT;
        winners
            .into_iter()
            .flat_map(|code| lengths.clone().map(move |length| (code, length)))
            .map(of)
            .collect()
    }

    /// Returns a mask and the value of these bits in a match; the other bits are arbitrary.
    pub(super) fn named(&self) -> (i64, i64) {
        let Facet(facet) = self.facet;
        let named = [RATED, REASON, LAYOUT, ORDER, SEATS, OWN].into_iter().filter(|bits| facet & bits != 0);
        (named.sum(), facet)
    }

    /// Returns the allowed values of the bits [`WINNERS`], if they are restricted.
    pub(super) fn winners(&self) -> Option<Vec<i64>> {
        Some(self.winners.as_ref()?.iter().map(|code| code << WINNERS_SHIFT).collect())
    }

    /// Returns the range of the bits [`LENGTH`], if it is restricted.
    pub(super) fn lengths(&self) -> Option<(i64, i64)> {
        self.lengths.as_ref().map(|codes| (codes.start() << LENGTH_SHIFT, codes.end() << LENGTH_SHIFT))
    }
}

/// The game has no winner.
const NO_WINNER: i64 = 1;

/// Returns the code of the winners: none, a single player, or two players who sit opposite each other.
fn winners_code(outcome: &Outcome) -> i64 {
    let winners: Vec<_> = outcome.winners.iter().map(Seat::index).collect();
    match winners[..] {
        [] => NO_WINNER,
        [0, 2] => 6,
        [1, 3] => 7,
        [first, ..] => 2 + first as i64,
    }
}

/// Returns the codes of winners that include `seat`; `None` if the seat does not exist.
fn codes_with(seat: Seat, seats: Option<usize>) -> Option<Vec<i64>> {
    let (alone, together) = (2 + seat.index() as i64, 6 + seat.index() as i64 % 2);
    match seats {
        Some(seats) if seat.index() >= seats => None,
        Some(2 | 3) => Some(vec![alone]),
        _ => Some(vec![alone, together]),
    }
}

/// Returns the highest code for this number of seats.
fn last_code(seats: Option<usize>) -> i64 {
    match seats {
        Some(seats @ (2 | 3)) => 1 + seats as i64,
        _ => 7,
    }
}

fn length_code(plies: u32) -> i64 {
    1 + LENGTHS.iter().filter(|&&from| plies >= from).count() as i64
}

const fn own_code(won: WinnerFilter) -> i64 {
    match won {
        WinnerFilter::NoWinner => 1,
        WinnerFilter::Player => 2,
        WinnerFilter::Opponents | WinnerFilter::Seat(_) => 3,
    }
}

const fn order_code(mode: Mode) -> i64 {
    match mode {
        Mode::Two | Mode::Three => 0,
        Mode::Four => 1,
        Mode::FourConsecutive => 2,
    }
}

const fn reason_code(reason: Reason) -> i64 {
    match reason {
        Reason::Ejections => 1,
        Reason::Time => 2,
        Reason::Resignation => 3,
        Reason::Agreement => 4,
        Reason::Repetition => 5,
        Reason::Quiet => 6,
        Reason::Stuck => 7,
        Reason::Aborted => 8,
        Reason::Abandoned => 9,
    }
}

const fn layout_code(layout: Layout) -> i64 {
    match layout {
        Layout::Standard => 1,
        Layout::BelgianDaisy => 2,
        Layout::GermanDaisy => 3,
        Layout::DutchDaisy => 4,
        Layout::SwissDaisy => 5,
        Layout::Domination => 6,
        Layout::TheWall => 7,
        Layout::Fujiyama => 8,
        Layout::Star => 9,
        Layout::FaceToFace => 10,
        Layout::Alliances => 11,
        Layout::Atomouche => 12,
        Layout::Centrifuge => 13,
        Layout::Snakes => 14,
        Layout::SnakesVariant => 15,
        Layout::Alien => 16,
        Layout::Anglattack => 17,
        Layout::SixNine => 18,
        Layout::Duel => 19,
        Layout::Checkerboard => 20,
        Layout::ThreeStandard => 21,
        Layout::FourStandard => 22,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const REASONS: [Reason; 9] = [
        Reason::Ejections,
        Reason::Time,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Repetition,
        Reason::Quiet,
        Reason::Stuck,
        Reason::Aborted,
        Reason::Abandoned,
    ];

    /// Iterates over all combinations of properties.
    fn kinds() -> impl Iterator<Item = (Mode, Layout, Reason, bool)> {
        Mode::ALL.into_iter().flat_map(|mode| {
            let layouts = Layout::ALL.into_iter().filter(move |layout| layout.fits(mode));
            layouts.flat_map(move |layout| {
                REASONS
                    .into_iter()
                    .flat_map(move |reason| [false, true].map(|rated| (mode, layout, reason, rated)))
            })
        })
    }

    fn own(kind: (Mode, Layout, Reason, bool)) -> i64 {
        Facet::new(Some(kind.0), Some(kind.1), Some(kind.2), Some(kind.3)).0
    }

    #[test]
    fn each_kind_of_game_has_its_own_facet() {
        assert_eq!(kinds().map(own).collect::<HashSet<_>>().len(), kinds().count());
    }

    #[test]
    fn games_match_a_filter_exactly_by_facet() {
        let (won, drawn) = (2 << WINNERS_SHIFT, NO_WINNER << WINNERS_SHIFT);
        for (number, more) in (0..16).flat_map(|number| [(number, false), (number, true)]) {
            for kind @ (mode, layout, reason, rated) in kinds() {
                let own = own(kind) | won | length_code(60) << LENGTH_SHIFT;
                let general: HashSet<_> = GENERAL.iter().map(|mask| own & mask).collect();
                let if_bit = |bit| number & bit != 0;
                for wanted @ (wanted_mode, wanted_layout, wanted_reason, wanted_rated) in [
                    (Mode::Two, Layout::Standard, Reason::Time, true),
                    (Mode::Four, Layout::FourStandard, Reason::Stuck, false),
                ] {
                    let filter = GameFilter {
                        mode: if_bit(1).then_some(wanted.0),
                        layout: if_bit(2).then_some(wanted.1),
                        reason: if_bit(4).then_some(wanted.2),
                        rated: if_bit(8).then_some(wanted.3),
                        won: more.then_some(WinnerFilter::Seat(Seat::new(0).unwrap())),
                        plies_min: more.then_some(55),
                        ..GameFilter::default()
                    };
                    let fits = (!if_bit(1) || mode == wanted_mode)
                        && (!if_bit(2) || layout == wanted_layout)
                        && (!if_bit(4) || reason == wanted_reason)
                        && (!if_bit(8) || rated == wanted_rated);
                    let wanted = FacetQuery::of(&filter).unwrap();
                    let found = wanted.facets().iter().filter(|facet| general.contains(facet)).count();
                    assert_eq!(found, usize::from(fits), "{filter:?} {kind:?}");
                    let (named, facet) = wanted.named();
                    assert_eq!(own & named == facet, fits, "{filter:?} {kind:?}");
                    let lost: HashSet<_> =
                        GENERAL.iter().map(|mask| (own & !WINNERS | drawn) & mask).collect();
                    assert!(!more || wanted.facets().iter().all(|facet| !lost.contains(facet)));
                }
            }
        }
    }

    #[test]
    fn impossible_filters_list_nothing() {
        let yellow = Some(WinnerFilter::Seat(Seat::new(3).unwrap()));
        let all = GameFilter::default();
        for filter in [
            GameFilter { mode: Some(Mode::Three), layout: Some(Layout::Standard), ..all },
            GameFilter { plies_min: Some(7), plies_max: Some(6), ..all },
            GameFilter { mode: Some(Mode::Three), won: yellow, ..all },
            GameFilter { won: Some(WinnerFilter::Player), ..all },
        ] {
            assert_eq!(FacetQuery::of(&filter), None, "{filter:?}");
        }
    }
}
